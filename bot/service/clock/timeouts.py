"""Timeouts, reminders, and compensation for outages.

The service is up while any process writes heartbeats (`Timeouts.heartbeat`). A deadline that passed during an
outage is moved (`deadlines.after_outage`) instead of enforced.
"""

import functools
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, ParamSpec, TypeVar

from bot.service.clock import absence, control
from bot.service.clock.due_orders import play_due
from bot.service.game import deadlines, summarizing
from bot.service.game.clock import Overdue
from bot.service.game.live import LiveGame
from bot.service.game.preconditions import check_rules, paused
from bot.service.log.event_types import EventType, Timing
from bot.service.notices import notifications, place_refusals, turn_notices, undeliverable
from bot.service.people.persons import touch_person
from bot.service.usecases import Method, UseCases, retried
from bot.service.values.game_summary import GameSummary
from bot.service.values.limits import Limits
from bot.service.values.refused import Refused, refuse_illegal
from bot.service.values.request import Cause, Person
from bot.service.values.terms import Terms
from engines.contract import Action, AnyEngine, Resign, Seat, TimeUp, Value

P = ParamSpec("P")
R = TypeVar("R")
Self = TypeVar("Self", bound="TimedUseCases")

HEARTBEAT_INTERVAL: Final = timedelta(seconds=10)
"""How often a process writes its heartbeat."""
HEARTBEAT_TIMEOUT: Final = 2 * HEARTBEAT_INTERVAL
"""A process whose last heartbeat is older counts as down."""


def clock_first(method: Method[Self, P, R]) -> Method[Self, P, R]:
    """Process the timeout that a use case runs into (`Overdue`), then run the use case again.

    The timeout has a transaction of its own: it stands even if the request is refused.
    """

    @functools.wraps(method)
    async def after_the_clock(self: Self, /, *args: P.args, **kwargs: P.kwargs) -> R:
        while True:
            try:
                return await method(self, *args, **kwargs)
            except Overdue as overdue:
                await self.process_timeout(overdue.code)

    return after_the_clock


class TimedUseCases(UseCases):
    """Use cases on games whose deadline may have passed; see `clock_first`."""

    @retried
    async def process_timeout(self, code: str) -> GameSummary:
        """Process a passed deadline, or enqueue due notices. Raises Refused.

        Of concurrent calls one does so, and the others find nothing due.
        """
        async with self._changing(code) as live:
            if not await play_due(live):
                await _process(live, self._limits)
            return live.summary()


class Timeouts(TimedUseCases):
    """The use cases of the scheduler. Each game has a transaction of its own, under its lock."""

    async def resume(self, person: Person, code: str, *, cause: Cause) -> GameSummary:
        """Resume a game that was paused for an absent player, as any of its players. Raises Refused.

        The pending players get a whole deadline.
        """

        async def resume(live: LiveGame) -> None:
            if not live.has_seat(person.id):
                raise Refused("not_in_game", f"Only players of game {live.row.code} can resume it.")
            if live.row.status == "paused" and not live.clock.seats.absent:
                raise paused(live)
            await touch_person(live.unit, person, live.now)
            seat = live.seat_of(person.id)
            who = "a player" if seat is None else live.seat_name(seat)
            control.resume(live, person, why=f"{who} lets the game go on")
            await notifications.conclude(live, person)

        return await self._change(code, cause, resume)

    async def due(self, limit: int) -> Sequence[str]:
        """Codes of games with a due alarm or notice, the longest due first, and of those with due orders."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            codes = [*await unit.due_games.due(now, limit=limit), *await unit.orders.due(now, limit=limit)]
        return list(dict.fromkeys(codes))[:limit]

    async def next_alarm(self, after: datetime) -> datetime | None:
        """The time of the next alarm or notice of any game, or of the next due order, after this moment."""
        async with self._database.reading() as unit:
            moments = await unit.due_games.next_alarm(after), await unit.orders.next_due(after)
        return min((moment for moment in moments if moment is not None), default=None)

    @retried
    async def process(self, code: str) -> timedelta | None:
        """As `process_timeout`, unless another transaction holds the game's lock.

        Returns how late this was; None if nothing was due. Raises Refused.
        """
        async with self._database.transaction() as unit:
            if not await unit.games.lock_if_free(code):
                return None
            live = await self._lock(unit, code)
            if await play_due(live):
                # Standing orders are not measured: a metric would show that one exists.
                return None
            notices = [live.sitting_in(seat).notice_at or live.now for seat in turn_notices.due_seats(live)]
            due = live.row.deadline_at if live.clock.overdue else min(notices, default=live.row.alarm_at)
            processed = await _process(live, self._limits)
            return live.now - due if processed and due is not None else None

    async def down_since(self, process: str, *, starting: bool) -> datetime | None:
        """The last heartbeat before an outage that ends now; None where there was none.

        `starting`: this process has written no heartbeat yet, or not for a while; unless another process is
        alive, even a short gap is an outage.
        """
        async with self._database.reading() as unit:
            heartbeats = await unit.heartbeats.each()
        now = self._clock.now()
        last = max(heartbeats.values(), default=now)
        alone = all(now - at >= HEARTBEAT_TIMEOUT for name, at in heartbeats.items() if name != process)
        return last if now - last >= HEARTBEAT_TIMEOUT or (starting and alone and last < now) else None

    async def heartbeat(self, process: str) -> None:
        """Write this process's heartbeat. The last outage is compensated before, or it would be forgotten."""
        async with self._database.transaction() as unit:
            await unit.heartbeats.heartbeat(process, self._clock.now())

    async def affected_by_outage(self, since: datetime) -> Sequence[str]:
        """Codes of games whose time an outage since that moment may have affected."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            return await unit.due_games.ending(now + min(now - since, deadlines.AFTER_OUTAGE))

    @retried
    async def compensate_outage(self, code: str, since: datetime) -> bool:
        """Move a game's deadline after an outage; whether that was necessary. Raises Refused."""
        async with self._changing(code) as live:
            return await compensate_outage(live, since)


async def compensate_outage(live: LiveGame, since: datetime) -> bool:
    """Move a running game's deadline after an outage since that moment; whether that was necessary."""
    if live.row.status != "active":
        return False
    elapsed = deadlines.elapsed(live.row, live.now)
    if not deadlines.after_outage(live.row, since, live.now):
        return False
    live.clock.give_back_after(elapsed)
    live.note(
        EventType.OUTAGE,
        data=Timing(live.row.deadline_at, live.row.deadline_hours),
        summary_line="nobody could play for a while, so the deadline is moved",
    )
    await notifications.conclude(live)
    return True


async def _waits_for_server(live: LiveGame) -> bool:
    """Hold a clock that ran out in a server which became unavailable since the card was posted there.

    The card is posted once more: while it cannot be, the pending players are notified directly. Returns
    whether the clock is held.
    """
    since = await place_refusals.away_since(live.unit, live.row.guild_id)
    if since is None or not deadlines.runs_at(live.row, since):
        return False
    if not await notifications.post_below(live):
        return False
    deadlines.hold_since(live.row, since, live.now)
    return True


async def _process(live: LiveGame, limits: Limits) -> bool:
    """Process whatever is due, except standing orders; whether anything was. Raises Refused."""
    until = live.clock.seats.paused_until
    if live.row.status == "paused" and until is not None and until <= live.now:
        check_rules(live)
        control.resume(live, why="the pause is over, and the game goes on")
        await notifications.conclude(live)
        return True
    if live.row.status != "active":
        live.clock.disarm()
        return False
    if live.clock.overdue:
        live.clock.apply_vacations()
    if live.clock.overdue:
        check_rules(live)
        if await _waits_for_server(live):
            return True
        # After an outage a command may arrive before the scheduler has compensated it.
        last = await live.unit.heartbeats.last()
        if last is None or live.now - last < HEARTBEAT_TIMEOUT or not await compensate_outage(live, last):
            await _deadline_passed(live, limits)
            await notifications.conclude(live, expired=True)
        return True
    if live.row.away and deadlines.notified_in_vain(live.row, live.now):
        deadlines.hold(live.row, live.now)
        return True
    if deadlines.notified_in_vain(live.row, live.now):
        control.pause(live)
        live.changes.refused = live.row.channel_id is not None
        live.changes.lines.append("nobody whose turn it is could be told for three days")
        await notifications.conclude(live)
        if (refusal := await place_refusals.known(live.unit, live.row)) is not None:
            await undeliverable.notify_managers(live.unit, live.row, refusal, live.now, paused=True)
        return True
    if turn_notices.due_seats(live):
        check_rules(live)
        await notifications.remind(live)
        return True
    return False


async def _deadline_passed(live: LiveGame, limits: Limits) -> None:
    """Apply the timeout to late seats, or the agreed policy to absent ones."""
    terms = summarizing.terms_in_force(live.engine, live.row)
    late = live.clock.late()
    live.clock.expire()
    live.clock.seats = live.clock.seats.having_missed(late)
    ends = _ends(live, terms, late)
    absent = absence.absent_seats(live, terms, late, ends=ends)
    # In a simultaneous game the others have chosen too: their results come first.
    if not late:
        # Only computers are to act.
        live.clock.give_more_time()
    elif not absent or (live.engine.info.at_once and not ends):
        _time_out(live, terms, late)
        # The absence of a seat that these results eliminate no longer matters.
        still = live.playing
        absent = [seat for seat in absent if seat in still]
    if absent:
        await absence.apply_policy(live, absent, limits)


def _time_out(live: LiveGame, terms: Terms, late: Sequence[Seat]) -> None:
    """Apply the agreed policy to each seat that missed the deadline of this clock period."""
    if terms.at_zero == "wait":
        for seat in late:
            line = f"the time of {live.seat_name(seat)} is up: play waits"
            live.note(EventType.MISSED, seat=seat, summary_line=line)
        live.clock.give_more_time()
        return
    period = live.engine.clock.period(live.state)
    for seat in late:
        if (action := _late_action(live.engine, live.state, period, terms, seat)) is not None:
            announced = live.engine.clock.tells_timeout and isinstance(action, TimeUp)
            # In a simultaneous game, who was late may be secret.
            if not announced and not live.engine.info.at_once:
                live.changes.lines.append(f"the time of {live.seat_name(seat)} is up")
            live.apply(EventType.CLOCK, seat, action)
    live.apply_forced()
    pending = live.engine.to_act(live.state)
    if pending and live.computers.issuperset(pending) and live.engine.clock.period(live.state) == period:
        # Until these have acted, people may change what they have chosen, and be pending again.
        live.clock.give_more_time()


def _late_action(engine: AnyEngine, state: Value, period: str, terms: Terms, seat: Seat) -> Action | None:
    """The timeout action for a seat that was late in this period; None: the period has ended since."""
    if engine.clock.period(state) != period or seat not in engine.to_act(state):
        return None
    gives_up = terms.at_zero == "lose" and Resign() in engine.legal_meta(state, seat)
    return Resign() if gives_up else engine.clock.on_timeout(state, seat)


def _ends(live: LiveGame, terms: Terms, late: Sequence[Seat]) -> bool:
    """Whether the timeout would end the game."""
    if terms.at_zero == "wait":
        return False
    engine, state = live.engine, live.state
    period = engine.clock.period(state)
    for seat in late:
        if (action := _late_action(engine, state, period, terms, seat)) is not None:
            with refuse_illegal():
                state = engine.apply(state, seat, action).state
    return engine.outcome(engine.after_forced(state)) is not None
