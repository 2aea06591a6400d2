"""The position in which the next action of a standing order is chosen."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Literal, NamedTuple, TypeAlias, cast

from bot.service.clock.due_orders import CheckedOrder, checked_orders, past_events
from bot.service.clock.order_verdict import PLAYED, Guard, GuardKind
from bot.service.game.live import LiveGame
from bot.service.values.refused import Refused, refuse_illegal
from bot.service.values.request import Person
from bot.store.models import OrderRow
from engines.contract import Action, AnyEngine, Seat, Step, Value


class Replacement(NamedTuple):
    """Another action for an order that the person has already."""

    order_id: int


OrderTarget: TypeAlias = Literal["whatever", "line"] | int | Replacement
"""The use of the chosen action: the next turn, a new line of play, the continuation of an order's line, or a
replacement of an order's action."""


class Source(NamedTuple):
    """The position in which an order's next action is chosen."""

    state: Value
    actor: Seat
    """The seat that is to act there."""
    guard: Guard
    row: OrderRow | None
    """The order that is continued."""


def plannable(live: LiveGame, seat: Seat) -> Iterator[GuardKind]:
    """The kinds of orders that a position allows a seat to make."""
    engine, state = live.engine, live.state
    if engine.outcome(state) is not None:
        return
    away = seat not in engine.to_act(state)
    if away and engine.own_turn(state, seat) is not None:
        yield "whatever"
    if away and not engine.info.hidden:
        yield "line"
    passing = engine.clock.pass_action
    if passing is not None and (away or passing in engine.legal(state, seat)):
        yield "pass"


async def valid_orders(live: LiveGame, person: Person) -> list[CheckedOrder]:
    """A person's orders without those that are to be dropped, which may not be deleted yet."""
    rows = await live.unit.orders.of_game(live.row.id, person.id)
    return [one for one in await checked_orders(live, rows) if one.verdict.what != "drop"]


async def source_of(live: LiveGame, person: Person, seat: Seat, target: OrderTarget) -> Source:
    """The position in which the next action of an order is chosen. Raises Refused."""
    if seat in live.engine.to_act(live.state):
        raise Refused(
            "your_turn", "It is your turn: play first, and plan ahead after that.", game=live.summary()
        )
    valid = await valid_orders(live, person)
    number = target.order_id if isinstance(target, Replacement) else target
    found = next((one for one in valid if one.row.id == number), None)
    if isinstance(number, int) and (found is None or (found.guard.kind != "line" and number is target)):
        raise Refused("no_order", "That plan is not there any more.")
    if found is not None and found.guard.kind == "pass":
        raise Refused(
            "no_plan", "That plan only passes, so there is nothing to change: cancel it, or keep it."
        )
    if target == "whatever" or (found is not None and found.guard.kind == "whatever"):
        earlier = takewhile(lambda one: one is not found, valid)
        planned = [one.action for one in earlier if one.guard.kind == "whatever" and one.action is not None]
        ahead = _own_turn(live, seat, planned)
        return Source(ahead, seat, Guard("whatever"), None if found is None else found.row)
    if live.engine.info.hidden:
        raise Refused(
            "hidden",
            "This game hides something, so that you cannot name what others play: plan for whatever happens.",
        )
    row, line = None, list[tuple[Seat, str]]()
    if found is not None:
        row, line = found.row, list(found.guard.line)
        if row.action is not None and number is target:
            line.append((seat, row.action))
    state = live.state if row is None else await _after_line(live, row, line)
    acting = live.engine.to_act(state)
    if not acting:
        raise Refused("game_over", "That ends the game: there is nothing to plan after it.")
    return Source(state, acting[0], Guard("line", tuple(line)), row)


def _own_turn(live: LiveGame, seat: Seat, planned: Iterable[Action]) -> Value:
    """The position of a seat's next turn, after its planned actions. Raises Refused."""
    ahead: Value | None = live.engine.own_turn(live.state, seat)
    if ahead is None:
        raise Refused("no_plan", "Nothing can be said now about any turn that you may still have.")
    for action in planned:
        ahead = _beyond(live.engine, ahead, seat, action)
    return ahead


async def _after_line(live: LiveGame, row: OrderRow, line: Sequence[tuple[Seat, str]]) -> Value:
    """The position after those actions of an order's line that are still to come. Raises Refused."""
    engine, state = live.engine, live.state
    events = await live.unit.events.since(live.row.id, row.made_at_seq)
    played = sum(one.action is not None and one.kind in PLAYED for one in past_events(engine, events))
    with refuse_illegal():
        for by, text in line[played:]:
            action = engine.codec.decode_action(text.encode())
            state = engine.after_forced(engine.apply(state, by, action).state)
    return state


def _beyond(engine: AnyEngine, state: Value, seat: Seat, action: Action) -> Value:
    """The position of the seat's turn after a planned action. Raises Refused."""
    with refuse_illegal():
        step: Step[Value] = engine.apply(state, seat, action)
    if step.reveals:
        raise Refused(
            "no_plan", "What you have planned reveals something hidden: nothing after it can be planned yet."
        )
    if seat in engine.to_act(step.state):
        return step.state
    following: Value | None = engine.own_turn(step.state, seat)
    if following is None:
        raise Refused(
            "no_plan", "After what you have planned, it is not certain that you will have another turn."
        )
    return following


def checked(engine: AnyEngine, source: Source, action: Action | str) -> Action:
    """An action that an order can hold. Raises Refused."""
    with refuse_illegal():
        if isinstance(action, str):
            action = engine.parse(source.state, source.actor, action)
        if not isinstance(action, engine.action_types) or action.host_only:
            raise Refused("no_plan", "Only moves can be planned ahead, not draws, claims or resigning.")
        engine.apply(source.state, source.actor, action)
    return cast("Action", action)
