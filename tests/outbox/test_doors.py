"""Which door carries what goes to one person alone, and what becomes of it when that one is closed."""

from datetime import timedelta

import pytest

from bot.outbox.delivery import Blocked, Delivery, DmsClosed, RetryLater
from bot.outbox.worker import Outbox
from bot.service.accounts.mail import address_hash, address_tag, mailbox_hash
from bot.service.admin.acts import Replace
from bot.service.admin.operator import Operator
from bot.service.chat.messages import MessageSource
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import (
    Direct,
    DirectChat,
    DoorClosed,
    FollowNotice,
    InvitationNotice,
    MailAnswer,
    ManagerNotice,
    PostCard,
    ShowHand,
    TurnNotice,
)
from bot.service.values.request import Identity, Person, Place
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.blocking import row_of
from tests.outbox.doors import Doors, _noticed
from tests.outbox.fake_sender import FakeSender
from tests.service.accounts.post import ANNS, BOBS, NEW, joined, linked
from tests.service.actors import (
    ANN,
    BOB,
    CLEO,
    HERE,
    OLGA,
    SAMPLE,
    account,
    act,
    begun,
    new_cause,
    opened,
    running,
)


def closed(delivery: Delivery) -> BaseException | None:
    """Nobody takes any direct message at this door."""
    direct = isinstance(delivery.payload, TurnNotice | DoorClosed)
    return DmsClosed("550 no such user") if direct else None


@pytest.fixture
def doors(database: Database, clock: ManualClock) -> Doors:
    return Doors(database, clock)


async def with_eva(service: Service, doors: Doors) -> tuple[GameSummary, Person]:
    """A game on a server between Ann and Eva, who comes by mail."""
    game = await opened(service)
    eva = await joined(service, doors.post, NEW)
    game = await service.lobby.join(eva, game.code, cause=new_cause())
    await doors.notified()
    return game, eva


async def test_a_code_for_an_address_that_is_none_is_given_up(
    service: Service, doors: Doors, database: Database
) -> None:
    doors.mail.fault = lambda _: DmsClosed("550 no such user")
    await service.addresses.join(NEW, "Eva", cause=new_cause())
    await doors.outbox.drain()
    (code,) = doors.mail.tried
    async with database.reading() as unit:
        row = await unit.outbox.get(code.id)
    assert row is not None
    assert row.status == "dropped"


@pytest.mark.usefixtures("notices_at_once")
async def test_who_has_an_address_alone_is_told_by_mail_and_others_by_a_card(
    service: Service, doors: Doors
) -> None:
    game, eva = await with_eva(service, doors)
    await act(service, ANN, game.code, SAMPLE[0])
    await doors.outbox.drain()
    (notice,) = [one for one in doors.mail.delivered if isinstance(one.payload, TurnNotice)]
    assert (notice.door, _noticed(doors.mail)) == ("mail", [eva.id])
    assert notice.external_ids == {eva.id: NEW}
    cards = [one for one in doors.discord.delivered if isinstance(one.payload, PostCard)]
    assert cards
    assert not any(NEW in one.external_ids.values() for one in doors.discord.delivered)
    assert _noticed(doors.discord) == []


@pytest.mark.usefixtures("notices_at_once")
async def test_who_has_both_doors_is_told_by_the_one_they_wish(service: Service, doors: Doors) -> None:
    game = await running(service)
    await linked(service, doors.post, BOB, BOBS)
    await doors.notified()
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    await act(service, ANN, game.code, SAMPLE[0])
    assert await doors.notified() == ([], [BOB.id])
    await act(service, BOB, game.code, SAMPLE[1])
    await service.preferences.set_notice_settings(BOB, {"where": "thread", "by": "mail"})
    await act(service, ANN, game.code, SAMPLE[2])
    assert await doors.notified() == ([BOB.id], [])
    # Without a mail door all is as it was.
    only = FakeSender()
    await act(service, BOB, game.code, SAMPLE[3])
    await act(service, ANN, game.code, SAMPLE[4])
    await Outbox(doors.post.database, only, doors.post.clock).drain()
    assert _noticed(only) == [BOB.id]


async def test_games_whose_notices_come_by_different_doors_are_not_gathered(
    service: Service, doors: Doors, clock: ManualClock
) -> None:
    await linked(service, doors.post, BOB, BOBS)
    here, by_mail = await running(service), await running(service)
    await service.preferences.set_notice_settings(BOB, {"where": "dm", "by": "discord"})
    await service.preferences.set_notice_settings(BOB, {"by": "mail"}, by_mail.code)
    clock.advance(timedelta(hours=1))
    await doors.notified()
    for game in (here, by_mail):
        await act(service, ANN, game.code, SAMPLE[0])
    clock.advance(timedelta(minutes=2))
    assert await doors.notified() == ([BOB.id], [BOB.id])


async def test_a_digest_by_mail_takes_along_only_games_that_come_in_it(
    service: Service, doors: Doors, clock: ManualClock
) -> None:
    await linked(service, doors.post, BOB, BOBS)
    await service.preferences.set_notice_settings(BOB, {"by": "mail", "when": "digest"})
    games = [await running(service) for _ in range(3)]
    await service.preferences.set_notice_settings(BOB, {"when": "after_quiet_hours"}, games[2].code)
    await doors.notified()
    for game in games[:2]:
        await act(service, ANN, game.code, SAMPLE[0])
    clock.advance(timedelta(hours=6))
    for game in games[:2]:
        await service.clock.process(game.code)
    await act(service, ANN, games[2].code, SAMPLE[0])
    clock.advance(timedelta(minutes=2))
    await doors.outbox.drain()
    told = [one.payload for one in doors.mail.delivered if isinstance(one.payload, TurnNotice)]
    assert sorted(len(one.others) for one in told) == [0, 1]


async def test_who_gets_a_mail_of_their_turn_gets_no_other_where_the_card_cannot_be_posted(
    service: Service, doors: Doors, database: Database, clock: ManualClock
) -> None:
    """The clock stands only until that mail is sent."""
    await linked(service, doors.post, BOB, BOBS)
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    game = await running(service)
    await doors.notified()
    doors.discord.fault = lambda one: Blocked("403 50013") if isinstance(one.payload, PostCard) else None
    doors.mail.faults.append(RetryLater("away", after=60))
    await act(service, ANN, game.code, SAMPLE[0])
    clock.advance(timedelta(seconds=1))
    await doors.outbox.drain()
    assert (await row_of(database, game)).clock_stopped_at is not None
    clock.advance(timedelta(minutes=5))
    assert (await doors.notified())[0] == [BOB.id]
    assert (await row_of(database, game)).clock_stopped_at is None
    await act(service, BOB, game.code, SAMPLE[1])
    await act(service, ANN, game.code, SAMPLE[2])
    clock.advance(timedelta(minutes=5))
    assert (await doors.notified())[0] == [BOB.id]
    assert (await row_of(database, game)).clock_stopped_at is None


async def test_who_wishes_for_a_door_that_is_closed_is_told_by_the_other(
    service: Service, doors: Doors, database: Database
) -> None:
    await linked(service, doors.post, BOB, BOBS)
    game = await running(service)
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    async with database.transaction() as unit:
        await unit.persons.close_door(BOB.id, "mail", doors.post.clock.now())
    await act(service, ANN, game.code, SAMPLE[0])
    doors.post.clock.advance(timedelta(minutes=20))
    assert BOB.id not in (await doors.notified())[0]


async def test_what_is_kept_at_one_door_stays_there(service: Service, doors: Doors) -> None:
    await linked(service, doors.post, ANN, BOBS)
    await service.preferences.set_notice_settings(ANN, {"by": "mail"})
    await running(service, "reef")
    game = await begun(service, "gods")
    await service.chat.say(
        ANN, game.code, "hello", cause=new_cause(), source=MessageSource(direct=True, receipt=True)
    )
    await doors.outbox.drain()
    kinds = [type(one.payload) for one in doors.discord.delivered if isinstance(one.payload, Direct)]
    assert {ShowHand, DirectChat} <= set(kinds)
    assert not [one for one in doors.mail.delivered if isinstance(one.payload, ShowHand | DirectChat)]


@pytest.mark.usefixtures("notices_at_once")
async def test_a_mail_of_an_invitation_is_made_with_its_readers_address_alone(
    service: Service, doors: Doors
) -> None:
    game = await running(service, "nim", seats=2)
    await linked(service, doors.post, OLGA, ANNS)
    await linked(service, doors.post, CLEO, BOBS)
    await service.preferences.set_notice_settings(CLEO, {"by": "mail"})
    manager = Operator(OLGA, HERE.guild_id)
    await service.admin.apply(manager, game.code, Replace(0, CLEO), cause=new_cause())
    await doors.outbox.drain()
    (mail,) = [one for one in doors.mail.delivered if isinstance(one.payload, InvitationNotice)]
    assert mail.external_ids == {CLEO.id: BOBS}


@pytest.mark.parametrize("plays_there", [True, False])
@pytest.mark.usefixtures("notices_at_once")
async def test_after_never_again_invitations_come_by_another_door_or_not_at_all(
    service: Service, doors: Doors, plays_there: bool
) -> None:
    game, eva = await running(service, "nim", seats=2), await joined(service, doors.post, NEW)
    await linked(service, doors.post, OLGA, ANNS)
    await linked(service, doors.post, CLEO, BOBS)
    await service.preferences.set_notice_settings(CLEO, {"by": "mail"})
    for address in (BOBS, NEW):
        await service.mail_invitations.never_again(mailbox_hash(address))
    asked, manager = CLEO if plays_there else eva, Operator(OLGA, HERE.guild_id)
    await service.admin.apply(manager, game.code, Replace(0, asked), cause=new_cause())
    await doors.outbox.drain()
    assert not [one for one in doors.mail.delivered if isinstance(one.payload, InvitationNotice)]
    there = [one.payload for one in doors.discord.delivered if isinstance(one.payload, InvitationNotice)]
    assert [one.person_id for one in there] == [CLEO.id] * plays_there
    assert await service.invitations.open_to(asked), "who looks for it finds it"


@pytest.mark.usefixtures("notices_at_once")
async def test_a_servers_game_is_not_followed_by_mail(
    service: Service, doors: Doors, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2)
    eva = await joined(service, doors.post, NEW)
    await service.following.follow(eva, game.code)
    await act(service, ANN, game.code, "1")
    clock.advance(timedelta(days=1))
    await doors.outbox.drain()
    assert not [one for one in doors.mail.tried if isinstance(one.payload, FollowNotice)]


@pytest.mark.usefixtures("notices_at_once")
async def test_mails_about_several_games_come_apart_but_in_a_digest(
    service: Service, doors: Doors, clock: ManualClock
) -> None:
    games = [await running(service, deadline_hours=96), await running(service, deadline_hours=96)]
    await linked(service, doors.post, BOB, BOBS)
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    await doors.notified()
    for game in games:
        await act(service, ANN, game.code, SAMPLE[0])
    assert await doors.notified() == ([BOB.id, BOB.id], [])
    await service.preferences.set_notice_settings(BOB, {"when": "digest"})
    for game in games:
        await act(service, BOB, game.code, SAMPLE[1])
        await act(service, ANN, game.code, SAMPLE[2])
    clock.advance(timedelta(days=1))
    for game in games:
        await service.clock.process_timeout(game.code)
    clock.advance(timedelta(minutes=5))
    await doors.outbox.drain()
    (both,) = [one.payload for one in doors.mail.delivered if isinstance(one.payload, TurnNotice)]
    assert len(both.others) == 1


async def held_up(service: Service, doors: Doors, clock: ManualClock) -> list[GameSummary]:
    """Two games in which Bob is to act, whose digest is on its way to him and does not arrive yet."""
    games = [await running(service, deadline_hours=96), await running(service, deadline_hours=96)]
    await linked(service, doors.post, BOB, BOBS)
    await service.preferences.set_notice_settings(BOB, {"by": "mail", "when": "digest"})
    await doors.notified()
    for game in games:
        await act(service, ANN, game.code, SAMPLE[0])
    clock.advance(timedelta(days=1))
    for game in games:
        await service.clock.process_timeout(game.code)
    clock.advance(timedelta(minutes=5))
    doors.mail.faults.append(RetryLater("away"))
    assert await doors.notified() == ([], [])
    assert not doors.mail.faults
    return games


@pytest.mark.usefixtures("notices_at_once")
async def test_who_acts_before_a_digest_arrives_is_told_of_the_other_games_all_the_same(
    service: Service, doors: Doors, clock: ManualClock
) -> None:
    games = await held_up(service, doors, clock)
    await act(service, BOB, games[0].code, SAMPLE[1])
    clock.advance(timedelta(minutes=5))
    assert await doors.notified() == ([], [])
    await service.clock.process_timeout(games[1].code)
    clock.advance(timedelta(days=1))
    await doors.outbox.drain()
    (late,) = [one.payload for one in doors.mail.delivered if isinstance(one.payload, TurnNotice)]
    assert late.summary is not None
    assert (late.summary.code, late.occasion, late.others) == (games[1].code, "turn", ())


@pytest.mark.usefixtures("notices_at_once")
async def test_who_stops_the_mails_of_one_game_before_a_digest_arrives_is_told_of_the_other_games(
    service: Service, doors: Doors, clock: ManualClock
) -> None:
    games = await held_up(service, doors, clock)
    await service.preferences.set_notice_settings(BOB, {"where": "none"}, games[0].code)
    clock.advance(timedelta(minutes=5))
    assert await doors.notified() == ([], [])
    await service.clock.process_timeout(games[1].code)
    clock.advance(timedelta(days=1))
    await doors.outbox.drain()
    told = [one.payload.summary for one in doors.mail.delivered if isinstance(one.payload, TurnNotice)]
    assert [summary.code for summary in told if summary] == [games[1].code]


@pytest.mark.usefixtures("notices_at_once")
async def test_what_one_door_refuses_comes_by_the_other(service: Service, doors: Doors) -> None:
    game = await running(service)
    await linked(service, doors.post, BOB, BOBS)
    await service.preferences.set_notice_settings(BOB, {"where": "dm"})
    doors.discord.fault = closed
    await act(service, ANN, game.code, SAMPLE[0])
    assert (await doors.notified())[0] == [BOB.id]
    assert not (await service.preferences.notice_settings(BOB)).closed
    # They ask for direct messages again, and now their mail comes back.
    await service.preferences.set_notice_settings(BOB, {"where": "dm", "by": "mail"})
    doors.discord.fault, doors.mail.fault = (lambda delivery: None), closed
    await act(service, BOB, game.code, SAMPLE[1])
    await act(service, ANN, game.code, SAMPLE[2])
    await doors.outbox.drain()
    assert _noticed(doors.discord) == [BOB.id]
    assert [one.payload for one in doors.discord.delivered if isinstance(one.payload, DoorClosed)] == [
        DoorClosed(BOB.id)
    ]
    assert (await service.addresses.status(BOB)).closed_at is not None
    assert (await service.preferences.notice_settings(BOB)).settings.by is None
    await linked(service, doors.post, BOB, BOBS)
    assert (await service.addresses.status(BOB)).closed_at is None


async def test_of_who_is_reached_nowhere_the_managers_hear(service: Service, doors: Doors) -> None:
    elsewhere = await opened(service, place=Place(91, 92))
    game, eva = await with_eva(service, doors)
    # A second game on the same server tells its managers nothing new.
    other = await opened(service)
    for further in (elsewhere, other):
        await service.lobby.join(eva, further.code, cause=new_cause())
    await service.mail.bounced(eva.id, address_tag(NEW))
    await service.mail.bounced(eva.id, address_tag(NEW))
    await doors.outbox.drain()
    found = [one.payload for one in doors.discord.delivered if isinstance(one.payload, ManagerNotice)]
    assert [(one.guild_id, one.code, one.unreachable) for one in found] == [
        (HERE.guild_id, other.code, eva),
        (91, elsewhere.code, eva),
    ]
    assert (await service.preferences.notice_settings(eva)).closed
    await act(service, ANN, game.code, SAMPLE[0])
    assert (await doors.notified())[0] == []


async def test_an_answer_that_an_earlier_address_refuses_closes_not_the_present_one(
    service: Service, doors: Doors
) -> None:
    await linked(service, doors.post, BOB, NEW)
    doors.mail.fault = lambda _: DmsClosed("550 no such user")
    for address, closes in ((BOBS, False), (NEW, True)):
        answer = MailAnswer(address, BOB.id, None, None, "Re: help", "Done.")
        await service.mail.answer(new_cause(), "hash", answer)
        await doors.outbox.drain()
        assert ((await service.addresses.status(BOB)).closed_at is not None) == closes


async def test_a_bounce_is_of_an_address_and_says_nothing_of_it(
    service: Service, doors: Doors, caplog: pytest.LogCaptureFixture
) -> None:
    game, eva = await with_eva(service, doors)
    await service.mail.bounced(eva.id, address_tag(NEW))
    await doors.outbox.drain()
    assert NEW not in caplog.text
    assert NEW not in str(doors.discord.tried)
    identity = Identity("mail", NEW, "whoever")
    assert (await service.identities.find(identity)).id == eva.id
    assert address_hash(NEW) not in caplog.text
    assert account(ANN).external_id not in str(doors.mail.tried)
    assert game.code
