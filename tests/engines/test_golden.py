"""Golden records replay to the byte: a stored game means the same for as long as its rules version lasts."""

from pathlib import Path

import pytest

from engines.record import engine_of, read, replay, verify, write
from engines.registry import ENGINES
from engines.sheet import read_sheet, write_sheet
from tests.records import golden_records, record_files
from tests.records.games import golden_games

FILES = record_files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_golden_record_replays(path: Path) -> None:
    record = read(path.read_bytes())
    verify(record)
    assert write(record) == path.read_bytes()
    state = engine_of(record).codec.encode(replay(record).state)
    assert state + b"\n" == path.with_suffix(".state.json").read_bytes()
    assert read_sheet(write_sheet(record)) == record


def test_every_game_has_golden_records() -> None:
    assert {path.parent.name for path in FILES} == set(ENGINES)


@pytest.mark.slow
def test_every_golden_game_is_there() -> None:
    assert {f"{path.parent.name}/{path.stem}" for path in FILES} == set(golden_games())


@pytest.mark.parametrize(
    ("game", "endings"),
    [
        ("roses", "castle wipe-out repetition quiet agreement resignation timeout"),
        ("flicflac", "captures resignation agreement timeout idle"),
        ("gods", "last_standing highest_of_fallen tie consent none"),
        ("reef", "locks shrimps no_refill resignation"),
        ("tae", "artifacts bag stalemate resignation"),
    ],
)
def test_every_ending_that_can_be_played_has_one(game: str, endings: str) -> None:
    """`dead` of the roses needs an edited position: a capture takes two soldiers."""
    outcomes = [record.outcome for record in golden_records(game).values()]
    assert {outcome.why for outcome in outcomes if outcome} == set(endings.split())
