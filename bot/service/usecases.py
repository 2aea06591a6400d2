"""What all use cases share: their instruments, finding games, and trying again where another was faster."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Concatenate, ParamSpec, TypeVar

from bot.clock import Clock
from bot.service.live import LiveGame
from bot.service.registry import Engines
from bot.service.reports import Refused
from bot.store.database import Conflict, Database
from bot.store.models import EventRow, GameRow
from bot.store.unit import Unit
from engines.contract import AnyEngine

P = ParamSpec("P")
R = TypeVar("R")
Self = TypeVar("Self", bound="UseCases")

_CODE = re.compile(r"[0-9A-Z]{1,8}")
_TRIES = 4


class UseCases:
    """A group of use cases over one database."""

    def __init__(self, database: Database, engines: Engines, clock: Clock, lots: Random) -> None:
        self._database = database
        self._engines = engines
        self._clock = clock
        self._lots = lots

    def _engine(self, key: str) -> AnyEngine:
        """The rules of a game. Raises Refused."""
        if key not in self._engines:
            raise Refused(
                "no_such_rules", f"There is no “{key}” here; there are: {', '.join(self._engines)}."
            )
        return self._engines[key]

    async def _row(self, unit: Unit, code: str, *, lock: bool = False) -> GameRow:
        """The game with a code as a user typed it. Raises Refused."""
        wanted = code.strip().upper()
        if not _CODE.fullmatch(wanted):
            raise Refused("no_such_game", "A game's code has four letters and digits, such as K7QX.")
        row = await unit.games.by_code(wanted, lock=lock)
        if row is None:
            raise Refused("no_such_game", f"There is no game {wanted}.")
        return row

    async def _live(
        self, unit: Unit, code: str, interaction_id: int | None = None, *, lock: bool = False
    ) -> LiveGame:
        """The game with a code, ready to be looked at or, with `lock`, changed. Raises Refused.

        An interaction that was carried out before is answered from the game in which it was, whichever one
        the place where it was given leads to by now; see `LiveGame.repeated`.
        """
        row = await self._row(unit, code, lock=lock)
        done = await unit.events.by_interaction(interaction_id)
        if done is not None and done.game_id != row.id:
            row = await self._of_event(unit, done)
        live = LiveGame(unit, self._engine(row.key), row, self._clock.now(), interaction_id)
        live.repeated = done
        return live

    async def _of_event(self, unit: Unit, event: EventRow) -> GameRow:
        """The game of an event."""
        row = await unit.games.by_id(event.game_id)
        assert row is not None  # noqa: S101 -- events refer to games
        return row


def retried(
    method: Callable[Concatenate[Self, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[Self, P], Coroutine[Any, Any, R]]:
    """Carry a use case out anew where another transaction was faster: it then sees what that one did."""

    @functools.wraps(method)
    async def again(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(_TRIES):
            try:
                return await method(self, *args, **kwargs)
            except Conflict:
                continue
        raise Refused("busy", "Too many people are acting at this moment; please try again.")

    return again
