"""Playing standing orders when they are due, each in the name of its owner, once, whatever crashes.

An order is taken away in the transaction that plays it, under the game's lock, and the event names it as its
cause. It is looked at some time after whatever has happened in its game (`LiveGame.wake_orders`), so that the
moment of an action tells as little as can be of whether it was laid down before.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

import msgspec

from bot.service import deadlines, event_log, notifications, summarizing
from bot.service.event_log import EventType
from bot.service.live import LiveGame
from bot.service.order_verdict import Guard, GuardKind, Happened, Verdict, judge, read_guard
from bot.service.request import Cause
from bot.store.models import EventRow, OrderRow
from engines.contract import AnyEngine

CAUSE: Final = "order:"
"""How the causes of events begin that orders have brought about."""
_LAST_CALL: Final = timedelta(hours=1)
"""How long before a deadline an order is played although a question waits: nobody stalls it by asking."""
_PRECEDENCE: Final[tuple[GuardKind, ...]] = ("line", "whatever", "pass")
"""Which kind goes first where several orders of a seat may be played: the most exact."""


class Judged(NamedTuple):
    """An order, and what becomes of it now."""

    row: OrderRow
    guard: Guard
    action: Any
    """None: its owner is still to say what is to be played, or it cannot be read."""
    verdict: Verdict
    asked: bool = False
    """Whether it waits for people to answer a question alone."""


def happened(engine: AnyEngine, events: Sequence[EventRow]) -> list[Happened]:
    """Events as orders are judged by them."""
    return [
        Happened(
            event.kind,
            event.seat,
            event.action if event.action and event_log.of_the_game(engine, event) else None,
            (event.cause or "").startswith(CAUSE),
        )
        for event in events
    ]


async def judged(live: LiveGame, rows: Sequence[OrderRow]) -> list[Judged]:
    """What becomes of these orders now, in the order in which they may be played."""
    since = min((row.made_at_seq for row in rows), default=live.row.last_seq)
    events = await live.unit.events.since(live.row.id, since)
    found = sorted(
        (_judged(live, row, [event for event in events if event.seq > row.made_at_seq]) for row in rows),
        key=lambda one: (_PRECEDENCE.index(one.guard.kind), one.row.id),
    )
    heads: dict[int, Verdict] = {}
    for place, one in enumerate(found):
        if one.guard.kind == "whatever":
            # What was to follow something else is nothing by itself: it waits for that, and falls with it.
            head = heads.get(one.row.player_id)
            if head is None:
                heads[one.row.player_id] = one.verdict
            else:
                found[place] = one._replace(verdict=head if head.what == "fall" else Verdict("wait"))
    return found


def _judged(live: LiveGame, row: OrderRow, events: Sequence[EventRow]) -> Judged:
    """An order by itself. One that cannot be read, or whose owner has left the seat, falls."""
    try:
        guard = read_guard(row.guard)
        action = None if row.action is None else live.engine.codec.decode_action(row.action.encode())
    except msgspec.MsgspecError:
        return Judged(row, Guard("whatever"), None, Verdict("fall", "changed"))
    if live.seat_of(row.player_id) != row.seat:
        return Judged(row, guard, action, Verdict("fall", "changed"))
    verdict = judge(live.engine, live.state, row.seat, guard, action, since=happened(live.engine, events))
    if verdict.what == "play" and live.row.status != "active":
        verdict = Verdict("wait")
    if (
        verdict.what == "play"
        and _asked(live, row.seat)
        and ((until := _last_call(live)) is None or live.now < until)
    ):
        return Judged(row, guard, action, Verdict("wait"), asked=True)
    return Judged(row, guard, action, verdict)


def _last_call(live: LiveGame) -> datetime | None:
    """When an order waits for no answer any more, before a deadline; None where there is none."""
    whole, deadline = deadlines.length(live.row), deadlines.shown(live.row)
    return None if whole is None or deadline is None else deadline - min(_LAST_CALL, whole / 8)


def _asked(live: LiveGame, seat: int) -> bool:
    """Whether there is a question that only people answer: to this seat, or whether to go back."""
    asked = summarizing.requests(live.engine, live.state, len(live.row.seats), None)
    return live.row.undo is not None or any(one == seat for one, _ in asked)


async def play_due(live: LiveGame) -> bool:
    """Play the first order that is due and may be played, and drop those that fall; whether any was due.

    Those that were due before a deadline that has passed were in time. Raises Refused.
    """
    latest = min(live.now, live.row.deadline_at) if live.overdue and live.row.deadline_at else live.now
    rows = await live.unit.orders.of_game(live.row.id)
    due = {row.id for row in rows if row.due_at is not None and row.due_at <= latest}
    if not due:
        return False
    live.check_rules()
    fallen = []
    played: Judged | None = None
    for one in await judged(live, rows):
        if one.verdict.what == "fall":
            fallen.append(one)
        elif one.row.id in due:
            one.row.due_at = _last_call(live) if one.asked else None
            if one.verdict.what == "play" and played is None:
                played = one
    await live.unit.orders.drop(*(one.row.id for one in fallen))
    for person_id in dict.fromkeys(one.row.player_id for one in fallen):
        told = tuple(
            (live.engine.format(one.action), one.verdict.why)
            for one in fallen
            if one.row.player_id == person_id and one.verdict.why and one.action is not None
        )
        if told:
            await notifications.orders_fell(live, person_id, told)
    if played is not None:
        await _play(live, played)
    return True


async def _play(live: LiveGame, order: Judged) -> None:
    row = order.row
    await live.unit.orders.drop(row.id)
    if order.guard.kind == "pass":
        # It is laid down anew for the next time: what is played once is one order.
        live.unit.add(
            OrderRow(
                id=await live.unit.orders.next_number(),
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
    live.cause = Cause(f"{CAUSE}{row.id}")
    owner = summarizing.person(live.player_in(row.seat))
    step = live.apply(EventType.ACTION, row.seat, order.action, owner)
    if step.public_notation is not None and not step.anonymous and not step.marks_only:
        live.summary_lines.append(f"{live.seat_name(row.seat)} had planned that ahead")
    live.let_run()
    await notifications.conclude(live)
