"""What a list, a keystroke or a look at what waits costs does not grow with the number of games."""

import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import closing
from itertools import product
from random import Random
from typing import Any

from sqlalchemy import select
from sqlalchemy.engine import make_url

from bot.column_values import EVERY, UNFINISHED
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.game.scope import GameRef
from bot.service.people.doors import DISCORD
from bot.service.values.request import Place
from bot.store.database import Database
from bot.store.models import GameRow, SeatRow
from tests.databases import Sqlite
from tests.manual_clock import ManualClock
from tests.many_games import fill
from tests.plans import heard
from tests.service.actors import ADA, ALL, ANN, HERE

FEW, MANY = 300, 1_000
"""In both the same number of codes begin with the letters that are typed."""
ALLOWED = 1.2
CHANNEL = Place(HERE.guild_id, HERE.channel_id + 1)
THREAD = Place(HERE.guild_id, 10_000_000)
Task = Callable[[Service, str], Awaitable[object]]
TASKS: Mapping[str, Task] = {
    "the list of a server": lambda service, _: service.reading.server_games(HERE.guild_id),
    "a list of all servers": lambda service, _: service.admin.games(Operator()),
    "one's own games": lambda service, _: service.reading.my_games(ANN),
    "a keystroke": lambda service, _: service.reading.codes(ANN, HERE.guild_id, limit=25),
    "the next": lambda service, _: service.reading.codes(ANN, HERE.guild_id, "22", limit=25),
    "one of an administrator": lambda service, _: service.admin.games(Operator(), prefix="22", limit=25),
    "the accounts of a card": lambda service, _: service.identities.external_ids(DISCORD, [ANN.id, ADA.id]),
    "the game of a code": lambda service, code: service.reading.resolve_game(GameRef(code, HERE, ANN)),
    "the game of a thread": lambda service, _: service.reading.resolve_game(GameRef(None, THREAD, ADA)),
    "the game of a channel": lambda service, _: service.reading.resolve_game(GameRef(None, CHANNEL, ADA)),
}


async def steps(sqlite: Sqlite, games: int) -> dict[str, int]:
    """How many steps SQLite takes for each."""
    asked: list[tuple[str, Any]] = []

    def note(statement: str, parameters: Any) -> None:
        asked.append((statement, parameters))

    taken = 0

    def step() -> None:
        nonlocal taken
        taken += 1

    found: dict[str, int] = {}
    with sqlite.fresh() as address:
        database, clock = Database(address), ManualClock()
        service = Service(database, ALL, clock, Random(1))
        code = await fill(service, database, games)

        async def look(*_: object) -> None:
            async with database.reading() as unit:
                await unit.inspection.queue_statistics(clock.now())

        with (
            heard(database, note),
            closing(sqlite3.connect(str(make_url(address).database))) as plain,
        ):
            plain.set_progress_handler(step, 1)
            for what, task in {**TASKS, "what waits": look}.items():
                asked.clear()
                await task(service, code)
                taken = 0
                for statement, parameters in asked:
                    if statement.startswith("SELECT"):
                        plain.execute(statement, parameters).fetchall()
                found[what] = taken
        await database.close()
    return found


async def test_what_lists_cost_does_not_grow(sqlite: Sqlite) -> None:
    few, many = await steps(sqlite, FEW), await steps(sqlite, MANY)
    grown = {what: many[what] / few[what] for what in many if many[what] > ALLOWED * few[what]}
    assert not grown, grown


async def test_the_newest_are_offered(service: Service, database: Database) -> None:
    """As if all games were sorted."""
    await fill(service, database, 300)
    async with database.reading() as unit:
        games = (await unit._session.scalars(select(GameRow))).all()
        own = set(await unit._session.scalars(select(SeatRow.game_id).where(SeatRow.player_id == ANN.id)))
    for prefix, unseated in product(("", "2", "22", "ZZ", next(iter(games)).code[:2]), (False, True)):
        async with database.reading() as unit:
            offered = await unit.game_lists.offered(
                ANN.id,
                HERE.guild_id,
                prefix=prefix,
                statuses=EVERY,
                unseated=unseated,
                first=UNFINISHED,
                limit=25,
            )
            listed = await unit.game_lists.listed(
                statuses=UNFINISHED, guild_id=HERE.guild_id, prefix=prefix, limit=25
            )
        fitting = [game for game in games if game.code.startswith(prefix)]
        here = [game for game in fitting if game.guild_id == HERE.guild_id]
        wanted = [game for game in fitting if game.id not in own and game in here]
        wanted += [game for game in fitting if game.id in own and not unseated]
        wanted.sort(key=lambda game: (game.status not in UNFINISHED, game.id not in own, -game.id))
        assert [game.code for game in offered] == [game.code for game in wanted[:25]]
        newest = sorted((game for game in here if game.status in UNFINISHED), key=lambda game: -game.id)
        assert [game.code for game in listed] == [game.code for game in newest[:25]]
