"""What the doctor finds in the outbox."""

from datetime import timedelta

import aiosmtplib
import pytest

from bot.mail.outgoing.submission import _failure
from bot.outbox.delivery import DmsClosed, PermanentFailure, RetryLater, pointless
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Announce
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import (
    ANN,
    BOB,
    act,
    four,
    new_cause,
    running,
)
from tests.service.repair.broken import codes, execute


async def test_a_lease_without_end_puts_a_delivery_off(
    service: Service, database: Database, clock: ManualClock, sender: FakeSender
) -> None:
    """It holds up everything else for the same channel as well."""
    await running(service, "nim", seats=2)
    lease = "leased_by = 'x', leased_until = '2031-01-01 00:00:00.000000+00'"
    await execute(database, f"UPDATE outbox SET {lease} WHERE id = 2")
    found = await service.doctor.outbox()
    assert codes(found) == ["delivery_put_off"]
    await service.repair.repair(found, dry_run=False)
    assert await service.doctor.outbox() == []
    await Outbox(database, sender, clock).drain()
    assert "card" in sender.kinds()


async def test_junk_in_the_outbox_is_found_and_mended(
    service: Service, database: Database, clock: ManualClock, sender: FakeSender
) -> None:
    await running(service, "nim", seats=2)
    await execute(database, "UPDATE outbox SET payload = '{}' WHERE id = 2")
    await execute(database, "UPDATE outbox SET not_before = '2031-01-01 00:00:00.000000+00' WHERE id = 3")
    found = await service.doctor.outbox()
    assert codes(found) == ["delivery_unreadable", "delivery_put_off"]
    (done,) = await service.repair.repair(found, dry_run=False)
    assert done.sentence.startswith("deliveries tried at once: 1; given up since they cannot be read: 1")
    assert codes(await service.doctor.outbox()) == ["delivery_dropped"]
    await Outbox(database, sender, clock).drain()
    assert "card" in sender.kinds()


@pytest.mark.parametrize(
    "answer",
    [
        aiosmtplib.SMTPDataError(554, "5.7.1 Message rejected"),
        aiosmtplib.SMTPSenderRefused(552, "5.3.4 Message size exceeds fixed limit", "turn@games.example"),
    ],
)
async def test_a_mail_that_its_server_refuses_for_good_is_told(
    service: Service,
    database: Database,
    clock: ManualClock,
    sender: FakeSender,
    answer: aiosmtplib.SMTPResponseException,
) -> None:
    game = await running(service, "nim", seats=2, threaded=False)
    refusal = _failure(answer)
    sender.fault = lambda delivery: refusal
    await Outbox(database, sender, clock).drain()
    found = await service.doctor.outbox()
    assert {(one.code, one.game, one.level) for one in found} == {("delivery_dropped", game.code, "notice")}


async def test_the_outbox_is_looked_through(
    service: Service, database: Database, clock: ManualClock, sender: FakeSender
) -> None:
    outbox = Outbox(database, sender, clock)
    refused = await running(service, "nim", seats=2, threaded=False)
    sender.fault = lambda delivery: PermanentFailure("403 50013: Missing Permissions")
    await outbox.drain()
    sender.fault = lambda delivery: DmsClosed("403 50007: Cannot send messages to this user")
    await act(service, ANN, refused.code, "1")
    await outbox.drain()
    found = await service.doctor.outbox()
    assert {(one.code, one.game, one.level) for one in found} == {
        ("delivery_dropped", refused.code, "notice")
    }
    assert {one.sentence for one in found} == {
        f"A {kind} was given up: 403 50013: Missing Permissions." for kind in ("lobby", "card", "notice")
    }
    stuck = await running(service, "nim", seats=2, threaded=False)
    sender.fault = lambda delivery: RetryLater("503")
    for number in range(5):
        assert "delivery_stuck" not in codes(await service.doctor.outbox()), number
        await outbox.drain()
        clock.advance(timedelta(minutes=10))
    found = [one for one in await service.doctor.outbox() if one.code == "delivery_stuck"]
    assert [(one.game, one.level) for one in found] == [(stuck.code, "wrong")]
    assert "tried 5 times: 503" in found[0].sentence
    sender.fault = lambda delivery: None
    await outbox.drain()
    waits = await running(service, "nim", seats=2, threaded=False)
    clock.advance(timedelta(hours=2))
    found = [one for one in await service.doctor.outbox() if one.code != "delivery_dropped"]
    assert [(one.code, one.game) for one in found] == [("delivery_waits", waits.code)]
    clock.advance(timedelta(days=8))
    assert "delivery_dropped" not in codes(await service.doctor.outbox())


@pytest.mark.parametrize(
    "failure",
    [
        PermanentFailure("no reason that anybody has thought of"),
        pointless("403 50013: that looks like a refusal"),
        DmsClosed("403 50278: no server in common"),
    ],
)
async def test_what_is_missed_is_not_read_from_words(
    service: Service, database: Database, clock: ManualClock, sender: FakeSender, failure: PermanentFailure
) -> None:
    await running(service, "nim", seats=2, threaded=False)
    sender.fault = lambda delivery: failure
    await Outbox(database, sender, clock).drain()
    found = {"delivery_dropped"} if failure.missed else set()
    assert set(codes(await service.doctor.outbox())) == found


async def test_an_announcement_that_waits_hides_no_card_behind_it(
    service: Service, database: Database, clock: ManualClock, sender: FakeSender
) -> None:
    game = await running(service, "nim", seats=2, threaded=False)
    await Outbox(database, sender, clock).drain()
    await service.admin.apply(Operator(), None, Announce("hello"))
    await act(service, ANN, game.code, "1")
    tomorrow = (clock.now() + timedelta(days=1)).strftime("%Y-%m-%d %H:%M:%S.%f+00")
    await execute(database, f"UPDATE outbox SET not_before = '{tomorrow}' WHERE kind = 'note'")
    clock.advance(timedelta(hours=2))
    found = await service.doctor.outbox()
    assert {(one.code, one.sentence.split()[1]) for one in found} >= {("delivery_waits", "card")}


async def test_nobody_is_named_to_whom_private_words_are_on_their_way(
    service: Service, clock: ManualClock
) -> None:
    game = await four(service)
    clock.advance(timedelta(minutes=1))
    await service.chat.say(ANN, game.code, "-b psst", cause=new_cause())
    clock.advance(timedelta(hours=2))
    found = [one.sentence for one in await service.doctor.outbox() if f"user:{BOB.id}" in one.sentence]
    assert len(found) == 1
    assert "direct message" in found[0]
    assert "talk" not in found[0]
