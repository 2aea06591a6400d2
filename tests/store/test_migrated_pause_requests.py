"""When an open pause request was made is carried over from schemas in which only the log told it."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import select

from bot.service.admin.acts import Cancel, Replace
from bot.service.facade import Service
from bot.service.play.undoing import REQUEST_LIFE
from bot.service.values.request import Person
from bot.store.database import Database
from bot.store.models import GameRow
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, DAN, begun, new_cause
from tests.service.admin.operators import AT_HAND


async def test_since_when_a_pause_request_is_open(
    migrating: Database, served: Service, clock: ManualClock
) -> None:
    since, over = await _tables(served, clock)
    assert await _stored(migrating) == since
    await migrating.migrate("0033")
    assert (await served.doctor.gate()).problems == ()
    await migrating.migrate()
    assert await _stored(migrating) == since
    assert [one for one in (await served.doctor.everything()).problems if one.level == "wrong"] == []
    clock.advance(REQUEST_LIFE)
    await served.pausing.expire()
    assert await _stored(migrating) == dict.fromkeys(since) | {over: since[over]}


async def _tables(service: Service, clock: ManualClock) -> tuple[Mapping[str, datetime | None], str]:
    """Since when the pause request of each game is open, of which the last is over; its code."""

    async def ask(code: str, days: int | None = 30) -> datetime:
        clock.advance(timedelta(hours=1))
        day = None if days is None else (clock.now() + timedelta(days)).date()
        await service.pausing.ask(ANN, code, day, cause=new_cause())
        return clock.now()

    async def answer(code: str, *people: Person, agree: bool) -> None:
        clock.advance(timedelta(hours=1))
        for person in people:
            await service.pausing.answer(person, code, agree, cause=new_cause())

    codes = []
    for _ in range(7):
        game = await begun(service, "nim", BOB, CLEO, options={"heap": 30}, deadline_hours=None, seat=None)
        codes.append(game.code)
    never, declined, anew, agreed, paused, newcomer, over = codes
    since: dict[str, datetime | None] = {never: None, declined: None}
    for code in (declined, anew):
        await ask(code)
        await answer(code, BOB, agree=False)
    since[anew] = await ask(anew)
    since[agreed] = await ask(agreed)
    await answer(agreed, BOB, agree=True)
    await ask(paused)
    await answer(paused, BOB, CLEO, agree=True)
    since[paused] = await ask(paused, None)
    since[newcomer] = await ask(newcomer)
    await answer(newcomer, BOB, agree=True)
    seat = (await service.reading.summary(newcomer)).seat_of(BOB.id)
    assert seat is not None
    await service.admin.apply(AT_HAND, newcomer, Replace(seat, DAN), cause=new_cause())
    since[over] = await ask(over)
    await service.admin.apply(AT_HAND, over, Cancel(), cause=new_cause())
    return since, over


async def _stored(database: Database) -> Mapping[str, datetime | None]:
    async with database.reading() as unit:
        found = await unit._session.execute(select(GameRow.code, GameRow.pause_asked_at))
        return {row.code: row.pause_asked_at for row in found}
