"""`python -m engines verify` is as strict as tests/vectors/README.md says."""

import json
from copy import deepcopy
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.engines import vectors
from tests.engines.command_line import run
from tests.engines.vectors import FILES, VECTORS, falsified

ROSES = VECTORS["roses"]
failure = partial(vectors.failure, "roses")

WIPED_OUT = "B/b..b/...../...../..../W w 00"
COMMENTS = {"id", "title"}


@pytest.mark.parametrize("game", VECTORS)
def test_each_vector_passes(game: str) -> None:
    failures = {name: vectors.failure(game, vector) for name, vector in VECTORS[game].items()}
    assert {name: failed for name, failed in failures.items() if failed is not None} == {}


@pytest.mark.parametrize("key", FILES)
def test_a_file_of_vectors_passes(key: str) -> None:
    assert run("verify", str(FILES[key])) == (0, [f"{len(VECTORS[key])} passed, 0 failed"])


# -- falsified vectors -------------------------------------------------------------------------------------


LEAVES = [
    (values["id"], key, changed)
    for values in ROSES.values()
    if values["kind"] != "notation"
    for key in values
    if key not in COMMENTS
    for changed in falsified(values[key], ("d3-d4", "draw"), told=lambda value: not isinstance(value, int))
]


def test_there_is_something_to_falsify() -> None:
    assert len(LEAVES) > 1_000


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_a_vector_with_any_one_value_falsified_fails(step: int) -> None:
    passed = [
        (name, key, changed)
        for name, key, changed in LEAVES[::step]
        if failure({**ROSES[name], key: changed}) is None
    ]
    assert passed == []


def test_a_position_after_a_move_with_one_piece_changed_fails() -> None:
    for name in ("L00", "L03", "sample-game"):
        values = ROSES[name]
        for holder in ("legal", "positions"):
            for place in values.get(holder, {}) if holder == "legal" else range(len(values.get(holder, []))):
                changed = deepcopy(values)
                text = changed[holder][place]
                changed[holder][place] = text.replace(".", "w", 1)
                assert failure(changed)
                changed[holder][place] = text.replace(" w ", " x ").replace(" b ", " w ").replace("x", "b")
                assert failure(changed)


@pytest.mark.parametrize(
    ("name", "key", "value"),
    [
        ("perft-example1_white", "position", "B/.bb./...../..www/..../W b 00"),
        ("moves-start", "moves", ["@e4", "@d3", "@d3"]),
        ("moves-start", "moves", []),
        ("moves-start", "moves", ["@d3", "@e5"]),
        ("end-0", "result", None),
        ("end-0", "result", "white"),
        ("end-0", "why", "quiet"),
        ("end-0", "why", "Neither side has two soldiers"),
        ("end-1", "position", "B/..../.w.../...../...b/W w 11"),
        ("opt-00", "option", "long_phalanx"),
        ("opt-00", "option", "quiet_limit"),
        ("opt-00", "option", "castles"),
        ("opt-00", "options", {"support_contiguous": True}),
        ("opt-00", "only_option", ["a2xb3"]),
        ("G00", "options", {"quiet_limit": 5}),
        ("G01", "options", {"quiet_limit": 0}),
        ("G01", "options", {"first": "black"}),
        ("G01", "why", "repetition"),
        ("G01", "result", "white"),
        ("notation-1", "reject", ["d4xf6"]),
        ("notation-1", "accept", [["d4xf6", "e5xc3"], ["d4xf6", "d4xf6"]]),
        ("notation-1", "accept", [["resign", "resign"]]),
    ],
)
def test_a_likely_falsification_fails(name: str, key: str, value: object) -> None:
    assert failure({**ROSES[name], key: value})


def test_every_value_of_a_vector_of_notation_matters() -> None:
    values = ROSES["notation-1"]
    for place, (text, canonical) in enumerate(values["accept"]):
        for pair in ([f"{text}~", canonical], [text, f"{canonical}~"], [text, "e5xc3"], ["e5xc3", canonical]):
            changed = deepcopy(values)
            changed["accept"][place] = pair
            assert failure(changed)
    for place in range(len(values["reject"])):
        changed = deepcopy(values)
        changed["reject"][place] = "e5xc3>b2"
        assert failure(changed)


def test_a_vector_of_notation_that_says_nothing_fails() -> None:
    assert failure({**ROSES["notation-1"], "accept": []}) is None
    assert failure({**ROSES["notation-1"], "accept": [], "reject": []})


# -- what is also a vector ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "values",
    [
        {"kind": "terminal", "position": "B/..../...../...../..../W w 00", "result": "draw", "why": "dead"},
        {"kind": "terminal", "position": "B/..../...../...../..../W w 44", "result": None, "why": None},
        {"kind": "terminal", "position": "B/..../...../...../..../W w 44", "result": None},
        {"kind": "terminal", "position": WIPED_OUT, "result": "black", "why": "wipe-out"},
        {
            "kind": "option",
            "option": "long_phalanx",
            "position": "B/..../...../wwwb./..../W w 00",
            "only_default": [],
            "only_option": ["b2xe5"],
        },
        {
            "kind": "moves",
            "position": "B/..../...../wwwb./..../W w 00",
            "options": {"long_phalanx": False},
            "title": "three in a row",
            "moves": [
                "b2-a2", "b2-b3", "b2-c2", "b2c3+ne", "b2c3+nw", "c3-b3", "c3-c2", "c3-c4", "c3-d3",
                "c3d4+ne", "c3d4+nw", "c3d4+se", "c3d4+sw", "c3xe5", "d4-c4", "d4-d3", "d4-d5", "d4-e4",
                "b2c3+se",
            ],
        },
        {"kind": "game", "moves": ["@d3"], "final": "B/..../...../...../.w../W b 34", "result": None},
        {
            "kind": "game",
            "options": {"first": "black"},
            "moves": ["@b4"],
            "positions": ["B/.b../...../...../..../W w 43"],
        },
        {"kind": "perft", "position": "B/..../...../...../..../W w 44", "counts": {"0": 1, "8": 7869}},
    ],
    ids=lambda values: str(values["kind"]),
)  # fmt: skip
def test_other_vectors_of_the_known_kinds(values: dict[str, Any]) -> None:
    assert failure({"id": "x", **values}) is None


# -- what is no vector -------------------------------------------------------------------------------------

START = '"position": "B/..../...../...../..../W w 44"'


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "[]",
        "null",
        "not json",
        f'{{"id": "x", "kind": "moves", {START}}}',
        f'{{"kind": "moves", {START}, "moves": ["@d3", "@e4"]}}',
        f'{{"id": "x", "kind": "shuffle", {START}}}',
        f'{{"id": "x", {START}, "moves": ["@d3", "@e4"]}}',
        f'{{"id":"x","kind":"moves",{START},"moves":["@d3","@e4"],"note":1}}',
        f'{{"id":"x","kind":"moves",{START},"moves":["@d3"],"moves":["@d3","@e4"]}}',
        f'{{"id":"x","kind":"moves",{START},"moves":["@d3","@e4"],"options":{{"a":1}}}}',
        f'{{"id": "x", "kind": "perft", {START}, "counts": {{}}}}',
        f'{{"id": "x", "kind": "perft", {START}, "counts": {{"a": 1}}}}',
        f'{{"id": "x", "kind": "perft", {START}, "counts": {{"-1": 1}}}}',
        '{"id": "x", "kind": "perft", "position": "here", "counts": {"1": 2}}',
        '{"id": "x", "kind": "game", "moves": [], "positions": []}',
        '{"id": "x", "kind": "game", "moves": ["@d3"], "result": null}',
        '{"id": "x", "kind": "game", "moves": ["d3"], "final": "B/..../...../...../.w../W b 34"}',
        '{"id": "x", "kind": "game", "moves": ["@d3", "@d3"], "final": "B/..../...../...../.w../W b 34"}',
        "[" * 10_000,
    ],
)
def test_what_is_no_vector_fails(line: str, tmp_path: Path) -> None:
    file = tmp_path / "roses.jsonl"
    file.write_text(line + "\n")
    status, lines = run("verify", str(file))
    assert status == 1
    assert len(lines) == 2
    assert lines[-1] == "0 passed, 1 failed"
    assert "expected" in lines[0]


def test_moves_after_the_end_of_a_game_fail() -> None:
    values = ROSES["sample-game"]
    assert "the game is over before it" in str(failure({**values, "moves": [*values["moves"], "c5-c4"]}))


def test_a_failure_tells_what_was_expected_and_what_came(tmp_path: Path) -> None:
    file = tmp_path / "roses.jsonl"
    file.write_text(json.dumps({**ROSES["moves-start"], "moves": ["@d3", "@e5"]}))
    assert run("verify", str(file)) == (
        1,
        ['moves-start: expected ["@d3","@e5"], got ["@d3","@e4"]', "0 passed, 1 failed"],
    )


# -- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe"])
def test_a_file_without_vectors_fails(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "roses.jsonl"
    file.write_bytes(content)
    status, lines = run("verify", str(file))
    assert status == 1
    assert lines[0].startswith(str(file))
    assert lines[-1] == "0 passed, 0 failed"


def test_a_missing_file_fails_and_the_others_are_still_read(tmp_path: Path) -> None:
    status, lines = run("verify", str(tmp_path / "roses.jsonl"), str(FILES["roses"]))
    assert status == 1
    assert "cannot be read" in lines[0]
    assert lines[-1] == f"{len(ROSES)} passed, 0 failed"


@pytest.mark.parametrize(
    "name", ["guerre-des-deux-roses.jsonl", "roses.more.jsonl", "Hidden_ROSES_2.json", "anything.txt"]
)
def test_the_game_is_told_by_name_or_content(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text("\n".join(map(json.dumps, [*ROSES.values()][:2])))
    assert run("verify", str(file)) == (0, ["2 passed, 0 failed"])


def test_the_game_may_be_named(tmp_path: Path) -> None:
    file = tmp_path / "anything.txt"
    file.write_text("{}\n" + json.dumps(ROSES["moves-start"]))
    assert run("verify", str(file)).status == 1
    assert run("verify", "--game", "roses", str(file)).lines[-1] == "1 passed, 1 failed"
    status, lines = run("verify", "--game", "chess", str(file))
    assert (status, lines[-1]) == (1, "0 passed, 0 failed")
    assert "There is no game “chess”" in lines[0]


def test_a_file_of_no_game_fails(tmp_path: Path) -> None:
    file = tmp_path / "anything.txt"
    file.write_text('{"id": "x"}')
    status, lines = run("verify", str(file))
    assert status == 1
    assert "--game" in lines[0]
