"""What is looked for every hour is carried over from schemas in which only the log told it."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from sqlalchemy import select

from bot.service.admin.acts import Cancel, Import, Pause, Replace, Resume, Rollback
from bot.service.facade import Service
from bot.service.play.undoing import REQUEST_LIFE
from bot.store.database import Database
from bot.store.models import GameRow
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, DAN, act, begun, new_cause, play_through, running
from tests.service.admin.operators import AT_HAND


async def test_since_when_an_undo_is_asked_for(
    migrating: Database, served: Service, clock: ManualClock
) -> None:
    since, over = await _undone(served, clock)
    assert await _asked(migrating) == since
    await _there_and_back(migrating, served)
    assert await _asked(migrating) == since
    clock.advance(REQUEST_LIFE)
    await served.undo.expire()
    assert await _asked(migrating) == dict.fromkeys(since) | {over: since[over]}


async def _undone(service: Service, clock: ManualClock) -> tuple[Mapping[str, datetime | None], str]:
    """Since when each game has a request to go back, of which the last is over; its code."""

    async def ask(code: str) -> datetime:
        clock.advance(timedelta(hours=1))
        await service.undo.request_undo(ANN, code, cause=new_cause())
        return clock.now()

    codes = []
    for _ in range(5):
        game = await begun(service, "nim", BOB, CLEO, options={"heap": 30}, deadline_hours=None)
        await act(service, ANN, game.code, "1")
        codes.append(game.code)
    never, played, anew, agreed, over = codes
    since: dict[str, datetime | None] = {never: None, played: None}
    await ask(played)
    second = (await service.reading.summary(played)).seats[1].person
    assert second is not None
    await act(service, second, played, "1")
    await ask(anew)
    await service.undo.answer_undo(BOB, anew, False, cause=new_cause())
    since[anew] = await ask(anew)
    since[agreed] = await ask(agreed)
    clock.advance(timedelta(hours=1))
    await service.undo.answer_undo(BOB, agreed, True, cause=new_cause())
    await service.admin.apply(AT_HAND, agreed, Replace(1, DAN), cause=new_cause())
    since[over] = await ask(over)
    await service.admin.apply(AT_HAND, over, Cancel(), cause=new_cause())
    return since, over


async def test_which_games_wait_for_players(migrating: Database, served: Service, clock: ManualClock) -> None:
    made = await running(served)
    await play_through(served, made.code, ["@d3", "@c5"])
    record = await served.archive.record(made.code, secrets=True)
    codes = []
    for _ in range(3):
        table = Import(record, (CLEO, DAN), 11, 12)
        game = (await served.admin.apply(AT_HAND, None, table, cause=new_cause())).summary
        assert game is not None
        codes.append(game.code)
    waits, for_an_admin, mended = codes
    for code, acts in {
        made.code: (Pause(),),
        for_an_admin: (Resume(), Pause()),
        mended: (Cancel(), Rollback(0), Pause()),
    }.items():
        for one in acts:
            await served.admin.apply(AT_HAND, code, one, cause=new_cause())
    await _there_and_back(migrating, served)
    clock.advance(timedelta(days=15))
    await served.invitations.expire()
    clock.advance(timedelta(days=15))
    assert await served.lobby.silent() == [waits]


async def _there_and_back(database: Database, service: Service) -> None:
    await database.migrate("0034")
    assert (await service.doctor.gate()).problems == ()
    await database.migrate()
    assert [one for one in (await service.doctor.everything()).problems if one.level == "wrong"] == []


async def _asked(database: Database) -> Mapping[str, datetime | None]:
    async with database.reading() as unit:
        found = await unit._session.execute(select(GameRow.code, GameRow.undo_asked_at))
        return {row.code: row.undo_asked_at for row in found}
