"""Games survive as records, random events and staged moves included."""

from __future__ import annotations

from engines.flicflac.state import FlicFlacState
from engines.record import read, replay, verify, write
from engines.sheet import read_sheet, write_sheet
from tests.records.flicflac_games import flicflac_games


def test_every_golden_game_replays() -> None:
    for record in flicflac_games().values():
        verify(record)
        assert read(write(record)) == record
        assert read_sheet(write_sheet(record)) == record


def test_every_ending_has_a_golden_game() -> None:
    outcomes = [record.outcome for record in flicflac_games().values()]
    assert {outcome.why for outcome in outcomes if outcome} == {
        "captures",
        "resignation",
        "agreement",
        "timeout",
        "idle",
    }


def test_the_game_with_events_has_all_four_kinds() -> None:
    played = replay(flicflac_games()["flicflac/events"]).played
    ends = [one.step.state for one in played if one.text == "end"]
    happened = [state.last.chance for state in ends if isinstance(state, FlicFlacState) and state.last]
    assert len(happened) == len(ends)
    assert {event and event.kind for event in happened} == {"wind", "recall", "sinkholes", "slide"}
