"""Standing orders in random games of all kinds: ``python -m tests.simulation.orders [ORDERS] [SEED]``.

Each order is judged by an account of its own, not by that of the service: what the guard names is compared
with what was played, action by action, and legality with the list of legal actions.
"""

import random
import sys
from collections import Counter
from typing import Any, NamedTuple

from bot.service.clock.order_verdict import IN_A_ROW, Guard, PastEvent, verdict_on
from bot.service.log.event_types import EventType
from engines.contract import AnyEngine, Seat
from engines.registry import ENGINES
from tests.engines.playouts import a_choice

MOST = 4
"""The most orders of a seat at a time."""
LONGEST = 300
"""The most actions of a game."""
SURPRISES = (EventType.UNDONE, EventType.PAUSED, EventType.ADMIN)


class Laid(NamedTuple):
    """An order as it was made."""

    seat: Seat
    guard: Guard
    action: Any
    at: int
    """The number of events when it was made."""


class Table:
    """A random game in which everybody plans."""

    def __init__(self, engine: AnyEngine, rng: random.Random) -> None:
        self.engine, self.rng = engine, rng
        seats = rng.randint(engine.info.min_seats, len(engine.info.seats))
        self.state = engine.start(engine.options({}), seats, f"{rng.getrandbits(256):064x}")
        self.seats = seats
        self.events: list[PastEvent] = []
        self.orders: list[Laid] = []
        self.made = 0
        self.fates: Counter[str] = Counter()

    def written(self, action: Any) -> str:
        return self.engine.codec.encode(action).decode()

    def plan(self) -> None:
        """Let a seat that is not to act plan something."""
        engine, rng = self.engine, self.rng
        away = [seat for seat in range(self.seats) if seat not in engine.to_act(self.state)]
        if not away or engine.outcome(self.state) is not None:
            return
        seat = rng.choice(away)
        if sum(order.seat == seat for order in self.orders) >= MOST:
            return
        made = self.line_for(seat) if not engine.info.hidden and rng.random() < 0.5 else self.plain(seat)
        if made is not None:
            self.orders.append(made)
            self.made += 1

    def plain(self, seat: Seat) -> Laid | None:
        """An order for a seat's next turn, or (in games with passes) to pass until then."""
        engine = self.engine
        if engine.clock.pass_action is not None and self.rng.random() < 0.2:
            return Laid(seat, Guard("pass"), engine.clock.pass_action, len(self.events))
        ahead = engine.own_turn(self.state, seat)
        if ahead is None:
            return None
        legal = [action for action in engine.legal(ahead, seat) if not action.host_only]
        return Laid(seat, Guard("whatever"), self.rng.choice(legal), len(self.events)) if legal else None

    def line_for(self, seat: Seat) -> Laid | None:
        """An order after a line of one to three actions, which may be played or not."""
        engine, state = self.engine, self.state
        line: list[tuple[Seat, str]] = []
        for _ in range(6):
            acting = engine.to_act(state)
            if not acting:
                return None
            by, action = a_choice(engine, state, self.rng)
            if by == seat and not action.host_only and (line and self.rng.random() < 0.7):
                return Laid(seat, Guard("line", tuple(line)), action, len(self.events))
            if not action.host_only:
                line.append((by, self.written(action)))
            state = engine.apply(state, by, action).state
        return None

    def play(self, seat: Seat, action: Any, *, ordered: bool = False) -> None:
        kind = EventType.AUTOMATIC if action.host_only else EventType.ACTION
        self.state = self.engine.apply(self.state, seat, action).state
        self.events.append(PastEvent(kind, seat, self.written(action), ordered))

    def look(self) -> None:
        """Process all orders as the service does: the first that may be played is played."""
        order_of = ("line", "whatever", "pass")
        for order in sorted(self.orders, key=lambda one: (order_of.index(one.guard.kind), one.at)):
            since = self.events[order.at :]
            verdict = verdict_on(self.engine, self.state, order.seat, order.guard, order.action, since=since)
            holds, legal = self.guard_holds(order, since), self.is_legal(order)
            self.fates[verdict.what] += 1
            if verdict.what == "play":
                assert holds, f"{order} is played though its guard does not hold"
                assert legal, f"{order} is played though it is not legal"
                self.orders.remove(order)
                self.play(order.seat, order.action, ordered=True)
                return
            if verdict.what == "drop":
                self.orders.remove(order)
            elif holds and legal:
                raise AssertionError(f"{order} waits though it may be played")

    def guard_holds(self, order: Laid, since: list[PastEvent]) -> bool:
        if any(event.kind in SURPRISES for event in since):
            return False
        acted = [event for event in since if event.kind == EventType.ACTION]
        own = [event.ordered for event in acted if event.seat == order.seat]
        if own[-IN_A_ROW:] == [True] * IN_A_ROW:
            return False
        if order.guard.kind == "line":
            return [(one.seat, one.action) for one in acted] == list(order.guard.line)
        return order.guard.kind == "pass" or all(own)

    def is_legal(self, order: Laid) -> bool:
        engine, state, seat = self.engine, self.state, order.seat
        if seat not in engine.to_act(state):
            return False
        if order.action in engine.legal(state, seat):
            return True
        # An action with the effect of a listed one in another spelling is legal but not listed.
        try:
            engine.parse(state, seat, engine.format(order.action))
        except Exception:  # The rules refuse it, by any exception.
            return False
        return True

    def step(self) -> bool:
        """Let one thing happen. Returns False when the game is over."""
        engine, rng = self.engine, self.rng
        if engine.outcome(self.state) is not None or len(self.events) > LONGEST:
            return False
        if rng.random() < 0.6:
            self.plan()
        if rng.random() < 0.02:
            self.events.append(PastEvent(rng.choice(SURPRISES)))
        self.look()
        if engine.to_act(self.state) and rng.random() < 0.7:
            forced = engine.forced(self.state)
            self.play(*(forced or a_choice(engine, self.state, rng)))
        return True


def run(orders: int, seed: int) -> Counter[str]:
    """Play at least this number of orders, and count how they ended. Raises AssertionError."""
    rng, total, fates = random.Random(seed), 0, Counter[str]()
    while total < orders:
        for key, engine in ENGINES.items():
            table = Table(engine, rng)
            while table.step():
                pass
            total += table.made
            fates += table.fates
            fates[f"laid down in {key}"] += table.made
    return fates


def main() -> None:
    orders = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    print(f"seed {seed}", flush=True)
    for name, count in sorted(run(orders, seed).items()):
        print(f"{count:9,} {name}")


if __name__ == "__main__":
    main()
