"""Games that are opened for somebody: a seat is kept for each who is invited, until they answer."""

import pytest

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.lobby.unstarted import LOBBY_LIFE
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import PostLobby
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, CLEO, DAN, HERE, act, new_cause, refusal, running


async def opened_for(service: Service, *opponents: Person, key: str = "roses") -> GameSummary:
    """Ann opens a game for these."""
    return await service.lobby.create(ANN, HERE, GameSetup(key, opponents=opponents), cause=new_cause())


async def test_a_seat_is_kept_for_who_is_invited(service: Service) -> None:
    game = await opened_for(service, BOB)
    assert await refusal(service.lobby.join(CLEO, game.code, cause=new_cause())) == "kept"
    (asked,) = await service.invitations.open_to(BOB)
    assert (asked.code, asked.waits, asked.inviter) == (game.code, True, ANN)
    begun = await service.lobby.join(BOB, game.code, cause=new_cause())
    assert begun.status == "active"
    assert await service.invitations.open_to(BOB) == []


async def test_who_declines_leaves_the_seat_to_others(
    service: Service,
    outbox: Outbox,
    sender: FakeSender,
) -> None:
    game = await opened_for(service, BOB)
    await outbox.drain()
    (card,) = [one for one in sender.delivered if isinstance(one.payload, PostLobby)]
    assert card.invited == (BOB,)
    (asked,) = await service.invitations.open_to(BOB)
    assert (await service.invitations.decline(BOB, asked.id)).status == "declined"
    await outbox.drain()
    lobbies = [one for one in sender.delivered if isinstance(one.payload, PostLobby)]
    assert lobbies[-1].invited == ()
    assert "invitation" in sender.kinds(), "who opened it is told"
    assert (await service.lobby.join(CLEO, game.code, cause=new_cause())).status == "active"


async def test_a_game_for_few_is_for_those_alone(service: Service) -> None:
    game = await opened_for(service, BOB, CLEO, key="tae")
    assert len(game.seats) == 3
    await service.lobby.join(BOB, game.code, cause=new_cause())
    assert (await service.lobby.join(CLEO, game.code, cause=new_cause())).status == "active"
    with pytest.raises(Refused) as crowded:
        await opened_for(service, BOB, CLEO)
    assert crowded.value.sentence == "Guerre des Deux Roses is for at most 2 players."
    four = await opened_for(service, BOB, key="gods")
    assert (await service.lobby.join(DAN, four.code, cause=new_cause())).status == "lobby", "seats are left"


async def test_nobody_is_invited_whom_one_has_blocked_or_twice(service: Service) -> None:
    assert await refusal(opened_for(service, BOB, BOB, key="tae")) == "invited_already"
    await service.blocks.block(BOB, ANN)
    assert await refusal(opened_for(service, BOB)) == "not_invited"
    with pytest.raises(Refused) as own:
        await opened_for(service, ANN)
    assert (own.value.code, "yourself" in own.value.sentence) == ("already_in", True)


async def test_playing_again_invites_the_same_people(service: Service) -> None:
    old = await running(service)
    await act(service, ANN, old.code, "resign")
    again = await service.lobby.again(ANN, old.code, cause=new_cause())
    (asked,) = await service.invitations.open_to(BOB)
    assert asked.code == again.code
    both = await service.lobby.again(BOB, old.code, cause=new_cause())
    assert (both.code, both.status) == (again.code, "active")


async def test_a_rematch_is_opened_though_somebody_cannot_be_invited(service: Service) -> None:
    old = await running(service)
    await act(service, ANN, old.code, "resign")
    await service.blocks.block(BOB, ANN)
    again = await service.lobby.again(ANN, old.code, cause=new_cause())
    assert again.status == "lobby"
    assert await service.invitations.open_to(BOB) == []


async def test_who_has_declined_is_not_asked_again_when_the_game_is_long_gone(
    service: Service, outbox: Outbox, clock: ManualClock
) -> None:
    game = await opened_for(service, BOB)
    (asked,) = await service.invitations.open_to(BOB)
    await service.invitations.decline(BOB, asked.id)
    await service.lobby.cancel(ANN, game.code, cause=new_cause())
    await outbox.drain()
    clock.advance(2 * LOBBY_LIFE)
    await service.lobby.purge()
    assert await refusal(opened_for(service, BOB)) == "not_invited"
