"""What a process is made of, for which settings, and what ends it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot import app
from bot.clock import OffsetClock, SystemClock
from bot.discord.delivery.sender import DiscordSender
from bot.errors import CannotStart
from bot.metrics.health import ServingStatus
from bot.observer import NULL_OBSERVER
from bot.settings import Settings, parse_settings
from bot.shard_lease import AlreadyRunning, LeaseLost, shard_lease_of
from bot.shards import WHOLE, ShardRange
from bot.store.database import PATIENCE, Database
from bot.store.process_lock import ProcessLock
from bot.store.schema import head
from render.cache import limit_cache
from tests.databases import Sqlite
from tests.manual_clock import ManualClock

NOWHERE = "postgresql://nobody@127.0.0.1:1/nowhere"
MAIL = {
    "MAIL_ADDRESS": "turn@games.example",
    "MAIL_SMTP_URL": "smtp://127.0.0.1:25?tls=none",
    "MAIL_LISTEN": "lmtp://127.0.0.1:2424",
}


@pytest.fixture
def address(sqlite: Sqlite) -> Iterator[str]:
    with sqlite.fresh() as address:
        yield address


@pytest.mark.parametrize(
    ("settings", "shards", "tasks"),
    [
        ({}, WHOLE, set()),
        ({"DATABASE_URL": NOWHERE}, WHOLE, {"listener"}),
        ({"BACKUP_EVERY": "24h"}, WHOLE, {"backups"}),
        ({"BACKUP_EVERY": "24h", "DATABASE_URL": NOWHERE}, ShardRange(0, 1, 4), {"backups", "listener"}),
        ({"BACKUP_EVERY": "24h", "DATABASE_URL": NOWHERE}, ShardRange(1, 2, 4), {"listener"}),
    ],
)
async def test_a_process_does_what_its_settings_and_shards_say(
    settings: dict[str, str], shards: ShardRange, tasks: set[str]
) -> None:
    made, clock = parse_settings(settings), OffsetClock(ManualClock())
    database = Database(made.database_url)
    lease = shard_lease_of(database, clock, (WHOLE,))
    parts = app._wired(app._Serving(made, database, clock, lease, shards, ServingStatus()))
    assert parts.running.keys() == {"outbox", "scheduler", "computers"} | tasks
    assert (parts.backups is None) == ("backups" not in tasks)
    parts.pictures.close()
    await database.close()


@pytest.mark.parametrize(("mail", "doors"), [({}, ["discord"]), (MAIL, ["discord", "mail"])])
async def test_mail_goes_out_where_it_is_set_up(
    monkeypatch: pytest.MonkeyPatch, mail: dict[str, str], doors: list[str]
) -> None:
    found = list[str]()

    def outbox(_database: Database, sender: DiscordSender, _clock: object, **options: Any) -> Any:
        found.extend(one.identity_kind for one in (sender, *options["others"]))
        return SimpleNamespace(run=None)

    monkeypatch.setattr(app, "Outbox", outbox)
    settings, clock = parse_settings(mail), OffsetClock(ManualClock())
    database = Database(settings.database_url)
    lease = shard_lease_of(database, clock, (WHOLE,))
    serving = app._Serving(settings, database, clock, lease, WHOLE, ServingStatus())
    app._wired(serving).pictures.close()
    limit_cache(settings.picture_cache_mb)
    await database.close()
    assert found == doors


def test_backups_go_to_their_folder_or_to_one_among_the_data() -> None:
    def folder(**more: Any) -> Path:
        settings = Settings(backup_every=timedelta(days=1), **more)
        schedule = app._backups(settings, ManualClock(), NULL_OBSERVER)
        assert schedule is not None
        return schedule._folder

    for _ in range(2):
        assert folder() == Path("data/backups")
        assert folder().is_dir()
    Path("mine").mkdir()
    assert folder(backup_folder=Path("mine")) == Path("mine")


async def test_figures_are_served_where_a_port_is_named() -> None:
    database, clock = Database("sqlite:///x.sqlite3"), ManualClock()
    async with app._metrics(Settings(), database, clock) as status:
        assert status.observer is NULL_OBSERVER
    with socket.create_server(("127.0.0.1", 0)) as taken:
        settings = Settings(metrics_port=taken.getsockname()[1])
        with pytest.raises(CannotStart, match=r"METRICS_PORT \d+ of 127.0.0.1 cannot be used: [^\[].*in use"):
            async with app._metrics(settings, database, clock):
                pass
    async with app._metrics(settings, database, clock) as status:
        assert status.observer is not NULL_OBSERVER
    await database.close()


@pytest.mark.parametrize(
    ("owner", "application", "words"),
    [
        (None, "7", ""),
        ("7", "7", ""),
        ("", "sandbox", "holds games of a bot on Discord"),
        ("8", "7", "belongs to application 8 of Discord, and this is application 7 of Discord"),
        ("sandbox", "7", "belongs to the sandbox, and this is application 7 of Discord"),
    ],
)
def test_a_database_serves_its_owner_alone(owner: str | None, application: str, words: str) -> None:
    if not words:
        app._check_owner(owner, application)
        return
    with pytest.raises(CannotStart, match=words):
        app._check_owner(owner, application)


async def test_a_process_that_lost_its_shards_stands_by_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served, pools, given = list[Any](), list[int](), ManualClock()

    async def serve_shards(serving: Any, _token: str, *, sandboxed: bool) -> None:
        served.append(serving)
        assert not sandboxed
        if len(served) == 2:
            raise CannotStart("that is enough")

    def database(url: str, *, pool: int, patience: timedelta) -> Database:
        assert patience == PATIENCE
        pools.append(pool)
        return Database(url, pool=pool, patience=patience)

    monkeypatch.setattr(app, "point_client_at", lambda *_: asyncio.sleep(0))
    monkeypatch.setattr(app, "_serve_shards", serve_shards)
    monkeypatch.setattr(app, "Database", database)
    serving = app.serve(Settings(database_url=address), token="t", api_base="a", clock=given)
    with pytest.raises(CannotStart, match="that is enough"):
        await serving
    assert pools == [2, 20, 20]
    for serving_with in served:
        assert serving_with.shards == WHOLE
        assert (serving_with.clock.own, serving_with.clock.adjustable) == (given, False)


async def test_a_second_process_on_a_file_is_told_of_the_first(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "point_client_at", lambda *_: asyncio.sleep(0))
    settings = Settings(database_url=address)
    assert settings.database.database is not None
    first = ProcessLock(Path(settings.database.database))
    assert await first.claim()
    with pytest.raises(CannotStart, match="Another process serves"):
        await app.serve(settings, token="t", api_base="a")
    first.release()


class Client:
    """Takes no part in Discord."""

    application_id = 7

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    def connected(self) -> bool:
        return True


class Lease:
    """Is kept until all has begun, and then lost or as the test says."""

    def __init__(self, fault: Exception) -> None:
        self.fault, self.begun = fault, asyncio.Event()

    async def keep(self) -> None:
        await self.begun.wait()
        raise ExceptionGroup("several", [ExceptionGroup("in one", [self.fault]), ValueError()])


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done of the start."""
    done = list[str]()

    def noting(name: str) -> Callable[..., Awaitable[None]]:
        async def note(*_: object) -> None:
            done.append(name)

        return note

    @asynccontextmanager
    async def taking_mail(*_: object) -> AsyncIterator[None]:
        done.append("mail")
        yield None

    for name in ("log_in", "_claim", "check_ids", "learn_shards", "connect"):
        monkeypatch.setattr(app, name, noting(name))
    monkeypatch.setattr(app, "taking_mail", taking_mail)
    return done


async def serve(
    lease: Lease, monkeypatch: pytest.MonkeyPatch, shards: ShardRange, *, sandboxed: bool
) -> None:
    async def run() -> None:
        lease.begun.set()
        await asyncio.Event().wait()

    parts = SimpleNamespace(
        client=Client(),
        pictures=SimpleNamespace(close=lambda: None),
        service=SimpleNamespace(doctor=SimpleNamespace(at_start=lambda: asyncio.sleep(0))),
        backups=None,
        running={"outbox": run},
    )
    monkeypatch.setattr(app, "_wired", lambda *_, **__: parts)
    clock, database = OffsetClock(ManualClock()), cast("Any", SimpleNamespace(file=None))
    serving = app._Serving(Settings(), database, clock, cast("Any", lease), shards, ServingStatus())
    await app._serve_shards(serving, "token", sandboxed=sandboxed)


@pytest.mark.parametrize("sandboxed", [False, True])
@pytest.mark.parametrize("first", [0, 1])
async def test_one_process_takes_mail_and_the_sandbox_has_its_own_people(
    monkeypatch: pytest.MonkeyPatch, done: list[str], first: int, sandboxed: bool
) -> None:
    lease = Lease(LeaseLost("another process has taken over"))
    async with asyncio.timeout(60):
        await serve(lease, monkeypatch, ShardRange(first, 2, 4), sandboxed=sandboxed)
    expected = ["log_in", "_claim", "check_ids", "learn_shards", "connect", "mail"]
    left_out = {"check_ids"} if sandboxed else set()
    left_out |= {"mail"} if first else set()
    assert sorted(done) == sorted(name for name in expected if name not in left_out)


@pytest.mark.parametrize("fault", [CannotStart("no"), AlreadyRunning("no")])
async def test_what_ends_a_process_is_told_as_it_is(
    monkeypatch: pytest.MonkeyPatch, done: list[str], fault: Exception
) -> None:
    async with asyncio.timeout(60):
        with pytest.raises(CannotStart if isinstance(fault, CannotStart) else ExceptionGroup):
            await serve(Lease(fault), monkeypatch, WHOLE, sandboxed=True)
    assert "connect" in done


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_a_process_in_order(number: signal.Signals) -> None:
    async def serving() -> None:
        os.kill(os.getpid(), number)
        await asyncio.Event().wait()

    async with asyncio.timeout(60):
        await app._until_stopped(serving())
    asyncio.get_running_loop().remove_signal_handler(number)


async def test_on_a_file_shards_are_taken_without_a_server(address: str) -> None:
    database, clock = Database(address), OffsetClock(SystemClock())
    lease = shard_lease_of(database, clock, (WHOLE,))
    assert await app.take_shards(lease, database, clock) == WHOLE
    await lease.end()
    await database.close()


async def test_cores_are_lent_on_postgresql_alone(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(CannotStart, match="names a SQLite file"):
        await app.think(Settings(database_url=address), 1)
    workers, tasks = list[dict[str, Any]](), list[str]()

    def worker(*_: object, **options: Any) -> Any:
        workers.append(options)
        return SimpleNamespace(run=None)

    async def supervised(name: str, *_: object) -> None:
        tasks.append(name)

    monkeypatch.setattr(app, "_reached", lambda *_: asyncio.sleep(0))
    monkeypatch.setattr(app, "JobWorker", worker)
    monkeypatch.setattr(app, "supervised", supervised)
    for _ in range(2):
        await app.think(Settings(database_url=NOWHERE), 3)
    assert tasks == ["listener", "computers"] * 2
    assert [one["plays"] for one in workers] == [False, False]
    assert len({one["owner"] for one in workers}) == 2


@pytest.mark.parametrize("revision", [None, "0001", ""])
async def test_cores_are_lent_to_a_schema_that_is_known(revision: str | None) -> None:
    async def found() -> str | None:
        return head() if revision == "" else revision

    database = cast("Any", SimpleNamespace(revision=found))
    if revision == "":
        await app._check_schema(database)
        return
    with pytest.raises(CannotStart, match="another schema"):
        await app._check_schema(database)
