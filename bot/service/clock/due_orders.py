"""Plays due standing orders on behalf of their owners, exactly once.

An order is deleted in the transaction that plays it, under the game's lock, and the event names it as its
cause. It is checked a random time after each event of its game (`order_delays`), so that the moment
of an action hardly shows whether it was planned.
"""

from bisect import bisect_right
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec

from bot.service.clock.order_verdict import WAIT, Guard, GuardKind, OrderVerdict, PastEvent, verdict_on
from bot.service.game import deadlines, summarizing
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_rules
from bot.service.log.effective_events import of_the_game
from bot.service.log.event_types import EventType
from bot.service.notices import notifications
from bot.service.values.request import Cause
from bot.store.models import EventRow, OrderRow
from engines.contract import Action, AnyEngine

CAUSE: Final = "order:"
"""Prefix of the causes of events that orders made."""
_LAST_CALL: Final = timedelta(hours=1)
"""How long before a deadline an order is played although a question waits, so that asking cannot stall it."""
_PRECEDENCE: Final[tuple[GuardKind, ...]] = ("line", "whatever", "pass")
"""Priority of the kinds where several orders of a seat could be played: the most specific first."""


class CheckedOrder(NamedTuple):
    """An order with its present verdict."""

    row: OrderRow
    guard: Guard
    action: Action | None
    """None: not chosen yet, or it cannot be read."""
    verdict: OrderVerdict
    awaits_answers: bool = False
    """Whether it waits only for people to answer a request."""


def is_planned(event: EventRow) -> bool:
    """Whether a standing order made this event."""
    return (event.cause or "").startswith(CAUSE)


def past_events(engine: AnyEngine, events: Sequence[EventRow]) -> list[PastEvent]:
    """Events as far as verdicts depend on them."""
    return [
        PastEvent(
            event.kind,
            event.seat,
            event.action if event.action and of_the_game(engine, event) else None,
            is_planned(event),
        )
        for event in events
    ]


async def checked_orders(live: LiveGame, rows: Sequence[OrderRow]) -> list[CheckedOrder]:
    """The orders with their verdicts, in the order in which they may be played."""
    since = min((row.made_at_seq for row in rows), default=live.row.last_seq)
    events = await live.unit.events.since(live.row.id, since)
    found = sorted(
        (_checked(live, row, events) for row in rows),
        key=lambda one: (_PRECEDENCE.index(one.guard.kind), one.row.id),
    )
    heads: dict[int, OrderVerdict] = {}
    for place, one in enumerate(found):
        if one.guard.kind == "whatever":
            # An order that continues another one waits for it, and is dropped with it.
            head = heads.get(one.row.player_id)
            if head is None:
                heads[one.row.player_id] = one.verdict
            else:
                found[place] = one._replace(verdict=head if head.what == "drop" else WAIT)
    return found


def _checked(live: LiveGame, row: OrderRow, events: Sequence[EventRow]) -> CheckedOrder:
    """An order's own verdict. One that cannot be read, or whose owner has left the seat, is dropped.

    `events`: those since it was made, and perhaps some before.
    """
    try:
        guard = msgspec.json.decode(row.guard, type=Guard)
        action = None if row.action is None else live.engine.codec.decode_action(row.action.encode())
    except msgspec.MsgspecError:
        return CheckedOrder(row, Guard("whatever"), None, OrderVerdict("drop", "changed"))
    if live.seat_of(row.player_id) != row.seat:
        return CheckedOrder(row, guard, action, OrderVerdict("drop", "changed"))
    later = events[bisect_right(events, row.made_at_seq, key=lambda event: event.seq) :]
    since = past_events(live.engine, later)
    verdict = verdict_on(live.engine, live.state, row.seat, guard, action, since=since)
    if verdict.what != "play":
        return CheckedOrder(row, guard, action, verdict)
    if live.row.status != "active":
        return CheckedOrder(row, guard, action, WAIT)
    until = _last_call(live)
    if _answers_awaited(live, row.seat) and (until is None or live.now < until):
        return CheckedOrder(row, guard, action, WAIT, awaits_answers=True)
    return CheckedOrder(row, guard, action, verdict)


def _last_call(live: LiveGame) -> datetime | None:
    """When an order stops waiting for answers, before a deadline; None without a deadline."""
    whole, deadline = deadlines.length(live.row), deadlines.shown(live.row)
    return None if whole is None or deadline is None else deadline - min(_LAST_CALL, whole / 8)


def _answers_awaited(live: LiveGame, seat: int) -> bool:
    """Whether a request is open that only people answer: to this seat, or to undo."""
    return live.row.undo is not None or any(asked == seat for asked, _ in live.requests.open.answers)


async def play_due(live: LiveGame) -> bool:
    """Play the first due order that can be played, and drop invalid ones; whether any was due.

    Orders that were due before a passed deadline count as in time. Raises Refused.
    """
    latest = min(live.now, live.row.deadline_at) if live.clock.overdue and live.row.deadline_at else live.now
    rows = await live.unit.orders.of_game(live.row.id)
    due = {row.id for row in rows if row.due_at is not None and row.due_at <= latest}
    if not due:
        return False
    check_rules(live)
    dropped = []
    played: CheckedOrder | None = None
    for one in await checked_orders(live, rows):
        if one.verdict.what == "drop":
            dropped.append(one)
        elif one.row.id in due:
            one.row.due_at = _last_call(live) if one.awaits_answers else None
            if one.verdict.what == "play" and played is None:
                played = one
    await live.unit.orders.drop(*(one.row.id for one in dropped))
    for person_id in dict.fromkeys(one.row.player_id for one in dropped):
        told = tuple(
            (live.engine.format(one.action), one.verdict.why)
            for one in dropped
            if one.row.player_id == person_id and one.verdict.why and one.action is not None
        )
        if told:
            await notifications.tell_dropped_orders(live, person_id, told)
    if played is not None:
        await _play(live, played)
    return True


async def _play(live: LiveGame, order: CheckedOrder) -> None:
    row, action = order.row, order.action
    assert action is not None  # noqa: S101 -- without one an order is dropped or waits
    await live.unit.orders.drop(row.id)
    if order.guard.kind == "pass":
        # It is stored again for the next time: each order is played once.
        live.unit.add(
            OrderRow(
                id=await live.unit.orders.next_number(live.now),
                game_id=row.game_id,
                player_id=row.player_id,
                seat=row.seat,
                guard=row.guard,
                action=row.action,
                made_at_seq=row.made_at_seq,
                created_at=row.created_at,
            )
        )
        await live.unit.flush()
    live.log.cause = Cause(f"{CAUSE}{row.id}")
    owner = summarizing.person(live.player_in(row.seat))
    step = live.apply(EventType.ACTION, row.seat, action, owner)
    if step.public_notation is not None and not step.anonymous and not step.marks_only:
        live.changes.lines.append(f"{live.seat_name(row.seat)} had planned that ahead")
    live.apply_forced()
    await notifications.conclude(live)
