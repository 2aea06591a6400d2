"""What a running game takes in the database, counted in bytes of its rows."""

from pathlib import Path

import pytest
from sqlalchemy import make_url

from bot.store.database import Database
from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.databases import Sqlite
from tests.stored_games import StoredGames, bytes_by_table

_ACTIONS = 40
_BESIDE_ITS_LOG = 5_000
"""Of the 15 kB that `tests.bench.stored_games` promises; the log of so many actions takes up to 8."""


@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES.keys())
async def test_a_running_game_is_little_more_than_its_log(sqlite: Sqlite, engine: AnyEngine) -> None:
    with sqlite.fresh() as address:
        file = Path(make_url(address).database or "")
        empty = bytes_by_table(file, pages=False)
        database = Database(address)
        await StoredGames(database, engine, 1).play(_ACTIONS)
        taken = bytes_by_table(file, pages=False)
        await database.close()
    taken.subtract(empty)
    assert taken["events"] > 100 * _ACTIONS
    assert taken.total() - taken["events"] < _BESIDE_ITS_LOG
