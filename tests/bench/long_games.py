"""How long each use case of a long game blocks the event loop."""

import asyncio
import contextlib
import gc
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import structlog

from bot.clock import SystemClock
from bot.collector import tune_collector
from bot.service.admin.operator import Operator
from bot.service.admin.records import play_through, store
from bot.service.facade import Service
from bot.service.people.persons import ensure_person
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from engines.chance import seed_hash
from engines.contract import AnyEngine
from engines.record import Made, Record
from engines.registry import ENGINES
from tests.bench import Figure
from tests.databases import finish, prepare
from tests.engines.playouts import a_choice
from tests.service.actors import HERE, KNOWN, new_cause

_ACTIONS = 3_000
_TRIES = 4
_PROMISED = 10.0
"""The most milliseconds for which the loop may be blocked."""


def run() -> list[Figure]:
    """Measure the longest time for which the loop is blocked, for each game and use case."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    figures: list[Figure] = []
    for engine in ENGINES.values():
        with tempfile.TemporaryDirectory() as folder:
            finish(_measured(figures, engine, f"sqlite:///{Path(folder) / 'bench.sqlite3'}"))
    return figures


async def _measured(figures: list[Figure], engine: AnyEngine, address: str) -> None:
    database = Database(address)
    await prepare(database)
    service = Service(database, ENGINES, SystemClock(), Random(1))
    game = _long_game(engine)
    people = KNOWN[: len(game.seats)]
    try:
        now = SystemClock().now()
        imported = play_through(game, engine, HERE, rng=Random(1), now=now, threaded=False)
        async with database.transaction() as unit:
            players = [await ensure_person(unit, person, now) for person in people]
            await store(unit, imported, players, Random(1))
            state, code = imported.live.state, imported.live.row.code
        mover = people[engine.to_act(state)[0]]
        action = next(iter(engine.legal(state, engine.to_act(state)[0])))
        # The collector must not spend time on the objects made while the game was set up.
        tune_collector()
        floor = await _held_up(lambda: asyncio.sleep(0.05))
        for name, use_case in _use_cases(service, mover, code, action).items():
            held = await _held_up(use_case)
            what = f"{engine.info.key}, {len(game.entries)} actions: {name}"
            figures.append(Figure(what, held, "ms", floor, "an idle loop", "less", _PROMISED))
    finally:
        gc.unfreeze()
        await database.close()


def _use_cases(
    service: Service, mover: Person, code: str, action: Any
) -> dict[str, Callable[[], Awaitable[object]]]:
    admin = Operator()
    return {
        "panel": lambda: service.play.choices(mover, code),
        "how much can be undone": lambda: service.undo.undo_range(mover, code),
        "an action": lambda: service.play.attempt(mover, code, action, cause=new_cause()),
        "taken back": lambda: service.undo.take_back(mover, code, cause=new_cause()),
        "asked back": lambda: service.undo.request_undo(mover, code, cause=new_cause()),
        "position": lambda: service.reading.view(code, mover),
        "history": lambda: service.reading.history(code, mover),
        "an earlier point": lambda: service.lookback.past(code, mover, 40),
        "points to look back to": lambda: service.lookback.points(code),
        "what one has missed": lambda: service.lookback.since(code, mover),
        "what a follower has missed": lambda: service.lookback.followed(code, 40, 1_500),
        "record": lambda: service.reading.export(code, mover),
        "verified": lambda: service.reading.verify(code),
        "points to roll back to": lambda: service.admin.rollback_points(admin, code),
        "facts for an administrator": lambda: service.admin.details(admin, code),
    }


async def _held_up(work: Callable[[], Awaitable[object]]) -> float:
    """The most processor milliseconds between two turns of the event loop while the work is done."""
    longest, running = 0.0, True

    async def watch() -> None:
        nonlocal longest
        last = time.thread_time()
        while running:
            await asyncio.sleep(0)
            now = time.thread_time()
            longest, last = max(longest, now - last), now

    watcher = asyncio.create_task(watch())
    await asyncio.sleep(0)
    # A use case that the game refuses takes no time.
    with contextlib.suppress(Refused):
        await work()
    running = False
    await watcher
    return longest * 1000


def _long_game(engine: AnyEngine) -> Record:
    """A random game of `_ACTIONS` actions that is not over, or the longest of a few."""
    longest: list[Made] = []
    seats, seed = len(engine.info.seats), "5eed" * 16
    for number in range(_TRIES):
        found = _walk(engine, seats, seed, Random(number))
        longest = max(longest, found, key=len)
        if len(longest) >= _ACTIONS:
            break
    return Record(
        game=engine.info.key,
        rules_version=engine.info.rules_version,
        options=msgspec.to_builtins(engine.options({})),
        seats=tuple(person.name for person in KNOWN[:seats]),
        seed=seed,
        seed_hash=seed_hash(seed),
        entries=tuple(longest),
    )


def _walk(engine: AnyEngine, seats: int, seed: str, rng: Random) -> list[Made]:
    """A random game: up to its first action after `_ACTIONS` that can be taken back, or without its last."""
    state, made = engine.start(engine.options({}), seats, seed), list[Made]()
    while engine.to_act(state):
        seat, action = a_choice(engine, state, rng)
        made.append(Made(seat, engine.format(action)))
        step = engine.apply(state, seat, action)
        state = step.state
        if len(made) >= _ACTIONS and not step.reveals:
            return made
    return made[:-1]
