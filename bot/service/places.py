"""What becomes of the channels, threads and servers in which games are posted."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Final

import structlog

from bot.clock import Clock
from bot.service import notifications
from bot.service.finding import RUNNING
from bot.service.lobby import call_off
from bot.service.summaries import Refused, Status
from bot.service.usecases import Engines, UseCases, retried
from bot.store.database import Database

log = structlog.get_logger(__name__)

_AGAIN: Final = timedelta(minutes=1)
"""How often at most something done in a server lets refused deliveries be tried again."""
_OUT_OF_REACH: Final = timedelta(days=1)
_MOST = 100
"""Games in one channel that are dealt with."""


class Places(UseCases):
    """The use cases of a door that hears of its places. What nothing is known of changes nothing."""

    def __init__(self, database: Database, engines: Engines, clock: Clock, rng: Random) -> None:
        super().__init__(database, engines, clock, rng)
        self._tried: dict[int, datetime] = {}

    async def seen(self, guild_id: int) -> None:
        """Somebody did something in this server: try again what was refused there, at most once a minute."""
        now = self._clock.now()
        if now - self._tried.get(guild_id, now - _AGAIN) >= _AGAIN:
            self._tried = {guild: at for guild, at in self._tried.items() if now - at < _AGAIN}
            self._tried[guild_id] = now
            await self.reachable_again(guild_id)

    async def reachable_again(self, guild_id: int, channel_id: int | None = None) -> None:
        """Something changed in this server, or in one channel or thread: try again what was refused there."""
        await self._reschedule(guild_id, channel_id, self._clock.now())

    async def unreachable(self, guild_id: int) -> None:
        """The server is gone or out of reach: try what was refused there tomorrow."""
        await self._reschedule(guild_id, None, self._clock.now() + _OUT_OF_REACH)

    @retried
    async def _reschedule(self, guild_id: int, channel_id: int | None, moment: datetime) -> None:
        async with self._database.reading() as unit:
            if not await unit.outbox.anything_blocked(guild_id):
                return
        async with self._database.transaction() as unit:
            count = await unit.outbox.reschedule_blocked(moment, guild_id=guild_id, channel_id=channel_id)
        log.info("deliveries_rescheduled", server=guild_id, count=count, at=moment.isoformat())

    async def thread_gone(self, guild_id: int, thread_id: int) -> None:
        """A thread was deleted: the game in it goes on in its channel, where its card is posted anew."""
        async with self._database.reading() as unit:
            code = await unit.games.of_thread(guild_id, thread_id)
        if code is not None:
            await self._leave_thread(code, thread_id)

    @retried
    async def _leave_thread(self, code: str, thread_id: int) -> None:
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, lock=True)
            if live.row.thread_id != thread_id:
                return
            live.row.thread_id = None
            log.warning("thread_gone", thread=thread_id)
            if live.row.status in RUNNING:
                await unit.outbox.reschedule_blocked(
                    live.now, partition_key=notifications.game_partition(live.row.id)
                )
                notifications.restore_card(live)

    async def channel_gone(self, guild_id: int, channel_id: int) -> None:
        """A channel was deleted: who is awaited in its games hears how to play on, and its lobbies close."""
        for code in await self._codes(guild_id, channel_id, ("lobby", *RUNNING)):
            try:
                await self._leave_channel(code)
            except Refused as refused:
                log.warning("channel_not_left", game=code, reason=refused.code)

    async def _codes(self, guild_id: int, channel_id: int, statuses: Collection[Status]) -> Sequence[str]:
        async with self._database.reading() as unit:
            return await unit.games.codes(
                statuses=statuses, guild_id=guild_id, channel_id=channel_id, limit=_MOST
            )

    @retried
    async def _leave_channel(self, code: str) -> None:
        async with self._database.transaction() as unit:
            live = await self._live(unit, code, lock=True)
            log.warning("channel_gone", channel=live.row.channel_id)
            if live.row.status == "lobby":
                call_off(live)
            elif live.row.status == "active":
                notifications.homeless(live)
