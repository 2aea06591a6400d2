"""Games survive as records, random events and staged moves included."""

from engines.flicflac.state import FlicFlacState
from engines.record import replay
from tests.records import golden_record


def test_the_game_with_events_has_all_four_kinds() -> None:
    played = replay(golden_record("flicflac/events")).played
    ends = [one.step.state for one in played if one.text == "end"]
    happened = [state.last.chance for state in ends if isinstance(state, FlicFlacState) and state.last]
    assert len(happened) == len(ends)
    assert {event and event.kind for event in happened} == {"wind", "recall", "sinkholes", "slide"}
