"""Fixtures that several folders of tests share."""

import gc
import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
import structlog
from hypothesis import settings
from hypothesis.configuration import set_hypothesis_home_dir

from bot.service.facade import Service
from bot.store.database import Database
from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.crashes import FragileDatabase, Fuse
from tests.databases import Postgres, Sqlite, comparing_once, compiling_once, postgres_server
from tests.examples import FAST, USUAL
from tests.manual_clock import ManualClock
from tests.plans import noted, read_whole
from tests.service import prepared
from tests.tinygames import TINY

# Asserts in modules of shared checks are rewritten too, so that they say what failed.
pytest.register_assert_rewrite(
    "tests.engines.contract_suite", "tests.engines.hidden", "tests.engines.playouts", "tests.hostile"
)

# Examples have no deadline: speed is for the benchmarks. They are the same in each run, so that a result
# depends on the code alone; `--hypothesis-profile=search` draws new ones. Hypothesis keeps its table of all
# characters in this folder, also for tests that change the working directory.
set_hypothesis_home_dir(Path(__file__).parents[1] / ".hypothesis")
settings.register_profile(FAST, deadline=None, derandomize=True, max_examples=USUAL // 3)
settings.register_profile("thorough", deadline=None, derandomize=True)
settings.register_profile("search", deadline=None, derandomize=False)
settings.load_profile(FAST)


def pytest_configure() -> None:
    """Disable the garbage collector while tests are collected: it finds nothing, in a quarter of the time."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Enable the garbage collector again, except for the collected tests, and let it run less often."""
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests on PostgreSQL as slow except the store's: all run on SQLite as well. Mark property tests as
    thorough, since the fast tests draw fewer examples.
    """
    for item in items:
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.thorough)
        on_postgres = isinstance(item, pytest.Function) and "postgres" in item.nodeid.partition("[")[2]
        if on_postgres and "store" not in item.path.parts:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def _logs_are_captured() -> None:
    """Send logs to pytest, and never to standard output."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            structlog.processors.format_exc_info,
            structlog.processors.KeyValueRenderer(key_order=["event"]),
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
    )


@pytest.fixture(scope="session", autouse=True)
def _databases_are_alike() -> Iterator[None]:
    """Compile statements and compare schemas once for all databases: the results are the same."""
    with compiling_once(), comparing_once():
        yield


@pytest.fixture
def noting() -> Iterator[pytest.MonkeyPatch]:
    """A monkeypatch for recording what is said, apart from the one with which a test replaces things."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture
def notices_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let direct messages wait neither for others nor until their reader has left the table."""
    for wait in ("GATHERING_DELAY", "CHAT_GATHERING_DELAY", "PRESENCE"):
        monkeypatch.setattr(f"bot.service.notices.notice_rules.{wait}", timedelta(0))


@pytest.fixture
def heartbeats_are_rare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let heartbeats come every ten minutes, so that simulated hours are not full of them."""
    for module in ("scheduler", "clock.timeouts"):
        monkeypatch.setattr(f"bot.service.{module}.HEARTBEAT_INTERVAL", timedelta(minutes=10))
        monkeypatch.setattr(f"bot.service.{module}.HEARTBEAT_TIMEOUT", timedelta(minutes=20))


@pytest.fixture(scope="session")
def sqlite() -> Iterator[Sqlite]:
    """A source of SQLite databases: real files, in memory where the system has a folder for that."""
    memory = Path("/dev/shm")
    where = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="turnpost-", dir=where) as folder:
        yield Sqlite(Path(folder))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A source of PostgreSQL databases; tests that need it are skipped where the server cannot be started."""
    with postgres_server() as address:
        yield Postgres(address)


@pytest.fixture(params=["sqlite", "postgres"])
def databases(request: pytest.FixtureRequest) -> Sqlite | Postgres:
    """A source of databases: SQLite, and in a second run of the test PostgreSQL."""
    source = request.getfixturevalue(request.param)
    assert isinstance(source, Sqlite | Postgres)
    return source


@pytest.fixture
def database_address(databases: Sqlite | Postgres) -> Iterator[str]:
    """The address of a migrated, empty database of this test's own."""
    with databases.fresh() as address:
        yield address


@pytest.fixture
async def database(database_address: str) -> AsyncIterator[Database]:
    """A migrated, empty database of this test's own, on SQLite and again on PostgreSQL.

    No statement of the bot may read a growing table whole.
    """
    opened = Database(database_address)
    try:
        with noted(opened) as asked:
            yield opened
        whole = await read_whole(opened, asked)
    finally:
        await opened.close()
    assert not whole


@pytest.fixture
async def fragile(database_address: str) -> AsyncIterator[FragileDatabase]:
    """A database that dies on command."""
    opened = FragileDatabase(database_address, Fuse())
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> ManualClock:
    """A clock that moves when the test says so."""
    return ManualClock()


@pytest.fixture
def engines() -> dict[str, AnyEngine]:
    """The real games, and the tiny ones that no registry knows."""
    return {**ENGINES, **TINY}


@pytest.fixture
def service(
    request: pytest.FixtureRequest, database: Database, engines: dict[str, AnyEngine], clock: ManualClock
) -> Service:
    """The use cases, with codes, seats and seeds that are the same in every run."""
    return prepared.begins(Service(database, engines, clock, Random(1)), request)
