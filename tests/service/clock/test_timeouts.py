"""A round is settled once: whoever comes first, however many look, wherever a process dies."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random

import pytest

from bot.service.facade import Service
from bot.service.log.event_types import EventType
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import Level
from tests.crashes import Crash, FragileDatabase, Fuse
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, CLEO, DAN, act, begun, game_row, opened, running, sound

HOUR = timedelta(hours=1)


@pytest.fixture
async def services(database_address: str, clock: ManualClock) -> AsyncIterator[list[Service]]:
    """The same database as three processes see it."""
    databases = [Database(database_address) for _ in range(3)]
    yield [Service(database, ALL, clock, Random(number)) for number, database in enumerate(databases)]
    for database in databases:
        await database.close()


PATIENT = Terms(absent_after=5)


async def gods(service: Service) -> GameSummary:
    """A running game of four in which Ann, Bob and Cleo are ready."""
    game = await begun(service, "gods", BOB, CLEO, DAN, terms=PATIENT)
    for person in (ANN, BOB, CLEO):
        await act(service, person, game.code, "ready")
    return game


async def clock_period(database: Database, game: GameSummary) -> str:
    """The round that the game is in."""
    row = await game_row(database, game.code)
    engine = ALL[row.key]
    return engine.clock.period(engine.codec.decode_state((row.state or "").encode()))


async def test_the_last_ready_mark_and_the_deadline_fall_together(
    services: list[Service], database: Database, clock: ManualClock
) -> None:
    for ahead in (timedelta(0), timedelta(microseconds=1)):
        game = await gods(services[0])
        clock.advance(24 * HOUR - ahead)
        ready = act(services[0], DAN, game.code, "ready")
        strikes = [service.clock.process_timeout(game.code) for service in services for _ in range(2)]
        done = await asyncio.gather(ready, *strikes, return_exceptions=True)
        # The mark may have come too late for its round; it was not meant for the next one.
        refused = [one for one in done if isinstance(one, BaseException)]
        assert [one.code for one in refused if isinstance(one, Refused)] == ["resolving"] * len(refused)
        row = await game_row(database, game.code)
        state = ALL["gods"].codec.decode_state((row.state or "").encode())
        assert ALL["gods"].to_act(state) == (0, 1, 2, 3)
        assert await clock_period(database, game) == "round 2"
        assert (await services[0].reading.summary(game.code)).deadline == clock.now() + 24 * HOUR
        await sound(database, game.code)


async def test_one_stroke_a_round_however_many_look(
    services: list[Service], database: Database, clock: ManualClock
) -> None:
    game = await gods(services[0])
    for number in range(2, 6):
        clock.advance(24 * HOUR)
        await asyncio.gather(*(service.clock.process_timeout(game.code) for service in services * 3))
        assert await clock_period(database, game) == f"round {number}"
    async with database.reading() as unit:
        ran_out = [
            event.seat for event in await unit.events.of_game(game.id) if event.kind == EventType.CLOCK
        ]
    assert ran_out == [3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
    await sound(database, game.code)


async def test_nobody_is_late_in_the_period_that_begins_by_the_stroke(
    services: list[Service], clock: ManualClock
) -> None:
    game = await running(services[0], "nim", seats=2, deadline_hours=5)
    clock.advance(50 * HOUR)
    await services[0].clock.process_timeout(game.code)
    history = await services[0].reading.history(game.code, None)
    assert [line.text for line in history] == ["1"]
    assert (await services[0].reading.summary(game.code)).deadline == clock.now() + 5 * HOUR


async def test_dying_at_any_point_of_a_settlement(database_address: str, clock: ManualClock) -> None:
    fragile = FragileDatabase(database_address, Fuse())
    service = Service(fragile, ALL, clock, Random(1))
    game = await gods(service)
    deaths = 0
    for point in range(1, 5):
        clock.advance(24 * HOUR)
        fragile.fuse.set(point)
        try:
            await service.clock.process_timeout(game.code)
        except Crash:
            deaths += 1
        fragile.fuse.clear()
        for _ in range(2):
            await service.clock.process_timeout(game.code)
        assert await clock_period(fragile, game) == f"round {point + 1}"
        await sound(fragile, game.code)
    assert deaths == 3
    await fragile.close()


async def test_who_resigns_as_the_deadline_strikes(
    services: list[Service], database: Database, clock: ManualClock
) -> None:
    game = await gods(services[0])
    clock.advance(24 * HOUR)
    done = await asyncio.gather(
        act(services[0], DAN, game.code, "resign"),
        services[1].clock.process_timeout(game.code),
        return_exceptions=True,
    )
    assert [one for one in done if isinstance(one, BaseException) and not isinstance(one, Refused)] == []
    assert await clock_period(database, game) == "round 2"
    await sound(database, game.code)


async def test_a_round_that_still_waits_for_computers_keeps_a_clock(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await opened(service, "gods", levels=(Level.GENTLE,) * 3, terms=PATIENT, deadline_hours=24)
    await act(service, ANN, game.code, "Ab")
    clock.advance(24 * HOUR)
    await service.clock.process_timeout(game.code)
    await act(service, ANN, game.code, "Ag")
    assert (await game_row(database, game.code)).deadline_at == clock.now() + 24 * HOUR
    found = await service.doctor.games(("active", "paused"))
    assert [problem.sentence for problem in found.problems] == []
