"""A game that is read whole is what the ORM would have read, and as much the session's own."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import inspect, select, text, update
from sqlalchemy.orm import joinedload

from bot.service.facade import Service
from bot.store.columns import Base, table_of
from bot.store.database import Conflict, Database
from bot.store.models import GameRow, PersonRow, SeatRow, VacationRow
from tests.manual_clock import ManualClock
from tests.service.actors import ACCOUNTS, ANN, BOB, CLEO, HERE, new_cause, opened, running

_BY_ORM = select(GameRow).options(
    joinedload(GameRow.host),
    joinedload(GameRow.seats).joinedload(SeatRow.player).joinedload(PersonRow.vacation),
)


_WAITING = text("SELECT count(*) FROM pg_locks WHERE NOT granted")


def _values(row: Base) -> dict[str, object]:
    return {one.key: getattr(row, one.key) for one in row.__mapper__.column_attrs}


def _rows(game: GameRow) -> list[Base]:
    people = [seat.player for seat in game.seats]
    vacations = [person.vacation for person in people if person.vacation is not None]
    return [game, game.host, *game.seats, *people, *vacations]


async def test_it_is_what_the_orm_reads(service: Service, database: Database, clock: ManualClock) -> None:
    game = await running(service, deadline_hours=48)
    now = clock.now()
    async with database.transaction() as unit:
        span = {"starts_at": now, "ends_at": now + timedelta(days=1), "created_at": now}
        unit.add(VacationRow(player_id=BOB.id, **span, ended_at=now))
        unit.add(VacationRow(player_id=BOB.id, **span))
    async with database.reading() as unit:
        query = _BY_ORM.where(GameRow.code == game.code)
        expected = (await unit._session.scalars(query)).unique().one()
        rows = [(type(row), _values(row)) for row in _rows(expected)]
    assert [kind for kind, _ in rows] == [
        *(GameRow, PersonRow, SeatRow, SeatRow, PersonRow, PersonRow, VacationRow)
    ]
    async with database.reading() as unit:
        found = await unit.games.by_code(game.code)
        assert found is not None
        assert [(type(row), _values(row)) for row in _rows(found)] == rows
        assert found.host is found.seats[0].player
        assert not unit._session.dirty
        assert all(inspect(row).persistent for row in _rows(found))
        assert await unit.games.by_id(game.id) is found


async def test_what_the_session_has_stays_as_it_is(service: Service, database: Database) -> None:
    game = await opened(service)
    async with database.transaction() as unit:
        bare = await unit.games.bare(game.id)
        assert bare is not None
        bare.ply = 7
        found = await unit.games.by_code(game.code)
        assert found is bare
        assert found.ply == 7
        assert [seat.player.id for seat in found.seats] == [found.host.id] == [ANN.id]
        found.seats.clear()
        assert await unit.games.by_code(game.code) is found
        assert not found.seats


async def test_what_is_pending_is_written_first(service: Service, database: Database) -> None:
    game = await opened(service)
    async with database.dry_run() as unit:
        unit.add(SeatRow(game_id=game.id, player_id=BOB.id, joined_at=game.created_at))
        found = await unit.games.by_code(game.code)
        assert found is not None
        assert {seat.player.id for seat in found.seats} == {ANN.id, BOB.id}


async def test_a_game_without_seats_has_its_host(service: Service, database: Database) -> None:
    game = await opened(service)
    async with database.dry_run() as unit:
        seat = await unit.games.seat(game.id, ANN.id)
        await unit._session.delete(seat)
        found = await unit.games.by_code(game.code)
        assert found is not None
        assert not found.seats
        assert found.host.name == ANN.name


async def test_a_change_of_what_was_changed_meanwhile_fails(service: Service, database: Database) -> None:
    game = await running(service)

    async def change() -> None:
        async with database.transaction() as unit:
            found = await unit.games.locked_with_extras(game.code, new_cause().key)
            assert found is not None
            games = table_of(GameRow)
            await unit._session.execute(update(games).values(version=games.c.version + 1))
            found[0].ply = 1

    with pytest.raises(Conflict):
        await change()


@pytest.mark.parametrize("by_code", [True, False])
@pytest.mark.parametrize("changes_its_row", [True, False])
async def test_the_newest_game_of_a_thread_is_locked_before_it_is_read(
    service: Service, database: Database, by_code: bool, changes_its_row: bool
) -> None:
    older, newer = await running(service), await running(service)
    async with database.transaction() as unit:
        for game in (older, newer):
            await unit.games.set_columns(game.id, thread_id=77)

    account = ("discord", str(ACCOUNTS[ANN.id]))

    async def read() -> tuple[int, list[int | None], bool]:
        async with database.transaction() as unit:
            asked = new_cause().key, account
            found = await (
                unit.games.locked_with_extras(newer.code, *asked)
                if by_code
                else unit.games.locked_in_thread(HERE.guild_id, 77, *asked)
            )
            assert found is not None
            assert found[0].code == newer.code
            assert (found[1].last_kind, found[1].undone, found[1].repeated) == ("started", False, False)
            assert found[1].asker == ANN.id
            return found[0].ply, [seat.seat for seat in found[0].seats], found[1].followers

    async with database.transaction() as unit:
        locked = await unit.games.locked_in_thread(HERE.guild_id, 77, new_cause().key, None)
        assert locked is not None
        assert locked[1].asker is None
        named = await unit.games.locked_with_extras(newer.code, new_cause().key, account)
        assert named is not None
        assert named[1].asker == ANN.id
        waiting = asyncio.create_task(read())
        waits = database.file is not None
        while not (waits or waiting.done()):
            waits = bool(await unit._session.scalar(_WAITING))
        for seat in locked[0].seats:
            seat.seat = 3 - (seat.seat or 0)
        await unit.followers.add(newer.id, CLEO.id, newer.created_at)
        if changes_its_row:
            locked[0].ply = 5
    assert await waiting == (5 if changes_its_row else 0, [3, 2], True)
    async with database.reading() as unit:
        assert await unit.games.locked_in_thread(HERE.guild_id, 78, new_cause().key, None) is None


@pytest.mark.parametrize("databases", ["postgres"], indirect=True)
@pytest.mark.parametrize("by_code", [True, False])
async def test_what_refers_to_a_game_does_not_wait_for_who_locks_it(
    service: Service, database: Database, by_code: bool
) -> None:
    game, cause = await running(service), new_cause().key
    async with database.transaction() as unit:
        await unit.games.set_columns(game.id, thread_id=77)
    async with database.transaction() as unit:
        assert await (
            unit.games.locked_with_extras(game.code, cause)
            if by_code
            else unit.games.locked_in_thread(HERE.guild_id, 77, cause, None)
        )
        async with asyncio.timeout(5):
            await service.following.follow(CLEO, game.code)
