"""Weeks of games with players who go on vacation, vanish, and find substitutes, in virtual time.

``python -m tests.simulation.away GAMES SEED [--hostile]`` plays many and prints what was seen. At every step
nobody has missed a deadline while their clock stood, nobody is away for more days than a year has, and a seat
has changed hands only if its owner was asked and had a day to answer. The hostile do everything besides that
may cross it, at the worst moments: they take back, redo, ask, answer, plan, resume and withdraw.
"""

import logging
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import structlog
from msgspec.structs import replace

from bot.service.admin.acts import Pause, Resume
from bot.service.admin.operator import Operator
from bot.service.clock.vacations import DAYS_A_YEAR, Dates, days_in
from bot.service.facade import Service
from bot.service.scheduler import ClockScheduler
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import IsAway, Refused
from bot.service.values.request import Person
from bot.service.values.seat_clocks import SeatClocks
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.contract import AnyEngine, Resign
from engines.registry import ENGINES
from tests.databases import Sqlite, finish
from tests.manual_clock import ManualClock
from tests.service.actors import ADA, EVE, FOUR, OLGA, begun, new_cause, sound

TIME = timedelta(days=30)
STEP = timedelta(hours=8)
ACTIONS = 4
STRANGERS = (EVE, ADA, OLGA)


class Table:
    """A game, and the random acts of its players."""

    def __init__(
        self, service: Service, database: Database, clock: ManualClock, rng: Random, *, hostile: bool = False
    ) -> None:
        self.hostile = hostile
        self.service, self.database, self.clock, self.rng = service, database, clock, rng
        self.seen: Counter[str] = Counter()
        self.opens: dict[int, datetime] = {}
        """The times from which seats may be taken over: a day after their owners were asked."""
        self.missed: dict[int, int] = {}
        self.vanished: set[int] = set()

    async def play(self, engine: AnyEngine, time: timedelta) -> Counter[str]:
        """Play the game for this time. Raises AssertionError where an invariant is broken."""
        rng, seats = self.rng, self.rng.randint(engine.info.min_seats, min(4, len(engine.info.seats)))
        terms = Terms(
            absence=rng.choice(("pause", "substitute")), vacation=rng.choice(("stand", "stand", "run"))
        )
        if self.hostile:
            at_zero = rng.choice(tuple(engine.clock.at_zero))
            terms = replace(terms, at_zero=at_zero, absent_after=rng.choice((1, 2, 3)))
        others = FOUR[1:seats]
        game = await begun(self.service, engine.info.key, *others, seat=None, terms=terms, deadline_hours=24)
        scheduler, end = ClockScheduler(self.database, self.service, self.clock), self.clock.now() + time
        while self.clock.now() < end and game.status in {"active", "paused"}:
            await self.passes(scheduler)
            for person in (*(seat.person for seat in game.seats if seat.person), *STRANGERS):
                if self.hostile and self.rng.random() < 0.6:
                    await self.interferes(person, game)
                else:
                    await self.does(person, game)
            game = await self.holds(game, await self.service.reading.summary(game.code))
        await sound(self.database, game.code)
        problems = (await self.service.doctor.everything()).problems
        assert [one for one in problems if one.level == "wrong"] == []
        self.seen[game.status] += 1
        return self.seen

    async def passes(self, scheduler: ClockScheduler) -> None:
        """Let `STEP` pass, from one alarm to the next, and let the scheduler do what is due."""
        end = self.clock.now() + STEP
        while self.clock.now() < end:
            now = self.clock.now()
            alarms = (
                await self.service.clock.next_alarm(now),
                await self.service.vacations.next_due(now),
                end,
            )
            self.clock.advance(min(one for one in alarms if one is not None and one > now) - now)
            await self.service.vacations.process_due()
            await scheduler.process_due()

    async def does(self, person: Person, game: GameSummary) -> None:
        """Let a person do what they do at this hour."""
        seat = next((one.seat for one in game.seats if one.person and one.person.id == person.id), None)
        if seat is None:
            for open_seat, _ in game.open:
                if self.rng.random() < 0.2:
                    take_over, cause = self.service.substitutes.take_over, new_cause()
                    await self.tried("taken over", take_over(person, game.code, open_seat, cause=cause))
            return
        chance = self.rng.random()
        if person.id in self.vanished or chance < 0.01:
            self.vanished.add(person.id)
        elif chance < 0.04:
            last = self.clock.now().date() + timedelta(days=self.rng.randint(1, 12))
            await self.tried("vacation", self.service.vacations.plan(person, last))
        elif chance < 0.06:
            await self.tried("came back", self.service.vacations.end(person))
        elif chance < 0.12:
            other = self.rng.choice([one.seat for one in game.seats if one.seat != seat])
            result = self.service.substitutes.propose(person, game.code, other, cause=new_cause())
            await self.tried("warned", result)
        elif chance < 0.2 and seat in dict(game.open):
            await self.tried("here", self.service.substitutes.here(person, game.code, cause=new_cause()))
        elif chance < 0.7:
            await self.tried("played", self.come(person, game))

    async def interferes(self, person: Person, game: GameSummary) -> None:
        """Let a person do something that may interfere with the acts of others."""
        service, code, rng = self.service, game.code, self.rng
        day, yes = self.clock.now().date() + timedelta(days=rng.randint(0, 9)), rng.random() < 0.6
        seat = rng.choice(game.seats).seat
        operations: dict[str, Callable[[], Awaitable[Any]]] = {
            "undo": lambda: service.undo.undo(person, code, cause=new_cause()),
            "take back": lambda: service.undo.take_back(person, code, whole=yes, cause=new_cause()),
            "redo": lambda: service.undo.redo(person, code, cause=new_cause()),
            "answer undo": lambda: service.undo.answer_undo(person, code, yes, cause=new_cause()),
            "wish to pause": lambda: service.pausing.ask(person, code, day, cause=new_cause()),
            "wish to go on": lambda: service.pausing.ask(person, code, None, cause=new_cause()),
            "answer a wish": lambda: service.pausing.answer(person, code, yes, cause=new_cause()),
            "play on": lambda: service.calling_off.ask(person, code, rng.random() < 0.1, cause=new_cause()),
            "resume": lambda: service.clock.resume(person, code, cause=new_cause()),
            "here": lambda: service.substitutes.here(person, code, cause=new_cause()),
            "propose": lambda: service.substitutes.propose(person, code, seat, cause=new_cause()),
            "take over": lambda: service.substitutes.take_over(person, code, seat, cause=new_cause()),
            "go away": lambda: service.vacations.plan(person, day, rng.choice((None, day))),
            "plan": lambda: self.plan(person, code),
            "offer a draw": lambda: service.play.act(person, code, "draw", cause=new_cause()),
            "answer a draw": lambda: service.play.act(person, code, "decline", cause=new_cause()),
            "pause by force": lambda: self.stop_and_go(code),
            "expire": service.pausing.expire,
        }
        what = rng.choice(sorted(operations))
        await self.tried(what, operations[what]())

    async def plan(self, person: Person, code: str) -> None:
        if offers := (await self.service.orders.choices(person, code, "whatever")).offers:
            action = self.rng.choice(offers).action
            await self.service.orders.plan(person, code, "whatever", action, cause=new_cause())

    async def stop_and_go(self, code: str) -> None:
        """Let an administrator pause and resume the game."""
        for act in (Pause(), Resume()):
            await self.service.admin.apply(Operator(), code, act)

    async def tried(self, what: str, act: Awaitable[Any]) -> None:
        try:
            await act
        except IsAway:
            self.seen["asked whether back"] += 1
        except Refused:
            return
        else:
            self.seen[what] += 1

    async def come(self, person: Person, game: GameSummary) -> None:
        if game.absent:
            await self.service.clock.resume(person, game.code, cause=new_cause())
        for _ in range(self.rng.randint(1, ACTIONS)):
            offers = (await self.service.play.choices(person, game.code)).offers
            if offers and not isinstance(action := self.rng.choice(offers).action, Resign):
                await self.service.play.act(person, game.code, action, cause=new_cause())
                if self.hostile and self.rng.random() < 0.1:
                    take_back = self.service.undo.take_back
                    await self.tried("take back", take_back(person, game.code, cause=new_cause()))

    async def holds(self, before: GameSummary, game: GameSummary) -> GameSummary:
        """Check the invariants that must hold at every moment."""
        now, away = self.clock.now(), dict(game.away)
        async with self.database.reading() as unit:
            row = await unit.games.by_code(game.code)
            assert row is not None
            stored = row.clock
            for sitting in row.seats:
                rows = await unit.vacations.of(sitting.player_id)
                spans = [Dates(one.starts_at, one.ended_at or one.ends_at) for one in rows]
                assert days_in(now.year, spans) <= DAYS_A_YEAR
                assert sum(one.ended_at is None for one in rows) <= 1
        clocks = msgspec.json.decode(stored, type=SeatClocks)
        pending = set(game.to_act)
        if game.status == "active" and game.terms.vacation == "stand" and pending & away.keys():
            # Once the others may claim the win, no clock of this seat runs.
            assert game.clock_stopped or game.answers, (game.code, pending, away)
            self.seen["clock stood"] += 1
        for seat in away if game.terms.vacation == "stand" else ():
            if dict(before.away).get(seat) == away[seat]:
                assert clocks.missed_by(seat) <= self.missed.get(seat, 0), "a deadline missed while away"
        self.missed = {seat.seat: clocks.missed_by(seat.seat) for seat in game.seats}
        for old, new in zip(before.seats, game.seats, strict=True):
            if old.person and new.person and old.person.id != new.person.id:
                assert now >= self.opens[old.seat], "taken over before its owner could answer"
                assert sum(one.person == new.person for one in game.seats) == 1
        self.opens = dict(game.open)
        return game


async def played(
    games: int,
    seed: int,
    keys: Collection[str] = tuple(ENGINES),
    time: timedelta = TIME,
    *,
    hostile: bool = False,
) -> Counter[str]:
    """Play this number of games of each kind, one after the other. Returns counts of what was seen."""
    seen: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        source = Sqlite(Path(folder))
        for number in range(games):
            for key in keys:
                rng, clock = Random(f"{seed} {number} {key}"), ManualClock()
                with source.fresh() as address:
                    database = Database(address)
                    service = Service(database, ENGINES, clock, rng)
                    table = Table(service, database, clock, rng, hostile=hostile)
                    seen += await table.play(ENGINES[key], time)
                    await database.close()
    return seen


def main(games: int, seed: int) -> int:
    """Play, print what was seen, and return 0. Raises AssertionError where an invariant is broken."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    seen = finish(played(games, seed, hostile="--hostile" in sys.argv))
    print(f"seed {seed}: {games} games of each kind")
    for what, count in sorted(seen.items()):
        print(f"{what:20} {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
