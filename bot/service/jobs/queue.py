"""Jobs of computer players: claimed, answered by a worker, and carried out.

Each of the three steps is a transaction: a job is claimed with the player's view (`Task`), its answer is
stored, and when its moment has come the action is applied, under the game's lock. If a worker dies, its lease
expires. An answer is valid only for the view it was found for: if that has changed, the job starts over.
"""

import asyncio
import hashlib
from datetime import datetime, timedelta
from random import Random
from typing import Final, NamedTuple

import msgspec
import structlog

from bot.clock import DAY
from bot.errors import DatabaseUnavailable
from bot.service.clock.control import abandon
from bot.service.clock.timeouts import TimedUseCases, clock_first
from bot.service.game import summarizing
from bot.service.game.live import LiveGame
from bot.service.jobs.reviews import REVIEW, check_over, review_task
from bot.service.log.event_types import EventType
from bot.service.log.replay import BrokenLog
from bot.service.notices import computer_jobs, notifications
from bot.service.people import computers
from bot.service.play.requested import match_action
from bot.service.usecases import retried, succeeds
from bot.service.values.refused import Refused
from bot.service.values.request import Cause
from bot.store.database import is_transient
from bot.store.models import JobRow
from bot.store.unit import Unit
from engines.contract import AnyEngine, Draw, Level, Seat, Value
from engines.reviewing import ReviewTask
from engines.thinking import Task, task_for

log = structlog.get_logger(__name__)

LEASE: Final = timedelta(seconds=120)
LATE: Final = timedelta(minutes=1)
"""A job that has waited this long while somebody thought is done at the lowest level."""
_AGAIN: Final = timedelta(seconds=5)
"""Delay of the first retry of a failed job; it grows with every attempt."""
_CHEAPER_AFTER, _RANDOM_AFTER = 2, 4
"""Failed attempts after which the lowest level chooses, and after which any legal action is played."""
_AT_ONCE = 20
MOST_ALONE: Final = 1000
"""How many actions computers make after everybody else has left: three times those of a whole long game."""
_SAMPLES = 8
"""Imagined states by which a draw offer is judged in a game with hidden information."""
_WHY: Final = {
    "late": "it had waited too long for time to think",
    "spent": "computers have thought for long enough today",
}
"""Why a computer plays below its level, as the card says it."""


class Chosen(Value, frozen=True, omit_defaults=True):
    """A computer's answer."""

    notation: str
    view: str
    """SHA-256 of the view it was chosen for."""
    why: str | None = None
    """Why a lower level than the seat's chose it: a key of `_WHY`."""


class Claimed(NamedTuple):
    """A leased job."""

    id: int
    attempt: int
    task: Task | ReviewTask
    why: str | None = None
    """As `Chosen.why`."""


class Jobs(TimedUseCases):
    """The use cases of workers, and of the process that applies their answers."""

    _thinks_since: datetime | None = None
    """When this process began to claim jobs: those that waited longer may have waited for it to start."""

    async def release(self, owners: str) -> None:
        """Release the leases of owners whose names begin with `owners`."""
        async with self._database.transaction() as unit:
            await unit.jobs.release(owners)

    async def claim(self, owner: str, limit: int) -> list[Claimed]:
        """Lease up to `limit` jobs, for `LEASE`."""
        now = self._clock.now()
        self._thinks_since = self._thinks_since or now
        async with self._database.reading() as unit:
            first = await unit.jobs.next_claimable(now)
        if first is None or first > now:
            return []
        claimed, odd, reviews = list[Claimed](), list[str](), list[tuple[JobRow, str]]()
        async with self._database.transaction() as unit:
            for row in await unit.jobs.claim(now, limit, owner=owner, until=now + LEASE):
                game = await unit.games.by_id(row.game_id)
                assert game is not None  # noqa: S101 -- jobs refer to games
                if row.kind == REVIEW:
                    reviews.append((row, game.code))
                    continue
                try:
                    live = self._live_game(unit, game)
                    found = await self._claimed_move(live, row)
                except Exception as fault:
                    if isinstance(fault, DatabaseUnavailable) or is_transient(fault):
                        raise
                    if not isinstance(fault, Refused):
                        log.exception("computer_not_asked", game=game.code)
                    found = None
                    odd.append(game.code)
                if found is not None:
                    claimed.append(found)
                elif row.answer is None:
                    row.put_off(_later(row, now))
        for code in odd:
            await succeeds(self.enqueue_missing(code), "computer_not_called", game=code)
        for job, code in reviews:
            # Reading and replaying a long game takes time, so it happens outside the write transaction.
            if (task := await self._find_review_task(job, code)) is not None:
                claimed.append(Claimed(job.id, job.attempts, task))
            else:
                await self._give_up(job.id, owner, job.attempts)
        return claimed

    async def _find_review_task(self, job: JobRow, code: str) -> ReviewTask | None:
        """The game of a leased review; None where it went on, or the review failed too often."""
        if job.attempts > _RANDOM_AFTER:
            log.warning("review_given_up", game=code, attempts=job.attempts)
            return None
        cheaper = job.attempts > _CHEAPER_AFTER
        try:
            live, events = await self._read_with_log(code)
            check_over(live)
            if live.row.last_seq != job.seq:
                return None
            return await asyncio.to_thread(review_task, live, events, f"review {code}", cheaper=cheaper)
        except (BrokenLog, Refused) as reason:
            log.warning("review_given_up", game=code, reason=str(reason))
            return None

    @retried
    async def _give_up(self, job_id: int, owner: str, attempt: int) -> None:
        """Close a job without an answer."""
        async with self._database.transaction() as unit:
            if (row := await unit.jobs.held(job_id, owner, attempt)) is not None:
                row.status, row.done_at = "done", self._clock.now()

    async def _claimed_move(self, live: LiveGame, row: JobRow) -> Claimed | None:
        """A job with its task; None where any legal action will do. Raises Refused."""
        player = live.engine.computer
        if player is None or (row.seat, "move") not in set(computer_jobs.pending_acts(live)):
            raise Refused("stale", f"Nobody waits for that computer in game {live.row.code}.")
        view = live.engine.view(live.state, row.seat)
        if row.attempts > _RANDOM_AFTER:
            log.warning("computer_plays_anything", game=live.row.code, job=row.id, attempts=row.attempts)
            action = player.sample(live.state, row.seat, self._rng)
            digest = _digest(live.engine, live.state, row.seat)
            self._store_answer(live.unit, row, Chosen(live.engine.format(action), digest))
            return None
        level = Level(live.player_in(row.seat).level or Level.GENTLE)
        if live.requests.open.only_computers_play:
            # Their host's other games need the day's time.
            level = Level.GENTLE
        why = None
        if level is not Level.GENTLE:
            waits_since = max(row.created_at, self._thinks_since or live.now)
            if live.now - waits_since >= LATE and row.attempts == 1:
                why = "late"
            elif await live.unit.jobs.spent(row.player_id, live.now - DAY) >= self._limits.computer_seconds:
                why = "spent"
            if why is not None or row.attempts > _CHEAPER_AFTER:
                level = Level.GENTLE
        task = task_for(live.engine, view, row.seat, level, f"{self._rng.getrandbits(64):016x}")
        return Claimed(row.id, row.attempts, task, why)

    @retried
    async def answer(self, owner: str, claimed: Claimed, found: str, seconds: float) -> None:
        """Store an answer or a review, unless the lease is no longer this owner's."""
        async with self._database.transaction() as unit:
            which = claimed.id, owner, claimed.attempt
            if (held := await unit.jobs.held(*which)) is None:
                log.info("computer_not_awaited", job=claimed.id)
            if (row := held or await unit.jobs.closed_meanwhile(*which)) is None:
                return
            row.seconds = (row.seconds or 0.0) + seconds
            row.leased_by = row.leased_until = None
            if held is None:
                return
            if isinstance(claimed.task, ReviewTask):
                row.status, row.done_at, row.answer = "done", self._clock.now(), found
            else:
                self._store_answer(unit, row, Chosen(found, _sha(bytes(claimed.task.view)), claimed.why))

    def _store_answer(self, unit: Unit, row: JobRow, chosen: Chosen) -> None:
        row.answer = msgspec.json.encode(chosen).decode()
        row.put_off(computer_jobs.next_moment(row, self._clock.now()))
        unit.jobs.added = True

    @retried
    async def failed(self, owner: str, claimed: Claimed, reason: str, seconds: float) -> None:
        """Schedule a retry after a failed attempt, which has taken its time of the day as well."""
        async with self._database.transaction() as unit:
            row = await unit.jobs.held(claimed.id, owner, claimed.attempt)
            if row is not None:
                row.seconds = (row.seconds or 0.0) + seconds
                log.warning(
                    "computer_failed", job=row.id, game_id=row.game_id, attempt=row.attempts, reason=reason
                )
                row.put_off(_later(row, self._clock.now()))

    # -- doing -----------------------------------------------------------------------------------------

    async def play_due(self) -> int:
        """Carry out due jobs; return how many there were."""
        async with self._database.reading() as unit:
            due = await unit.jobs.ready(self._clock.now(), limit=_AT_ONCE)
        for job_id, code in due:
            with structlog.contextvars.bound_contextvars(job=job_id):
                if not await succeeds(self.play(code, job_id), "computer_refused", game=code):
                    await self._put_off(job_id)
        return len(due)

    @clock_first
    @retried
    async def play(self, code: str, job_id: int) -> None:
        """Apply a computer's answer, once, if it is still valid. Raises Refused."""
        async with self._changing(code) as live:
            row = await live.unit.jobs.get(job_id)
            if row is None or row.status != "pending":
                return
            if (row.kind == "move" and row.answer is None) or row.not_before > live.now:
                # Another process has found meanwhile that it must be thought about again.
                return
            if (row.seat, row.kind) not in set(computer_jobs.pending_acts(live)):
                await live.unit.jobs.drop(row.id, now=live.now)
                await computer_jobs.enqueue_jobs(live)
                return
            live.clock.check()
            live.log.cause = Cause(f"{computers.KIND}:{live.row.code}:{row.seq}:{row.seat}:{row.kind}")
            await (self._reply if row.kind == "reply" else self._move)(live, row)

    async def _move(self, live: LiveGame, row: JobRow) -> None:
        chosen = msgspec.json.decode(row.answer or "", type=Chosen)
        if chosen.view != _digest(live.engine, live.state, row.seat):
            # The job did not fail: the next attempt is at the seat's own level, and only the first one may be
            # late.
            row.answer, row.attempts, row.not_before = None, 1, live.now
            live.unit.jobs.added = True
            return
        action = match_action(live, row.seat, chosen.notation)
        await _close(live, row)
        person = summarizing.person(live.player_in(row.seat))
        live.apply(EventType.ACTION, row.seat, action, person)
        live.apply_forced()
        if chosen.why is not None:
            words = f"{live.seat_name(row.seat)} has played gently: {_WHY[chosen.why]}"
            live.changes.lines.append(words)
        await _end_alone(live)
        await notifications.conclude(live, person)

    async def _reply(self, live: LiveGame, row: JobRow) -> None:
        """Answer a draw offer for all computers that are asked, so that one card tells of it.

        Each accepts unless it expects more than a draw, shared by all still in play.
        """
        await _close(live, row)
        for seat in sorted(live.computers):
            if (seat, "reply") not in computer_jobs.pending_acts(live):
                continue
            # The first judgement of a solved game reads its table.
            share = await asyncio.to_thread(_expected, live.engine, live.state, seat, self._rng)
            enough = share <= 1 / len(live.playing)
            person = summarizing.person(live.player_in(seat))
            live.apply(EventType.ACTION, seat, Draw("accept" if enough else "decline"), person)
            live.apply_forced()
        await notifications.conclude(live, summarizing.person(live.player_in(row.seat)))

    @retried
    async def _put_off(self, job_id: int) -> None:
        """Start a job over, a while later, because its answer could not be applied."""
        async with self._database.transaction() as unit:
            row = await unit.jobs.get(job_id)
            if row is not None and row.status == "pending":
                row.answer, row.attempts = None, row.attempts + 1
                row.not_before = _later(row, self._clock.now())

    # -- looking after ---------------------------------------------------------------------------------

    async def next_claim(self) -> datetime | None:
        """When the next job without a lease may be claimed."""
        async with self._database.reading() as unit:
            return await unit.jobs.next_claimable(self._clock.now())

    async def next_play(self) -> datetime | None:
        """When the next answered job is to be carried out."""
        async with self._database.reading() as unit:
            return await unit.jobs.next_ready()

    @retried
    async def enqueue_missing(self, code: str) -> None:
        """Enqueue jobs for computers of a game that are to act and have none. Raises Refused."""
        async with self._changing(code) as live:
            odd = not live.computers or await computer_jobs.lacks_job(live)
            await (computer_jobs.enqueue_jobs_anew if odd else computer_jobs.enqueue_jobs)(live)

    async def enqueue_all_missing(self) -> None:
        """Enqueue jobs for all computers that are to act and have none, which only a damaged database has."""
        async with self._database.reading() as unit:
            codes = await computer_jobs.games_lacking_jobs(unit, self._load)
        for code in codes:
            if await succeeds(self.enqueue_missing(code), "computer_not_called", game=code):
                log.warning("computer_called_anew", game=code)

    async def purge(self) -> None:
        """Delete old jobs."""
        more = True
        while more:
            async with self._database.transaction() as unit:
                more = await unit.jobs.purge(self._clock.now() - DAY)


def _later(row: JobRow, now: datetime) -> datetime:
    """When a job is retried: the delay grows with its attempts."""
    return now + _AGAIN * row.attempts


async def _close(live: LiveGame, row: JobRow) -> None:
    """Close a job, so that the seat can have another one."""
    row.status, row.done_at, row.answer = "done", live.now, None
    await live.unit.flush()


async def _end_alone(live: LiveGame) -> None:
    """End a game without a result that computers have played alone for long: with some options none ends."""
    if not live.requests.open.only_computers_play:
        return
    persons = [live.player_in(seat).id for seat in sorted(live.computers)]
    if live.row.last_seq - await live.unit.events.newest_by_others(live.row.id, persons) >= MOST_ALONE:
        words = f"only computers have played for {MOST_ALONE:,} moves: the game ends without a result"
        await abandon(live, "called off: only computers play", words)


def _sha(view: bytes) -> str:
    return hashlib.sha256(view).hexdigest()


def _digest(engine: AnyEngine, state: Value, seat: Seat) -> str:
    return _sha(engine.codec.encode(engine.view(state, seat)))


def _expected(engine: AnyEngine, state: Value, seat: Seat, rng: Random) -> float:
    """The share of a win that a seat may expect, given its view."""
    assert engine.computer is not None  # noqa: S101 -- it was called
    assert engine.imagine is not None  # noqa: S101 -- no computer plays without
    view = engine.view(state, seat)
    states = [engine.imagine(view, rng) for _ in range(_SAMPLES)]
    return sum(engine.computer.evaluate(one)[seat] for one in states) / len(states)
