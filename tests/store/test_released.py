"""Every schema that was ever released, with games in it, moves forward, and its games play on."""

import sqlite3
from random import Random

import pytest
from sqlalchemy import create_engine, inspect, make_url, text

from bot.outbox.worker import Outbox
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.log import replay
from bot.store import schema
from bot.store.database import Database
from engines.registry import ENGINES
from tests.databases import Postgres, Sqlite
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import act
from tests.store.freeze import RELEASED

REVISIONS = sorted({file.name.split(".")[0] for file in RELEASED.glob("*.sql")})


def test_the_newest_schema_is_kept() -> None:
    assert schema.head() in REVISIONS, "run python -m tests.store.freeze"


@pytest.mark.slow
@pytest.mark.parametrize(
    "revision",
    [
        # The oldest goes through all migrations.
        pytest.param(revision, marks=() if revision in (REVISIONS[0], REVISIONS[-1]) else pytest.mark.slow)
        for revision in REVISIONS
    ],
)
async def test_games_of_a_released_schema_play_on(
    revision: str, databases: Sqlite | Postgres, clock: ManualClock
) -> None:
    with databases.empty() as address:
        databases.load(address, released(revision, databases))
        database = Database(address)
        assert await database.revision() == revision
        await database.migrate()
        assert await database.examine(schema.differences) == []
        await play_on(database, clock)
        await database.close()


def test_a_long_game_migrates_in_proportion_to_its_length(sqlite: Sqlite) -> None:
    short, long = (steps_to_receipts(sqlite, cards) for cards in (200, 1600))
    assert long < 12 * short


def steps_to_receipts(sqlite: Sqlite, cards: int) -> int:
    """How many steps SQLite takes to empty the cards of a game that has posted so many."""
    taken = 0

    def step() -> None:
        nonlocal taken
        taken += 1

    with sqlite.empty() as address:
        sqlite.load(address, released("0017", sqlite))
        engine = create_engine(make_url(address).set(drivername="sqlite"))
        with engine.begin() as connection:
            schema.migrate(connection, "0025")
            columns = {one["name"]: one["name"] for one in inspect(connection).get_columns("outbox")}
            columns |= {"id": "id + 1000 * number.n", "nonce": "number.n || nonce", "status": "'done'"}
            connection.exec_driver_sql(
                "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ?) "
                f"INSERT INTO outbox ({', '.join(columns)}) SELECT {', '.join(columns.values())} "
                "FROM number, (SELECT * FROM outbox WHERE kind = 'card' ORDER BY id LIMIT 1)",
                (cards,),
            )
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            driver.set_progress_handler(step, 100)
            schema.migrate(connection, "0026")
            driver.set_progress_handler(None, 0)
            emptied = text("SELECT count(*) FROM outbox WHERE kind = 'card' AND payload = ''")
            assert connection.scalar(emptied) >= cards - 1
        engine.dispose()
    return taken


def released(revision: str, databases: Sqlite | Postgres) -> str:
    kind = "sqlite" if isinstance(databases, Sqlite) else "postgresql"
    return (RELEASED / f"{revision}.{kind}.sql").read_text(encoding="utf-8")


async def play_on(database: Database, clock: ManualClock) -> None:
    service = Service(database, ENGINES, clock, Random(2))
    games = await service.admin.games(Operator(), ("lobby", "active", "finished", "abandoned"))
    assert [game.status for game in games] == ["active", "active", "lobby", "abandoned", "finished"]
    for game in games:
        assert await service.archive.inconsistency(game.code) is None
    # Deadlines have passed since.
    found = (await service.doctor.games(("lobby", "active", "finished", "abandoned"))).problems
    assert {problem.code for problem in found} <= {"overdue"}
    asks, went_back, *_ = games
    assert asks.undo_asked_by == 0
    assert (0, "draw accept") in went_back.answers
    ann = went_back.seats[0].person
    assert ann is not None
    await act(service, ann, went_back.code, "draw accept")
    sender = FakeSender()
    await Outbox(database, sender, clock).drain()
    assert {delivery.game_id for delivery in sender.delivered} == {game.id for game in games[:3]}
    async with database.reading() as unit:
        for game in games:
            row = await unit.games.by_id(game.id)
            assert row is not None
            engine = ENGINES[row.key]
            assert replay.inconsistency(engine, row, await unit.events.of_game(row.id)) is None
    bob = games[0].seats[1].person
    assert bob is not None
    preferences = await service.preferences.of(bob)
    assert preferences.theme == "light"
    assert (await service.preferences.notice_settings(bob)).settings.where == "dm"
