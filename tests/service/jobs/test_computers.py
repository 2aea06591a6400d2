"""Computers and everybody else: what is kept from others, and what those do who look after the bot."""

from datetime import timedelta
from random import Random
from typing import Any

from sqlalchemy import select

from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.integrity import Problem
from bot.service.notices.computer_jobs import ANSWER_DELAYS
from bot.store.database import Database
from bot.store.models import JobRow, OutboxRow
from engines.contract import AnyEngine, Level
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, CLEO, HERE, act, cause_of, refusal
from tests.service.jobs.computers import MIND, against, claimed, jobs, plays, replace_limits, thought


async def calls_of_computers(database: Database) -> list[tuple[Any, ...]]:
    """All that was ever promised to anybody."""
    async with database.reading() as unit:
        rows = await unit._session.scalars(select(OutboxRow).order_by(OutboxRow.id))
        return [(row.kind, row.partition_key, row.payload, row.created_at, row.not_before) for row in rows]


async def test_what_others_get_does_not_depend_on_what_a_computer_has_chosen(
    databases: Any, engines: dict[str, AnyEngine]
) -> None:
    seen = []
    for notation, seconds in (("seal 3", 0.1), ("seal 8", 1.5)):
        with databases.fresh() as address:
            database, clock = Database(address), ManualClock()
            service = Service(database, engines, clock, Random(1))
            game = await against(service, "sealed", cause=cause_of(1))
            one = await claimed(service)
            clock.advance(timedelta(seconds=seconds))
            await service.jobs.answer(MIND, one, notation, seconds)
            clock.advance(ANSWER_DELAYS[Level.STEADY] - timedelta(seconds=seconds))
            assert await service.jobs.play_due() == 1
            view = await service.reading.view(game.code, ANN)
            summary = await service.reading.summary(game.code)
            seen.append((await calls_of_computers(database), view, summary))
            await database.close()
    assert seen[0] == seen[1]


async def test_a_computer_is_nobody_of_whom_privacy_tells_and_stays(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    await plays(service, clock, "@c5")
    await act(service, ANN, game.code, "@c2")
    async with database.reading() as unit:
        found = await unit.person_references.of(ANN.id)
    assert [one["code"] for one in found["computers thought"]] == [game.code] * 2
    await service.privacy.forget(ANN.id)
    assert await jobs(database) == [("move", 1, "done"), ("move", 1, "pending")]
    async with database.reading() as unit:
        assert await unit.persons.known_as("computer", "steady:1") is not None
        assert not await unit.jobs._all(select(JobRow).where(JobRow.player_id == ANN.id))
    assert (await service.doctor.everything()).problems == ()


async def test_the_doctor_finds_a_computer_that_was_not_called_and_calls_it(
    service: Service, database: Database, clock: ManualClock
) -> None:
    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    async with database.transaction() as unit:
        called = [row.id for row in await unit.jobs.of_game(game.id)]
        await unit.jobs.drop(*called, now=clock.now())
    (problem,) = (await service.doctor.everything()).problems
    assert (problem.code, problem.game, problem.level) == ("no_job", game.code, "notice")
    await service.repair.repair([problem], dry_run=False)
    assert await jobs(database) == [("move", 1, "pending")]
    assert (await service.doctor.everything()).problems == ()


async def test_the_doctor_finds_that_nobody_thinks(service: Service, clock: ManualClock) -> None:
    async def found() -> list[Problem]:
        problems = (await service.doctor.everything()).problems
        return [problem for problem in problems if problem.code == "nobody_thinks"]

    game = await against(service)
    await act(service, ANN, game.code, "@d3")
    clock.advance(timedelta(minutes=59))
    assert await found() == []
    clock.advance(timedelta(minutes=2))
    (problem,) = await found()
    assert (problem.game, problem.level) == (None, "notice")
    assert "COMPUTER_WORKERS" in problem.remedy
    await thought(service, "@c5")
    assert await found() == []


async def test_administrators_see_that_nobody_thinks_for_a_game(service: Service, clock: ManualClock) -> None:
    async def trouble(code: str, operator: Operator) -> tuple[str, ...]:
        return (await service.admin.details(operator, code)).trouble

    here = Operator(CLEO, HERE.guild_id)
    game = await against(service)
    secret = await against(service, "gods", *Level, options={"show_ready": False})
    await act(service, ANN, game.code, "@d3")
    since = clock.now()
    clock.advance(timedelta(hours=1))
    assert await trouble(game.code, here) == ()
    clock.advance(timedelta(minutes=1))
    told = f"computer: nobody has thought for it since {since:%Y-%m-%d %H:%M} UTC"
    assert await trouble(game.code, here) == (told,)
    # Who is awaited there does not show.
    assert await trouble(secret.code, Operator()) == (told,)
    assert await trouble(secret.code, here) == ()
    for one in await service.jobs.claim(MIND, 9):
        await service.jobs.answer(MIND, one, "@c5", 0.5)
    assert await trouble(game.code, here) == ()


async def test_none_plays_where_none_is_to_think(
    database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> None:
    service = Service(database, engines, clock, Random(1), limits=replace_limits(computer_games=0))
    assert await refusal(against(service)) == "no_computer"
