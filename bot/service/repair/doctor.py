"""The doctor: examines games, by replaying their logs, and outbox, clocks and database."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Collection, Sequence
from contextlib import aclosing, suppress
from datetime import timedelta
from typing import TypeAlias

import structlog

from bot.column_values import EVERY, RUNNING, UNFINISHED, Status
from bot.observer import Progress, unwatched
from bot.service.game.integrity import Problem, examine
from bot.service.notices import computer_jobs
from bot.service.repair.odd_rows import PUT_OFF, QUIET, odd_rows, readable
from bot.service.usecases import UseCases
from bot.service.values.payloads import Payload
from bot.store import schema
from bot.store.repositories.inspection import Stored
from bot.store.repositories.odd_rows import AHEAD
from bot.store.repositories.partitions import PERSON
from engines.contract import Value

log = structlog.get_logger(__name__)

_LATE = timedelta(hours=1)
"""How long after its deadline a game, or after its creation a delivery, counts as stuck."""
_TRIES = 5
"""Attempts after which a delivery counts as stuck."""
_LOOKED_BACK = timedelta(days=7)
"""Deliveries that were given up longer ago are left out."""
_MOST = 500
"""Partitions and reasons in one examination, at most."""
_PASSING = frozenset({"overdue", "no_deadline", "no_card"})
"""Problem codes of games that do not concern their rules."""
_AT_START, _SECONDS_AT_START = 200, 10.0
"""Games that are examined when the bot starts, and for how long, at most."""
_AT_ONCE = 100
_READ_AT_ONCE = 20
"""Games that are read together."""
_EXAMINED_AT_ONCE = 1_000
"""Events of games that a thread examines in one go: a thread for each game takes a fifth longer."""

Examine: TypeAlias = Callable[[Sequence[int], frozenset[str]], AsyncGenerator[list[Problem], None]]
"""Yields the problems of each game, as `Doctor.examined` does."""


class Diagnosis(Value, frozen=True):
    """The result of an examination."""

    games: int
    """Number of games examined."""
    problems: tuple[Problem, ...]

    @property
    def sound(self) -> bool:
        """Whether there are no problems; there may be notices."""
        return all(problem.level == "notice" for problem in self.problems)


class Doctor(UseCases):
    """The examinations. They change nothing, except `migrate_all_outdated`."""

    async def everything(
        self, *, recent: int | None = None, progress: Progress = unwatched, examine: Examine | None = None
    ) -> Diagnosis:
        """Examine the database, the outbox and all games, or only the `recent` ones played last.

        `examine`: examines the games, in worker processes instead of this one.
        """
        found = await self.stored(recent=recent, progress=progress, examine=examine)
        if any(problem.code in {"schema", "type"} for problem in found.problems):
            # The schema is of another version: only columns of all versions can be read.
            return found
        async with self._database.reading() as unit:
            rows = await odd_rows(unit, self._clock.now())
            codes = await computer_jobs.games_lacking_jobs(unit, self._load)
            queue = await unit.inspection.queue_statistics(self._clock.now())
        jobless = [
            Problem("no_job", code, "A computer is to move there, and has not been asked.") for code in codes
        ]
        if queue.job_age > computer_jobs.LATE.total_seconds():
            since = self._clock.now() - timedelta(seconds=queue.job_age)
            sentence = f"Nobody has thought for a computer since {since:%Y-%m-%d %H:%M} UTC."
            jobless.append(Problem("nobody_thinks", None, sentence))
        return Diagnosis(found.games, (*found.problems, *rows, *jobless, *await self.outbox()))

    async def stored(
        self, *, recent: int | None = None, progress: Progress = unwatched, examine: Examine | None = None
    ) -> Diagnosis:
        """Examine the database and all games, or the `recent` games last played, but no deliveries."""
        found = await self._schema() or [
            Problem("damage", None, f"The database is damaged: {what}.")
            for what in await self._database.examine(schema.damage)
        ]
        if not found and (misplaced := await self._misplaced()):
            return Diagnosis(0, misplaced)
        games = await self.games(EVERY, limit=recent, progress=progress, examine=examine)
        return Diagnosis(games.games, (*found, *games.problems))

    async def gate(self, *, progress: Progress = unwatched, examine: Examine | None = None) -> Diagnosis:
        """Whether every unfinished game can go on under this version's rules.

        For an upgrade: the schema may still be that of the previous version.
        """
        if misplaced := await self._misplaced():
            return Diagnosis(0, misplaced)
        games = await self.games(UNFINISHED, progress=progress, examine=examine)
        return Diagnosis(games.games, tuple(one for one in games.problems if one.code not in _PASSING))

    async def games(
        self,
        statuses: Collection[Status],
        *,
        limit: int | None = None,
        progress: Progress = unwatched,
        examine: Examine | None = None,
    ) -> Diagnosis:
        """Replay games from their logs, those last played first, and compare them with their rows."""
        async with self._database.reading() as unit:
            columns = await unit.inspection.columns()
            numbers = await unit.inspection.numbers(statuses, limit=limit)
        return await self._examined(numbers, columns, progress=progress, examine=examine)

    async def _examined(
        self,
        numbers: Sequence[int],
        columns: frozenset[str],
        *,
        seconds: float | None = None,
        progress: Progress = unwatched,
        examine: Examine | None = None,
    ) -> Diagnosis:
        problems: list[Problem] = []
        looked_at = 0
        examined = (examine or self.examined)(numbers, columns)
        with suppress(TimeoutError):
            async with aclosing(examined), asyncio.timeout(seconds):
                async for found in examined:
                    problems += found
                    looked_at += 1
                    progress(looked_at, len(numbers))
        return Diagnosis(looked_at, tuple(problems))

    async def outbox(self) -> list[Problem]:
        """Deliveries that wait too long or were given up lately."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            waiting = await unit.inspection.waiting(now - _LATE, _TRIES, now=now, limit=_MOST)
            missed = await unit.inspection.missed(now - _LOOKED_BACK, limit=_MOST)
            payloads = await unit.inspection.payloads(limit=_MOST)
            put_off = await unit.inspection.put_off(now + PUT_OFF, now + QUIET, limit=_MOST)
        problems = []
        for number, game, payload in payloads:
            if not readable(payload, Payload):
                sentence = f"What waits in the outbox as {number} cannot be read."
                problems.append(Problem("delivery_unreadable", game, sentence))
        for number, game in put_off:
            sentence = f"What waits in the outbox as {number} is not to be tried for days."
            problems.append(Problem("delivery_put_off", game, sentence))
        for first in waiting:
            # The kind of a direct delivery would reveal private messages.
            kind = "direct message" if first.partition_key.startswith(PERSON) else first.kind
            sentence = (
                f"A {kind} waits in partition {first.partition_key} since {first.since:%Y-%m-%d %H:%M} UTC"
            )
            if first.attempts >= _TRIES:
                sentence += f", tried {first.attempts} times: {first.note or 'no reason'}."
                problems.append(Problem("delivery_stuck", first.game, sentence))
            else:
                problems.append(Problem("delivery_waits", first.game, f"{sentence}."))
        for lost in missed:
            times = "" if lost.times == 1 else f" {lost.times} times"
            sentence = f"A {lost.kind} was given up{times}: {lost.note}."
            problems.append(Problem("delivery_dropped", lost.game, sentence))
        return problems

    async def migrate_all_outdated(self) -> int:
        """Migrate all running games to the rules of this host, if possible; how many were outdated."""
        versions = {key: engine.info.rules_version for key, engine in self._engines.items()}
        count = last = 0
        while True:
            async with self._database.reading() as unit:
                games = await unit.inspection.outdated(versions, RUNNING, after=last, limit=_AT_ONCE)
            if not games:
                return count
            for number, code in games:
                await self.migrate_if_outdated(code)
                count, last = count + 1, number

    async def at_start(self) -> None:
        """Migrate and examine games after a start, beside the bot's work; bounded and logged."""
        try:
            moved = await self.migrate_all_outdated()
            async with self._database.reading() as unit:
                columns = await unit.inspection.columns()
                numbers = await unit.inspection.played_lately(RUNNING, limit=_AT_START)
            games = await self._examined(numbers, columns, seconds=_SECONDS_AT_START)
            problems = (*games.problems, *await self.outbox())
        except Exception:
            log.exception("doctor_failed")
            return
        for problem in problems:
            log.warning("doctor_found", code=problem.code, game=problem.game, what=problem.sentence)
        log.info("doctor_done", games=games.games, problems=len(problems), other_rules=moved)

    async def examined(
        self, numbers: Sequence[int], columns: frozenset[str]
    ) -> AsyncGenerator[list[Problem], None]:
        """The problems of each of these games; see `Inspection.games` for `columns`.

        A game with problems is examined again, as it may have been played meanwhile.
        """
        for start in range(0, len(numbers), _READ_AT_ONCE):
            batch = numbers[start : start + _READ_AT_ONCE]
            known = await self._stored_games(batch, columns)
            short = sum(len(one.events) for one in known.values()) <= _EXAMINED_AT_ONCE
            for some in [batch] if short else [[number] for number in batch]:
                games = [known.get(number) for number in some]
                for number, found in zip(some, await self._problems_of(games, columns), strict=True):
                    yield await self._again(number, columns) if found else found

    async def _again(self, number: int, columns: frozenset[str]) -> list[Problem]:
        game = (await self._stored_games([number], columns)).get(number)
        (found,) = await self._problems_of([game], columns)
        return found

    async def _problems_of(
        self, games: Sequence[Stored | None], columns: frozenset[str]
    ) -> Sequence[list[Problem]]:
        return await asyncio.to_thread(lambda: [self._problems_of_one(known, columns) for known in games])

    async def _stored_games(self, numbers: Sequence[int], columns: frozenset[str]) -> dict[int, Stored]:
        async with self._database.reading() as unit:
            return await unit.inspection.games(numbers, columns)

    def _problems_of_one(self, known: Stored | None, columns: frozenset[str]) -> list[Problem]:
        if known is None:
            return []
        row, events, lost = known
        engine = self._engines.get(row.key)
        if engine is None:
            return [Problem("no_rules", row.code, f"There are no rules for “{row.key}” here.")]
        problems = examine(engine, row, events, columns=columns)
        if events and events[-1].at > self._clock.now() + AHEAD:
            problems.append(Problem("times", row.code, "Its last event lies in the future."))
        if row.status in RUNNING and lost:
            problems.append(Problem("no_card", row.code, "The outbox no longer knows of its card."))
        stopped = "clock_stopped_at" in columns and row.clock_stopped_at is not None
        late = self._clock.now() - _LATE
        if row.status == "active" and not stopped and row.deadline_at and row.deadline_at < late:
            passed = f"{row.deadline_at:%Y-%m-%d %H:%M} UTC"
            sentence = f"Its deadline passed on {passed} and nobody has settled it."
            problems.append(Problem("overdue", row.code, sentence))
        return problems

    async def _misplaced(self) -> tuple[Problem, ...]:
        """Values that cannot be read, so that nothing about their rows can be said."""
        return tuple(
            Problem("type", None, f"A value of {column} is not of the column's type.")
            for column in await self._database.examine(schema.misplaced)
        )

    async def _schema(self) -> list[Problem]:
        revision = await self._database.revision()
        if revision != schema.head():
            sentence = f"The schema is at revision {revision}; this version expects {schema.head()}."
            return [Problem("schema", None, sentence)]
        differences = await self._database.examine(schema.differences)
        return [Problem("schema", None, f"The schema differs: {difference}.") for difference in differences]
