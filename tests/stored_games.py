"""Running games in a SQLite database as on a host: played at random, delivered, and purged."""

import sqlite3
from collections import Counter
from contextlib import closing, suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random

from bot.outbox.purging import _SOON, RECEIPTS_KEPT
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.values.refused import Refused
from bot.service.values.request import Place
from bot.store.database import Database
from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.engines.playouts import a_choice
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import FOUR, begun, cause_of, game_row

_SNOWFLAKE = 1_400_000_000_000_000_000
"""An id of Discord's, which takes more room than those of most tests."""
_PLACE = Place(_SNOWFLAKE + 1, _SNOWFLAKE + 2)
_BETWEEN = timedelta(hours=6)
"""The time between two actions: within forty of them rows that are kept for a week are deleted."""
_TRIES = 20


class StoredGames:
    """A number of running games of one kind, each with the fewest players."""

    def __init__(self, database: Database, engine: AnyEngine, games: int) -> None:
        self._database = database
        self._engine = engine
        self._count = games
        self._clock = ManualClock()
        self._service = Service(database, ENGINES, self._clock, Random(1))
        sender = FakeSender()
        sender._ids = count(_SNOWFLAKE)
        self._outbox = Outbox(database, sender, self._clock)
        self._causes = count(_SNOWFLAKE)
        self._rng = Random(1)
        self._codes = list[str]()
        self._played = 0

    async def play(self, actions: int) -> None:
        """Play until each game has this many actions, unless one ends it before; then delete the receipts."""
        info = self._engine.info
        while len(self._codes) < self._count:
            cause = cause_of(next(self._causes))
            game = await begun(
                self._service, info.key, place=_PLACE, cause=cause, deadline_hours=info.max_deadline_hours
            )
            self._codes.append(game.code)
            await self._outbox.drain()
        for _ in range(actions - self._played):
            for code in self._codes:
                await self._act(code)
            await self._outbox.drain()
            self._clock.advance(_BETWEEN)
        self._played = actions
        self._clock.advance(RECEIPTS_KEPT)
        await self._sweep()

    async def _sweep(self) -> None:
        """Delete all receipts that are due, a batch at a time."""
        purging = self._outbox._purging
        while purging._next <= self._clock.now():
            await purging.purge()
            if purging._next - self._clock.now() == _SOON:
                self._clock.advance(_SOON)

    async def _act(self, code: str) -> None:
        """Play a random action after which the game goes on; none if several draws find none."""
        row = await game_row(self._database, code)
        state = self._engine.codec.decode_state(row.state or "")
        for _ in range(_TRIES):
            seat, action = a_choice(self._engine, state, self._rng)
            if self._engine.to_act(self._engine.apply(state, seat, action).state):
                sitting = next(one.player_id for one in row.seats if one.seat == seat)
                person = next(one for one in FOUR if one.id == sitting)
                # A turn of many actions may be over before.
                with suppress(Refused):
                    await self._service.play.act(person, code, action, cause=cause_of(next(self._causes)))
                return


def bytes_by_table(file: Path, *, pages: bool) -> Counter[str]:
    """The bytes of each table with its indexes: of its pages after a vacuum, or only of the rows."""
    found = Counter[str]()
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("VACUUM")
        query = (
            f"SELECT made.tbl_name, sum({'pgsize' if pages else 'payload'}) FROM dbstat AS part "
            "JOIN sqlite_schema AS made ON made.name = part.name GROUP BY made.tbl_name"
        )
        for table, taken in connection.execute(query):
            found[table] = taken
    return found
