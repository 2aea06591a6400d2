"""The bot is removed from a server, or the server has an outage, while somebody's time runs there."""

from typing import NamedTuple

import pytest

from bot.outbox.delivery import Blocked, Delivery, DmsClosed, Receipt
from bot.outbox.purging import RETENTION
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.game.deadlines import AFTER_OUTAGE, UNTOLD
from bot.service.notices import place_refusals
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import Direct, PostCard, RemoveButtons
from bot.store.database import Database
from bot.store.models import GameRow
from engines.contract import Resign
from tests.manual_clock import ManualClock
from tests.outbox.blocking import DAY, HOUR, MINUTE, begun, notices, row_of
from tests.outbox.doors import Doors
from tests.outbox.fake_sender import FakeSender
from tests.service.accounts.post import BOBS, linked
from tests.service.actors import ANN, BOB, HERE, act, history, running


class Away(NamedTuple):
    """A game in which Ann has a day for her move, in a server that goes away meanwhile."""

    service: Service
    outbox: Outbox
    sender: FakeSender
    database: Database
    clock: ManualClock
    game: GameSummary

    async def row(self) -> GameRow:
        return await row_of(self.database, self.game)

    async def history(self) -> list[str]:
        return await history(self.service, self.game.code)

    async def process(self) -> GameSummary:
        """What the clock does now, and the outbox after it."""
        summary = await self.service.clock.process_timeout(self.game.code)
        await self.outbox.drain()
        return summary


@pytest.fixture
async def here(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> Away:
    """The server is still there."""
    game = await begun(service, outbox, sender, deadline_hours=24)
    return Away(service, outbox, sender, database, clock, game)


@pytest.fixture
async def away(here: Away) -> Away:
    """The card was posted 20 hours ago; since an hour the server is away."""
    here.clock.advance(19 * HOUR)
    await here.service.places.unreachable(HERE.guild_id)
    here.clock.advance(HOUR)
    return here


def only_direct_messages_fail(one: Delivery) -> BaseException | None:
    return DmsClosed("403 50007") if isinstance(one.payload, Direct) else None


async def test_whose_time_ends_there_is_told_directly_and_gets_what_was_left(away: Away) -> None:
    away.clock.advance(4 * HOUR)
    await away.service.clock.process_timeout(away.game.code)
    assert (await away.row()).clock_stopped_at is not None
    await away.outbox.drain()
    assert await away.history() == [], "no time ran out"
    assert notices(away.sender) == [ANN.id]
    assert not any(isinstance(one.payload, PostCard) for one in away.sender.tried)
    row = await away.row()
    assert (row.clock_stopped_at, row.deadline_at) == (None, away.clock.now() + 5 * HOUR)
    away.clock.advance(5 * HOUR)
    await away.process()
    assert await away.history() != [], "whoever was told has to play"


async def test_a_server_that_removed_the_bot_unseen_is_away(here: Away) -> None:
    elsewhere = HERE.guild_id + 1
    places = here.service.places
    await places.only_in([HERE.guild_id, elsewhere], lambda _: True)
    await places.only_in([elsewhere], lambda guild_id: guild_id != HERE.guild_id)
    async with here.database.reading() as unit:
        assert await unit.refusals.servers() == []
    here.clock.advance(HOUR)
    await places.only_in([elsewhere], lambda _: True)
    since = here.clock.now()
    here.clock.advance(23 * HOUR)
    await places.only_in([elsewhere], lambda _: True)
    async with here.database.reading() as unit:
        assert await place_refusals.away_since(unit, HERE.guild_id) == since
    await here.process()
    assert await here.history() == [], "no time ran out"


async def test_servers_where_nothing_is_played_are_no_matter(here: Away) -> None:
    await act(here.service, ANN, here.game.code, Resign())
    await here.service.places.only_in([], lambda _: True)
    async with here.database.reading() as unit:
        assert await unit.refusals.servers() == []


async def test_the_game_pauses_where_nobody_can_be_told(away: Away) -> None:
    away.sender.fault = only_direct_messages_fail
    away.clock.advance(4 * HOUR)
    await away.process()
    away.clock.advance(UNTOLD)
    assert (await away.process()).status == "paused"


async def test_the_card_comes_again_with_the_server(away: Away) -> None:
    away.sender.fault = only_direct_messages_fail
    away.clock.advance(4 * HOUR)
    await away.process()
    away.clock.advance(DAY)
    await away.service.places.available_again(HERE.guild_id)
    await away.outbox.drain()
    (card,) = [one.payload for one in away.sender.delivered if isinstance(one.payload, PostCard)]
    row = await away.row()
    assert (row.clock_stopped_at, row.deadline_at) == (None, away.clock.now() + 5 * HOUR)
    assert card.summary.deadline == row.deadline_at


async def test_the_card_tells_until_when_who_was_told_before_it_has_time(away: Away) -> None:
    away.clock.advance(4 * HOUR)
    await away.process()
    away.clock.advance(HOUR)
    await away.service.places.available_again(HERE.guild_id)
    await away.outbox.drain()
    (card,) = [one.payload for one in away.sender.delivered if isinstance(one.payload, PostCard)]
    assert card.summary.deadline == (await away.row()).deadline_at == away.clock.now() + 4 * HOUR


@pytest.mark.parametrize("played", [False, True])
async def test_one_card_has_buttons_when_the_server_is_back(away: Away, *, played: bool) -> None:
    async with away.database.reading() as unit:
        card = await unit.outbox.get((await away.row()).card_outbox_id or 0)
    assert card is not None
    away.clock.advance(4 * HOUR)
    await away.process()
    if played:
        await act(away.service, ANN, away.game.code, "1")
        await away.outbox.drain()
    away.clock.advance(HOUR)
    await away.service.places.available_again(HERE.guild_id)
    await away.outbox.drain()
    assert sum(isinstance(one.payload, PostCard) for one in away.sender.delivered) == 1
    stripped = [one.message_id for one in away.sender.delivered if isinstance(one.payload, RemoveButtons)]
    assert stripped == [card.message_id]


async def test_who_had_little_time_left_gets_an_hour(here: Away) -> None:
    here.clock.advance(24 * HOUR - MINUTE)
    await here.service.places.unreachable(HERE.guild_id)
    here.clock.advance(HOUR)
    await here.process()
    assert (await here.row()).deadline_at == here.clock.now() + AFTER_OUTAGE


async def test_a_server_that_is_back_in_time_leaves_an_hour_at_least(away: Away) -> None:
    away.clock.advance(4 * HOUR - MINUTE)
    await away.service.places.available_again(HERE.guild_id)
    assert (await away.row()).deadline_at == away.clock.now() + AFTER_OUTAGE
    await away.service.places.unreachable(HERE.guild_id)
    away.clock.advance(MINUTE)
    await away.service.places.available_again(HERE.guild_id)
    assert (await away.row()).deadline_at == away.clock.now() + AFTER_OUTAGE - MINUTE, "enough is left"


async def test_a_deadline_that_passed_before_is_enforced(here: Away) -> None:
    here.clock.advance(24 * HOUR + MINUTE)
    await here.service.places.unreachable(HERE.guild_id)
    await here.process()
    assert await here.history() != []


async def test_who_was_told_of_a_card_that_was_refused_there_has_to_play(away: Away) -> None:
    away.sender.fault = lambda one: None if isinstance(one.payload, Direct) else Blocked("403")
    await act(away.service, ANN, away.game.code, "1")
    await away.outbox.drain()
    assert notices(away.sender) == [BOB.id]
    away.clock.advance(24 * HOUR)
    await away.process()
    assert len(await away.history()) == 2


async def test_what_was_refused_as_the_server_went_does_not_bring_it_back(here: Away) -> None:
    another = await running(here.service, "nim", seats=2, deadline_hours=24)
    await here.outbox.drain()
    here.clock.advance(19 * HOUR)

    async def goes_away(delivery: Delivery) -> Receipt:
        if isinstance(delivery.payload, PostCard):
            await here.service.places.unreachable(HERE.guild_id)
            raise Blocked("403 50001", code="50001", wide=True)
        return Receipt()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(here.sender, "deliver", goes_away)
        await act(here.service, ANN, another.code, "1")
        await here.outbox.drain()
    here.clock.advance(5 * HOUR)
    await here.process()
    assert await here.history() == [], "no time ran out"


async def test_what_was_posted_as_the_server_went_does_not_bring_it_back(here: Away) -> None:
    another = await running(here.service, "nim", seats=2, deadline_hours=24)
    await here.outbox.drain()
    here.clock.advance(19 * HOUR)
    deliver = here.sender.deliver

    async def goes_away(delivery: Delivery) -> Receipt:
        if isinstance(delivery.payload, PostCard):
            await here.service.places.unreachable(HERE.guild_id)
        return await deliver(delivery)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(here.sender, "deliver", goes_away)
        await act(here.service, ANN, another.code, "1")
        await here.outbox.drain()
    here.clock.advance(5 * HOUR)
    await here.process()
    assert await here.history() == [], "no time ran out"


async def test_a_long_deadline_is_held_however_long_the_server_is_away(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await begun(service, outbox, sender, deadline_hours=24 * 14)
    clock.advance(DAY)
    await service.places.unreachable(HERE.guild_id)
    clock.advance(RETENTION + DAY)
    await outbox._purging.purge()
    clock.advance(6 * DAY)
    await service.clock.process_timeout(game.code)
    assert await history(service, game.code) == [], "no time ran out"


async def test_a_game_in_which_all_are_told_by_mail_does_not_wait_for_the_server(
    service: Service, database: Database, clock: ManualClock
) -> None:
    doors = Doors(database, clock)
    game = await running(service, "nim", seats=2, deadline_hours=24)
    await linked(service, doors.post, BOB, BOBS)
    await service.preferences.set_notice_settings(BOB, {"by": "mail"})
    await act(service, ANN, game.code, "1")
    assert (await doors.notified())[0] == [BOB.id]
    clock.advance(19 * HOUR)
    await service.places.unreachable(HERE.guild_id)
    clock.advance(5 * HOUR)
    await service.clock.process_timeout(game.code)
    assert await doors.notified() == ([], []), "he knows it"
    row = await row_of(database, game)
    assert (row.clock_stopped_at, row.deadline_at) == (None, clock.now() + 5 * HOUR)
