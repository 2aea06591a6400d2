"""Clocks over the wire: rounds of seconds, reminders, and what an outage gives back."""

import contextlib
import re
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.service.clock.timeouts import HEARTBEAT_INTERVAL
from sandbox.driver import Sandbox, SeenMessage
from tests.manual_clock import ManualClock, SetClock
from tests.wire.gods_table import GodsTable
from tests.wire.hosting import Host, Table, hosted

pytestmark = pytest.mark.wire
HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)


def due(look: SeenMessage) -> int:
    """The moment at which a card says that time is up."""
    found = re.search(r"due <t:(\d+):R>", look.text)
    assert found, look.text
    return int(found[1])


async def test_a_live_round_ends_when_its_card_said(sandbox: Sandbox, tmp_path: Path) -> None:
    clock = ManualClock()
    async with hosted(sandbox, tmp_path, clock) as host:
        table = await GodsTable.opened(sandbox, mode="live", timer=20, hours=24)
        lobby = await sandbox.message("games", lambda look: "20 s a round" in look.text)
        assert "24 h" not in lobby.text
        first = await table.card()
        await host.delivered()
        assert due(first) == (clock.now() + 20 * SECOND).timestamp()
        for _ in range(19):
            await attended(host, clock)
            await passed(sandbox, clock, SECOND)
        assert await table.card() == first
        await attended(host, clock)
        await passed(sandbox, clock, SECOND)
        second = await table.card(after=first)
        assert "· round 2\n" in second.text
        assert due(second) == (clock.now() + 20 * SECOND).timestamp()


async def attended(host: Host, clock: ManualClock) -> None:
    """Wait until the bot has noted that it attends to the clocks: else it takes what passes for an outage."""

    def noted() -> bool | None:
        with contextlib.closing(sqlite3.connect(host.file)) as database:
            (last,) = database.execute("SELECT max(at) FROM heartbeats").fetchone()
        at = last and datetime.fromisoformat(last).replace(tzinfo=UTC)
        return bool(at and clock.now() - at < HEARTBEAT_INTERVAL) or None

    await host.sandbox.wait_for(noted, what="a heartbeat")


async def passed(sandbox: Sandbox, clock: ManualClock, by: timedelta) -> None:
    """Let time pass once all that was due has been done."""
    await sandbox.wait_for(lambda: clock.next_alarm and clock.next_alarm > clock.now())
    clock.advance(by)


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
async def timed(sandbox: Sandbox, tmp_path: Path, clock: SetClock) -> AsyncIterator[Host]:
    """A host whose clock the test sets."""
    async with hosted(sandbox, tmp_path, clock) as host:
        yield host


@pytest.mark.usefixtures("notices_at_once")
@pytest.mark.slow
async def test_a_reminder_comes_to_who_is_awaited_and_nobody_else(
    sandbox: Sandbox, timed: Host, clock: SetClock
) -> None:
    table = await Table.opened(sandbox, hours=24)
    await timed.stop()
    clock.set_forward(12 * HOUR)
    await timed.start()
    message = await sandbox.wait_for(lambda: table.ann.dms[-1] if table.ann.dms else None, what="a reminder")
    assert f"`{table.code}`" in message.text
    assert re.search(r"Your turn, due <t:\d+:R>: you drop a soldier\. https://", message.text)
    assert table.bob.dms == []
    assert len(table.cards()) == 1


@pytest.mark.slow
async def test_who_turns_reminders_off_gets_none(sandbox: Sandbox, timed: Host, clock: SetClock) -> None:
    table = await Table.opened(sandbox, hours=24)
    result = await table.ann.slash("game settings", {"reminders": "none"})
    options = [option for select in result.reply.selects for option in select["options"]]
    assert "Remind me never" in [option["label"] for option in options if option.get("default")]
    await timed.stop()
    clock.set_forward(12 * HOUR)
    await timed.start()
    # What comes later in the same partition has come, so nothing was before it.
    await table.move(table.ann, "@d3")
    assert table.ann.dms == []


@pytest.mark.slow
async def test_a_deadline_that_passed_while_the_bot_was_away(
    sandbox: Sandbox, timed: Host, clock: SetClock
) -> None:
    table = await Table.opened(sandbox, hours=24)
    before = await table.card()
    await timed.stop()
    clock.set_forward(30 * HOUR)
    back = clock.now()
    await timed.start()
    card = await table.card(after=before)
    assert "Nobody could play for a while, so the deadline is moved." in card.text
    assert card.mentions == [], "Ann has been told of this turn by the card before"
    assert int(back.timestamp()) <= due(card) - HOUR.total_seconds() <= clock.now().timestamp()
    assert "Claim the win" not in card.labels
    await table.move(table.ann, "@d3")
