"""Whole games survive as records, for two, three and four."""

from __future__ import annotations

from engines.record import read, replay, verify, write
from engines.sheet import read_sheet, write_sheet
from tests.engines.reef.table import ENGINE
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


def test_the_last_step_tells_the_final_table() -> None:
    for record in reef_games().values():
        *before, last = replay(record).played
        assert all(played.step.summary is None for played in before)
        account, outcome = last.step.summary, record.outcome
        assert account is not None
        assert outcome is not None
        assert outcome.scores is not None
        assert len(account.headline) <= 80
        assert len(account.text) <= 1_500
        for seat, score in enumerate(outcome.scores):
            name = ENGINE.info.seat_names(len(outcome.scores))[seat]
            assert any(
                line.startswith(f"{outcome.ranks[seat]}. {name}") and line.endswith(f" {score}")
                for line in account.text.splitlines()
            )
