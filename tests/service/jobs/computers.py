"""Games with computer players whose answers the test gives."""

from dataclasses import replace
from typing import Any

import msgspec
from sqlalchemy import select

from bot.service.facade import Service
from bot.service.jobs.queue import Claimed
from bot.service.notices.computer_jobs import ANSWER_DELAYS
from bot.service.values.game_summary import GameSummary
from bot.service.values.limits import NO_LIMITS
from bot.store.database import Database
from bot.store.models import JobRow
from engines.contract import AnyEngine, ComputerPlayer, Level
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service.actors import newest_card, opened
from tests.tinygames import TINY

MIND = "mind"
"""The owner of claims in these tests."""


def _unasked(*_: Any) -> Any:
    raise AssertionError("the bot's own process never thinks")


def _first(engine: AnyEngine) -> Any:
    return lambda state, seat, _rng: next(iter(engine.legal(state, seat)))


def playing(engine: AnyEngine, *shares: float) -> AnyEngine:
    """The engine with a computer player that answers by jobs and expects these shares of a win."""
    player = ComputerPlayer(choose=_unasked, sample=_first(engine), evaluate=lambda _: shares)
    return replace(engine, computer=player, imagine=engine.imagine or (lambda view, _: view))


ROSES = playing(ENGINES["roses"], 0.3, 0.7)
GODS = playing(ENGINES["gods"], 0.25, 0.25, 0.25, 0.25)
NIM, SEALED = playing(TINY["nim"], 0.4, 0.3, 0.3), playing(TINY["sealed"], 0.5, 0.5)


async def against(service: Service, key: str = "roses", *levels: Level, **arguments: Any) -> GameSummary:
    """A game of Ann in the first seat against computers."""
    return await opened(service, key, levels=levels or (Level.STEADY,), **arguments)


async def claimed(service: Service, owner: str = MIND) -> Claimed:
    (one,) = await service.jobs.claim(owner, 1)
    return one


async def thought(service: Service, notation: str, owner: str = MIND) -> Claimed:
    """Claim a job and answer it with this action."""
    one = await claimed(service, owner)
    await service.jobs.answer(owner, one, notation, 0.5)
    return one


async def plays(service: Service, clock: ManualClock, notation: str) -> None:
    """Let a computer make this action as soon as it may."""
    await thought(service, notation)
    clock.advance(max(ANSWER_DELAYS.values()))
    assert await service.jobs.play_due() == 1


async def prompt(service: Service, code: str) -> str:
    return (await service.reading.summary(code)).prompt


async def jobs(database: Database) -> list[tuple[str, int, str]]:
    async with database.reading() as unit:
        rows = await unit._session.scalars(select(JobRow).order_by(JobRow.id))
        return [(row.kind, row.seat, row.status) for row in rows]


async def lines(database: Database, code: str) -> tuple[str, ...]:
    return (await newest_card(database, code)).summary_lines


def replace_limits(**limits: Any) -> Any:
    return msgspec.structs.replace(NO_LIMITS, **limits)
