"""The jobs of computer players, and when they are enqueued.

A job is a row of `jobs` (`bot.service.jobs.queue`), enqueued in the transaction that makes it the computer's
turn.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import msgspec

from bot.service.game.live import LiveGame
from bot.service.values.refused import Refused
from bot.store.models import JobRow
from bot.store.unit import Unit
from engines.contract import Draw, Level, Seat

ANSWER_DELAYS: Final = {
    Level.GENTLE: timedelta(seconds=2),
    Level.STEADY: timedelta(seconds=4),
    Level.STRONG: timedelta(seconds=10),
}
"""A computer acts only at multiples of this delay after its turn began: the moment hardly tells how long
it thought."""
GOES_ON: Final = timedelta(seconds=2)
"""The delay before a further action in the same turn."""
LATE: Final = timedelta(hours=1)
"""A job without a thought for this long shows that nobody thinks for computers, or too few."""
_LOOKED_AT: Final = 1000
"""Games that are searched for computers without a job."""
_SOON: Final = timedelta(hours=1)
"""Later than any job is due."""


def pending_acts(live: LiveGame) -> Iterator[tuple[Seat, str]]:
    """The computers' seats that are to act or answer, each with the kind of job."""
    if live.row.status != "active" or live.engine.computer is None:
        return
    if live.row.rules_version != live.engine.info.rules_version:
        return
    for seat in sorted(live.computers):
        if Draw("decline") in live.engine.legal_meta(live.state, seat):
            yield seat, "reply"
        if seat in live.engine.to_act(live.state):
            yield seat, "move"


async def enqueue_jobs(live: LiveGame) -> None:
    """Enqueue jobs for pending computers, and delete outdated jobs.

    A computer that was pending before keeps its job, so that secret actions of others delay nobody.
    """
    live.row.has_computer = bool(live.computers)
    if not live.computers:
        return
    wanted = dict.fromkeys(pending_acts(live))
    for job in await live.unit.jobs.of_game(live.row.id):
        if (job.seat, job.kind) in wanted:
            del wanted[job.seat, job.kind]
        else:
            await live.unit.jobs.drop(job.id, now=live.now)
    acted_last = next((event.seat for event in reversed(live.unit.events.added) if event.player_id), None)
    for seat, kind in wanted:
        level = Level(live.player_in(seat).level or Level.GENTLE)
        due_at = live.now + (GOES_ON if seat == acted_last else ANSWER_DELAYS[level])
        job = new_job(live, kind, seat, live.row.host_id, due_at=due_at)
        job.not_before = due_at if kind == "reply" else live.now
        live.unit.jobs.add(job)


def new_job(live: LiveGame, kind: str, seat: Seat, player_id: int, *, due_at: datetime) -> JobRow:
    """A job about the present position, in the name of a person, that may be claimed at once."""
    return JobRow(
        kind=kind,
        game_id=live.row.id,
        seat=seat,
        seq=live.row.last_seq,
        player_id=player_id,
        status="pending",
        attempts=0,
        not_before=live.now,
        due_at=due_at,
        created_at=live.now,
    )


async def lacks_job(live: LiveGame) -> bool:
    """Whether a computer is to act without a job that is due soon, which only a damaged database has."""
    soon = live.now + _SOON
    there = {
        (job.seat, job.kind)
        for job in await live.unit.jobs.of_game(live.row.id)
        if job.not_before <= soon and (job.leased_until or soon) <= soon
    }
    return not there.issuperset(pending_acts(live))


async def games_lacking_jobs(unit: Unit, live: Callable[[Unit, str], Awaitable[LiveGame]]) -> list[str]:
    """Codes of games, among the newest, in which a computer lacks its job."""
    found = list[str]()
    for code in await unit.due_games.with_computers(limit=_LOOKED_AT):
        with suppress(Refused, msgspec.MsgspecError):
            if await lacks_job(await live(unit, code)):
                found.append(code)
    return found


async def enqueue_jobs_anew(live: LiveGame) -> None:
    """Delete the jobs of a game's computers and enqueue new ones."""
    pending = await live.unit.jobs.of_game(live.row.id)
    await live.unit.jobs.drop(*(job.id for job in pending), now=live.now)
    await enqueue_jobs(live)


def next_moment(job: JobRow, now: datetime) -> datetime:
    """The next moment at which a job may be done."""
    delay = job.due_at - job.created_at
    return job.created_at + delay * max(-((job.created_at - now) // delay), 1)
