"""What need not be delivered any more is dropped, and says why; what comes in quiet time waits."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.notices.enqueuing import delivery_row
from bot.service.people.notice_settings import NoticeSettings
from bot.service.values import payloads
from bot.service.values.payloads import Payload
from bot.store.database import Database
from bot.store.models import OutboxRow
from tests.discord.summaries import summary
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, CLEO, running

SUMMARY = summary()
VIEW = msgspec.Raw(b"null")
LONG_AGO = ManualClock().now() - timedelta(days=1)


def notice(occasion: Any, **more: Any) -> payloads.TurnNotice:
    return payloads.TurnNotice(ANN.id, occasion, SUMMARY, **more)


async def became(database: Database, row: OutboxRow) -> tuple[str, str | None]:
    """What became of a delivery, and why."""
    async with database.reading() as unit:
        (kept,) = await unit._session.scalars(select(OutboxRow).where(OutboxRow.nonce == row.nonce))
    return kept.status, kept.note


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (payloads.DirectChat(ANN.id, 99, "hear"), "what was said is no longer kept"),
        (payloads.PostChat(99), "what was said is no longer kept"),
        (notice("turn", until=LONG_AGO), "it comes too late"),
        (notice("undone"), "it is their turn again, or nobody's"),
        (notice("unposted"), "the card was posted, or another one follows"),
        (payloads.TurnNotice(CLEO.id, "turn", SUMMARY), "somebody else plays in that seat"),
        (payloads.FollowNotice(CLEO.id, 1), "they follow the game no more"),
        (payloads.FollowNotice(99, 1), "the user takes no direct messages"),
        (
            payloads.InvitationNotice(CLEO.id, 99, "ask", "Nim", "Hop"),
            "the invitation is no longer valid",
        ),
        (payloads.RefreshCard(99, SUMMARY, VIEW), None),
        (payloads.RemoveButtons(99), "no newer card was posted"),
        (payloads.OpenThread(SUMMARY), "the game has a thread, or gets one with its first card"),
        (payloads.ReopenThread(99), "there is no need any more"),
        (payloads.ClearHand(ANN.id, SUMMARY, "left"), "no hand was ever shown"),
        (
            payloads.MailAnswer("ann@mail.example", ANN.id, None, None, "Re: help", "Done."),
            "there is no mail here",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
async def test_what_has_lost_its_point_is_dropped_for_this_reason(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
    database: Database,
    clock: ManualClock,
    *,
    payload: Payload,
    why: str | None,
) -> None:
    game = await running(service)
    await outbox.drain()
    before = len(sender.tried)
    async with database.transaction() as unit:
        row = delivery_row(game.id, None, payload, clock.now())
        unit.outbox.add(row)
    clock.advance(timedelta(hours=1))
    await outbox.drain()
    assert await became(database, row) == (("done", None) if why is None else ("dropped", why))
    assert len(sender.tried) - before == (why is None)


async def test_a_delivery_of_no_game_is_dropped(
    outbox: Outbox, database: Database, clock: ManualClock
) -> None:
    async with database.transaction() as unit:
        row = delivery_row(None, None, payloads.PostNote("hello"), clock.now())
        unit.outbox.add(row)
    await outbox.drain()
    assert await became(database, row) == ("dropped", "there is no such game")


async def test_what_comes_in_quiet_time_waits_for_its_end_and_costs_no_attempt(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await running(service)
    await outbox.drain()
    async with database.transaction() as unit:
        person = await unit.persons.get(ANN.id)
        assert person is not None
        person.notices = msgspec.json.encode(NoticeSettings(quiet_hours=(11 * 60, 14 * 60))).decode()
        warned = delivery_row(game.id, None, notice("warning"), clock.now())
        said = delivery_row(game.id, None, payloads.DoorClosed(ANN.id), clock.now())
        for row in (warned, said):
            unit.outbox.add(row)
    for hours, seen in ((0, ["door_closed"]), (1.9, []), (0.2, ["notice"])):
        sender.tried.clear()
        clock.advance(timedelta(hours=hours))
        await outbox.drain()
        assert [str(one.payload.__struct_config__.tag) for one in sender.tried] == seen
    assert [one.attempts for one in sender.tried] == [1]
