"""No order of moves, undos, redos, vacations and pauses leaves more in a bank than the rule gives."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from bot.service.admin.acts import Pause, Resume
from bot.service.admin.operator import Operator
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.seat_clocks import LEAST
from bot.service.values.terms import Terms
from bot.store.database import Database
from engines.registry import ENGINES
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, game_row, new_cause, running, sound

HOUR = timedelta(hours=1)
TERMS = Terms(bank_days=1, increment_hours=3)
MOST, INCREMENT = 86400.0, 3 * 3600.0
STEPS = 80
SLOW = (("roses", 2), ("roses", 3), ("reef", 1))


class Rule:
    """What the banks hold at most: full at first, an increment for each period, once; what runs is paid."""

    def __init__(self) -> None:
        self.left = [MOST, MOST]
        self.ran = [0.0, 0.0]
        """Of the present turn."""
        self.granted = {"0 start"}

    def passes(self, seconds: float, running: list[int]) -> None:
        for seat in running:
            self.left[seat] = max(self.left[seat] - seconds, 0.0)
            self.ran[seat] += seconds

    def taken_back(self, seat: int) -> None:
        """Whoever takes back a turn that was over pays for the time that the other has had since."""
        ran = self.ran[1 - seat]
        self.left[seat], self.left[1 - seat] = max(self.left[seat] - ran, 0.0), self.left[1 - seat] + ran

    def awaits(self, seats: tuple[int, ...], period: str) -> None:
        for seat in seats:
            grant = f"{seat} {period}"
            if grant not in self.granted:
                self.granted.add(grant)
                self.left[seat] = max(min(self.left[seat] + INCREMENT, MOST), LEAST)
            elif self.left[seat] == 0:
                self.left[seat] = LEAST


class Table:
    """A game with banks, and people who do what comes into their heads."""

    def __init__(self, service: Service, database: Database, clock: ManualClock, rng: Random) -> None:
        self.service, self.database, self.clock, self.rng = service, database, clock, rng
        self.rule, self.done = Rule(), dict[str, int]()
        self.code, self.someone = "", ANN

    async def begin(self, key: str) -> None:
        game = await running(self.service, key, seats=2, terms=TERMS)
        self.code = game.code
        period, acting = await self.where()
        self.rule.granted = {f"{seat} {period}" for seat in acting}

    async def where(self) -> tuple[str, tuple[int, ...]]:
        """The clock period, and who is awaited."""
        row = await game_row(self.database, self.code)
        engine = ENGINES[row.key]
        state = engine.codec.decode_state((row.state or "").encode())
        return engine.clock.period(state), engine.to_act(state)

    async def step(self) -> None:
        acts: dict[str, Callable[[], Awaitable[Any]]] = {
            "move": self.move,
            "wait": self.wait,
            "take back": self.take_back,
            "redo": lambda: self.service.undo.redo(self.someone, self.code, cause=new_cause()),
            "agree": self.agree,
            "away": lambda: self.service.vacations.plan(
                self.someone, (self.clock.now() + timedelta(days=1)).date()
            ),
            "back": lambda: self.service.vacations.end(self.someone),
            "pause": lambda: self.service.admin.apply(Operator(), self.code, Pause()),
            "resume": lambda: self.service.admin.apply(Operator(), self.code, Resume()),
        }
        often = [*["move"] * 8, *["wait"] * 4, *["take back", "agree", "redo"] * 2, "resume", "back"]
        name, (_, acting) = self.rng.choice([*often, *acts]), await self.where()
        self.someone = (ANN, BOB)[acting[0]] if acting and name == "move" else self.rng.choice((ANN, BOB))
        before = await self.where()
        try:
            await acts[name]()
        except Refused:
            return
        if await self.where() != before:
            self.rule.ran = [0.0, 0.0]
        self.done[name] = self.done.get(name, 0) + 1

    async def move(self) -> None:
        offers = (await self.service.play.choices(self.someone, self.code)).offers
        engine = ENGINES[(await self.service.reading.summary(self.code)).key]
        own = [one.action for one in offers if isinstance(one.action, engine.action_types)]
        await self.service.play.act(self.someone, self.code, self.rng.choice(own), cause=new_cause())

    async def take_back(self) -> None:
        before = await self.where()
        await self.service.undo.take_back(self.someone, self.code, cause=new_cause())
        if await self.where() != before:
            self.rule.taken_back((ANN, BOB).index(self.someone))

    async def agree(self) -> None:
        await self.service.undo.request_undo(self.someone, self.code, cause=new_cause())
        other = BOB if self.someone is ANN else ANN
        await self.service.undo.answer_undo(other, self.code, True, cause=new_cause())

    async def wait(self) -> None:
        """Some hours, never to the end of a bank: what becomes of that is another question."""
        summary = await self.service.reading.summary(self.code)
        running = [seat for seat, bank in enumerate(summary.banks) if bank.until is not None]
        hours = self.rng.choice((0.25, 1, 4, 9)) * HOUR
        if summary.deadline is not None and self.clock.now() + hours >= summary.deadline:
            return
        self.clock.advance(hours)
        self.rule.passes(hours.total_seconds(), running)
        await self.service.vacations.process_due()

    async def held(self) -> tuple[GameSummary, list[float]]:
        """What the banks hold now."""
        summary = await self.service.reading.summary(self.code)
        now = self.clock.now()
        return summary, [
            bank.left if bank.until is None else (bank.until - now).total_seconds() for bank in summary.banks
        ]


@pytest.mark.parametrize(
    ("key", "seed"),
    [("roses", 1), *(pytest.param(key, seed, marks=pytest.mark.slow) for key, seed in SLOW)],
)
async def test_nothing_that_players_do_fills_a_bank(
    service: Service, database: Database, clock: ManualClock, key: str, seed: int
) -> None:
    table = Table(service, database, clock, Random(f"{key} {seed}"))
    await table.begin(key)
    for step in range(STEPS):
        await table.step()
        summary, held = await table.held()
        if summary.status == "finished":
            break
        period, acting = await table.where()
        if summary.status == "active":
            table.rule.awaits(acting, period)
        for seat, seconds in enumerate(held):
            assert seconds <= table.rule.left[seat] + 1, (seed, step, table.done)
            assert seconds <= MOST
    await sound(database, table.code)
    assert table.done["move"] > 2
    assert {"take back", "agree"} & table.done.keys()
