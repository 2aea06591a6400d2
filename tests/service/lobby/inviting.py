"""Invitations to a seat, and their deliveries."""

from bot.outbox.worker import Outbox
from bot.service.admin.acts import Act
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.values.answers import Invitation
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import InvitationNotice
from bot.service.values.request import Person
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service import prepared
from tests.service.actors import CLEO, EVE, HERE, SAMPLE, new_cause, play_through, running
from tests.service.admin.operators import HELD

OLGAS = Operator(EVE, HERE.guild_id)
"""A second administrator of the server."""


@prepared.once
async def begun(service: Service) -> GameSummary:
    game = await running(service, deadline_hours=24)
    return (await play_through(service, game.code, SAMPLE[:4])).summary


async def do(service: Service, code: str | None, operation: Act, by: Operator = HELD) -> GameSummary:
    done = await service.admin.apply(by, code, operation, cause=new_cause())
    assert done.summary is not None
    return done.summary


async def only(service: Service, person: Person = CLEO) -> Invitation:
    (asked,) = await service.invitations.open_to(person)
    return asked


async def accept(service: Service, person: Person = CLEO, asked: Invitation | None = None) -> GameSummary:
    asked = asked or await only(service, person)
    return await service.invitations.accept(person, asked.id, cause=new_cause())


def people(game: GameSummary) -> list[str]:
    return [seat.person.name if seat.person else "" for seat in game.seats]


async def delivered(database: Database, clock: ManualClock) -> list[tuple[int, str]]:
    """Deliver everything. Returns the receivers of invitations and of results, with the purpose of each."""
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    return [
        (one.payload.person_id, one.payload.purpose)
        for one in sender.delivered
        if isinstance(one.payload, InvitationNotice)
    ]
