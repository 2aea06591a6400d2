"""Databases of many games, like those of a host after years: filled in seconds, without playing."""

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

from sqlalchemy import insert, select, text

from bot.service.facade import Service
from bot.store.columns import Base
from bot.store.database import Database
from bot.store.models import EventRow, GameRow, IdentityRow, OutboxRow, PersonRow, SeatRow
from tests.service.actors import ANN, BOB, HERE, SINCE, act, running

_BATCH = 5_000
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_STATUSES = ("active",) * 10 + ("finished",) * 7 + ("abandoned", "lobby", "paused")
"""The statuses of every twenty games."""
_EACH = tuple(dict.fromkeys(_STATUSES))
_BIG = 10
"""One game in this many is played in the server `HERE`, the others in servers of a hundred."""
_PAGE = 150
"""The number of first games that fill every list, so that more games lengthen none."""
_DELIVERED = 10
"""Completed deliveries of each game."""
_DELIVERIES = text(
    """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < :delivered)
    INSERT INTO outbox (game_id, seq, lane, kind, payload, nonce, status, attempts, not_before,
                        channel_id, message_id, created_at, done_at)
    SELECT games.id, one.seq, 'game:' || games.id, one.kind, '', games.id || '/' || n, 'done', 1,
           one.not_before, one.channel_id, :delivered * games.id + n, one.created_at, one.created_at
    FROM games, numbers, (SELECT * FROM outbox WHERE id = :card) AS one WHERE games.id >= :first
    """
)
_OWN = 3
"""Games of Ann, whose requests are measured."""


async def fill(service: Service, database: Database, games: int) -> str:
    """Fill an empty database with this number of games. Returns the code of one in which Ann is to act."""
    own = [await running(service, deadline_hours=48) for _ in range(_OWN)]
    await act(service, ANN, own[-1].code, "@d3")
    await act(service, BOB, own[-1].code, "@c5")
    async with database.reading() as unit:
        game = (await unit._session.scalars(select(GameRow).where(GameRow.code == own[-1].code))).one()
        card = await unit._session.get(OutboxRow, game.card_outbox_id)
        assert card is not None
    first = game.id + 1
    await _put(
        database,
        PersonRow,
        ({"id": 1_000 + n, "name": f"P{n}", "created_at": SINCE} for n in range(2 * games)),
    )
    await _put(
        database,
        IdentityRow,
        ({"kind": "discord", "external_id": f"P{n}", "person_id": 1_000 + n} for n in range(2 * games)),
    )
    await _put(database, GameRow, _games(game, first, games))
    await _put(database, SeatRow, _seats(first, games))
    await _put(
        database,
        EventRow,
        (
            {"game_id": n, "seq": 1, "first_seq": 1, "kind": "created", "at": SINCE}
            for n in range(first, first + games)
        ),
    )
    async with database.transaction() as unit:
        values = {"delivered": _DELIVERED, "card": card.id, "first": first}
        await unit._session.execute(_DELIVERIES, values)
    if database.dialect == "postgresql":
        # PostgreSQL does so by itself a little later; SQLite never does.
        plain = database._engine.execution_options(isolation_level="AUTOCOMMIT")
        async with plain.connect() as connection:
            await connection.execute(text("VACUUM ANALYZE"))
    return own[-1].code


async def _put(database: Database, table: type[Base], rows: Iterator[dict[str, Any]]) -> None:
    async with database.transaction() as unit:
        while batch := list(islice(rows, _BATCH)):
            await unit._session.execute(insert(table), batch)


def _values(row: Base) -> dict[str, Any]:
    names = (column.key for column in type(row).__mapper__.column_attrs)
    return {name: getattr(row, name) for name in names if name != "id"}


def _games(like: GameRow, first: int, games: int) -> Iterator[dict[str, Any]]:
    codes, drawn = map("".join, product(_LETTERS, repeat=5)), Random(1)
    for n, code in zip(range(games), codes, strict=False):
        here = n < _PAGE or n % _BIG == 0
        # Random, as codes follow the number: for a letter that no lobby has, all lobbies would be searched.
        status = _EACH[n % len(_EACH)] if n < _PAGE else drawn.choice(_STATUSES)
        over = status in {"finished", "abandoned"}
        yield _values(like) | {
            "id": first + n,
            # Spread over all letters, as drawn ones are; the first fill a list of those that begin with 22.
            "code": f"22{code[3:]}99" if n < _PAGE else code[::-1],
            "status": status,
            "guild_id": HERE.guild_id if here else 1_000 + n // 100,
            "channel_id": HERE.channel_id + 1 + n % 7 if here else 1_000_000 + n // 20,
            "thread_id": 10_000_000 + n,
            # As many people in a list of few games as in one of many: each game has its own.
            "host_id": 1_000 + 2 * n,
            "alarm_at": like.alarm_at if status == "active" else None,
            "finished_at": like.moved_at if over else None,
            "card_outbox_id": None,
        }


def _seats(first: int, games: int) -> Iterator[dict[str, Any]]:
    for n in range(games):
        for seat in range(2):
            yield {"game_id": first + n, "player_id": 1_000 + 2 * n + seat, "seat": seat, "joined_at": SINCE}
