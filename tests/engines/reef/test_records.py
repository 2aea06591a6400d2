"""Whole games survive as records, for two, three and four."""

from __future__ import annotations

from engines.record import read, verify, write
from engines.sheet import read_sheet, write_sheet
from tests.records.reef_games import reef_games


def test_every_golden_game_replays() -> None:
    for record in reef_games().values():
        verify(record)
        assert read(write(record)) == record
        assert read_sheet(write_sheet(record)) == record


def test_the_golden_games_end_as_they_should() -> None:
    outcomes = {name: record.outcome for name, record in reef_games().items()}
    assert {outcome.why for outcome in outcomes.values() if outcome} == {
        "locks", "shrimps", "no_refill", "resignation",
    }  # fmt: skip
    assert all(outcomes.values())
