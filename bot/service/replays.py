"""States to which the logs of games lead."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from itertools import islice

from bot.service.event_log import replay_states
from bot.store.models import EventRow, GameRow
from engines.contract import AnyEngine, Value

_KEPT = 64
"""Games."""


class Replays:
    """Replays logs in a thread, as a long one takes a good part of a second, and on from where it last began.

    What an event has led to never changes: a log only grows, and taking back leaves what stands before.
    """

    def __init__(self) -> None:
        self._reached: OrderedDict[int, tuple[int, Value]] = OrderedDict()
        """Of the games asked for last an event, and the state after it."""

    async def states(
        self, engine: AnyEngine, game: GameRow, effective: Sequence[EventRow], first: int
    ) -> list[Value]:
        """The state before each effective event from index `first` on, and the last one. Raises BrokenLog."""
        event_id, reached = self._reached.get(game.id, (None, None))
        begin = next((place for place in range(first, 0, -1) if effective[place - 1].id == event_id), 0)

        def replayed() -> list[Value]:
            states = replay_states(engine, game, effective[begin:], after=reached if begin else None)
            return list(islice(states, first - begin, None))

        states = await asyncio.to_thread(replayed)
        if first:
            self._reached[game.id] = effective[first - 1].id, states[0]
            self._reached.move_to_end(game.id)
        if len(self._reached) > _KEPT:
            self._reached.popitem(last=False)
        return states
