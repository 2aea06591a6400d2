"""Fixtures of the outbox's tests. Deliveries handed to the doors, and their rows, are compared with
recordings (`tests.discord.saying`).
"""

import sqlite3
from collections.abc import Generator, Iterator
from contextlib import closing
from datetime import datetime
from typing import Any, Final

import msgspec
import pytest
from sqlalchemy import make_url

from bot.outbox.delivery import Delivery, Receipt
from bot.outbox.worker import Outbox
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import FirstPick
from bot.store.database import Database
from tests.discord import saying
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.prepared import Numbers

_STORED: Final = {
    "outbox": "id, kind, lane, status, attempts, note, blocked_at, channel_id, message_id",
    "seats": "game_id, seat, told_at, notice_at, hand_message_id",
    "refusals": "guild_id, place_id, code, count, since, told_at",
}
"""The recorded columns of each table. Times at which deliveries wait or come through are random."""
_LEFT_OUT: Final = ("id", "nonce", "game_id", "game", "seq", "attempts", "enqueued_at", "due_at")
"""The fields of deliveries that are not recorded: they are random, or recorded with the rows."""
_MOST: Final = 60
"""The most lines of a test that are recorded: nobody would read the difference of more."""
_handed = dict[tuple[int, int], Delivery]()
"""The deliveries handed to the test's doors, by id and attempt."""
_running = list[Outbox]()
"""The outboxes that the test lets run by themselves: when these look differs from run to run."""


@pytest.fixture
def sender() -> FakeSender:
    """A sender that takes every delivery."""
    return FakeSender()


@pytest.fixture
def outbox(database: Database, sender: FakeSender, clock: ManualClock) -> Outbox:
    """An outbox that delivers when the test says so."""
    return Outbox(database, sender, clock)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Run a test, and compare its deliveries with the recording."""
    saying.begin()
    _handed.clear()
    _running.clear()
    result = yield
    address = pyfuncitem.funcargs.get("database_address")
    if isinstance(address, str) and address.startswith("sqlite") and not _running:
        lines = [*_deliveries(), *_stored(str(make_url(address).database))]
        for line in lines if len(lines) <= _MOST else ():
            saying.note(line)
    saying.end(pyfuncitem)
    return result


@pytest.fixture(autouse=True)
def _deliveries_are_noted(noting: pytest.MonkeyPatch) -> None:
    deliver, run = FakeSender.deliver, Outbox.run

    async def delivering(self: FakeSender, delivery: Delivery) -> Receipt:
        _handed[delivery.id, delivery.attempts] = delivery
        return await deliver(self, delivery)

    async def running(self: Outbox) -> None:
        _running.append(self)
        await run(self)

    # Random draws depend on these numbers: they are the same whichever tests ran before.
    noting.setattr("tests.service.prepared.requests", Numbers())
    noting.setattr(FakeSender, "deliver", delivering)
    noting.setattr(Outbox, "run", running)


def _deliveries() -> Iterator[str]:
    """A line for each delivery handed out, and for each later attempt that differs."""
    last = dict[int, str]()
    for (number, _), delivery in sorted(_handed.items()):
        line = f"{number} {delivery.payload.__struct_config__.tag} {_facts(delivery)}"
        if last.get(number) != line:
            yield line
        last[number] = line


def _stored(file: str) -> Iterator[str]:
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        for table, columns in _STORED.items():
            for row in connection.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2"):
                values = [f"{name}={row[name]}" for name in row.keys() if row[name] is not None]  # noqa: SIM118
                yield " ".join((table, *values))


def _facts(value: Any) -> Any:
    """A value of a delivery without fields that have their default, and without positions."""
    match value:
        case msgspec.Raw():
            return "…"
        case GameSummary():
            return f"{value.code} {value.status}, thread {value.thread_id}, due {_facts(value.deadline)}"
        case FirstPick():
            return value.token
        case msgspec.Struct():
            fields = value.__struct_fields__
            usual = dict(zip(fields[::-1], value.__struct_defaults__[::-1], strict=False))
            given = {name: getattr(value, name) for name in fields if name not in _LEFT_OUT}
            return {name: _facts(one) for name, one in given.items() if usual.get(name, ...) != one}
        case frozenset():
            return sorted(value)
        case list() | tuple():
            return [_facts(one) for one in value]
        case datetime():
            return str(value)
        case _:
            return value
