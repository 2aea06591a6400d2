"""Standing orders: made, listed and cancelled by their owner alone.

They are checked against what their owner may know: `Engine.own_turn` for unconditional orders; conditional
lines of play only where a game hides nothing.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import msgspec

from bot.service.clock.order_verdict import Guard, GuardKind
from bot.service.clock.timeouts import TimedUseCases, clock_first
from bot.service.game.live import LiveGame
from bot.service.game.picking import offers_of
from bot.service.game.preconditions import check_playing, check_position, seat_held
from bot.service.notices.order_delays import wake_orders
from bot.service.play.order_sources import (
    OrderTarget,
    Replacement,
    checked,
    plannable,
    source_of,
    valid_orders,
)
from bot.service.usecases import retried
from bot.service.values.answers import Choices
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Person
from bot.store.models import OrderRow
from engines.contract import Action, Seat, Value
from engines.wording import counted

MOST: Final = 20
"""Orders of one person in one game."""


class Order(Value, frozen=True):
    """A standing order as its owner sees it."""

    id: int
    kind: GuardKind
    line: tuple[tuple[Seat, str], ...]
    """The actions before it, each with its seat, in notation."""
    notation: str | None
    """The action to play; None: not chosen yet."""


class Planned(Value, frozen=True):
    """A person's orders in a game."""

    summary: GameSummary
    seat: Seat
    orders: tuple[Order, ...]
    kinds: tuple[GuardKind, ...]
    """The kinds of orders that can be made now."""
    your_turn: bool = False
    """Whether the person is to act now, when no order can be made."""
    unfinished: int | None = None
    """The order that was just begun and has no action yet."""

    def numbered(self, number: int) -> Order:
        """The order at this place of the list, from 1. Raises Refused."""
        if not 0 < number <= len(self.orders):
            known = counted(len(self.orders), "plan") if self.orders else "no plans"
            raise Refused("no_order", f"There is no plan {number}: you have {known} in {self.summary.code}.")
        return self.orders[number - 1]


class Orders(TimedUseCases):
    """The use cases of standing orders. They are invisible to others: no event, no number, no delivery."""

    async def listed(self, person: Person, code: str) -> Planned:
        """The person's orders in a game. Raises Refused."""
        async with self._database.reading() as unit:
            live = await self._load(unit, code)
            check_playing(live, seat := seat_held(live, person))
            return await _planned(live, person, seat)

    @clock_first
    async def choices(
        self, person: Person, code: str, target: OrderTarget, *, expected_public_version: int | None = None
    ) -> Choices:
        """The choices for an order's next action, of the person or, in a line, of others. Raises Refused."""
        await self._read_migrated(code)
        async with self._database.reading() as unit:
            live = await self._load(unit, code)
            live.clock.check()
            seat = seat_held(live, person)
            check_position(live, expected_public_version)
            source = await source_of(live, person, seat, target)
            engine = live.engine
            return Choices(
                live.summary(),
                seat,
                offers_of(engine, source.state, source.actor),
                partial(engine.view, source.state, seat),
                engine.panel.hints(source.state, seat) if source.actor == seat else "",
            )

    @clock_first
    async def plan(
        self,
        person: Person,
        code: str,
        target: OrderTarget,
        *actions: Action | str,
        cause: Cause,
        expected_public_version: int | None = None,
    ) -> Planned:
        """Store the next actions of an order, all or none; one by its owner completes it.

        Actions after that belong to a further order, which continues the line. Raises Refused.
        """

        async def plan(live: LiveGame, seat: Seat) -> int | None:
            check_position(live, expected_public_version)
            return await _plan(live, person, seat, target, actions, cause=cause)

        return await self._planning(person, code, cause, plan)

    @clock_first
    async def pass_until_turn(self, person: Person, code: str, *, cause: Cause) -> Planned:
        """Do `ClockRules.pass_action` at each off-turn prompt of the person, until their turn comes.

        Raises Refused.
        """
        return await self._planning(
            person, code, cause, lambda live, seat: _pass_until_turn(live, person, seat, cause)
        )

    @clock_first
    async def cancel(self, person: Person, code: str, order_id: int | None) -> Planned:
        """Cancel an order, or all that the person has in a game; a second time changes nothing."""
        return await self._planning(person, code, None, lambda live, _: _cancel(live, person, order_id))

    @clock_first
    async def plan_as_typed(
        self, person: Person, code: str, options: Mapping[str, Any], *, cause: Cause
    ) -> Planned:
        """Apply the options of `plan-ahead`, all or none, and list the orders. Raises Refused."""

        async def plan(live: LiveGame, seat: Seat) -> int | None:
            check_playing(live, seat)
            if (number := options.get("cancel")) is not None:
                before = await _planned(live, person, seat)
                await _cancel(live, person, before.numbered(number).id if number else None)
            target: OrderTarget = "line" if options.get("if_they_play") else "whatever"
            if (number := options.get("change")) is not None:
                target = Replacement((await _planned(live, person, seat)).numbered(number).id)
            texts = [text for text in str(options.get("if_they_play", "")).split(",") if text.strip()]
            if "action" in options:
                texts.append(str(options["action"]))
            by: Cause | None = cause
            if options.get("pass_until_my_turn"):
                await _pass_until_turn(live, person, seat, by)
                by = None
            return await _plan(live, person, seat, target, texts, cause=by)

        return await self._planning(person, code, cause, plan)

    @retried
    async def _planning(
        self,
        person: Person,
        code: str,
        cause: Cause | None,
        work: Callable[[LiveGame, Seat], Awaitable[int | None]],
    ) -> Planned:
        """Change a person's orders under the game's lock, once for each cause. Raises Refused."""
        async with self._changing(code) as live:
            live.clock.check()
            seat = seat_held(live, person)
            before = None if cause is None else await live.unit.by_cause(OrderRow, cause.key)
            unfinished = None if before is not None else await work(live, seat)
            await live.unit.flush()
            return msgspec.structs.replace(await _planned(live, person, seat), unfinished=unfinished)


async def _plan(
    live: LiveGame,
    person: Person,
    seat: Seat,
    target: OrderTarget,
    actions: Sequence[Action | str],
    *,
    cause: Cause | None,
) -> int | None:
    """See `Orders.plan`; returns the order that was begun and has no action yet. Raises Refused."""
    at, row, by = target, None, cause
    for action in actions:
        source = await source_of(live, person, seat, at)
        chosen = checked(live.engine, source, action)
        written = live.engine.codec.encode(chosen).decode()
        own = source.actor == seat
        guard, row = source.guard, source.row
        if not own:
            guard = Guard("line", (*guard.line, (source.actor, written)))
        if isinstance(at, Replacement) and row is not None:
            await _drop_following(live, person, seat, guard, row.action)
        elif row is None or row.action is not None:
            made_at = live.row.last_seq if row is None else row.made_at_seq
            row, by = await _new(live, person, seat, guard, made_at_seq=made_at, cause=by), None
        row.guard = msgspec.json.encode(guard).decode()
        row.action = written if own else None
        await live.unit.flush()
        at = target if target == "whatever" else row.id
    return None if row is None or row.action is not None else row.id


async def _pass_until_turn(live: LiveGame, person: Person, seat: Seat, cause: Cause | None) -> None:
    if "pass" not in await _kinds(live, person, seat):
        raise Refused(
            "no_pass", "You cannot be asked to act outside your turn now, so there is nothing to pass."
        )
    row = await _new(live, person, seat, Guard("pass"), made_at_seq=live.row.last_seq, cause=cause)
    row.action = live.engine.codec.encode(live.engine.clock.pass_action).decode()
    await live.unit.flush()
    await wake_orders(live, person.id)


async def _cancel(live: LiveGame, person: Person, order_id: int | None) -> None:
    own = await live.unit.orders.of_game(live.row.id, person.id)
    await live.unit.orders.drop(*(row.id for row in own if order_id in (None, row.id)))
    await live.unit.flush()


async def _planned(live: LiveGame, person: Person, seat: Seat) -> Planned:
    codec, written = live.engine.codec, live.engine.format
    orders = tuple(
        Order(
            one.row.id,
            one.guard.kind,
            tuple((by, written(codec.decode_action(action.encode()))) for by, action in one.guard.line),
            None if one.action is None else written(one.action),
        )
        for one in await valid_orders(live, person)
    )
    your_turn = seat in live.engine.to_act(live.state)
    return Planned(live.summary(), seat, orders, await _kinds(live, person, seat), your_turn)


async def _kinds(live: LiveGame, person: Person, seat: Seat) -> tuple[GuardKind, ...]:
    """The kinds of orders that a person can make now."""
    valid = await valid_orders(live, person)
    if len(valid) >= MOST:
        return ()
    passes = any(one.guard.kind == "pass" for one in valid)
    return tuple(kind for kind in plannable(live, seat) if not (passes and kind == "pass"))


async def _drop_following(
    live: LiveGame, person: Person, seat: Seat, guard: Guard, played: str | None
) -> None:
    """Cancel the orders that continue a line whose action was replaced."""
    gone = (*guard.line, (seat, played))
    following = (one for one in await valid_orders(live, person) if one.guard.line[: len(gone)] == gone)
    await live.unit.orders.drop(*(one.row.id for one in following))


async def _new(
    live: LiveGame, person: Person, seat: Seat, guard: Guard, *, made_at_seq: int, cause: Cause | None
) -> OrderRow:
    """A new order, without its action. Raises Refused where there are too many."""
    if len(await valid_orders(live, person)) >= MOST:
        raise Refused("too_many", f"You have {MOST} plans in this game; cancel one first.")
    row = OrderRow(
        id=await live.unit.orders.next_number(live.now),
        game_id=live.row.id,
        player_id=person.id,
        seat=seat,
        guard=msgspec.json.encode(guard).decode(),
        made_at_seq=made_at_seq,
        cause=None if cause is None else cause.key,
        created_at=live.now,
    )
    live.unit.add(row)
    return row
