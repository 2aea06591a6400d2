"""Nobody adds words to a draw before the lobby card shows those that were added before."""

from datetime import timedelta
from random import Random

import pytest

from bot.outbox.delivery import Blocked, RetryLater
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.values.limits import Limits
from bot.service.values.payloads import PostLobby
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from engines.contract import AnyEngine
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import BOB, CLEO, DAN, new_cause, opened

PATIENCE = Limits().patience


@pytest.fixture
def service(database: Database, engines: dict[str, AnyEngine], clock: ManualClock) -> Service:
    """The use cases with the limits that a host begins with."""
    return Service(database, engines, clock, Random(1), limits=Limits())


async def refused(service: Service, person: Person, code: str) -> None:
    with pytest.raises(Refused) as caught:
        await service.lobby.join(person, code, cause=new_cause())
    assert (caught.value.code, caught.value.passes_within) == ("being_shown", PATIENCE)


def shown(sender: FakeSender) -> list[int]:
    """How many words each card of the lobby has shown."""
    cards = (delivery.payload for delivery in sender.delivered)
    return [len(card.summary.contributions) for card in cards if isinstance(card, PostLobby)]


async def test_each_joins_when_the_card_shows_all_words_before(
    service: Service, outbox: Outbox, sender: FakeSender
) -> None:
    game = await opened(service, "reef", seats=4, seat=None)
    await refused(service, BOB, game.code)
    await outbox.drain()
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await refused(service, CLEO, game.code)
    await outbox.drain()
    await service.lobby.join(CLEO, game.code, cause=new_cause())
    await refused(service, DAN, game.code)
    await outbox.drain()
    started = await service.lobby.join(DAN, game.code, cause=new_cause())
    assert (started.status, len(started.contributions)) == ("active", 4)
    assert shown(sender) == [1, 2, 3]


async def test_words_of_who_left_are_shown_first_as_well(service: Service, outbox: Outbox) -> None:
    game = await opened(service, "reef", seats=4, seat=None)
    await outbox.drain()
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.leave(BOB, game.code, cause=new_cause())
    await refused(service, CLEO, game.code)
    # Who comes back adds nothing.
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await outbox.drain()
    await service.lobby.leave(BOB, game.code, cause=new_cause())
    # What is to be shown since then holds no words that nobody has seen.
    await service.lobby.join(CLEO, game.code, cause=new_cause())


@pytest.mark.parametrize("fault", [RetryLater("slow"), Blocked("no permission", code="50013")])
async def test_a_card_that_cannot_be_posted_keeps_nobody_away_for_long(
    service: Service, outbox: Outbox, sender: FakeSender, clock: ManualClock, fault: Exception
) -> None:
    game = await opened(service, "reef", seats=4, seat=None)
    sender.fault = lambda _: fault
    await outbox.drain()
    clock.advance(PATIENCE - timedelta(seconds=1))
    # Whoever comes and goes gains no time from it, and takes none.
    await refused(service, BOB, game.code)
    clock.advance(timedelta(seconds=1))
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await service.lobby.leave(BOB, game.code, cause=new_cause())
    clock.advance(PATIENCE - timedelta(seconds=1))
    await service.lobby.join(BOB, game.code, cause=new_cause())
    await refused(service, CLEO, game.code)
    clock.advance(timedelta(seconds=1))
    await service.lobby.join(CLEO, game.code, cause=new_cause())


async def test_where_nothing_is_drawn_or_posted_nobody_waits(service: Service) -> None:
    for game in (
        await opened(service, "gods", seat=None),
        await opened(service, "reef", seats=3, seat=None, place=None),
    ):
        await service.lobby.join(BOB, game.code, cause=new_cause())
        await service.lobby.join(CLEO, game.code, cause=new_cause())
