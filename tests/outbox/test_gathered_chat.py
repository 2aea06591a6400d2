"""What is said to everybody within minutes comes by mail as one, all of it and once."""

import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random

import pytest

from bot.outbox.delivery import Delivery, DmsClosed, PermanentFailure, RetryLater
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.notices.notice_rules import CHAT_GATHERING_DELAY
from bot.service.values.payloads import DirectChat, TurnNotice
from bot.service.values.request import Person
from bot.store.database import Database
from tests.crashes import Crash, FragileDatabase, Fuse
from tests.databases import Sqlite
from tests.manual_clock import ManualClock
from tests.outbox.doors import Doors
from tests.service.accounts.post import BOBS, linked
from tests.service.actors import ALL, ANN, BOB, SAMPLE, act, begun, new_cause, running

SOON = timedelta(minutes=1)


class Talk:
    """A table on a server at which Bob plays by mail."""

    def __init__(self, service: Service, doors: Doors, code: str) -> None:
        self.service, self.doors, self.code = service, doors, code
        self.clock = doors.post.clock

    async def say(self, *words: str, person: Person = ANN, code: str | None = None) -> None:
        for text in words:
            await self.service.chat.say(person, code or self.code, text, cause=new_cause())

    async def came(self, after: timedelta = timedelta(0)) -> list[list[str]]:
        """What was said in each mail that has come since the last time."""
        self.clock.advance(after)
        await self.doors.outbox.drain()
        came = [words for one in self.doors.mail.delivered if (words := words_in(one))]
        self.doors.mail.delivered.clear()
        return came


def words_in(delivery: Delivery) -> list[str]:
    """What was said, as a delivery tells it."""
    first = [delivery.chat_message] if isinstance(delivery.payload, DirectChat) else []
    return [one.body for one in (*first, *delivery.more_messages) if one is not None]


async def by_mail(service: Service, doors: Doors, key: str = "roses") -> Talk:
    game = await (begun(service, key) if key == "gods" else running(service, key, deadline_hours=96))
    await linked(service, doors.post, BOB, BOBS)
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    talk = Talk(service, doors, game.code)
    await talk.came()
    return talk


@pytest.fixture
async def talk(service: Service, database: Database, clock: ManualClock) -> Talk:
    return await by_mail(service, Doors(database, clock))


async def test_lively_talk_is_one_mail_in_its_order(talk: Talk) -> None:
    other = await running(talk.service)
    assert await talk.came() == []
    for words in ("one", "two", "three"):
        await talk.say(words)
        await talk.say(f"{words} elsewhere", code=other.code)
        assert await talk.came(SOON) == []
    await talk.say("four", "five")
    assert await talk.came(CHAT_GATHERING_DELAY - 3 * SOON) == [
        ["one", "two", "three", "four", "five"],
        ["one elsewhere", "two elsewhere", "three elsewhere"],
    ]
    await talk.say("six")
    await talk.say("mine", person=BOB)
    assert await talk.came(CHAT_GATHERING_DELAY - SOON) == []
    assert await talk.came(SOON) == [["six"]]
    assert await talk.came(timedelta(days=1)) == []


@pytest.mark.slow
async def test_of_very_much_a_mail_brings_a_part(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.outbox.chat_resolution._MOST_GATHERED", 2)
    await talk.say("one", "two", "three", "four", "five")
    assert await talk.came(CHAT_GATHERING_DELAY) == [["one", "two", "three"], ["four", "five"]]


@pytest.mark.slow
async def test_private_words_and_those_of_short_turns_come_at_once(
    service: Service, database: Database, clock: ManualClock
) -> None:
    talk = await by_mail(service, Doors(database, clock), "gods")
    await talk.say("to all", "-b psst")
    assert await talk.came() == [["psst"]]
    short = await running(service, deadline_hours=1)
    await talk.say("hurry", code=short.code)
    assert sorted(await talk.came()) == [["hurry"], ["to all"]]


async def test_private_words_that_a_mail_only_mentions_do_not_count_as_seen(
    service: Service, database: Database, clock: ManualClock
) -> None:
    talk = await by_mail(service, Doors(database, clock), "gods")
    await talk.say("-b psst")
    assert await talk.came() != []
    assert (await service.chat.messages(BOB, talk.code)).unseen == 1


async def test_private_words_that_a_mail_brings_count_as_seen(
    service: Service, database: Database, clock: ManualClock
) -> None:
    talk = await by_mail(service, Doors(database, clock), "gods")
    await service.preferences.set_notice_settings(BOB, {"private_by_mail": True})
    await talk.say("-b psst")
    assert await talk.came() == [["psst"]]
    assert (await service.chat.messages(BOB, talk.code)).unseen == 0


async def test_the_mail_of_a_turn_brings_them(talk: Talk) -> None:
    await talk.say("look what I do", "and this")
    await act(talk.service, ANN, talk.code, SAMPLE[0])
    await talk.doors.outbox.drain()
    (mail,) = talk.doors.mail.delivered
    assert isinstance(mail.payload, TurnNotice)
    assert await talk.came() == [["look what I do", "and this"]]
    assert await talk.came(CHAT_GATHERING_DELAY) == []
    await talk.say("well?")
    assert await talk.came(CHAT_GATHERING_DELAY) == [["well?"]]


@pytest.mark.slow
async def test_they_heed_quiet_time_and_come_with_the_day(talk: Talk) -> None:
    minute = talk.clock.now().hour * 60 + talk.clock.now().minute
    await talk.service.preferences.set_notice_settings(
        BOB, {"quiet_hours": ((minute + 4) % 1440, (minute + 240) % 1440)}
    )
    # It would be quiet when more has been said.
    await talk.say("early")
    assert await talk.came() == [["early"]]
    talk.clock.advance(timedelta(minutes=4))
    await talk.say("late")
    assert await talk.came(timedelta(hours=3)) == []
    await talk.say("later")
    assert await talk.came(timedelta(hours=1)) == [["late", "later"]]
    await talk.service.preferences.set_notice_settings(
        BOB, {"quiet_hours": None, "when": "digest", "digest_at": (minute + 300) % 1440}
    )
    await talk.say("by day")
    assert await talk.came(CHAT_GATHERING_DELAY) == []
    assert await talk.came(timedelta(hours=1)) == [["by day"]]


async def test_what_changes_before_they_are_sent_is_heeded(talk: Talk) -> None:
    await talk.say("heard once")
    await talk.service.chat.mute(BOB, talk.code, ANN.id)
    assert await talk.came(CHAT_GATHERING_DELAY) == []
    await talk.service.chat.mute(BOB, talk.code, ANN.id, muted=False)
    await talk.say("well played")
    await act(talk.service, ANN, talk.code, "resign")
    assert await talk.came(CHAT_GATHERING_DELAY) == [["well played"]]
    await talk.say("thank you")
    await talk.service.preferences.set_notice_settings(BOB, {"where": "none"}, talk.code)
    assert await talk.came(CHAT_GATHERING_DELAY) == []
    await talk.service.preferences.set_notice_settings(BOB, {"where": "dm"}, talk.code)
    assert await talk.came(CHAT_GATHERING_DELAY) == []
    await talk.say("once more")
    await talk.service.addresses.unlink(BOB)
    assert await talk.came(CHAT_GATHERING_DELAY) == []
    assert not any(words_in(one) for one in talk.doors.discord.delivered if one.channel_id is None)


async def test_what_comes_back_comes_by_the_other_door_each_by_itself(talk: Talk) -> None:
    await talk.say("one", "two", "three")
    talk.doors.mail.fault = lambda one: DmsClosed("550") if words_in(one) else None
    assert await talk.came(CHAT_GATHERING_DELAY) == []
    found = [words_in(one) for one in talk.doors.discord.delivered if words_in(one)]
    assert found == [["one"], ["two"], ["three"]]


async def test_what_waits_to_come_by_itself_can_be_read(talk: Talk) -> None:
    await talk.say("one", "two")
    talk.doors.mail.fault = lambda one: DmsClosed("550") if words_in(one) else None
    talk.doors.discord.fault = lambda one: RetryLater("503", after=600) if words_in(one) else None
    assert await talk.came(CHAT_GATHERING_DELAY) == []
    assert await talk.service.doctor.outbox() == []


@pytest.mark.slow
async def test_what_was_tried_is_tried_again_as_it_was(talk: Talk) -> None:
    """It may have arrived, and a mailbox that knows it would take no more of it."""
    await talk.say("one", "two")
    talk.doors.mail.faults.append(RetryLater("451", after=1))
    assert await talk.came(CHAT_GATHERING_DELAY) == []
    await talk.say("three")
    assert await talk.came(CHAT_GATHERING_DELAY) == [["one", "two"], ["three"]]
    (first, again, _) = [one for one in talk.doors.mail.tried if words_in(one)]
    assert (first.nonce, words_in(first)) == (again.nonce, words_in(again))


@pytest.mark.slow
async def test_what_a_mail_of_a_turn_was_to_bring_is_not_lost_with_it(talk: Talk) -> None:
    def turned_down(one: Delivery) -> BaseException | None:
        return PermanentFailure("554") if isinstance(one.payload, TurnNotice) else None

    talk.doors.mail.fault = turned_down
    await talk.say("one", "two")
    await act(talk.service, ANN, talk.code, SAMPLE[0])
    assert await talk.came() == [["one", "two"]]
    # It may have arrived, and who has played needs no other; what was said is told as the same mail.
    talk.doors.mail.fault = lambda one: RetryLater("451", after=60) if words_in(one) else None
    await act(talk.service, BOB, talk.code, SAMPLE[1])
    await talk.say("three", "four")
    await act(talk.service, ANN, talk.code, SAMPLE[2])
    assert await talk.came() == []
    await act(talk.service, BOB, talk.code, SAMPLE[3])
    assert await talk.came(2 * SOON) == []
    talk.doors.mail.fault = lambda one: None
    assert await talk.came(2 * SOON) == [["three", "four"]]
    assert len({one.nonce for one in talk.doors.mail.tried if "four" in words_in(one)}) == 1


@pytest.fixture
async def fragile(sqlite: Sqlite) -> AsyncIterator[FragileDatabase]:
    with sqlite.fresh() as address:
        database = FragileDatabase(address, Fuse())
        yield database
        await database.close()


@pytest.mark.slow
async def test_nothing_is_lost_or_doubled_wherever_the_process_dies(fragile: FragileDatabase) -> None:
    clock = ManualClock()
    talk = await by_mail(Service(fragile, ALL, clock, Random(1)), Doors(fragile, clock))
    fuse = talk.doors.mail.fuse = fragile.fuse
    result = list[str]()
    for point in range(1, 200):
        result += (f"{point} one", f"{point} two", f"{point} three")
        await talk.say(*result[-3:-1])
        clock.advance(CHAT_GATHERING_DELAY)
        fuse.set(point)
        with contextlib.suppress(BaseExceptionGroup), contextlib.suppress(Crash):
            await talk.doors.outbox.drain()
        died = fuse.blown
        fuse.clear()
        # Another process takes over, with more to tell by then.
        talk.doors.outbox = Outbox(fragile, talk.doors.discord, clock, owner="main", others=[talk.doors.mail])
        await talk.say(result[-1])
        await talk.doors.outbox.drain()
        if not died:
            break
    clock.advance(CHAT_GATHERING_DELAY)
    await talk.doors.outbox.drain()
    mails = dict[str, list[str]]()
    for one in talk.doors.mail.delivered:
        if words := words_in(one):
            # A mailbox knows what has come before, and must not miss anything by that.
            assert mails.setdefault(one.nonce, words) == words
    assert [word for words in mails.values() for word in words] == result
    assert point > 8
