"""States to which the logs of games lead."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from itertools import islice

from bot.service.log.replay import replay_states
from bot.store.models import EventRow, GameRow
from engines.contract import AnyEngine, Value

_KEPT = 256
"""States that are kept."""


class Replays:
    """Replays logs from the states that earlier replays reached.

    Readers of a game begin at different events. A cached state stays valid: a log only grows, and an undo
    keeps what comes before.
    """

    def __init__(self) -> None:
        self._reached: OrderedDict[tuple[int, int], Value] = OrderedDict()
        """The state after an event of a game, of those asked for last."""

    async def states(
        self, engine: AnyEngine, game: GameRow, effective: Sequence[EventRow], first: int
    ) -> list[Value]:
        """As `replay`, in a thread: a long log takes a good part of a second. Raises BrokenLog."""
        return await asyncio.to_thread(self.replay, engine, game, effective, first)

    def replay(
        self,
        engine: AnyEngine,
        game: GameRow,
        effective: Sequence[EventRow],
        first: int,
        after: Value | None = None,
    ) -> list[Value]:
        """The state before each effective event from index `first` on, and the last one.

        `after`: the state before the first of them; None: they are all that there are. Raises BrokenLog.
        """
        begin, reached = first, None
        while begin and (reached := self._reached.get((game.id, effective[begin - 1].id))) is None:
            begin -= 1
        replayed = replay_states(engine, game, effective[begin:], after=reached if begin else after)
        states = list(islice(replayed, first - begin, None))
        if first:
            # Each step is atomic, so threads need no lock.
            self._reached.pop((game.id, effective[first - 1].id), None)
            self._reached[game.id, effective[first - 1].id] = states[0]
        if len(self._reached) > _KEPT:
            self._reached.popitem(last=False)
        return states
