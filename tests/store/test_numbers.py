"""Numbers that are given out, and what is left of a number of requests."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from sqlalchemy import String, cast, delete, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from bot.store.database import Database
from bot.store.models import CounterRow, IdentityRow
from bot.store.repositories.request_budget import RequestBudget
from bot.token_bucket import TokenBucket

_AT = datetime(2026, 1, 2, tzinfo=UTC)


async def test_persons_are_numbered_from_one_and_orders_by_the_microsecond(database: Database) -> None:
    moment = 1_767_312_000_000_000
    async with database.dry_run() as unit:
        await unit._session.execute(delete(CounterRow))
        assert await unit.odd_rows.last_number() == 0
        assert [await unit.persons.next_number() for _ in range(2)] == [1, 2]
        assert await unit.odd_rows.last_number() == 2
        assert [await unit.orders.next_number(_AT) for _ in range(2)] == [moment, moment + 1]
        assert await unit.orders.next_number(_AT + timedelta(microseconds=5)) == moment + 5


async def test_numbers_are_counted_as_each_database_says_it(database: Database) -> None:
    async with database.reading() as unit:
        insert = unit.persons._insert(CounterRow)
    assert isinstance(insert, sqlite.Insert if database.dialect == "sqlite" else postgresql.Insert)


async def test_no_number_of_a_person_is_the_highest_where_all_are_those_of_accounts(
    database: Database,
) -> None:
    async with database.dry_run() as unit:
        assert await unit.odd_rows.highest_number() > 0
        accounts = update(IdentityRow).values(external_id=cast(IdentityRow.person_id, String))
        await unit._session.execute(accounts)
        assert await unit.odd_rows.highest_number() == 0


async def test_all_processes_take_from_one_row_by_the_servers_time() -> None:
    asked: list[Any] = []

    class Server:
        """Stands for a session with PostgreSQL, whose bucket is full in two seconds."""

        def get_bind(self) -> SimpleNamespace:
            """What it is bound to."""
            return SimpleNamespace(dialect=PGDialect_asyncpg())  # type: ignore[no-untyped-call]

        async def execute(self, statement: Any) -> SimpleNamespace:
            """Until when the bucket fills, and the time."""
            asked.append(statement.compile(dialect=self.get_bind().dialect).params)
            return SimpleNamespace(one=lambda: (_AT + timedelta(seconds=2), _AT))

    server: Any = Server()
    bucket = TokenBucket(1, 10)
    taken, left = await RequestBudget(server).take(bucket, 3)
    assert (taken, left) == (3, 5.0)
    first, then = asked
    assert (first["id"], first["param_1"]) == (1, 1)
    assert first["full_at"] < _AT - timedelta(days=365)
    assert then == {"full_at": _AT + timedelta(seconds=5)}
