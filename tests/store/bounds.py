"""Rows around the moments that are bounds of queries, and the rows that the queries find."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from sqlalchemy import func, insert, select

from bot.store.columns import Base, table_of
from bot.store.database import Database
from bot.store.models import (
    ChatMessageRow,
    GameRow,
    ReportRow,
)
from bot.store.unit import Unit
from tests.service.actors import ANN

AT = datetime(2026, 1, 2, tzinfo=UTC)
MOMENTS = [AT + timedelta(microseconds=distance) for distance in (-1, 0, 1, 2)]
"""The moments of the rows: one before the bound, one at it and two after it, so that each bound and its
opposite give different counts.
"""

Values: TypeAlias = dict[str, Any]
Query: TypeAlias = Callable[[Unit], Awaitable[object]]

FOR_EVERY: Values = {"mails": AT, "codes": AT, "keys": AT, "invitations": AT}
GAME: Values = {
    **{
        "key": "roses",
        "options": "{}",
        "rules_version": 1,
        "status": "abandoned",
        "ply": 0,
        "threaded": True,
    },
    **{"min_seats": 2, "max_seats": 2, "version": 0, "edition": 0, "host_id": ANN.id, "created_at": AT},
}
TO_ANN: Values = {"game_id": 9, "player_id": ANN.id, "status": "open", "created_at": AT, "expires_at": AT}
CODE: Values = {
    "purpose": "link",
    "address": "a@b.c",
    "player_id": ANN.id,
    "name": "",
    "about": "",
    "tries": 0,
}
JOB: Values = {
    **{"kind": "move", "game_id": 9, "seq": 1, "player_id": ANN.id, "attempts": 0, "seconds": 1.0},
    **{"due_at": AT, "created_at": AT, "not_before": AT, "status": "done"},
}
RECEIPT: Values = {
    **{"game_id": None, "lane": "game:9", "kind": "card", "payload": "", "status": "done", "attempts": 1},
    **{"not_before": AT, "created_at": AT},
}


EVENT: Values = {"game_id": 9, "first_seq": -99, "kind": "undone", "reveals": False, "at": AT}
ORDER: Values = {
    "game_id": 9,
    "player_id": ANN.id,
    "seat": 0,
    "guard": "{}",
    "made_at_seq": 0,
    "created_at": AT,
}

Case: TypeAlias = tuple[type[Base], Callable[[int, datetime], Values], Query, object]
"""A table, its rows by number and moment, a query and its answer."""


def rows_left(kind: type[Base], purged: Query) -> Query:
    """A query for the number of rows that a purge leaves."""

    async def left(unit: Unit) -> object:
        await purged(unit)
        return await unit._session.scalar(select(func.count()).select_from(table_of(kind)))

    return left


def rows_found(listed: Callable[[Unit], Awaitable[Any]]) -> Query:
    """A query for the number of rows that are found."""

    async def found(unit: Unit) -> object:
        return len(await listed(unit))

    return found


def statistics(at: datetime) -> Query:
    """A query for the queue statistics at a moment."""
    return lambda unit: unit.inspection.queue_statistics(at)


def waiting(n: int) -> Values:
    """The values of a waiting delivery to a person of its own."""
    return {"id": n + 1, "nonce": f"n{n}", "lane": f"user:{n}", "status": "pending", "attempts": 0}


async def answered(database: Database, case: Case) -> object:
    """The answer of the query to the four rows."""
    kind, values, query, _ = case
    said = {"game_id": 9, "player_id": ANN.id, "seat": 0, "turn": "", "private": True, "body": "", "at": AT}
    async with database.dry_run() as unit:
        rows: list[tuple[type[Base], Values]] = [(GameRow, {**GAME, "id": 9, "code": "NINE"})]
        if kind is ReportRow:
            talk = range(1, len(MOMENTS) + 1)
            rows += [(ChatMessageRow, {**said, "id": number, "cause": f"c{number}"}) for number in talk]
        rows += [(kind, values(number, at)) for number, at in enumerate(MOMENTS)]
        for table, given in rows:
            await unit._session.execute(insert(table_of(table)).values(**given))
        return await query(unit)
