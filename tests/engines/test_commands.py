"""`python -m engines`: everything but `verify`, which has a file of its own."""

import argparse
import json
import lzma
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from engines.conformance.commands import build_parser
from engines.record import Made, read, verify
from engines.registry import ENGINES
from engines.roses.conformance import solving
from engines.sheet import read_sheet, write_sheet
from tests.engines.command_line import run
from tests.records import golden_record

EXAMPLE_B = "B/.ww./b..../.bwwb/.b../W b 00"


def failing(capsys: pytest.CaptureFixture[str], *arguments: str, stdin: str = "") -> str:
    """The complaint of a command that cannot be carried out."""
    with pytest.raises(SystemExit) as caught:
        run(*arguments, stdin=stdin)
    assert caught.value.code == 2
    return capsys.readouterr().err


def test_every_argument_and_exit_code_is_explained() -> None:
    parser = build_parser()
    (subparsers,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    assert len(subparsers.choices) == 9
    for one in (parser, *subparsers.choices.values()):
        assert one.description
        assert "Exit code: 0 if all is well, 1" in str(one.epilog)
        assert all(action.help for action in one._actions if action is not subparsers)


def test_wrong_use_exits_with_2_and_a_failed_vector_with_1(tmp_path: Path) -> None:
    for arguments in (["fly"], ["legal"], ["perft", "chess"], ["verify"]):
        with pytest.raises(SystemExit) as caught:
            run(*arguments)
        assert caught.value.code == 2
    (vectors := tmp_path / "roses.jsonl").write_text("{}")
    assert run("verify", str(vectors)).status == 1


def test_it_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engines", "legal", "B/..../...../...../..../W w 44"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [
        "white @d3        drop a soldier on d3",
        "white @e4        drop a soldier on e4",
    ]


def test_list_names_every_game_and_option() -> None:
    text = "\n".join(run("list").lines)
    for engine in ENGINES.values():
        assert engine.info.title in text
        for option in engine.options_type.__struct_fields__:
            assert option in text
    assert "quiet_limit (integer 0..10000; default 100)" in text


def test_legal() -> None:
    status, lines = run("legal", EXAMPLE_B)
    assert status == 0
    assert len(lines) == 15
    assert "black c3xe3      take the castle with c3 and d3 and win" in lines


def test_legal_with_options() -> None:
    board = "B/..../...../wwwb./..../W w 00"
    assert (
        len(run("legal", board, "--options", "long_phalanx=on").lines) == len(run("legal", board).lines) + 1
    )


def test_legal_in_a_game_that_is_over() -> None:
    assert run("legal", "B/..../...../...../..../W w 00").lines == [
        "Draw: neither side has two soldiers left."
    ]


def test_legal_refuses_what_is_no_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert "A position is six rows" in failing(capsys, "legal", "nonsense")
    assert "A position is six rows" in failing(capsys, "legal", '{"board": 1}')
    assert "is not JSON" in failing(capsys, "legal", "{")
    assert "There is no game" in failing(capsys, "legal", EXAMPLE_B, "--game", "chess")
    assert "has no option" in failing(capsys, "legal", EXAMPLE_B, "--options", "a=1")
    assert "NAME=VALUE" in failing(capsys, "legal", EXAMPLE_B, "--options", "a")


def test_perft() -> None:
    lines = run("perft", "roses", "--depth", "5").lines
    assert [int(line.split()[1]) for line in lines] == [2, 4, 12, 36, 136]
    lines = run("perft", "guerre-des-deux-roses", "--position", EXAMPLE_B, "--depth", "3").lines
    assert [line.split()[1] for line in lines] == ["15", "301", "4,245"]


def test_a_game_is_solved_and_compared_with_the_tables_that_come_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = partial(solving.solve, soldiers=1)
    monkeypatch.setattr(solving, "solve", few)
    solved = run("solve", "roses", "--into", str(tmp_path))
    assert solved.status == 1
    assert [line.split(",")[0] for line in solved.lines] == [
        "solution: 306 bytes",
        "solution-contiguous: 306 bytes",
        "solution-long: 306 bytes",
        "solution-contiguous-long: 306 bytes",
    ]
    assert "NOT as shipped" in solved.lines[0]
    assert lzma.decompress((tmp_path / "solution.xz").read_bytes()) == few()
    assert "too large" in failing(capsys, "solve", "reef")
    assert "no folder" in failing(capsys, "solve", "roses", "--into", "nowhere")


def test_a_random_game_is_played_to_its_end_and_again_the_same() -> None:
    first, again = (run("play", "roses", "--seed", "7") for _ in range(2))
    assert first == again
    assert first.status == 0
    assert first.lines[-1].endswith(".")
    verify(read_sheet("\n".join(first.lines[:-2]) + "\n"))
    assert run("play", "roses", "--seed", "8") != first


def test_a_random_game_as_a_record() -> None:
    (line,) = run(
        "play", "roses", "--json", "--players", "random,random", "--options", "first=black", "quiet_limit=9"
    ).lines
    record = read(line.encode())
    verify(record)
    assert record.options["first"] == "black"
    assert write_sheet(record).splitlines()[-len(record.entries)].split()[1] == "black"


def test_a_scripted_game(tmp_path: Path) -> None:
    script = tmp_path / "script"
    entries = golden_record("roses/castle").entries
    script.write_text("\n".join(entry.text for entry in entries if isinstance(entry, Made)))
    status, lines = run("play", "roses", "--script", str(script))
    assert status == 0
    assert lines[-1] == "White wins: Black's castle has fallen."
    assert read_sheet("\n".join(lines[:-2]) + "\n").entries == entries


def test_a_script_that_ends_too_early() -> None:
    status, lines = run("play", "roses", "--script", "-", stdin="@d3\n\nC5\n")
    assert status == 1
    assert lines[-1] == "The script ends before the game does."
    assert lines[-3].split() == ["2", "black", "@c5"]


def test_a_script_against_a_random_player() -> None:
    status, lines = run("play", "roses", "--players", "script,random", "--script", "-", stdin="@d3")
    assert status == 1
    assert [line.split()[1] for line in lines[lines.index("-" * 40) + 1 : -2]] == ["white", "black"]


def test_play_refuses_what_it_cannot_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert "“@d4” is not legal for White" in failing(capsys, "play", "roses", "--script", "-", stdin="@d4")
    assert "cannot be read" in failing(capsys, "play", "roses", "--script", "/nowhere/at/all")
    assert "is not a player" in failing(capsys, "play", "roses", "--players", "random,clever")
    assert "for two" in failing(capsys, "play", "roses", "--players", "random,random,random")
    assert "repetition" in failing(capsys, "play", "roses", "--options", "repetition=1")


def test_the_seed_may_be_given_in_full() -> None:
    seed = "ab" * 32
    (line,) = run("play", "roses", "--json", "--seed", seed).lines
    assert json.loads(line)["seed"] == seed
