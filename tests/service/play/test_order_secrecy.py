"""What is planned shows nowhere: everything stored, said and logged is the same with it and without."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import msgspec
import pytest
from sqlalchemy import select
from structlog.testing import capture_logs

from bot.outbox.worker import Outbox
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.columns import Base
from bot.store.database import Database
from bot.store.models import CounterRow, OrderRow
from tests.databases import Postgres, Sqlite
from tests.engines.tae.table import load
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ADA, ALL, ANN, BOB, HERE, act, cause_of, game_row, new_cause, running

PLIES = 16
SOON = timedelta(seconds=90)
_OWN = {"nonce"}
"""Columns that are drawn anew for each row."""


async def stored(database: Database) -> list[Any]:
    """Every row of every table but the plans themselves."""
    rows: list[Any] = []
    async with database.reading() as unit:
        for table in Base.metadata.sorted_tables:
            if table is OrderRow.__table__:
                continue
            columns = [column for column in table.columns if column.name not in _OWN]
            found = (await unit._session.execute(select(*columns).order_by(*table.primary_key.columns))).all()
            rows += [
                (table.name, *row) for row in found if table is not CounterRow.__table__ or row[0] != "orders"
            ]
    return rows


class World:
    """A host of its own, with its clock."""

    def __init__(self, address: str) -> None:
        self.database = Database(address)
        self.clock = ManualClock()
        self.service = Service(self.database, ALL, self.clock, Random(7))
        self.sender = FakeSender()
        self.outbox = Outbox(self.database, self.sender, self.clock)
        self.requests = 500_000
        self.timed: list[timedelta] = []

    async def opened(self, key: str) -> GameSummary:
        """A game of Ann against Bob."""
        lobby = self.service.lobby
        game = await lobby.create(
            ANN, HERE, GameSetup(key, seat=0, seats=2, deadline_hours=24), cause=cause_of(1)
        )
        game = await lobby.join(BOB, game.code, cause=cause_of(2))
        return game if game.status == "active" else await lobby.start(ANN, game.code, cause=cause_of(3))

    async def act(self, person: Person, code: str, text: str) -> None:
        self.requests += 1
        await self.service.play.act(person, code, text, cause=cause_of(self.requests))

    async def passes(self, code: str, by: timedelta = SOON) -> None:
        """Time, with all that is due in it."""
        self.clock.advance(by)
        while code in await self.service.clock.due(100):
            if (late := await self.service.clock.process(code)) is not None:
                self.timed.append(late)

    async def seen(self, code: str) -> list[Any]:
        """What anybody but Bob may see, and what is kept of it."""
        service = self.service
        export = msgspec.json.decode(await service.privacy.export(ANN.id))
        return [
            await stored(self.database),
            export,
            await service.reading.summary(code),
            await service.reading.history(code, ANN),
            await service.reading.view(code, ANN),
            await service.admin.details(Operator(ADA, HERE.guild_id), code),
            await service.admin.games(Operator(ADA, HERE.guild_id)),
            self.timed,
        ]


@pytest.fixture
async def worlds(databases: Sqlite | Postgres) -> AsyncIterator[tuple[World, World]]:
    """Two hosts of which nothing but the plans tells one from the other."""
    with databases.fresh() as one, databases.fresh() as other:
        both = World(one), World(other)
        yield both
        for world in both:
            await world.database.close()


async def planned(world: World, code: str, rng: Random) -> None:
    """Bob lays plans down, of every kind that he may, and cancels some."""
    orders, mine = world.service.orders, await world.service.orders.listed(BOB, code)
    for kind in mine.kinds:
        cause = new_cause()
        if kind == "pass":
            await orders.pass_until_turn(BOB, code, cause=cause)
        else:
            try:
                offers = (await orders.choices(BOB, code, kind)).offers
            except Refused:
                continue
            await orders.plan(BOB, code, kind, rng.choice(offers).action, cause=cause)
    mine = await orders.listed(BOB, code)
    if mine.orders and rng.random() < 0.5:
        await orders.cancel(BOB, code, rng.choice(mine.orders).id)


async def one_game(world: World, key: str, *, plans: bool) -> list[Any]:
    """The same game in every world; Bob plays all himself, so that all that he has planned falls."""
    game = await world.opened(key)
    async with world.database.transaction() as unit:
        # What tells him of plans that fall is his, and counted among what is sent to him.
        await unit.persons.close_dms(BOB.id, world.clock.now())
    moves, rng, engine = Random(3), Random(4), ALL[key]
    for _ in range(PLIES):
        row = await game_row(world.database, game.code)
        state = engine.codec.decode_state((row.state or "").encode())
        acting = engine.to_act(state)
        if not acting:
            break
        if 1 not in acting:
            if plans:
                await planned(world, game.code, rng)
            await world.passes(game.code)
        seat = acting[0]
        legal = [action for action in engine.legal(state, seat) if not action.host_only]
        await world.act((ANN, BOB)[seat], game.code, engine.format(moves.choice(legal)))
    await world.passes(game.code)
    return await world.seen(game.code)


@pytest.mark.parametrize(
    "key", ["roses", *(pytest.param(key, marks=pytest.mark.slow) for key in ("flicflac", "reef", "tae"))]
)
async def test_what_waits_and_what_falls_shows_nowhere(worlds: tuple[World, World], key: str) -> None:
    with capture_logs() as logs:
        without = await one_game(worlds[0], key, plans=False)
    with capture_logs() as others:
        with_plans = await one_game(worlds[1], key, plans=True)
    async with worlds[1].database.reading() as unit:
        assert await unit._session.scalar(select(CounterRow.last).filter_by(name="orders")), (
            "there were plans"
        )
    for part, same in zip(with_plans, without, strict=True):
        assert part == same
    assert logs == others


async def test_a_sealed_choice_by_order_is_as_one_by_hand(
    worlds: tuple[World, World], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = load(
        "r@E5 r@J6 g@G5 k@H5",
        "Pg@F5 Bg@J5",
        hands={"bow": {"settler": 1, "merchant": 2}, "pot": {"merchant": 2}},
        artifacts="A1 B1 C1",
    )
    monkeypatch.setitem(ALL, "tae", replace(ALL["tae"], set_up=lambda *_: state))
    seen, due = [], timedelta(0)
    for world, by_order in zip(worlds, (True, False), strict=True):
        game = await world.opened("tae")
        if by_order:
            await world.service.orders.pass_until_turn(BOB, game.code, cause=cause_of(9))
        await world.act(ANN, game.code, "colony settler I5")
        await world.outbox.drain()
        if by_order:
            moment = await world.service.clock.next_alarm(world.clock.now())
            assert moment is not None
            due = moment - world.clock.now()
        await world.passes(game.code, due)
        if not by_order:
            await world.act(BOB, game.code, "reinforce 0")
        await world.outbox.drain()
        cards = [one.payload for one in world.sender.delivered if one.game_id == game.id]
        view = await world.service.reading.view(game.code, ANN)
        assert "☑️" in "".join(view.notes)
        seen.append([view, cards])
    assert seen[0] == seen[1]


@pytest.mark.parametrize("others", [False, True])
async def test_the_numbers_of_plans_do_not_tell_that_others_plan(
    service: Service, database: Database, clock: ManualClock, *, others: bool
) -> None:
    numbers = []
    for person in (BOB, *([ANN] * others), BOB):
        game = await running(service)
        if person is ANN:
            await act(service, ANN, game.code, "@d3")
        clock.advance(SOON)
        move = "@c2" if person is ANN else "@c5"
        planned = await service.orders.plan(person, game.code, "whatever", move, cause=new_cause())
        numbers += [one.id for one in planned.orders] if person is BOB else []
    first, second = numbers
    assert second - first == (2 if others else 1) * SOON // timedelta(microseconds=1)
