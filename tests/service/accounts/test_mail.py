"""What the mail door remembers: mails that were carried out, answers given, keys."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import delete

from bot.outbox.worker import Outbox
from bot.service.accounts.mail import HOURLY_ANSWERS, KEY_GOOD, KEY_LIFE, address_hash
from bot.service.facade import Service
from bot.service.values.payloads import MailAnswer
from bot.service.values.request import Cause, Person
from bot.store.database import Database
from bot.store.models import MailKeyRow
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeMailSender, FakeSender
from tests.service.actors import ANN, BOB, running

ANNS = "ann@example.org"
HOUR = timedelta(hours=1)


def mail(number: int) -> Cause:
    return Cause(f"mail:{number:04}")


def answer(text: str = "Done.") -> MailAnswer:
    return MailAnswer(ANNS, None, None, None, "Re: help", text)


async def answers(database: Database, clock: ManualClock) -> list[MailAnswer]:
    sender = FakeMailSender()
    await Outbox(database, FakeSender(), clock, others=[sender]).drain()
    return [one.payload for one in sender.delivered if isinstance(one.payload, MailAnswer)]


async def mailed(database: Database, clock: ManualClock) -> list[str]:
    return [one.text for one in await answers(database, clock)]


async def test_a_mail_is_answered_once_however_often_it_comes(
    service: Service, database: Database, clock: ManualClock
) -> None:
    assert not await service.mail.is_done(mail(1))
    assert await service.mail.answer(mail(1), address_hash(ANNS), answer()) == "enqueued"
    assert await service.mail.answer(mail(1), address_hash(ANNS), answer("again")) == "before"
    assert await service.mail.is_done(mail(1))
    assert await mailed(database, clock) == ["Done."]


async def test_nobody_gets_more_than_twenty_answers_an_hour(
    service: Service, database: Database, clock: ManualClock
) -> None:
    hashed = address_hash(ANNS)
    assert await service.mail.answer(mail(0), hashed, None) == "enqueued"
    for number in range(1, 21):
        assert await service.mail.answer(mail(number), hashed, answer()) == "enqueued"
    assert await service.mail.answer(mail(21), hashed, answer()) == "too_many"
    assert await service.mail.is_done(mail(21))
    assert await service.mail.answer(mail(22), address_hash("bob@example.org"), answer()) == "enqueued"
    found = [one.last for one in await answers(database, clock)]
    assert found == [*[False] * 19, True, False], "the last says so"
    clock.advance(HOUR)
    assert await service.mail.answer(mail(23), hashed, answer()) == "enqueued"


async def test_the_answers_of_an_hour_count_when_a_mail_is_closed_with_a_move(
    service: Service, database: Database, clock: ManualClock
) -> None:
    hashed, game = address_hash(ANNS), await running(service)

    async def closed(number: int, person: Person, text: str) -> bool:
        given = mail(number), hashed, lambda _: answer(text), service.undo.with_undo_range
        closing = service.mail.closing(*given)
        await service.play.attempt(person, game.code, text, cause=mail(number), closing=closing)
        return text in await mailed(database, clock)

    for number in range(1, HOURLY_ANSWERS):
        await service.mail.answer(mail(number), hashed, answer())
    assert await closed(20, ANN, "@d3")
    assert not await closed(21, BOB, "@c5")
    clock.advance(HOUR)
    assert await closed(22, ANN, "@c2")


async def test_a_stranger_is_answered_once_a_day(service: Service, clock: ManualClock) -> None:
    hashed = address_hash(ANNS)
    assert await service.mail.answer(mail(1), hashed, answer(), known=False) == "enqueued"
    clock.advance(23 * HOUR)
    assert await service.mail.answer(mail(2), hashed, answer(), known=False) == "too_many"
    clock.advance(HOUR)
    assert await service.mail.answer(mail(3), hashed, answer(), known=False) == "enqueued"


@pytest.mark.parametrize(("known", "most"), [(True, HOURLY_ANSWERS), (False, 1)])
async def test_mails_that_come_at_the_same_moment_are_answered_no_more_often(
    service: Service, database: Database, clock: ManualClock, known: bool, most: int
) -> None:
    for number in range(most - 1):
        await service.mail.answer(mail(number), address_hash(ANNS), answer(), known=known)
    closing = (
        service.mail.answer(mail(number), address_hash(ANNS), answer(), known=known)
        for number in range(most, most + 8)
    )
    assert sorted(await asyncio.gather(*closing)) == ["enqueued", *["too_many"] * 7]
    assert len(await answers(database, clock)) == most


async def test_without_a_mail_door_what_goes_by_mail_is_given_up(
    service: Service, database: Database, clock: ManualClock
) -> None:
    await service.mail.answer(mail(1), address_hash(ANNS), answer())
    sender = FakeSender()
    assert await Outbox(database, sender, clock).drain() == 0
    assert sender.tried == []


async def test_keys_make_themselves_and_rotate(
    service: Service, database: Database, clock: ManualClock
) -> None:
    (first,) = await service.mail.keys()
    async with database.transaction() as unit:
        unit.add(MailKeyRow(id=7, secret="07" * 32, made_at=clock.now()))
    assert (await service.mail.keys()) == (first,), "not looked up again within the hour"
    assert {key.id for key in await service.mail.keys(anew=True)} == {1, 7}
    async with database.transaction() as unit:
        await unit._session.execute(delete(MailKeyRow).where(MailKeyRow.id == 7))
    assert len(await service.mail.keys()) == 2
    clock.advance(HOUR)
    assert await service.mail.keys() == (first,), "after an hour they are"
    assert (first.id, len(first.secret)) == (1, 32)
    clock.advance(KEY_LIFE - HOUR)
    second, old = await service.mail.keys()
    assert old == first
    assert (second.id, second.secret != first.secret) == (first.id + 1, True)
    clock.advance(KEY_GOOD)
    assert first not in await service.mail.keys()
    await service.mail.purge()
    assert second in await service.mail.keys()


async def test_what_is_old_is_purged(service: Service, clock: ManualClock) -> None:
    await service.mail.answer(mail(1), address_hash(ANNS), None)
    clock.advance(timedelta(days=29))
    await service.mail.purge()
    assert await service.mail.is_done(mail(1))
    clock.advance(timedelta(days=2))
    await service.mail.purge()
    assert not await service.mail.is_done(mail(1))


def test_an_address_is_the_same_however_it_is_written() -> None:
    assert address_hash("Ann@Example.ORG") == address_hash(ANNS)
    assert address_hash(ANNS) != address_hash("ann@example.net")
    assert "ann" not in address_hash(ANNS)
