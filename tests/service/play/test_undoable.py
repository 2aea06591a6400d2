"""Which of a seat's trailing actions it may undo alone: those of the last clock period in which it acted."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.service.play.undoable import _within_period


@pytest.mark.parametrize(
    ("periods", "own", "undone"),
    [
        ("aaa", [1, 0], [0, 1]),
        ("abb", [1, 0], [1]),
        ("abbb", [2, 1, 0], [1, 2]),
        ("abbb", [2, 0], [2]),
        ("aabb", [2, 1, 0], [2]),
        ("abb", [6, 5], [6]),
    ],
)
def test_actions_of_earlier_periods_stay(periods: str, own: list[int], undone: list[int]) -> None:
    clock = SimpleNamespace(period=lambda state: state)
    live: Any = SimpleNamespace(engine=SimpleNamespace(clock=clock))
    states: list[Any] = list(periods)
    found = _within_period(live, 0, own, states, [None] * len(states))
    assert list(found) == undone
    assert all(before.state == states[place - own[-1]] for place, before in found.items())
