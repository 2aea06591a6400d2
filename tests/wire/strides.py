"""Days within seconds: the clocks of bot and sandbox go from one thing that is due to the next."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from unittest import mock

from bot.clock import ManualClock
from sandbox.driver import Sandbox
from tests.wire.hosting import Host

_LONG: Final = timedelta(hours=2)
_LEAST: Final = timedelta(seconds=1)
_PUT_OFF: Final = timedelta(minutes=5)
"""For how long the bot puts off what has failed, or what waits for that."""


@contextlib.contextmanager
def striding() -> Iterator[None]:
    """The bot takes strides for no outage, and does not look up every few seconds."""
    with (
        mock.patch("bot.service.clock.scheduler.HEARTBEAT_INTERVAL", _LONG),
        mock.patch("bot.service.clock.scheduler.HEARTBEAT_TIMEOUT", 2 * _LONG),
        mock.patch("bot.service.clock.timeouts.HEARTBEAT_TIMEOUT", 2 * _LONG),
        mock.patch("bot.outbox.worker._POLL", _LONG),
    ):
        yield


class Strides:
    """Lets time pass for a host whose bot runs in this process, while `striding`."""

    def __init__(self, sandbox: Sandbox, host: Host, clock: ManualClock) -> None:
        self.sandbox, self.clock, self._host = sandbox, clock, host

    async def passes(self, span: timedelta) -> None:
        """Let time pass, and the bot do all that is due on the way."""
        end = self.clock.now() + span
        await self.settle()
        while self.clock.now() < end:
            alarm = self.clock.next_alarm
            until = end if alarm is None else min(max(alarm, self.clock.now() + _LEAST), end)
            self.advance(until - self.clock.now())
            await self.settle()

    def advance(self, span: timedelta) -> None:
        """Let time pass at once."""
        self.clock.advance(span)
        self.sandbox.clock.advance(span.total_seconds())

    async def settle(self, looks: int = 10_000) -> None:
        """Wait until the bot has done all that is due. Fails if it comes to no rest."""
        calm = 0
        for look in range(looks):
            await asyncio.sleep(0.002)
            calm = 0 if self._busy() else calm + 1
            if calm == 2:
                return
            alarm = self.clock.next_alarm
            if not calm and look % 100 == 99 and alarm is not None and alarm - self.clock.now() <= _PUT_OFF:
                # What it has put off for a moment.
                self.advance(alarm - self.clock.now())
        raise AssertionError(f"the bot comes to no rest: {self._busy()}")

    def rows(self, query: str, *values: object) -> list[Any]:
        """What stands in the database."""
        with contextlib.closing(sqlite3.connect(self._host.file, timeout=10)) as database:
            return database.execute(query, values).fetchall()

    def _busy(self) -> list[Any]:
        now, alarm = stored(self.clock.now()), self.clock.next_alarm
        if alarm is None or alarm <= self.clock.now():
            return ["awake"]
        return [
            *self.rows(
                "SELECT kind, note FROM outbox WHERE status = 'pending' AND not_before <= ? AND NOT EXISTS "
                "(SELECT 1 FROM outbox AS first WHERE first.lane = outbox.lane AND first.id < outbox.id "
                "AND first.status = 'pending')",
                now,
            ),
            *self.rows("SELECT code, alarm_at FROM games WHERE alarm_at <= ?", now),
            *self.rows("SELECT game_id, notice_at FROM seats WHERE notice_at <= ?", now),
            *self.rows("SELECT id FROM orders WHERE due_at <= ?", now),
            *self.rows("SELECT id FROM vacations WHERE due_at <= ?", now),
        ]


def stored(moment: datetime) -> str:
    """A moment as SQLite keeps it."""
    return moment.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")
