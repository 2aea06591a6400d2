"""Computer players: their persons, and when they get jobs.

A computer is a person without an account at any door, who gets no notices. Its work is a row of `jobs`
(`bot.service.jobs.jobs`), enqueued in the transaction that makes it the computer's turn.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

import msgspec

from bot.service.game.live import LiveGame
from bot.service.people.persons import remembered
from bot.service.values.refused import Refused
from bot.service.values.request import Identity, Person
from bot.store.models import JobRow, PersonRow
from bot.store.unit import Unit
from engines.contract import AnyEngine, ComputerPlayer, Draw, Level, Seat

KIND: Final = "computer"
"""The kind of a computer's identity, and the prefix of the causes of its actions."""
ANSWER_DELAYS: Final = {
    Level.GENTLE: timedelta(seconds=2),
    Level.STEADY: timedelta(seconds=4),
    Level.STRONG: timedelta(seconds=10),
}
"""A computer acts only at multiples of this delay after its turn began: the moment hardly tells how long
it thought."""
_LOOKED_AT: Final = 1000
"""Games that are searched for computers without a job."""
_SOON: Final = timedelta(hours=1)
"""Later than any job is due."""
GOES_ON: Final = timedelta(seconds=2)
"""The delay before a further action in the same turn."""


def check_plays(engine: AnyEngine) -> ComputerPlayer[Any, Any, Any]:
    """The computer player of a game. Raises Refused where there is none."""
    if engine.computer is None:
        raise Refused("no_computer", f"No computer plays {engine.info.title} so far.")
    return engine.computer


async def computer(unit: Unit, level: Level, number: int, now: datetime) -> PersonRow:
    """The computer of a level with this number, from 1: a table has each at most once."""
    name = f"{level.word.capitalize()} computer{'' if number == 1 else f' {number}'}"
    row = await remembered(unit, Person.of(Identity(KIND, f"{level.word}:{number}", name)), now)
    if row.level is None:
        row.level, row.dm_hands, row.dms_closed_at = level, False, now
    return row


async def newcomer(live: LiveGame, level: Level) -> PersonRow:
    """A computer of a level that is not at this table yet."""
    taken = {sitting.player_id for sitting in live.row.seats}
    for number in range(1, len(live.engine.info.seats) + 1):
        found = await computer(live.unit, level, number, live.now)
        if found.id not in taken:
            return found
    raise Refused("full", f"All seats of game {live.row.code} are taken.")


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


async def call(live: LiveGame) -> None:
    """Enqueue jobs for pending computers, and delete outdated jobs.

    A computer that was pending before keeps its job, so that secret actions of others delay nobody.
    """
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
        live.unit.jobs.add(
            JobRow(
                kind=kind,
                game_id=live.row.id,
                seat=seat,
                seq=live.row.last_seq,
                player_id=live.row.host_id,
                status="pending",
                attempts=0,
                not_before=due_at if kind == "reply" else live.now,
                due_at=due_at,
                created_at=live.now,
            )
        )


async def uncalled(live: LiveGame) -> bool:
    """Whether a computer is to act without a job that is due soon, which only a damaged database has."""
    soon = live.now + _SOON
    called = {
        (job.seat, job.kind)
        for job in await live.unit.jobs.of_game(live.row.id)
        if job.not_before <= soon and (job.leased_until or soon) <= soon
    }
    return not called.issuperset(pending_acts(live))


async def games_uncalled(unit: Unit, live: Callable[[Unit, str], Awaitable[LiveGame]]) -> list[str]:
    """Codes of such games, among the newest."""
    found = list[str]()
    for code in await unit.due_games.with_computers(limit=_LOOKED_AT):
        with suppress(Refused, msgspec.MsgspecError):
            if await uncalled(await live(unit, code)):
                found.append(code)
    return found


async def call_anew(live: LiveGame) -> None:
    """Delete the jobs of a game's computers and enqueue new ones."""
    pending = await live.unit.jobs.of_game(live.row.id)
    await live.unit.jobs.drop(*(job.id for job in pending), now=live.now)
    await call(live)


def moment(job: JobRow, now: datetime) -> datetime:
    """The next moment at which a job may be done."""
    delay = job.due_at - job.created_at
    return job.created_at + delay * max(-((job.created_at - now) // delay), 1)
