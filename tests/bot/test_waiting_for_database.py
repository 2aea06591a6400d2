"""The start waits for a database server that is away, not for a file."""

from pathlib import Path

import pytest
from sqlalchemy.engine import make_url
from structlog.testing import capture_logs
from tenacity import wait_none

from bot import app
from bot.errors import CannotStart, DatabaseUnavailable
from bot.retries import RetryPolicy
from bot.store.database import Database
from tests.databases import Postgres


class AwayForAWhile:
    """Cannot be reached the first times."""

    def __init__(self, times: int, file: Path | None) -> None:
        self.file = file
        self.left = times

    async def migrate(self) -> None:
        self.left -= 1
        if self.left >= 0:
            raise DatabaseUnavailable("connection refused")


async def test_a_server_that_starts_later_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "REACH_DATABASE", RetryPolicy(wait_none()))
    database = AwayForAWhile(3, None)
    with capture_logs() as logs:
        await app._reached(database, database.migrate)  # type: ignore[arg-type]
    assert database.left == -1
    assert [line["event"] for line in logs] == ["database_unreachable"] * 3
    assert {line["reason"] for line in logs} == {"connection refused"}


async def test_a_file_that_cannot_be_used_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "REACH_DATABASE", RetryPolicy(wait_none()))
    database = AwayForAWhile(1, Path("games.sqlite3"))
    with pytest.raises(DatabaseUnavailable):
        await app._reached(database, database.migrate)  # type: ignore[arg-type]


async def test_a_port_where_nothing_listens_counts_as_away() -> None:
    database = Database("postgresql://nobody@127.0.0.1:9/nothing")
    with pytest.raises(DatabaseUnavailable):
        await database.migrate()
    await database.close()


@pytest.mark.slow
async def test_what_a_server_refuses_for_good_is_told_at_once(postgres: Postgres) -> None:
    with postgres.empty() as address:
        url = make_url(address)
        for wrong, reason in (
            (url.set(database="nowhere"), "nowhere"),
            (url.set(username="nobody"), "nobody"),
        ):
            database = Database(wrong)
            with pytest.raises(CannotStart, match=f"refuses DATABASE_URL.*{reason}"):
                await app._reached(database, database.migrate)
            await database.close()
