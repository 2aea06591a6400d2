"""A server that refuses is left alone: one delivery is tried for all that waits there."""

import asyncio
from datetime import timedelta
from typing import TypeVar

import msgspec
import pytest
from sqlalchemy import func, select, update

from bot.outbox.delivery import Blocked, ChannelGone, PermanentFailure
from bot.outbox.purging import RETENTION
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.notices import place_refusals
from bot.service.notices.place_refusals import GONE, IN_A_ROW, Address
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import Direct, ManagerNotice, PostCard, RemoveButtons
from bot.service.values.request import Place
from bot.store.database import Database
from bot.store.models import GameRow, OutboxRow, PersonRow, RefusalRow, SeatRow
from tests.manual_clock import ManualClock
from tests.outbox.blocking import DAY, HOUR, JITTER, MINUTE, notices
from tests.outbox.fake_sender import FakeSender
from tests.plans import counted
from tests.service.actors import ANN, HERE, act, running

DISCORDS_LIMIT = 10_000
"""Refused requests in ten minutes after which Discord bans an address."""


RowT = TypeVar("RowT", GameRow, OutboxRow)


@pytest.fixture
def broken(sender: FakeSender) -> FakeSender:
    """A sender that may write to people, and to no channel of the server."""
    sender.fault = lambda one: (
        None if one.channel_id is None else Blocked("403 50001", code="50001", wide=True)
    )
    return sender


def requests(sender: FakeSender) -> int:
    """How often the server was asked."""
    return sum(one.channel_id is not None for one in sender.tried)


async def crowd(database: Database, game: GameSummary, *, count: int, channels: int = 1) -> None:
    """As many games again, each of another person and with its card to be posted, in these channels."""
    async with database.transaction() as unit:
        row = await unit.games.bare(game.id)
        assert row is not None
        assert row.card_outbox_id is not None
        card = await unit.outbox.get(row.card_outbox_id)
        assert card is not None
        for number in range(count):
            copy = _copied(row, code=f"Z{number}", channel_id=HERE.channel_id + number % channels)
            unit.add(copy)
            await unit.flush()
            person = PersonRow(id=1_000_000 + number, name=f"P{number}", created_at=row.created_at)
            unit.add(person)
            await unit.flush()
            unit.add(SeatRow(game_id=copy.id, player_id=person.id, seat=0, joined_at=row.created_at))
            report = msgspec.json.decode(card.payload)["report"]
            report["id"] = copy.id
            report["seats"][0]["person"]["id"] = person.id
            result = msgspec.json.decode(card.payload) | {"report": report}
            delivery = _copied(
                card,
                game_id=copy.id,
                partition_key=f"game:{copy.id}",
                payload=msgspec.json.encode(result).decode(),
                nonce=f"copy{number}",
                status="pending",
                attempts=0,
                channel_id=None,
                message_id=None,
                done_at=None,
            )
            unit.outbox.add(delivery)
            await unit.flush()
            copy.card_outbox_id = delivery.id


def _copied(row: RowT, **other: object) -> RowT:
    columns = {one.key for one in type(row).__mapper__.column_attrs} - {"id"}
    return type(row)(**({key: getattr(row, key) for key in columns} | other))


async def begun(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, *, count: int, channels: int = 1
) -> None:
    """So many games in a server that refuses from then on."""
    fault, sender.fault = sender.fault, lambda _: None
    game = await running(service, "nim", seats=2, threaded=False)
    await outbox.drain()
    sender.fault = fault
    sender.tried.clear()
    sender.delivered.clear()
    await crowd(database, game, count=count, channels=channels)


async def kept(database: Database) -> int:
    async with database.reading() as unit:
        query = select(func.count()).where(OutboxRow.kind == "card", OutboxRow.status == "pending")
        return await unit._session.scalar(query) or 0


@pytest.mark.parametrize(
    ("count", "channels"), [(60, 6), pytest.param(1000, 50, marks=pytest.mark.slow)], ids=["some", "many"]
)
async def test_games_without_number_in_a_broken_server_cost_a_few_requests(
    service: Service,
    outbox: Outbox,
    broken: FakeSender,
    database: Database,
    *,
    clock: ManualClock,
    count: int,
    channels: int,
) -> None:
    await begun(service, outbox, broken, database, count=count, channels=channels)
    await outbox.drain()
    first = requests(broken)
    assert first <= IN_A_ROW + 8, "three channels, and what was under way meanwhile"
    assert await kept(database) == count
    assert len(notices(broken)) == count, "the awaited hear of each game all the same"
    broken.delivered.clear()
    spent = []
    for wait in (5 * MINUTE, 30 * MINUTE, 2 * HOUR, DAY, DAY):
        before = requests(broken)
        clock.advance(wait * JITTER + MINUTE)
        await outbox.drain()
        spent.append(requests(broken) - before)
    assert spent == [1, 1, 1, 1, 1], "one delivery is tried for all"
    assert notices(broken) == [], "told once"
    assert first + sum(spent) < DISCORDS_LIMIT / 100


async def test_one_look_at_a_server_that_is_shut_puts_off_all_that_waits_there(
    service: Service, outbox: Outbox, broken: FakeSender, database: Database, clock: ManualClock
) -> None:
    await begun(service, outbox, broken, database, count=20, channels=4)
    await outbox.drain()
    clock.advance(5 * MINUTE * JITTER)
    assert len(await outbox._claims.claim(8)) == 1, "a probe"
    async with database.reading() as unit:
        assert (await unit.outbox.claimable(clock.now(), 8)).first == {}


async def test_all_of_it_comes_when_one_is_let_through(
    service: Service, outbox: Outbox, broken: FakeSender, database: Database, clock: ManualClock
) -> None:
    await begun(service, outbox, broken, database, count=40, channels=4)
    await outbox.drain()
    broken.fault = lambda _: None
    await service.places.reachable_again(HERE.guild_id)
    await outbox.drain()
    clock.advance(5 * MINUTE * JITTER)
    await outbox.drain()
    assert await kept(database) == 0
    async with database.reading() as unit:
        assert await unit.refusals.of(HERE.guild_id) == []


async def test_a_shut_server_is_known_in_another_channel_and_tried_when_something_changes_there(
    service: Service, outbox: Outbox, broken: FakeSender, database: Database
) -> None:
    await begun(service, outbox, broken, database, count=10, channels=10)
    await outbox.drain()
    place = Place(HERE.guild_id, HERE.channel_id + 100)
    game = await running(service, "nim", seats=2, threaded=False, place=place)
    await outbox.drain()
    assert (await act(service, ANN, game.code, "1")).refusal == "50001"
    broken.fault = lambda _: None
    broken.delivered.clear()
    await service.places.reachable_again(HERE.guild_id, place.channel_id)
    await outbox.drain()
    assert place.channel_id in {one.channel_id for one in broken.delivered}


async def test_a_channel_that_works_is_not_held_up_by_one_that_does_not(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    await begun(service, outbox, sender, database, count=40, channels=2)
    sender.fault = lambda one: (
        Blocked("403 50013", code="50013", wide=True) if one.channel_id == HERE.channel_id else None
    )
    await outbox.drain()
    posted = [one.channel_id for one in sender.delivered if isinstance(one.payload, PostCard)]
    assert posted == [HERE.channel_id + 1] * 20


async def test_a_channel_that_is_shut_holds_up_no_other_that_is_shut(
    service: Service, outbox: Outbox, broken: FakeSender, database: Database, clock: ManualClock
) -> None:
    await begun(service, outbox, broken, database, count=10, channels=2)
    await outbox.drain()
    before, now = requests(broken), clock.now()
    async with database.transaction() as unit:
        for channel_id, row_at, probe_at in ((12, 10, 60), (13, 30, 30)):
            shut = update(RefusalRow).where(RefusalRow.place_id == channel_id)
            await unit._session.execute(shut.values(probe_at=now + timedelta(seconds=probe_at)))
            there = select(GameRow.id).where(GameRow.channel_id == channel_id)
            waiting = update(OutboxRow).where(OutboxRow.kind == "card", OutboxRow.game_id.in_(there))
            await unit._session.execute(waiting.values(not_before=now + timedelta(seconds=row_at)))
    for seconds, tried in ((20, 0), (15, 1)):
        clock.advance(timedelta(seconds=seconds))
        await outbox.drain()
        assert requests(broken) - before == tried
    assert broken.tried[-1].channel_id == 13
    async with database.reading() as unit:
        attempts = select(func.sum(OutboxRow.attempts)).where(OutboxRow.blocked_at.is_not(None))
        assert await unit._session.scalar(attempts) == requests(broken), "held back is not attempted"


async def test_a_channel_that_works_is_tried_first_in_a_server_that_is_shut(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    works = HERE.channel_id + 3
    await begun(service, outbox, sender, database, count=12, channels=3)
    sender.fault = lambda one: (
        None
        if isinstance(one.payload, Direct) or one.channel_id == works
        else Blocked("403 50013", code="50013", wide=True)
    )
    await outbox.drain()
    game = await running(service, "nim", place=Place(HERE.guild_id, works), seats=2, threaded=False)
    await outbox.drain()
    assert game.code not in {one.game for one in sender.tried if not isinstance(one.payload, Direct)}
    await service.places.retry_after_activity(HERE.guild_id)
    await outbox.drain()
    assert game.code in {one.game for one in sender.delivered if isinstance(one.payload, PostCard)}


async def test_a_channel_that_refuses_is_tried_again_after_the_usual_delay(
    database: Database, clock: ManualClock
) -> None:
    async with database.transaction() as unit:
        row = await place_refusals.note(unit, place_refusals.Address(1, 2), "50013", clock.now(), wide=True)
        assert row.probe_at == clock.now() + place_refusals.delay(timedelta(0))


async def test_refusals_are_noted_and_cleared_at_the_same_moment(
    database: Database, clock: ManualClock
) -> None:
    async def note() -> None:
        async with database.transaction() as unit:
            assert (await unit.refusals.get_or_add(1, 2, "50013", clock.now())).code == "50013"

    async def clear() -> None:
        async with database.transaction() as unit:
            await unit.refusals.clear(1, (1, 2))

    for _ in range(10):
        await asyncio.gather(*(note() if number % 2 else clear() for number in range(10)))


async def test_what_is_given_up_in_a_channel_that_refuses_counts_as_well(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    game = await running(service, "nim", seats=2, threaded=False)
    sender.fault = lambda one: (
        PermanentFailure("403 50013", code="50013", wide=True)
        if isinstance(one.payload, RemoveButtons)
        else None
    )
    await act(service, ANN, game.code, "1")
    await outbox.drain()
    async with database.reading() as unit:
        found = await unit.refusals.of(HERE.guild_id, [HERE.channel_id])
    assert [(one.code, one.count) for one in found] == [("50013", 1)]


async def test_locked_threads_shut_no_channel(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database
) -> None:
    await begun(service, outbox, sender, database, count=10)
    sender.fault = lambda one: Blocked("403 160005", code="160005") if one.attempts == 1 else None
    await outbox.drain()
    assert requests(sender) == 10, "each was tried"


async def test_nothing_is_sent_to_a_server_between_its_leaving_and_its_return(
    service: Service, outbox: Outbox, broken: FakeSender, database: Database, clock: ManualClock
) -> None:
    await begun(service, outbox, broken, database, count=10, channels=10)
    await service.places.unreachable(HERE.guild_id)
    for _ in range(9):
        await outbox.drain()
        await service.places.retry_after_activity(HERE.guild_id)
        await service.places.reachable_again(HERE.guild_id)
        clock.advance(DAY)
    assert requests(broken) == 0
    assert len(notices(broken)) == 10, "the awaited play on by direct message"
    assert not any(isinstance(one.payload, ManagerNotice) for one in broken.tried), "nor can managers help"
    broken.fault = lambda _: None
    await service.places.available([HERE.guild_id + 1])
    await outbox.drain()
    assert requests(broken) == 0, "that is another server"
    await service.places.available([HERE.guild_id])
    await outbox.drain()
    assert await kept(database) == 0


async def test_what_was_allowed_while_the_bot_was_down_is_tried_when_it_is_back(
    service: Service, outbox: Outbox, broken: FakeSender, database: Database
) -> None:
    await begun(service, outbox, broken, database, count=10, channels=1)
    await outbox.drain()
    broken.fault = lambda _: None
    await service.places.available([HERE.guild_id])
    await outbox.drain()
    assert await kept(database) == 0


async def test_a_connection_that_is_new_opens_no_server_that_is_shut(
    service: Service, outbox: Outbox, broken: FakeSender, database: Database, clock: ManualClock
) -> None:
    await begun(service, outbox, broken, database, count=20, channels=10)
    await outbox.drain()
    for _ in range(3):
        before = requests(broken)
        await service.places.available_again(HERE.guild_id)
        await outbox.drain()
        assert requests(broken) - before == 1, "one delivery is tried for all"
        clock.advance(DAY)


async def test_a_server_without_games_is_not_noted(service: Service, database: Database) -> None:
    await service.places.unreachable(HERE.guild_id)
    async with database.reading() as unit:
        assert await unit.refusals.servers() == []


async def test_it_does_not_try_again_and_again_while_a_place_is_shut(
    service: Service, outbox: Outbox, broken: FakeSender, database: Database, clock: ManualClock
) -> None:
    await begun(service, outbox, broken, database, count=20)
    await outbox.drain()
    async with database.reading() as unit:
        due = await unit.outbox.next_due(clock.now(), scarce=False)
        assert due is not None
        assert due >= clock.now() + 5 * MINUTE, "nothing is looked at before"


async def test_what_people_do_has_each_server_tried_again_once_a_minute(
    service: Service, database: Database, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with database.transaction() as unit:
        for guild_id in (1, 2):
            await unit.refusals.get_or_add(guild_id, 9, "403", clock.now())
    tried: list[int] = []

    async def note(guild_id: int, *, changed: bool) -> None:
        assert not changed
        tried.append(guild_id)

    monkeypatch.setattr(service.places, "reachable_again", note)
    for guild_id in (1, 2, 1):
        await service.places.retry_after_activity(guild_id)
        clock.advance(MINUTE / 4)
    assert tried == [1, 2]
    clock.advance(MINUTE / 4)
    await service.places.retry_after_activity(1)
    await service.places.retry_after_activity(2)
    assert tried == [1, 2, 1]


async def test_where_nothing_is_refused_nobody_looks_through_what_is_elsewhere(
    service: Service, database: Database
) -> None:
    """With each server that is active, in each minute: it would take longer the more is refused anywhere."""
    with counted(database) as asked:
        await service.places.retry_after_activity(HERE.guild_id)
    assert asked
    assert not [statement for statement in asked if "outbox" in statement and "lane = " not in statement]


async def test_what_is_refused_is_forgotten_with_its_games(
    service: Service, outbox: Outbox, broken: FakeSender, database: Database, clock: ManualClock
) -> None:
    game = await running(service, "nim", seats=2, threaded=False)
    await outbox.drain()
    await act(service, ANN, game.code, "resign")
    await outbox.drain()
    clock.advance(RETENTION + timedelta(days=1))
    async with database.transaction() as unit:
        await unit.refusals.purge(clock.now() - RETENTION)
        assert await unit.refusals.of(HERE.guild_id), "its card still waits"
        await unit.outbox.purge(clock.now() - RETENTION, limit=99)
    await outbox.drain()
    async with database.transaction() as unit:
        await unit.refusals.purge(clock.now() - RETENTION)
        assert await unit.refusals.of(HERE.guild_id) == []


async def test_what_was_refused_is_remembered_for_days_though_nothing_waits_there(
    outbox: Outbox, database: Database, clock: ManualClock
) -> None:
    channel = Address(HERE.guild_id, HERE.channel_id)
    async with database.transaction() as unit:
        await place_refusals.note(unit, channel, "50013", clock.now(), wide=True)
    for wait, remembered in ((RETENTION, True), (HOUR, False)):
        clock.advance(wait)
        await outbox._purging.purge()
        async with database.reading() as unit:
            assert bool(await unit.refusals.of(HERE.guild_id)) is remembered


async def test_what_waits_for_a_place_that_is_gone_is_looked_at_once_a_day(
    database: Database, clock: ManualClock
) -> None:
    channel = Address(HERE.guild_id, HERE.channel_id)
    async with database.transaction() as unit:
        await place_refusals.close(unit, HERE.guild_id, HERE.channel_id, GONE, clock.now())
        hold = await place_refusals.hold(unit, channel, clock.now())
    assert hold is not None
    assert hold.until == clock.now() + DAY


async def test_a_channel_that_is_gone_is_tried_no_more(
    service: Service, outbox: Outbox, sender: FakeSender, database: Database, clock: ManualClock
) -> None:
    await begun(service, outbox, sender, database, count=20)
    sender.fault = lambda one: None if one.channel_id is None else ChannelGone("404 10003", code="10003")
    await outbox.drain()
    assert requests(sender) <= 8, "those that were under way"
    clock.advance(9 * DAY)
    await outbox.drain()
    assert requests(sender) <= 8
