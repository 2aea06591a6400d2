"""The size of running games in a SQLite database, beside that of their logs, which nothing may shorten."""

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import structlog

from bot.store.database import Database
from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.bench import Figure
from tests.databases import finish, prepare
from tests.stored_games import StoredGames, bytes_by_table

_GAMES = 16
_PROMISED = {10: 15.0, 40: 15.0, 150: None}
"""The most kilobytes of a game by its number of actions; a long game is mostly its log."""


def run() -> Iterator[Figure | str]:
    """Measure each game, with everything delivered and the receipts of an hour ago deleted."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    for engine in ENGINES.values():
        with tempfile.TemporaryDirectory() as folder:
            yield from finish(_measured(engine, Path(folder) / "bench.sqlite3"))


async def _measured(engine: AnyEngine, file: Path) -> list[Figure | str]:
    database, lines = Database(f"sqlite:///{file}"), list[Figure | str]()
    await prepare(database)
    games, empty = StoredGames(database, engine, _GAMES), bytes_by_table(file, pages=True)
    try:
        for actions, promised in _PROMISED.items():
            await games.play(actions)
            taken = bytes_by_table(file, pages=True)
            each = Counter({table: (taken[table] - empty[table]) / _GAMES / 1000 for table in taken})
            what = f"{engine.info.key}, {actions} actions: a running game"
            lines.append(
                Figure(what, sum(each.values()), "kB", each["events"], "its log alone", "less", promised)
            )
            lines.append(", ".join(f"{table} {size:.1f}" for table, size in each.items() if size))
    finally:
        await database.close()
    return lines
