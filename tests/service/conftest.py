"""Fixtures with which several tests of the use cases begin."""

from datetime import timedelta

import pytest

from bot.service.accounts.mail import address_hash
from bot.service.admin.acts import Replace
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.people.servers import ServerSettings
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.service import prepared
from tests.service.accounts.post import Post
from tests.service.actors import ADA, ANN, BOB, CLEO, DAN, HERE, four, new_cause, running


@pytest.fixture
def post(database: Database, clock: ManualClock) -> Post:
    return Post(database, clock)


@pytest.fixture
async def house(service: Service, clock: ManualClock) -> str:
    """Fill every table with a row or more, and return the code of a game."""
    return await _furnished(service, clock)


@prepared.once
async def _furnished(service: Service, clock: ManualClock) -> str:
    game = await four(service)
    clock.advance(timedelta(minutes=1))
    await service.chat.say(ANN, game.code, "-b psst", cause=new_cause())
    await service.chat.say(ANN, game.code, "hello", cause=new_cause())
    await service.chat.messages(BOB, game.code)
    await service.reports.file(BOB, game.code, 1)
    await service.chat.mute(BOB, game.code, ANN.id)
    await service.blocks.block(CLEO, DAN)
    await service.servers.change(ADA, HERE.guild_id, lambda _: ServerSettings(quiet=True))
    other = await running(service)
    await service.admin.apply(Operator(ADA, HERE.guild_id), other.code, Replace(0, CLEO))
    (asked,) = await service.invitations.open_to(CLEO)
    await service.invitations.accept(CLEO, asked.id, cause=new_cause())
    await service.admin.draft(Operator(ADA, HERE.guild_id), other.code, Replace(1, DAN), None)
    await service.admin.apply(Operator(ADA, HERE.guild_id), other.code, Replace(1, DAN))
    kept = await service.lobby.create(ANN, HERE, GameSetup("tae", opponents=(BOB, CLEO)), cause=new_cause())
    await service.lobby.join(BOB, kept.code, cause=new_cause())
    async with service.lobby._database.transaction() as unit:
        await unit.refusals.get_or_add(HERE.guild_id, HERE.channel_id, "50001", clock.now())
    await service.orders.plan(BOB, other.code, "whatever", "@c5", cause=new_cause())
    await service.notes.noted(BOB, other.code, "hush", cause=new_cause())
    await service.following.follow(ANN, other.code)
    await service.addresses.link(ANN, "ann@example.org", cause=new_cause())
    await service.mail_invitations.never_again(address_hash("dan@example.org"))
    await service.mail_invitations.invite(ANN, kept.code, "bob@example.org", cause=new_cause())
    await service.mail.answer(new_cause(), address_hash("ann@example.org"), None)
    await service.mail.keys()
    await service.clock.heartbeat("p")
    return game.code
