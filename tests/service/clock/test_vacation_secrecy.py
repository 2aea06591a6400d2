"""A vacation shows nowhere before it begins; what an announced one shows is its last day alone."""

from collections.abc import AsyncIterator
from datetime import date, timedelta
from typing import Any

import msgspec
import pytest
from structlog.testing import capture_logs

from bot.service.admin.operator import Operator
from tests.databases import Postgres, Sqlite
from tests.service.actors import ADA, ANN, BOB, HERE
from tests.service.play.test_order_secrecy import World, stored

DAY = timedelta(days=1)
MOVES = ((ANN, "@d3"), (BOB, "@c5"), (ANN, "@c2"))


@pytest.fixture
async def worlds(databases: Sqlite | Postgres) -> AsyncIterator[tuple[World, World]]:
    """Two hosts of which nothing but Bob's vacation tells one from the other."""
    with databases.fresh() as one, databases.fresh() as other:
        both = World(one), World(other)
        yield both
        for world in both:
            await world.database.close()


async def seen(world: World, code: str) -> list[Any]:
    """What anybody but Bob may see, and what is stored beside vacations."""
    service = world.service
    export = msgspec.json.decode(await service.privacy.export(ANN.id))
    return [
        [row for row in await stored(world.database) if row[0] != "vacations"],
        export,
        await service.reading.summary(code),
        await service.reading.history(code, ANN),
        await service.reading.view(code, ANN),
        await service.admin.details(Operator(ADA, HERE.guild_id), code),
        await service.admin.games(Operator(ADA, HERE.guild_id)),
        [one.payload for one in world.sender.delivered],
    ]


async def test_what_is_only_planned_shows_nowhere(worlds: tuple[World, World]) -> None:
    found = []
    for world, away in zip(worlds, (False, True), strict=True):
        with capture_logs() as logs:
            game = await world.opened("roses")
            now = world.clock.now()
            for day, (person, move) in enumerate(MOVES):
                if away:
                    await world.service.vacations.plan(BOB, (now + 9 * DAY).date(), (now + 5 * DAY).date())
                await world.act(person, game.code, move)
                await world.outbox.drain()
                await world.passes(game.code, timedelta(hours=5))
                if away and day < 2:
                    await world.service.vacations.end(BOB)
        found.append((await seen(world, game.code), logs))
    assert (await worlds[1].service.vacations.of(BOB)).dates is not None
    assert found[1] == found[0]


async def test_what_is_announced_shows_its_end_alone(worlds: tuple[World, World]) -> None:
    """Whenever it was planned, from wherever and since when: the same words, and the same bytes."""
    found = []
    for world, planned in zip(worlds, (True, False), strict=True):
        game = await world.opened("roses")
        start, last = world.clock.now() + DAY, (world.clock.now() + 4 * DAY).date()
        midnight = start.replace(hour=0, minute=0)
        if planned:
            await world.service.vacations.plan(BOB, last, midnight.date())
        await world.passes(game.code, midnight - world.clock.now())
        if not planned:
            await world.service.vacations.plan(BOB, last)
        await world.service.vacations.process_due()
        await world.outbox.drain()
        result = await seen(world, game.code)
        found.append(result)
        assert f"Black is on vacation until the end of {last.day} {last:%B %Y}" in str(result[-1])
    assert found[1] == found[0]


@pytest.mark.parametrize("zone", ["UTC", "Europe/Paris", "Asia/Tokyo", "America/New_York"])
async def test_the_last_day_is_the_one_that_was_named(worlds: tuple[World, World], zone: str) -> None:
    world, last = worlds[0], date(2026, 1, 9)
    game = await world.opened("roses")
    await world.service.preferences.change(BOB, time_zone=zone)
    await world.service.vacations.plan(BOB, last)
    assert (await world.service.vacations.of(BOB)).time_zone == zone
    await world.outbox.drain()
    assert "until the end of 9 January 2026" in str((await seen(world, game.code))[-1])
