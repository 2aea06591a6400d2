"""How soon `/move` is acknowledged, beside a command that does nothing, under the same load."""

import asyncio
import contextlib
import gc
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from itertools import count, islice, repeat
from pathlib import Path
from statistics import quantiles
from typing import Final, TypeAlias

import structlog

from sandbox.driver import Interaction, Sandbox
from tests.bench import Figure
from tests.bench._processes import running
from tests.databases import finish
from tests.wire.hosting import SAMPLE, Table

_IN_FLIGHT: Final = {1: (200, 1), 8: (4, 50), 64: (4, 150)}
"""By the number of requests in flight: how many rounds of moves and of trivial commands take turns, and how
many requests a round has.
"""
_ALLOWED: Final = 1.5

Ask: TypeAlias = Callable[[], Awaitable[Interaction]]
"""Types the next command of a person, and returns the interaction."""


def run() -> list[Figure]:
    """Measure the bot and a trivial one in processes of their own, each against a sandbox in this process."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    figures: list[Figure] = []
    for at_once, (moves, trivial) in finish(_both()).items():
        for name, part in (("half of the time", 50), ("p99", 99)):
            value, floor = (1_000 * quantiles(took, n=100)[part - 1] for took in (moves, trivial))
            figures.append(
                Figure(
                    f"first response to /move, {at_once} in flight, {name}",
                    value,
                    "ms",
                    floor,
                    "a trivial command's",
                    "less",
                    _ALLOWED * floor if part == 99 else None,
                )
            )
    return figures


async def _both() -> dict[int, tuple[list[float], list[float]]]:
    """Seconds to the first responses to moves and to trivial commands, by how many were in flight."""
    async with _moves() as (mine, moves), _trivial() as (theirs, trivial):
        found: dict[int, tuple[list[float], list[float]]] = {}
        for at_once, (rounds, each) in _IN_FLIGHT.items():
            found[at_once] = [], []
            for _ in range(rounds):
                found[at_once][0].extend(await _measured(mine, islice(moves, each), at_once))
                found[at_once][1].extend(await _measured(theirs, islice(trivial, each), at_once))
        return found


@contextlib.asynccontextmanager
async def _trivial() -> AsyncIterator[tuple[Sandbox, Iterator[Ask]]]:
    async with Sandbox() as sandbox, running(sandbox, "tests.bench._trivial_bot"):
        await sandbox.online()
        await sandbox.command("trivial")
        ann = sandbox.person("Ann")
        yield sandbox, repeat(lambda: ann.slash("trivial"))


@contextlib.asynccontextmanager
async def _moves() -> AsyncIterator[tuple[Sandbox, Iterator[Ask]]]:
    with tempfile.TemporaryDirectory() as folder:
        async with Sandbox() as sandbox:
            places = [sandbox.new_server(f"server {n}", shard=0, of=1) for n in range(max(_IN_FLIGHT))]
            settings = {
                "DATABASE_URL": f"sqlite:///{Path(folder) / 'bench.sqlite3'}",
                "PERSON_GAMES": "100",
            }
            async with running(sandbox, "bot", "run", **settings):
                await sandbox.online()
                await sandbox.command("move")
                tables = [await Table.opened(sandbox, where=place) for place in places]
                # The last move ends the game.
                yield sandbox, iter([_mover(table) for table in tables] * (len(SAMPLE) - 1))


def _mover(table: Table) -> Ask:
    """Types the moves of a game one after the other, each after everything of the one before is posted."""
    plies, turn = count(), asyncio.Lock()

    async def move() -> Interaction:
        async with turn:
            ply = next(plies)
            mover = (table.ann, table.bob)[ply % 2]
            before = await table.card()
            answered = await mover.slash("move", {"notation": SAMPLE[ply]}, channel=table.thread)
            await table.sandbox.message(
                table.thread, lambda look: look.id == before.id and "Board" not in look.labels
            )
            return answered

    return move


async def _measured(sandbox: Sandbox, asks: Iterator[Ask], at_once: int) -> list[float]:
    """Seconds from each request to its first response, with `at_once` requests in flight."""
    asked: list[Interaction] = []

    async def hand() -> None:
        for ask in asks:
            answered = await ask()
            asked.append(answered)

    # The sandbox runs in this process: garbage collections in it would count as the bot's delay.
    gc.collect()
    gc.disable()
    try:
        await asyncio.gather(*(hand() for _ in range(at_once)))
    finally:
        gc.enable()
    callbacks = sandbox.records.requests("POST", "/interactions/*")
    responses = {int(one.path.split("/")[2]): one.at for one in callbacks}
    assert all("✅" in one.reply.text or one.reply.text == "done" for one in asked)
    return [responses[one.record.id] - one.record.created_at for one in asked]
