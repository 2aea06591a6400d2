"""The composition root: it wires doors, outbox, clock and metrics together and keeps them running."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import uuid4

import structlog
from tenacity import RetryCallState, retry_if_exception

from bot.backup_schedule import BackupSchedule, by_command
from bot.clock import Clock, OffsetClock, SteadyClock, SystemClock
from bot.collector import tune_collector
from bot.discord.api.request_budget import RequestBudget
from bot.discord.client import TurnpostClient
from bot.discord.connection import check_ids, connect, learn_shards, log_in, point_client_at
from bot.discord.delivery.sender import DiscordSender
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.context import AppContext
from bot.errors import CannotStart, DatabaseUnavailable
from bot.jobs.child import Child
from bot.jobs.worker import JobWorker
from bot.mail.door import mail_sender, taking_mail
from bot.metrics.health import ServingStatus
from bot.metrics.server import metrics_server
from bot.observer import Observer
from bot.outbox.delivery import Sender
from bot.outbox.worker import Outbox
from bot.request_tokens import request_tokens
from bot.retries import REACH_DATABASE, fault_of
from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.service.values.limits import Limits
from bot.settings import Settings
from bot.shard_lease import AlreadyRunning, LeaseLost, ShardLease, shard_lease_of
from bot.shards import WHOLE, ShardRange
from bot.store.database import PATIENCE, Database
from bot.store.database_url import sqlite_file
from bot.store.listening import Listener
from bot.store.schema import head
from bot.supervision import supervised
from engines.registry import ENGINES
from render.cache import limit_cache

log = structlog.get_logger(__name__)

SANDBOX = "sandbox"
"""The owner of databases in which the sandbox plays."""


async def serve(
    settings: Settings,
    *,
    token: str,
    api_base: str,
    shards: Sequence[ShardRange] = (WHOLE,),
    clock: Clock | None = None,
    sandboxed: bool = False,
    greet: Callable[[], None] = lambda: None,
) -> None:
    """Run the bot until cancelled, on the first of these shard ranges that no other process serves.

    The process stands by while there is none, and after it lost its range. With `sandboxed` the database must
    be empty or the sandbox's. `greet` is called when the process can serve. Raises CannotStart.
    """
    clock = clock_of(settings) if clock is None else OffsetClock(clock, adjustable=False)
    async with contextlib.AsyncExitStack() as stack:
        await point_client_at(api_base, token)
        # A separate connection pool, so that load never delays the renewal of a lease.
        lease_database = await stack.enter_async_context(_database(settings, pool=2))
        if sandboxed:
            _check_owner(await lease_database.owner(), SANDBOX)
        await _reached(lease_database, lease_database.migrate)
        status = await stack.enter_async_context(_metrics(settings, lease_database, clock))
        try:
            shard_lease = shard_lease_of(lease_database, clock, shards)
            while True:
                mine = await take_shards(shard_lease, lease_database, clock)
                greet()
                try:
                    async with _database(settings, pool=settings.database_pool) as database:
                        serving = _Serving(settings, database, clock, shard_lease, mine, status)
                        await _serve_shards(serving, token, sandboxed=sandboxed)
                finally:
                    await shard_lease.end()
        except AlreadyRunning as taken:
            raise CannotStart(str(taken)) from taken


def clock_of(settings: Settings) -> OffsetClock:
    """A process's clock. With PostgreSQL the server corrects it, and setting the computer's has no effect."""
    return OffsetClock(SystemClock() if sqlite_file(settings.database) else SteadyClock())


async def take_shards(shard_lease: ShardLease, database: Database, clock: OffsetClock) -> ShardRange:
    """Wait for a range to serve; meanwhile keep the clock set by the server's, by which leases expire."""
    if database.file is not None:
        return await shard_lease.begin()
    listener = Listener(database, clock)
    await _reached(database, listener.set_clock)
    async with asyncio.TaskGroup() as tasks:
        keeping = tasks.create_task(supervised("listener", listener.run, clock))
        mine = await shard_lease.begin()
        keeping.cancel()
    return mine


@contextlib.asynccontextmanager
async def _database(settings: Settings, *, pool: int) -> AsyncIterator[Database]:
    database = Database(settings.database_url, pool=pool, patience=PATIENCE)
    try:
        yield database
    finally:
        await database.close()


async def _reached(database: Database, work: Callable[[], Awaitable[None]]) -> None:
    """Do `work` on the database at the start; wait for a server that is out of reach, but not for a file."""

    def away(state: RetryCallState) -> None:
        log.warning("database_unreachable", attempt=state.attempt_number, reason=str(fault_of(state)))

    again = retry_if_exception(lambda fault: isinstance(fault, DatabaseUnavailable) and database.file is None)
    async for attempt in REACH_DATABASE.attempts(retry=again, before_sleep=away):
        with attempt:
            await work()


async def _claim(database: Database, application: str) -> None:
    """Claim the database for this application. Raises CannotStart where another one owns it."""
    async with database.transaction() as unit:
        _check_owner(await unit.ownership.claim(application), application)


def _check_owner(owner: str | None, application: str) -> None:
    if owner in {None, application}:
        return
    if not owner:
        raise CannotStart("The database holds games of a bot on Discord: let DATABASE_URL name another one.")
    raise CannotStart(
        f"The database belongs to {_named(owner)}, and this is {_named(application)}: let DATABASE_URL name "
        "another one, or hand it over with “python -m bot db release”."
    )


def _named(application: str) -> str:
    return "the sandbox" if application == SANDBOX else f"application {application} of Discord"


@contextlib.asynccontextmanager
async def _metrics(settings: Settings, database: Database, clock: Clock) -> AsyncIterator[ServingStatus]:
    """Serve health and metrics as the settings say. Raises CannotStart."""
    if settings.metrics_port is None:
        yield ServingStatus()
        return
    host, port = settings.metrics_host, settings.metrics_port
    async with contextlib.AsyncExitStack() as stack:
        try:
            status = await stack.enter_async_context(metrics_server(database, clock, host=host, port=port))
        except OSError as error:
            raise CannotStart(
                f"METRICS_PORT {port} of {host} cannot be used: {error.strerror or error}."
            ) from error
        yield status


class _Serving(NamedTuple):
    """The objects with which a process serves a range of shards."""

    settings: Settings
    database: Database
    clock: OffsetClock
    shard_lease: ShardLease
    shards: ShardRange
    status: ServingStatus


class _Parts(NamedTuple):
    """Everything that serves a range of shards."""

    client: TurnpostClient
    pictures: DiscordPictures
    service: Service
    backups: BackupSchedule | None
    running: Mapping[str, Callable[[], Awaitable[None]]]
    """Supervised tasks, by name."""


async def _serve_shards(serving: _Serving, token: str, *, sandboxed: bool) -> None:
    """Serve a range of shards until cancelled or until the range is lost. Raises CannotStart."""
    settings, database, clock, shard_lease, shards, status = serving
    parts = _wired(serving)
    client = parts.client

    async def serve() -> None:
        async with client, contextlib.AsyncExitStack() as ways_in, asyncio.TaskGroup() as tasks:
            await log_in(client, token)
            application = SANDBOX if sandboxed else str(client.application_id)
            await _reached(database, lambda: _claim(database, application))
            if not sandboxed:
                # The ids in the settings are of people on Discord, not in the sandbox.
                await check_ids(client, settings.owners)
            await learn_shards(client)
            tasks.create_task(connect(client))
            tasks.create_task(parts.service.doctor.at_start())
            for name, run in parts.running.items():
                tasks.create_task(supervised(name, run, clock))
            # Of several processes only one accepts mail.
            if 0 in shards and (
                mailbox := await ways_in.enter_async_context(
                    taking_mail(settings, parts.service, clock, status.observer)
                )
            ):
                tasks.create_task(supervised("mailbox", mailbox.run, clock))

    try:
        with contextlib.closing(parts.pictures), status.serving(client.connected, parts.backups):
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(shard_lease.keep())
                tasks.create_task(serve())
    except ExceptionGroup as faults:
        match _first(faults):
            case LeaseLost() as lost:
                log.warning("shards_lost", reason=str(lost))
            case CannotStart() as unusable:
                raise unusable from None
            case _:
                raise


def _wired(serving: _Serving) -> _Parts:
    settings, database, clock, shard_lease, shards, status = serving
    observer = status.observer
    limit_cache(settings.picture_cache_mb)
    pictures = DiscordPictures(settings.render_workers, observer)
    client = TurnpostClient(ENGINES, shards, shard_lease)
    budget = RequestBudget(request_tokens(database, settings.discord_requests))
    client.invalid_requests.trace.on_request_start.append(budget.admit)
    service = Service(database, ENGINES, clock, limits=limits_of(settings))
    client.context = AppContext(
        service,
        pictures,
        settings.owners,
        observer,
        source_url=settings.source_url,
        support=settings.support,
        mail_address=settings.mail_address,
        clock=clock,
    )
    by_mail = mail_sender(settings, service, pictures, clock)
    by_discord = DiscordSender(
        client,
        service,
        pictures,
        client.invalid_requests,
        budget=budget,
        source_url=settings.source_url,
    )
    running = _tasks(serving, service, by_discord, () if by_mail is None else (by_mail,))
    # Of several processes only one makes backups.
    backups = _backups(settings, clock, observer) if 0 in shards else None
    if backups is not None:
        running["backups"] = backups.run
    return _Parts(client, pictures, service, backups, running)


def _tasks(
    serving: _Serving, service: Service, sender: Sender, others: Sequence[Sender]
) -> dict[str, Callable[[], Coroutine[Any, Any, None]]]:
    """The tasks that run beside the client, by name."""
    settings, database, clock, _, shards, status = serving
    # The range's name is unique; its next holder takes over open leases.
    process, observer = str(shards), status.observer
    outbox = Outbox(
        database,
        sender,
        clock,
        others=others,
        concurrency=settings.outbox_lanes,
        owner=process,
        observer=observer,
    )
    thinking = [Child() for _ in range(settings.computer_workers)]
    worker = JobWorker(database, service.jobs, clock, thinking, owner=process, observer=observer)
    scheduler = ClockScheduler(database, service, clock, process=process, observer=observer)
    running = {"outbox": outbox.run, "scheduler": scheduler.run, "computers": worker.run}
    if database.file is None:
        running["listener"] = Listener(database, clock).run
    return running


def limits_of(settings: Settings) -> Limits:
    """The limits of one person and one channel.

    No games against computers are allowed where nothing computes for them: on SQLite, without workers here.
    """
    thought_about = settings.computer_workers or sqlite_file(settings.database) is None
    return Limits(
        settings.person_lobbies,
        settings.person_games,
        settings.channel_lobbies,
        settings.person_reports,
        computer_games=settings.computer_games if thought_about else 0,
        computer_seconds=float(settings.computer_seconds),
    )


def _backups(settings: Settings, clock: Clock, observer: Observer) -> BackupSchedule | None:
    if settings.backup_every is None:
        return None
    folder = settings.backup_folder or settings.data_folder / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    return BackupSchedule(
        folder,
        by_command(settings.database_url),
        clock,
        every=settings.backup_every,
        keep=settings.backup_keep,
        observer=observer,
    )


def _first(faults: BaseException) -> BaseException:
    while isinstance(faults, BaseExceptionGroup):
        faults = faults.exceptions[0]
    return faults


async def _until_stopped(serving: Coroutine[Any, Any, None]) -> None:
    """Serve until the process gets a signal to stop."""
    running = asyncio.create_task(serving)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, running.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await running


def run_service(serving: Coroutine[Any, Any, None]) -> int:
    """Serve until stopped; the process's exit code. A failure to start is reported in one sentence."""
    tune_collector()
    try:
        asyncio.run(_until_stopped(serving))
    except CannotStart as problem:
        print(problem, file=sys.stderr)  # noqa: T201 -- the command line's answer
        return 1
    return 0


async def think(settings: Settings, workers: int) -> None:
    """Compute for the computer players of other processes until cancelled. Raises CannotStart."""
    clock = clock_of(settings)
    async with _database(settings, pool=settings.database_pool) as database:
        if database.file is not None:
            raise CannotStart("Only PostgreSQL serves several processes: DATABASE_URL names a SQLite file.")
        listener = Listener(database, clock)
        await _reached(database, lambda: _check_schema(database))
        await _reached(database, listener.set_clock)
        service = Service(database, ENGINES, clock, limits=limits_of(settings))
        children = [Child() for _ in range(workers)]
        owner = f"think:{uuid4().hex}"
        worker = JobWorker(database, service.jobs, clock, children, owner=owner, plays=False)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(supervised("listener", listener.run, clock))
            tasks.create_task(supervised("computers", worker.run, clock))


async def _check_schema(database: Database) -> None:
    if await database.revision() != head():
        raise CannotStart("The database has another schema than this version expects: update both together.")


def run(settings: Settings, token: str, shards: Sequence[ShardRange]) -> int:
    """Serve Discord, or the server at DISCORD_API_BASE, until stopped."""
    return run_service(serve(settings, token=token, api_base=settings.discord_api_base, shards=shards))
