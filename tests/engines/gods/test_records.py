"""Games survive as records, plans and resignations included."""

from __future__ import annotations

from engines.record import read, verify, write
from engines.sheet import read_sheet, write_sheet
from tests.records.gods_games import gods_games


def test_every_golden_game_replays() -> None:
    for record in gods_games().values():
        verify(record)
        assert read(write(record)) == record
        assert read_sheet(write_sheet(record)) == record


def test_every_ending_has_a_golden_game() -> None:
    outcomes = [record.outcome for record in gods_games().values()]
    assert None not in outcomes
    assert {outcome.why for outcome in outcomes if outcome} == {
        "last_standing",
        "highest_of_fallen",
        "tie",
        "consent",
        "none",
    }
