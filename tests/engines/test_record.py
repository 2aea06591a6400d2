"""Records and score sheets: what is refused, and what never changes."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.chance import seed_hash
from engines.conformance.registry import conformance_of
from engines.record import MAX_BYTES, Made, Record, Undo, read, replay, verify, write
from engines.registry import engine_for
from engines.sheet import read_sheet, write_sheet
from tests.records import golden_record

GAME = golden_record("roses/castle")
UNDONE = golden_record("roses/undo")
SEED = "ab" * 32
RUNNING = replace(GAME, entries=GAME.entries[:5], outcome=None, seed=None)


def changed(**fields: Any) -> bytes:
    return json.dumps({**json.loads(write(GAME)), **fields}).encode()


def complaint(data: bytes) -> str:
    with pytest.raises(ValueError, match=r".") as caught:
        verify(read(data))
    return str(caught.value)


def test_a_running_game_without_chance_replays_without_its_seed() -> None:
    assert len(verify(RUNNING).played) == 5
    assert read(write(RUNNING)) == RUNNING


def test_a_record_in_any_layout_becomes_canonical() -> None:
    loose = json.dumps(json.loads(write(GAME)), indent=4, sort_keys=True).encode()
    assert write(read(loose)) == write(GAME)


def test_missing_options_are_the_defaults() -> None:
    assert read(changed(options={})) == GAME


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"format": "turnpost-record/2"}, "That is not a game record"),
        ({"game": "chess"}, "There is no game “chess”"),
        ({"rules_version": 2}, "version 2 of the rules of Guerre des Deux Roses; here is version 1"),
        ({"options": {"quiet_limit": -1}}, "That option does not fit"),
        ({"options": {"repetition": 1}}, "repetition is 0"),
        ({"options": {"colour": 1}}, "has no option “colour”"),
        ({"seats": ["Ann"]}, "is not a game for 1"),
        ({"seats": ["a", "b", "c"]}, "is not a game for 3"),
        ({"seats": ["a" * 101, "b"]}, "That is not a game record"),
        ({"seed": "cd" * 32}, "does not belong to the hash"),
        ({"seed": "xy"}, "64 hexadecimal digits"),
        ({"seed_hash": "0"}, "The hash of the seed is 64"),
        ({"seed": None}, "its seed is missing"),
        ({"outcome": None}, "over \\(castle, ranks 1-2\\), but the record says: not over"),
        ({"outcome": {"ranks": [2, 1], "why": "castle", "text": "."}}, "the record says: over"),
        ({"outcome": {"ranks": [1, 2], "why": "quiet", "text": "."}}, "the record says: over"),
        ({"entries": [[0, "@d3"], [0, "@e4"]]}, "Entry 2, “@e4”, is not legal there: It is Black's turn"),
        ({"entries": [[0, "@D3"]]}, "Entry 1, “@D3”, is not in canonical notation: @d3"),
        ({"entries": [[0, "d3"]]}, "is not in canonical notation"),
        ({"entries": [[2, "@d3"]]}, "Entry 1 is by seat 2, which nobody holds"),
        ({"entries": [[-1, "@d3"]]}, "That is not a game record"),
        ({"entries": [[0, "@d3", 1]]}, "That is not a game record"),
        ({"entries": [[0, "x" * 201]]}, "That is not a game record"),
        ({"entries": [{"undo_to": 0}]}, "Entry 1 goes back to 0, but only 0 stand there"),
        ({"entries": [[0, "@d3"], {"undo_to": 1}]}, "Entry 2 goes back to 1, but only 1 stand there"),
        ({"entries": [[0, "@d3"], {"undo_to": -1}]}, "That is not a game record"),
        ({"entries": [[0, "@d3"], {"undo_to": 0, "by": 1}]}, "That is not a game record"),
        ({"comment": "hello"}, "unknown field"),
        ({"tags": {"code": "x" * 201}}, "That is not a game record"),
        ({"tags": {str(number): "" for number in range(21)}}, "That is not a game record"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        verify(read(changed(**fields)))


def test_a_game_has_an_end() -> None:
    fields = json.loads(write(GAME))
    assert len(msgspec.convert({**fields, "entries": [[0, "a"]] * 20_000}, Record).entries) == 20_000
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**fields, "entries": [[0, "a"]] * 20_001}, Record)


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": ["a" * 100, "b"]},
        {"tags": {str(number): "x" * 200 for number in range(20)}},
        {"entries": [[1, "x" * 200]]},
    ],
)
def test_texts_may_be_so_long(fields: dict[str, Any]) -> None:
    read(changed(**fields))


@pytest.mark.parametrize("data", [b"", b"null", b"[]", b"\xff", b"{", b'{"format": "turnpost-record/1"}'])
def test_what_is_no_record(data: bytes) -> None:
    assert complaint(data).startswith("That is not a game record")


def test_a_record_has_a_size() -> None:
    assert "at most 1,048,576 bytes" in complaint(b" " * (MAX_BYTES + 1))
    with pytest.raises(ValueError, match="at most"):
        read_sheet(" " * (MAX_BYTES + 1))


@pytest.mark.parametrize(
    "data",
    [
        b'{"options":' + b"[" * 100_000,
        b'{"options":{"x":' + b"[" * 16 + b"]" * 16 + b"}}",
        b'{"options":' + b'{"a":' * 17,
    ],
)
def test_nesting_is_bounded_before_anything_is_decoded(data: bytes) -> None:
    assert "more than 16 levels" in complaint(data)


def test_as_much_as_may_be_is_read() -> None:
    for data in (b" " * MAX_BYTES, b'{"options":{"x":' + b"[" * 14 + b"]" * 14 + b"}}"):
        assert complaint(data).startswith("That is not a game record: ")
        assert "levels" not in complaint(data)
    with pytest.raises(ValueError, match="a line of 40 dashes"):
        read_sheet(" " * MAX_BYTES)
    fields, draw = json.loads(write(GAME)), [1, 0, 6, 3]
    assert len(msgspec.convert({**fields, "draws": [draw] * 100_000}, Record).draws or ()) == 100_000
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**fields, "draws": [draw] * 100_001}, Record)


def test_the_header_of_a_sheet_is_as_long_and_as_deep_as_may_be() -> None:
    rule = "\n" + "-" * 40 + "\n"
    for header, complained in (
        ("#" * 16 * 1024, "header of the score sheet does not fit"),
        ("#" * (16 * 1024 + 1), "The header of a score sheet has at most 16 KB."),
        ("#" * (16 * 1024 - 1) + "ä", "The header of a score sheet has at most 16 KB."),
        ("a = " + "[" * 16 + "]" * 16, "header of the score sheet does not fit"),
        ("a = " + "[" * 17 + "]" * 17, "The header of a score sheet has at most 16 levels of brackets."),
    ):
        with pytest.raises(ValueError, match=complained):
            read_sheet(header + rule)


def test_brackets_in_strings_are_no_nesting() -> None:
    assert read(changed(tags={"note": '[{"\\' * 40})).tags["note"].count("[") == 40


@given(st.binary(max_size=80))
def test_any_bytes_are_a_record_or_refused_in_a_sentence(data: bytes) -> None:
    assert complaint(data)


def test_one_wrong_seed_digit_is_noticed() -> None:
    wrong = "0" if GAME.seed and GAME.seed[0] != "0" else "1"
    with pytest.raises(ValueError, match="does not belong"):
        verify(replace(GAME, seed=wrong + (GAME.seed or "")[1:]))


def test_undo_goes_back_to_what_stood() -> None:
    entries = (
        Made(0, "@d3"),
        Made(1, "@c5"),
        Made(0, "@c2"),
        Undo(1),
        Made(1, "@b4"),
        Undo(0),
        Made(0, "@e4"),
    )
    record = replace(RUNNING, entries=entries)
    replayed = verify(record)
    assert [played.text for played in replayed.played] == ["@e4"]
    read_off = conformance_of(engine_for("roses")).write_position(replayed.state)
    assert read_off == "B/..../...../...../..w./W b 34"


def test_undo_may_reopen_a_game_that_was_over() -> None:
    record = replace(GAME, entries=(*GAME.entries, Undo(16)), outcome=None, seed=None)
    assert engine_for("roses").to_act(verify(record).state) == (0,)


def test_a_replay_starts_where_the_game_did() -> None:
    engine = engine_for("roses")
    replayed = replay(GAME)
    assert conformance_of(engine).write_position(replayed.start) == "B/..../...../...../..../W w 44"
    assert replayed.played[-1].step.notation == "b3xb5#"
    assert replay(replace(GAME, entries=(), outcome=None)).state == replayed.start


def test_a_score_sheet() -> None:
    sheet = write_sheet(UNDONE).splitlines()
    assert sheet[0] == 'format = "turnpost-record/1"'
    assert 'white = "Ann"' in sheet
    play = sheet[sheet.index("-" * 40) + 1 :]
    assert play[:6] == [
        "   1 white @d3",
        "   2 black @c5",
        "   3 white @c2",
        "     back to 2",
        "   3 white @e4",
        "   4 black @b4",
    ]
    assert play[-1] == "  17 white b3xb5"


def test_a_score_sheet_may_be_written_by_hand() -> None:
    sheet = write_sheet(GAME).replace("   1 white @d3\n", "\n1. white   @d3  \n\n")
    assert read_sheet(sheet) == GAME


@given(st.text(max_size=100).filter(lambda name: name.isprintable() or "\x7f" in name))
def test_names_survive_a_score_sheet(name: str) -> None:
    record = replace(GAME, seats=(name, 'Bob "the\nRose" \\ \x7f\x00'), tags={name[:50]: name})
    assert read_sheet(write_sheet(record)) == record
    assert read(write(record)) == record


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("-" * 40, "", "a line of 40 dashes"),
        ("rules_version = 1", "rules_version = ", "header of the score sheet cannot be read"),
        ("rules_version = 1", 'rules_version = "1"', "does not fit"),
        ('white = "Ann"\nblack = "Bob"', 'black = "Bob"\nwhite = "Ann"', "The seats of this game are"),
        ('white = "Ann"\nblack = "Bob"', "white = 1", "does not fit"),
        ("[seats]", "[chairs]", "is not a line of play"),
        ("   2 black @c5", "   3 black @c5", "should have the number 2"),
        ("   2 black @c5", "   2 green @c5", "is not a line of play"),
        ("   2 black @c5", "black @c5", "is not a line of play"),
        ('game = "roses"', 'game = "chess"', "There is no game"),
    ],
)
def test_score_sheets_that_are_refused(old: str, new: str, sentence: str) -> None:
    sheet = write_sheet(GAME)
    assert old in sheet
    with pytest.raises(ValueError, match=sentence):
        read_sheet(sheet.replace(old, new, 1))


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ("\n".join(f"a.b{number} = 1" for number in range(1000)), "no dotted keys"),
        (".".join("a" * 5000) + " = 1", "no dotted keys"),
        ("[a.b]", "no dotted keys"),
        ("x = 1\na.b = 2", "no dotted keys"),
        ("x = {a.b = 1}", "no dotted keys"),
        ("x = [{y = 1, a . b = 2}]", "no dotted keys"),
        ("\"a\" . 'b' = 1", "no dotted keys"),
        ('x = """"a"""", a.b = 1', "no strings of several lines"),
        ("x = '''\n'''", "no strings of several lines"),
        ("x = " + "[" * 17, "at most 16 levels"),
        ("x = " + "{y = " * 2000, "at most 16 levels"),
        ("x = '" + "y" * 16_400 + "'", "at most 16 KB"),
        ("é" * 8200, "at most 16 KB"),
    ],
)
def test_headers_that_would_take_a_parser_long_are_refused_before_it_begins(
    header: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engines.sheet.tomllib", None)
    with pytest.raises(ValueError, match=sentence):
        read_sheet(f"{header}\n{'-' * 40}\n")


@pytest.mark.parametrize("header", ["x = '" + "y" * (16 * 1024 - 6) + "'", "x = " + "[" * 16 + "]" * 16])
def test_as_long_and_as_deep_as_it_may_be_a_header_is_read(header: str) -> None:
    with pytest.raises(ValueError, match="unknown field `x`"):
        read_sheet(f"{header}\n{'-' * 40}\n")
    with pytest.raises(ValueError, match="at most 16"):
        read_sheet(f"{header.replace('y', 'yy', 1).replace('[', '[[', 1)}\n{'-' * 40}\n")


@pytest.mark.parametrize(
    "line",
    [
        "1 white x" + " " * 900_000 + "y",
        "1 white x" + " " * 450_000 + "y" + " " * 450_000 + "z\x85",
        " " * 900_000 + "1",
        "9" * 900_000 + " white x",
        "1 " + "x" * 900_000,
        "back to " + "9" * 900_000,
    ],
    ids=["inner", "twice", "leading", "number", "seat", "back"],
)
def test_a_line_of_play_of_any_length_is_read_in_one_go(line: str) -> None:
    """A pattern that tries every way to divide the spaces would take hours over it."""
    head, rule, _ = write_sheet(GAME).partition("-" * 40)
    with pytest.raises(ValueError, match=r"not a line of play|does not fit"):
        read_sheet(f"{head}{rule}\n{line}\n")


def test_a_number_that_python_reads_no_more_is_refused_as_a_header() -> None:
    sheet = write_sheet(GAME)
    with pytest.raises(ValueError, match="header of the score sheet cannot be read: Exceeds the limit"):
        read_sheet(f"x = {'9' * 5000}\n{sheet}")


def test_points_in_values_and_comments_are_no_dotted_keys() -> None:
    sheet = write_sheet(GAME).replace("[tags]", "# a.b = 1\n[tags]\n\"a.b\" = 'c.d'", 1)
    assert read_sheet(sheet).tags["a.b"] == "c.d"
    with pytest.raises(ValueError, match="unknown field `x`"):
        read_sheet(f"x = {{y = 1.5}}\n{'-' * 40}\n")


def test_a_game_that_hides_something_waits_for_its_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = engine_for("roses")
    monkeypatch.setitem(vars(engine), "info", replace(engine.info, hidden=True))
    with pytest.raises(ValueError, match="when it is over and its seed is published"):
        replay(RUNNING)
    seeded = replace(RUNNING, seed=SEED, seed_hash=seed_hash(SEED))
    assert len(replay(seeded).played) == 5


def test_the_words_of_an_outcome_may_change() -> None:
    assert GAME.outcome is not None
    verify(replace(GAME, outcome=replace(GAME.outcome, text="White won.")))


def test_a_record_is_a_value() -> None:
    assert isinstance(GAME, Record)
    assert {write(record) for record in (GAME, read(write(GAME)))} == {write(GAME)}
