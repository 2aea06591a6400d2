"""A log is replayed on from where it was last asked for, and leads to the same states."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from bot.service.log import replay
from bot.service.log.replay import Replays


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, ...]]:
    """Which events were replayed each time; a state is the ids of the events that led to it."""
    asked: list[tuple[int, ...]] = []

    def replay_states(_engine: object, _game: object, events: Sequence[Any], after: Any) -> Iterator[Any]:
        asked.append(tuple(event.id for event in events))
        state = after or ()
        yield state
        for event in events:
            state = (*state, event.id)
            yield state

    monkeypatch.setattr(replay, "replay_states", replay_states)
    return asked


async def states(known: Replays, ids: Sequence[int], first: int, game: int = 1) -> list[Any]:
    row: Any = SimpleNamespace(id=game)
    events: Any = [SimpleNamespace(id=number) for number in ids]
    nothing: Any = None
    return known.replay(nothing, row, events, first)


async def test_it_goes_on_from_where_it_last_began(replayed: list[tuple[int, ...]]) -> None:
    known = Replays()
    assert await states(known, (5, 6, 7), 0) == [(), (5,), (5, 6), (5, 6, 7)]
    assert await states(known, (5, 6, 7), 1) == [(5,), (5, 6), (5, 6, 7)]
    assert await states(known, (5, 6, 7), 1) == [(5,), (5, 6), (5, 6, 7)]
    assert await states(known, (5, 6, 7, 8), 3) == [(5, 6, 7), (5, 6, 7, 8)]
    assert await states(known, (5, 6, 7, 8, 9), 4) == [(5, 6, 7, 8), (5, 6, 7, 8, 9)]
    assert replayed == [(5, 6, 7), (5, 6, 7), (6, 7), (6, 7, 8), (8, 9)]


async def test_what_was_taken_back_or_belongs_to_another_game_is_no_beginning(
    replayed: list[tuple[int, ...]],
) -> None:
    known = Replays()
    await states(known, (5, 6, 7), 3)
    assert await states(known, (5, 6, 9), 3) == [(5, 6, 9)]
    assert await states(known, (5, 6, 9), 3, game=2) == [(5, 6, 9)]
    assert replayed[1:] == [(5, 6, 9), (5, 6, 9)]


async def test_each_reader_of_a_game_goes_on_from_where_they_began(replayed: list[tuple[int, ...]]) -> None:
    known = Replays()
    await states(known, (5, 6, 7, 8), 2)
    await states(known, (5, 6, 7, 8), 4)
    assert await states(known, (5, 6, 7, 8, 9), 2) == [(5, 6), (5, 6, 7), (5, 6, 7, 8), (5, 6, 7, 8, 9)]
    assert await states(known, (5, 6, 7, 8, 9), 5) == [(5, 6, 7, 8, 9)]
    assert replayed == [(5, 6, 7, 8), (7, 8), (7, 8, 9), (9,)]


async def test_the_states_that_nobody_asked_for_in_a_long_time_are_forgotten(
    replayed: list[tuple[int, ...]],
) -> None:
    known = Replays()
    ids = range(1, 300)
    for first in (1, *range(2, 300), 1):
        await states(known, ids, first)
    assert len(replayed[-1]) == 299, "from the beginning again"
