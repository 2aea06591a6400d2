"""The examination: every game replayed from its log, the outbox, the clocks, and the database itself."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from datetime import timedelta

import structlog

from bot.service.finding import EVERY, RUNNING, UNFINISHED
from bot.service.integrity import Problem, examine
from bot.service.messages import RemoveButtons
from bot.service.summaries import Status
from bot.service.usecases import UseCases
from bot.store import schema
from engines.contract import Value

log = structlog.get_logger(__name__)

_LATE = timedelta(hours=1)
"""How long a deadline may have passed, or a delivery have waited, before it is worth a word."""
_TRIES = 5
"""Attempts after which a delivery counts as stuck."""
_LOOKED_BACK = timedelta(days=7)
"""How far back what was given up is told."""
_MOST = 500
"""No more partitions, and no more reasons, are told."""
_PLACE_GONE = ("404 10003", "403 50001")
"""A channel that was deleted, or is out of reach: nobody misses the buttons of a card that stood there."""
_PLAIN_REFUSALS = ("403 50007", "404 10008")
"""A user who takes no direct messages, a message that was deleted: ordinary life."""
_REFUSALS = ("400 ", "403 ", "404 ", "413 ", "unknown fault", "it cannot be read", "the game has no channel")
"""How the reasons begin for which something was given up that somebody now lacks."""
_PASSING = frozenset({"overdue", "no_deadline", "no_card"})
"""Symptoms of games that have nothing to do with their rules."""
_AT_START, _SECONDS_AT_START = 200, 10.0
"""How many games are looked at when the bot starts, and for how long at most."""
_AT_ONCE = 100


class Diagnosis(Value, frozen=True):
    """What an examination has found."""

    games: int
    """How many were looked at."""
    problems: tuple[Problem, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong; there may be notices."""
        return all(problem.level == "notice" for problem in self.problems)


class Doctor(UseCases):
    """The use cases of the doctor. They change nothing but for `migrate_all_outdated`."""

    async def everything(self, *, recent: int | None = None) -> Diagnosis:
        """Look at the database, the outbox and all games, or so many of those last played."""
        schemas = await self._schema()
        if schemas:
            # Tables of another version: only what all versions have in common can be read.
            games = await self.games(EVERY, limit=recent, alarms=False)
            return Diagnosis(games.games, (*schemas, *games.problems))
        games = await self.games(EVERY, limit=recent)
        return Diagnosis(games.games, (*await self._damage(), *await self.outbox(), *games.problems))

    async def gate(self) -> Diagnosis:
        """Whether every game that is not over goes on under the rules of this version.

        For a version that is about to take the place of another: the schema may still be that one's.
        """
        games = await self.games(UNFINISHED, alarms=False)
        return Diagnosis(games.games, tuple(one for one in games.problems if one.code not in _PASSING))

    async def games(
        self,
        statuses: Collection[Status],
        *,
        limit: int | None = None,
        seconds: float | None = None,
        alarms: bool = True,
    ) -> Diagnosis:
        """Replay games from their logs, those last played first, and compare them with what is stored.

        Without `alarms` no column is read that is younger than the schema.
        """
        async with self._database.reading() as unit:
            numbers = await unit.inspection.numbers(statuses, limit=limit)
        problems: list[Problem] = []
        looked_at = 0
        try:
            async with asyncio.timeout(seconds):
                for number in numbers:
                    problems += await self._game(number, alarm=alarms)
                    looked_at += 1
        except TimeoutError:
            pass
        return Diagnosis(looked_at, tuple(problems))

    async def outbox(self) -> list[Problem]:
        """What waits for delivery for too long, and what was given up lately."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            waiting = await unit.inspection.waiting(now - _LATE, _TRIES, limit=_MOST)
            dropped = await unit.inspection.dropped(now - _LOOKED_BACK, limit=_MOST)
        problems = []
        for lane in waiting:
            since = f"since {lane.since:%Y-%m-%d %H:%M} UTC"
            # What is brought to one person alone may be private talk: its kind would tell so.
            kind = "direct message" if lane.partition_key.startswith("user:") else lane.kind
            if lane.attempts >= _TRIES:
                sentence = (
                    f"A {kind} waits in partition {lane.partition_key} {since}, {lane.attempts} times tried"
                )
                problems.append(
                    Problem("delivery_stuck", lane.game, f"{sentence}: {lane.note or 'no reason'}.")
                )
            elif lane.not_before <= now:
                sentence = f"A {kind} waits in partition {lane.partition_key} {since}."
                problems.append(Problem("delivery_waits", lane.game, sentence))
        for lost in dropped:
            note = lost.note or ""
            gone = lost.kind == RemoveButtons.__struct_config__.tag and note.startswith(_PLACE_GONE)
            if note.startswith(_REFUSALS) and not note.startswith(_PLAIN_REFUSALS) and not gone:
                times = "" if lost.times == 1 else f" {lost.times} times"
                sentence = f"A {lost.kind} was given up{times}: {note}."
                problems.append(Problem("delivery_dropped", lost.game, sentence))
        return problems

    async def migrate_all_outdated(self) -> int:
        """Let all games that are being played go over to the rules of this host; how many were asked to."""
        versions = {key: engine.info.rules_version for key, engine in self._engines.items()}
        asked = last = 0
        while True:
            async with self._database.reading() as unit:
                games = await unit.inspection.outdated(versions, RUNNING, after=last, limit=_AT_ONCE)
            for number, code in games:
                await self.migrate_if_outdated(code)
                asked, last = asked + 1, number
            if len(games) < _AT_ONCE:
                return asked

    async def at_start(self) -> None:
        """What a bot that has just started looks after beside its work: bounded, logged, in nobody's way."""
        try:
            moved = await self.migrate_all_outdated()
            games = await self.games(RUNNING, limit=_AT_START, seconds=_SECONDS_AT_START)
            problems = (*games.problems, *await self.outbox())
        except Exception:
            log.exception("doctor_failed")
            return
        for problem in problems:
            log.warning("doctor_found", code=problem.code, game=problem.game, what=problem.sentence)
        log.info("doctor_done", games=games.games, problems=len(problems), other_rules=moved)

    async def _game(self, number: int, *, alarm: bool) -> list[Problem]:
        """What is the matter with a game. One that is played at this moment is looked at again."""
        found = await self._looked_at_once(number, alarm=alarm)
        return await self._looked_at_once(number, alarm=alarm) if found else []

    async def _looked_at_once(self, number: int, *, alarm: bool) -> list[Problem]:
        async with self._database.reading() as unit:
            known = await unit.inspection.game(number, alarm=alarm)
            if known is None:
                return []
            row, events = known
            card = row.card_outbox_id
            lost = card is not None and not await unit.inspection.delivery_is_there(card)
        engine = self._engines.get(row.key)
        if engine is None:
            return [Problem("no_rules", row.code, f"There are no rules for “{row.key}” here.")]
        problems = await asyncio.to_thread(examine, engine, row, events, alarm=alarm)
        if row.status in RUNNING and lost:
            problems.append(Problem("no_card", row.code, "The outbox no longer knows of its card."))
        if row.status == "active" and row.deadline_at and row.deadline_at < self._clock.now() - _LATE:
            sentence = (
                f"Its deadline passed on {row.deadline_at:%Y-%m-%d %H:%M} UTC and nobody has settled it."
            )
            problems.append(Problem("overdue", row.code, sentence))
        return problems

    async def _schema(self) -> list[Problem]:
        revision = await self._database.revision()
        if revision != schema.head():
            sentence = f"The schema is at revision {revision}; this version expects {schema.head()}."
            return [Problem("schema", None, sentence)]
        differences = await self._database.differences()
        return [Problem("schema", None, f"The schema differs: {difference}.") for difference in differences]

    async def _damage(self) -> list[Problem]:
        return [
            Problem("damage", None, f"The database is damaged: {what}.")
            for what in await self._database.damage()
        ]
