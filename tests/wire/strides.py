"""Days within seconds: the clocks of bot and sandbox leap from one due time to the next."""

import asyncio
import contextlib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Final
from unittest import mock

from sqlalchemy import Select, exists, select
from sqlalchemy.orm import aliased

from bot.store.database import Database
from bot.store.models import GameRow, HeartbeatRow, OrderRow, OutboxRow, SeatRow, VacationRow
from sandbox.driver import Sandbox
from tests.manual_clock import ManualClock
from tests.wire.hosting import Host

_LONG: Final = timedelta(hours=2)
_LEAST: Final = timedelta(seconds=1)
_PUT_OFF: Final = timedelta(minutes=5)
"""The time for which the bot puts off failed work, or work that waits for it."""


@contextlib.contextmanager
def striding() -> Iterator[None]:
    """Let the bot take leaps of the clock for no outage, and not poll every few seconds."""
    with (
        mock.patch("bot.service.scheduler.HEARTBEAT_INTERVAL", _LONG),
        mock.patch("bot.service.scheduler.HEARTBEAT_TIMEOUT", 2 * _LONG),
        mock.patch("bot.service.clock.timeouts.HEARTBEAT_TIMEOUT", 2 * _LONG),
        mock.patch("bot.outbox.worker._POLL", _LONG),
        mock.patch("bot.jobs.worker._POLL", _LONG),
        mock.patch("bot.shard_lease.RENEWAL_INTERVAL", _LONG),
        mock.patch("bot.shard_lease.LEASE", 3 * _LONG),
    ):
        yield


class Strides:
    """Lets time pass for a host whose bot runs in this process, while `striding`."""

    def __init__(self, sandbox: Sandbox, host: Host, clock: ManualClock) -> None:
        self.sandbox, self.clock = sandbox, clock
        self.database = Database(host.settings.database_url)

    async def passes(self, span: timedelta) -> None:
        """Let time pass, and the bot do all that is due on the way."""
        end = self.clock.now() + span
        await self.wait_until_idle()
        while self.clock.now() < end:
            alarm = self.clock.next_alarm
            until = end if alarm is None else min(max(alarm, self.clock.now() + _LEAST), end)
            self.advance(until - self.clock.now())
            await self.wait_until_idle()

    def advance(self, span: timedelta) -> None:
        """Let time pass at once."""
        self.clock.advance(span)
        self.sandbox.clock.advance(span.total_seconds())

    async def wait_until_idle(self, looks: int = 10_000) -> None:
        """Wait until the bot has done everything that is due. Fails if it does not come to rest."""
        calm, busy = 0, list[Any]()
        for look in range(looks):
            await asyncio.sleep(0.002)
            busy = await self._busy()
            calm = 0 if busy else calm + 1
            if calm == 2:
                return
            alarm = self.clock.next_alarm
            if not calm and look % 100 == 99 and alarm is not None and alarm - self.clock.now() <= _PUT_OFF:
                # Work that it has put off for a moment.
                self.advance(alarm - self.clock.now())
        raise AssertionError(f"the bot comes to no rest: {busy}")

    async def rows(self, query: Select[*tuple[Any, ...]]) -> list[Any]:
        """The rows that a query finds in the bot's database."""
        async with self.database.reading() as unit:
            return list((await unit._session.execute(query)).all())

    async def _busy(self) -> list[Any]:
        now, alarm = self.clock.now(), self.clock.next_alarm
        if alarm is None or alarm <= now:
            return ["awake"]
        first = aliased(OutboxRow)
        later = exists().where(
            first.partition_key == OutboxRow.partition_key,
            first.id < OutboxRow.id,
            first.status == "pending",
        )
        waiting = OutboxRow.status == "pending", OutboxRow.not_before <= now, ~later
        due: tuple[Select[*tuple[Any, ...]], ...] = (
            select(OutboxRow.kind, OutboxRow.note).where(*waiting),
            select(GameRow.code, GameRow.alarm_at).where(GameRow.alarm_at <= now),
            select(SeatRow.game_id, SeatRow.notice_at).where(SeatRow.notice_at <= now),
            select(OrderRow.id).where(OrderRow.due_at <= now),
            select(VacationRow.id).where(VacationRow.due_at <= now),
            # Two strides without a heartbeat would be an outage.
            select(HeartbeatRow.process).where(HeartbeatRow.at <= now - _LONG),
        )
        async with self.database.reading() as unit:
            return [row for query in due for row in (await unit._session.execute(query)).all()]
