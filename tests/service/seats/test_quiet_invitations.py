"""Who is invited in their quiet hours hears of it after them."""

from datetime import timedelta

from bot.outbox.delivery import Blocked
from bot.outbox.worker import Outbox
from bot.service.admin.acts import Replace
from bot.service.facade import Service
from bot.service.seats.inviting import INVITATION_LIFE
from bot.service.values.payloads import InvitationNotice, ManagerNotice, PostLobby
from bot.service.values.request import Person
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ADA, BOB, CLEO, DAN, HERE, opened
from tests.service.lobby.inviting import begun, delivered, do


async def in_quiet_hours(service: Service, clock: ManualClock, person: Person) -> None:
    minute = clock.now().hour * 60 + clock.now().minute
    await service.preferences.set_notice_settings(person, {"quiet_hours": (minute, (minute + 120) % 1440)})


async def test_who_is_invited_in_their_quiet_hours_hears_of_it_after_them(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service)
    await in_quiet_hours(service, clock, CLEO)
    await do(service, game.code, Replace(0, CLEO))
    assert await delivered(database, clock) == []
    clock.advance(timedelta(hours=2))
    assert await delivered(database, clock) == [(CLEO.id, "ask")]


async def test_nobody_hears_of_an_invitation_by_whom_they_have_blocked_meanwhile(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service)
    await in_quiet_hours(service, clock, CLEO)
    await do(service, game.code, Replace(0, CLEO))
    await service.blocks.block(CLEO, ADA)
    clock.advance(timedelta(hours=2))
    assert await delivered(database, clock) == []
    await do(service, game.code, Replace(1, DAN))
    assert await delivered(database, clock) == [(DAN.id, "ask")], "that is between the two of them"


async def test_nobody_hears_of_an_invitation_that_ran_out_before_it_could_be_sent(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await begun(service)
    await do(service, game.code, Replace(0, CLEO))
    clock.advance(INVITATION_LIFE)
    assert await delivered(database, clock) == []


async def test_a_lobby_names_who_is_in_quiet_hours_without_a_mention_and_a_notice_follows(
    service: Service, database: Database, clock: ManualClock
) -> None:
    await in_quiet_hours(service, clock, CLEO)
    await opened(service, "gods", opponents=(BOB, CLEO))
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    (lobby,) = [one for one in sender.delivered if isinstance(one.payload, PostLobby)]
    assert {one.id for one in lobby.invited} == {BOB.id, CLEO.id}
    assert lobby.unpinged == {CLEO.id}
    clock.advance(timedelta(hours=2))
    assert await delivered(database, clock) == [(CLEO.id, "ask")]


async def test_who_is_invited_in_quiet_hours_to_a_place_that_refuses_the_lobby_is_told_once(
    service: Service, database: Database, clock: ManualClock
) -> None:
    await in_quiet_hours(service, clock, CLEO)
    for _ in range(2):
        await opened(service, "gods", opponents=(BOB, CLEO))
    sender = FakeSender()
    outbox = Outbox(database, sender, clock)
    sender.fault = lambda one: Blocked("403", code="50013") if isinstance(one.payload, PostLobby) else None
    for _ in range(30):
        await outbox.drain()
        clock.advance(timedelta(minutes=10))
    assert all(isinstance(one.payload, ManagerNotice) for one in sender.delivered), "nobody could see a lobby"
    sender.fault = lambda _: None
    # It is her quiet time again.
    clock.advance(timedelta(hours=20))
    await service.places.reachable_again(HERE.guild_id)
    for _ in range(3):
        await outbox.drain()
        clock.advance(timedelta(hours=3))
    payloads = [one.payload for one in sender.delivered]
    told = [one.invitation_id for one in payloads if isinstance(one, InvitationNotice)]
    assert len(told) == len({*told}) == 2
