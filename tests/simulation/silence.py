"""Weeks of games with players who are absent, slow or forgetful, in virtual time.

``python -m tests.simulation.silence GAMES SEED`` plays many and prints what became of them; a game may end by
silence, that is by an act of the clock, only where its table chose so.
"""

import logging
import sys
import tempfile
from collections import Counter
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

import structlog

from bot.service.facade import Service
from bot.service.game.term_options import agreed, offered
from bot.service.log.event_types import EventType
from bot.service.scheduler import ClockScheduler
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import AnyEngine, Resign
from engines.registry import ENGINES
from tests.databases import Sqlite, finish
from tests.manual_clock import ManualClock
from tests.service.actors import FOUR, begun, new_cause, sound

DAYS = timedelta(days=42)
STEP = timedelta(hours=7)
ACTIONS = 6
"""The most actions in a row of a person who comes to play."""
CHOSEN = {"rules", "lose"}


class Fate(NamedTuple):
    """The end of a game."""

    key: str
    terms: Terms
    status: str
    by_clock: bool
    """Whether its last action was the clock's."""
    chosen: bool
    """Whether its table has agreed that silence may end it, or its rules say so in a live game."""
    cards: int
    """The number of public changes after the last act of a person."""

    @property
    def by_silence(self) -> bool:
        """Whether it was ended by silence though nobody had chosen so."""
        return self.status == "finished" and self.by_clock and not self.chosen


def some_terms(engine: AnyEngine, rng: Random) -> Terms:
    """Random terms that players may choose."""
    words = [f"{term.name}: {rng.choice(choices).text}" for term, choices in offered(engine)]
    return agreed(engine, ", ".join(word for word in words if rng.random() < 0.5))


async def play(
    service: Service, database: Database, clock: ManualClock, engine: AnyEngine, rng: Random
) -> Fate:
    """Play one game of people who are each there with a probability of their own, at any time of day."""
    terms, seats = some_terms(engine, rng), rng.randint(engine.info.min_seats, len(engine.info.seats))
    people = FOUR[:seats]
    game = await begun(service, engine.info.key, *people[1:], seat=None, terms=terms, deadline_hours=24)
    there = {person.id: rng.choice((0.0, 0.0, 0.2, 0.6)) for person in people}
    scheduler, end = ClockScheduler(database, service, clock), clock.now() + DAYS
    while clock.now() < end and game.status in {"active", "paused"}:
        clock.advance(STEP)
        await scheduler.process_due()
        for person in people:
            if rng.random() < there[person.id]:
                await _come(service, game, person, rng)
        game = await service.reading.summary(game.code)
    await sound(database, game.code)
    async with database.reading() as unit:
        events = await unit.events.of_game(game.id)
    applied = [event for event in events if event.kind in {EventType.ACTION, EventType.CLOCK}]
    last_act = max((event.seq for event in events if event.player_id is not None), default=0)
    chosen = bool({game.terms.absence, game.terms.at_zero} & CHOSEN)
    cards = sum(event.public_notation is not None for event in events if event.seq > last_act)
    return Fate(
        engine.info.key,
        terms,
        game.status,
        bool(applied) and applied[-1].kind == EventType.CLOCK,
        chosen,
        cards,
    )


async def _come(service: Service, game: GameSummary, person: Person, rng: Random) -> None:
    """Let a person look at the game: they resume it if it is paused, and play a few actions if they may."""
    try:
        if (await service.reading.summary(game.code)).absent:
            await service.clock.resume(person, game.code, cause=new_cause())
        for _ in range(rng.randint(1, ACTIONS)):
            offers = (await service.play.choices(person, game.code)).offers
            action = rng.choice(offers).action
            if not isinstance(action, Resign):
                await service.play.act(person, game.code, action, cause=new_cause())
    except Refused:
        return


async def played(games: int, seed: int) -> list[Fate]:
    """Play this number of games of each kind, one after the other."""
    fates = []
    with tempfile.TemporaryDirectory() as folder:
        source = Sqlite(Path(folder))
        for number in range(games):
            for key, engine in ENGINES.items():
                rng, clock = Random(f"{seed} {number} {key}"), ManualClock()
                with source.fresh() as address:
                    database = Database(address)
                    service = Service(database, ENGINES, clock, rng)
                    fates.append(await play(service, database, clock, engine, rng))
                    await database.close()
    return fates


def main(games: int, seed: int) -> int:
    """Print the ends of the games. Returns 0 if none ended by silence without that being chosen."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    fates = finish(played(games, seed))
    for (key, status), count in sorted(Counter((fate.key, fate.status) for fate in fates).items()):
        print(f"{key:10} {status:10} {count}")
    wrong = [fate for fate in fates if fate.by_silence]
    print(f"seed {seed}: {len(fates)} games, {len(wrong)} ended by silence though nobody had chosen so")
    print(f"most public changes after the last act of a person: {max(fate.cards for fate in fates)}")
    for fate in wrong:
        print(fate)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
