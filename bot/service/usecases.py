"""The base of all use cases: dependencies, finding games, idempotence, retries."""

import asyncio
import functools
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeAlias, TypeVar

import structlog
from tenacity import RetryCallState

from bot.clock import Clock
from bot.errors import DatabaseUnavailable
from bot.retries import USE_CASE, fault_of
from bot.service.game.live import LiveGame
from bot.service.game.rebuilding import rebuild
from bot.service.game.scope import GameRef, find
from bot.service.game.states import UnreadableState
from bot.service.log.event_types import EventType
from bot.service.log.replay import BrokenLog
from bot.service.log.rules_migration import migrate_rules, outdated
from bot.service.values.game_summary import GameSummary
from bot.service.values.limits import NO_LIMITS, Limits
from bot.service.values.refused import Refused, no_such_game
from bot.service.values.request import Cause
from bot.service.values.typed import quoted, typed_code
from bot.store.database import Conflict, Database
from bot.store.models import EventRow, GameRow
from bot.store.repositories.games import Extras
from bot.store.unit import Unit
from engines.contract import AnyEngine

log = structlog.get_logger(__name__)

Engines: TypeAlias = Mapping[str, AnyEngine]
"""The games that a host offers, by key."""
P = ParamSpec("P")
R = TypeVar("R")
Self = TypeVar("Self", bound="UseCases")
Method: TypeAlias = Callable[Concatenate[Self, P], Coroutine[Any, Any, R]]
"""A use case."""

_TRIES = 4
_PATIENCE = timedelta(seconds=10)
"""No attempt begins later than this after the first."""


def rebuilding(method: Method[Self, P, R]) -> Method[Self, P, R]:
    """Where a game's snapshot cannot be read, rebuild it from its log, and try once more.

    It is rebuilt in a transaction of its own: the use case itself may still refuse the request.
    """

    @functools.wraps(method)
    async def again(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return await method(self, *args, **kwargs)
        except UnreadableState as unreadable:
            if not await self.rebuild_snapshot(unreadable.game_code):
                raise
        return await method(self, *args, **kwargs)

    return again


def retried(method: Method[Self, P, R]) -> Method[Self, P, R]:
    """Retry on write conflicts and brief database outages, and after `rebuilding`.

    A retry after a commit whose answer was lost finds its cause in the log. Raises Refused after too many
    conflicts, and DatabaseUnavailable after too long an outage.
    """
    rebuilt = rebuilding(method)

    @functools.wraps(method)
    async def again(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        patience = self._clock.now() + _PATIENCE

        def enough(state: RetryCallState) -> bool:
            return USE_CASE.stop(state) or self._clock.now() >= patience

        return await USE_CASE.call(
            lambda: _despite_conflicts(lambda: rebuilt(self, *args, **kwargs)),
            lambda fault: isinstance(fault, DatabaseUnavailable),
            stop=enough,
            clock=self._clock,
            before_sleep=_log_outage,
        )

    return again


async def _despite_conflicts(work: Callable[[], Coroutine[Any, Any, R]]) -> R:
    for _ in range(_TRIES):
        try:
            return await work()
        except Conflict:
            continue
    raise Refused("busy", "Too many people are acting at this moment; please try again.")


async def succeeds(work: Awaitable[object], failure: str, **facts: object) -> bool:
    """Whether work on one of several succeeds; its failure is logged with the facts, and holds up no other.

    Raises DatabaseUnavailable.
    """
    try:
        await work
    except DatabaseUnavailable:
        raise
    except Refused as refused:
        log.warning(failure, reason=refused.code, **facts)
    except Exception:
        log.exception(failure, **facts)
    else:
        return True
    return False


class Sweep:
    """Goes through all that is found, a batch at a time, and then begins anew.

    What fails is passed over until then: it holds up nothing behind it, and is not tried again and again.
    """

    def __init__(self) -> None:
        self.offset = 0
        """Where the next batch begins: behind those that were passed over."""

    def went_through(self, done: Sequence[bool], most: int) -> bool:
        """Note which of a batch of `most` at the most were done; whether there may be more behind it."""
        more = len(done) == most
        self.offset = self.offset + done.count(False) if more else 0
        return more


def _log_outage(state: RetryCallState) -> None:
    log.warning("database_unavailable", attempt=state.attempt_number, reason=str(fault_of(state)))


class Dependencies(NamedTuple):
    """The dependencies of all use cases."""

    database: Database
    engines: Engines
    clock: Clock
    rng: Random
    """Draws codes, seats and seeds."""
    limits: Limits = NO_LIMITS


class UseCases:
    """A group of use cases over one database."""

    def __init__(self, dependencies: Dependencies) -> None:
        self._database, self._engines, self._clock, self._rng, self._limits = dependencies

    def _engine(self, key: str) -> AnyEngine:
        """The rules of a game. Raises Refused."""
        if key not in self._engines:
            raise Refused(
                "no_such_rules",
                f"There is no game {quoted(key)} here; there are: "
                f"{', '.join(engine.info.title for engine in self._engines.values())}.",
            )
        return self._engines[key]

    async def _row(self, unit: Unit, code: str, *, lock: bool = False) -> GameRow:
        """The game with a code as a user typed it. Raises Refused."""
        wanted = typed_code(code)
        row = await unit.games.by_code(wanted, lock=lock)
        if row is None:
            raise no_such_game(wanted)
        # Everything that this request logs from here on carries the game's code.
        structlog.contextvars.bind_contextvars(game=row.code)
        return row

    async def _load(self, unit: Unit, code: str) -> LiveGame:
        """The game with a code, to be read. Raises Refused."""
        return self._live_game(unit, await self._row(unit, code))

    def _live_game(
        self, unit: Unit, row: GameRow, cause: Cause | None = None, *, extras: Extras | None = None
    ) -> LiveGame:
        """The game of a row. Raises Refused."""
        live = LiveGame(unit, self._engine(row.key), row, self._clock.now(), cause, extras=extras)
        live.rng = self._rng
        return live

    async def _lock(self, unit: Unit, game: str | GameRef, cause: Cause | None = None) -> LiveGame:
        """Lock the game that a code or reference names, to change it. Raises Refused."""
        key, found = "" if cause is None else cause.key, None
        account = game.person.identity if isinstance(game, GameRef) else None
        asker = None if account is None else (account.kind, account.external_id)
        if isinstance(game, GameRef) and game.place is not None and not game.typed:
            found = await unit.games.locked_in_thread(game.place.guild_id, game.place.channel_id, key, asker)
        if found is None:
            # Meanwhile the thread may have become a game's.
            wanted = (await find(unit, game)).code if isinstance(game, GameRef) else typed_code(game)
            found = await unit.games.locked_with_extras(wanted, key, asker)
            if found is None:
                raise no_such_game(wanted)
        row, extras = found
        structlog.contextvars.bind_contextvars(game=row.code)
        await self._migrate_if_outdated(unit, row)
        return self._live_game(unit, row, cause, extras=extras)

    async def _lock_if_rules_known(self, unit: Unit, code: str) -> LiveGame | None:
        """Lock one of several games, to change it; None, which is logged, where its rules are gone."""
        try:
            return await self._lock(unit, code)
        except Refused as refused:
            log.warning("game_left_out", game=code, reason=refused.code)
            return None

    @asynccontextmanager
    async def _changing(self, code: str) -> AsyncIterator[LiveGame]:
        """Change a game under its lock, in a transaction of its own. Raises Refused."""
        async with self._database.transaction() as unit:
            yield await self._lock(unit, code)

    @retried
    async def _once(
        self,
        game: str | GameRef,
        cause: Cause | None,
        work: Callable[[LiveGame], Awaitable[R]],
        answer_again: Callable[[LiveGame, EventRow], Awaitable[R]],
        *,
        begin: Callable[[Unit], Awaitable[None]] | None = None,
    ) -> R:
        """Change a game under its lock, in one transaction, once for each cause; `begin` begins it.

        `answer_again` answers a repeated request from its first event and the game of that event, which may
        differ from the one that `game` names by now. Raises Refused.
        """
        async with self._database.transaction() as unit:
            if begin is not None:
                await begin(unit)
            live = await self._lock(unit, game, cause)
            done = None
            if cause is not None and (await live.extras()).repeated:
                done = await unit.by_cause(EventRow, cause.key)
            if done is None:
                return await work(live)
            return await answer_again(await self._of_event(unit, done), done)

    async def _change(
        self, code: str, cause: Cause | None, work: Callable[[LiveGame], Awaitable[object]]
    ) -> GameSummary:
        """As `_once`, where the answer is the game's summary."""

        async def work_and_summarize(live: LiveGame) -> GameSummary:
            await work(live)
            return live.summary()

        async def summarize(live: LiveGame, _done: EventRow) -> GameSummary:
            return live.summary()

        return await self._once(code, cause, work_and_summarize, summarize)

    @rebuilding
    async def _read(self, code: str) -> LiveGame:
        """The game with a code as it is stored. Raises Refused."""
        async with self._database.reading() as unit:
            return await self._load(unit, code)

    async def _read_migrated(self, code: str) -> LiveGame:
        """As `_read`, migrated to this host's rules if possible. Raises Refused."""
        live = await self._read(code)
        if not outdated(live.engine, live.row):
            return live
        await self.migrate_if_outdated(code)
        return await self._read(code)

    async def _read_with_log(self, code: str) -> tuple[LiveGame, Sequence[EventRow]]:
        """The game with a code as it is stored, and its events. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._load(unit, code)
            return live, await unit.events.of_game(live.row.id)

    @retried
    async def migrate_if_outdated(self, code: str) -> None:
        """Migrate a game that was played under other rules to those of this host, if possible."""
        async with self._database.transaction() as unit:
            await self._migrate_if_outdated(unit, await self._row(unit, code, lock=True))

    @retried
    async def rebuild_snapshot(self, code: str) -> bool:
        """Make a snapshot that cannot be read from the log again; False where the log is not reliable."""
        try:
            async with self._database.transaction() as unit:
                row = await self._row(unit, code, lock=True)
                events = await unit.events.of_game(row.id)
                await asyncio.to_thread(rebuild, self._engine(row.key), row, events, self._clock.now())
        except BrokenLog:
            # The reason may quote secrets: only the doctor reports it.
            return False
        log.warning("snapshot_rebuilt", game=code)
        return True

    async def _migrate_if_outdated(self, unit: Unit, row: GameRow) -> None:
        engine = self._engine(row.key)
        if not outdated(engine, row):
            return
        try:
            events = await unit.events.of_game(row.id)
            change, state = await asyncio.to_thread(migrate_rules, engine, row, events)
        except BrokenLog:
            # The reason may quote secrets: only the doctor reports it.
            log.warning("game_left_behind", game=row.code, rules_version=row.rules_version)
            return
        old, row.rules_version = row.rules_version, change.version
        row.state = engine.codec.encode(state).decode()
        # Without the request's cause: the request itself may still be refused.
        live = LiveGame(unit, engine, row, self._clock.now())
        live.append(EventType.RULES, data=change, public=False)
        if change.has_checkpoint:
            # A pending undo request counts actions from the old start.
            live.requests.undo = None
            log.warning("rules_changed_from_snapshot", game=row.code, old=old, new=change.version)
        else:
            log.info("rules_changed", game=row.code, old=old, new=change.version)

    async def _of_event(self, unit: Unit, event: EventRow) -> LiveGame:
        """The game of an event, to be read."""
        row = await unit.games.by_id(event.game_id)
        assert row is not None  # noqa: S101 -- events refer to games
        return self._live_game(unit, row)
