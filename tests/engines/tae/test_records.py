"""Games survive as records, sealed commitments included."""

from __future__ import annotations

from engines.record import read, verify, write
from engines.sheet import read_sheet, write_sheet
from tests.records.tae_games import tae_games


def test_every_golden_game_replays() -> None:
    for record in tae_games().values():
        verify(record)
        assert read(write(record)) == record
        assert read_sheet(write_sheet(record)) == record


def test_every_ending_has_a_golden_game() -> None:
    outcomes = [record.outcome for record in tae_games().values()]
    assert {outcome.why for outcome in outcomes if outcome} == {
        "artifacts",
        "bag",
        "stalemate",
        "resignation",
    }
