"""What the person in each seat is told next: `notice_rules` on the rows of a running game.

`SeatRow.told_at` is when they were last told of the present period, `notice_at` when it is decided anew. A
notice that was put into the outbox holds for as long as `told_at` is the moment at which it was put in.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from bot.service import deadlines, notice_rules
from bot.service.live import Changes, LiveGame
from bot.service.messages import TurnNotice
from bot.service.notice_rules import ClockPeriod, Notice
from bot.service.request import Person
from bot.service.seat_clocks import CALLED_ANEW
from bot.service.wishes import Wishes, wishes_of, zone_of
from bot.store.models import GameRow, PersonRow, SeatRow
from bot.store.outbox import DAILY_WORDS, WORDS
from bot.store.unit import Unit
from engines.contract import Seat

Occasion: TypeAlias = Literal["called", "turn", "asked", "reminder"]


class Due(NamedTuple):
    """A direct message that is due."""

    seat: Seat
    occasion: Occasion
    not_before: datetime
    """Until when it waits for those of other games."""
    told_before: datetime | None
    """When the person was told last before this."""


class Plan(NamedTuple):
    """What follows from a change at once."""

    due: list[Due]
    called: tuple[Seat, ...]
    """The seats that a new card pings."""


def plan(live: LiveGame, changes: Changes, called: Sequence[Seat], actor: Person | None) -> Plan:
    """Decide for every seat after a change. `called`: the seats that a new card calls."""
    due, unpinged = list[Due](), set[Seat]()
    asked = {seat for seat, what in sorted(changes.requests) if live.call(seat, what) is None}
    for sitting in live.row.seats:
        seat = sitting.seat
        if seat is None or sitting.player.level is not None:
            continue
        awaited, active = seat in live.engine.to_act(live.state), live.row.status == "active"
        begins = changes.starts_period and (awaited or seat not in live.wished_of)
        before = live.call(seat, live.engine.clock.period(live.state)) if begins and awaited else None
        if begins or seat in asked or not active:
            sitting.told_at = sitting.notice_at = None
        elif seat in changes.newly_asked:
            # They know that this is asked time and again.
            unpinged.add(seat)
        occasion = _awaited_as(live, seat)
        if occasion is None:
            if seat in asked and _told_directly(live, sitting):
                due.append(Due(seat, "asked", live.now, None))
            if seat in live.awaited_before or (actor is not None and sitting.player_id == actor.id):
                # What is under way to them has lost its point.
                sitting.told_at = sitting.told_at and live.now
            sitting.notice_at = None
            continue
        acted = actor is not None and sitting.player_id == actor.id
        if before is not None and seat not in asked and not acted:
            sitting.notice_at = _later(live, before)
        if sitting.told_at is None and sitting.notice_at is not None and not acted:
            # They are told when their quiet time is over, or when the others no longer play and take back.
            unpinged.add(seat)
            continue
        unseen = seat not in called and _wishes(live.row, sitting, occasion).where == "thread"
        if sitting.told_at is None and occasion != "called" and (acted or unseen):
            # They see it themselves, or are told by nothing but reminders.
            sitting.told_at = live.now
        due += _decide(live, sitting, occasion, card=seat in called and seat not in unpinged)
    return Plan(due, tuple(seat for seat in called if seat not in unpinged))


def _told_directly(live: LiveGame, sitting: SeatRow) -> bool:
    """Whether somebody who is asked for something by a card of a game that pauses is told besides."""
    wishes, zone = _wishes(live.row, sitting, "asked"), zone_of(sitting.player.time_zone)
    reached = wishes.where != "none" and sitting.player.dms_closed_at is None
    return reached and not notice_rules.mentions(wishes, zone, live.now)


def _later(live: LiveGame, since: datetime) -> datetime:
    """When somebody who was called then is called again for the same, before a deadline comes near."""
    deadline, at = deadlines.shown(live.row), since + CALLED_ANEW
    return at if deadline is None else min(at, live.now + max((deadline - live.now) / 4, timedelta(0)))


def decide_due(live: LiveGame, *, quiet_server: bool) -> list[Due]:
    """Decide for the seats for which it is time; what is due now."""
    due = list[Due]()
    for seat in live.notices_due:
        sitting, occasion = live.sitting_in(seat), _awaited_as(live, seat)
        sitting.notice_at = None
        if occasion is not None:
            due += _decide(live, sitting, occasion, quiet_server=quiet_server)
    return due


def pinged(row: GameRow, sitting: SeatRow, promised_at: datetime, now: datetime, *, off_turn: bool) -> bool:
    """Whether a card of this moment pings somebody whom it calls.

    If it comes into their quiet time, it is decided anew what they are told. `off_turn`: they are called by
    direct message as well.
    """
    wishes = _wishes(row, sitting, "called" if off_turn else "turn")
    if wishes.where != "thread" or wishes.when == "digest" or sitting.told_at not in {None, promised_at}:
        return False
    if not notice_rules.quiet(wishes, zone_of(sitting.player.time_zone), now):
        return True
    if row.status == "active" and sitting.told_at is not None:
        sitting.told_at, sitting.notice_at = None, now
    return False


def holds(row: GameRow, sitting: SeatRow, notice: TurnNotice, told_at: datetime, now: datetime) -> bool:
    """Whether a notice that was put in then may be sent now; if it must wait, it is decided anew."""
    if row.status != "active" or sitting.told_at != told_at:
        return False
    wishes = _wishes(row, sitting, "turn")
    earliest = notice_rules.earliest(
        wishes,
        zone_of(sitting.player.time_zone),
        deadlines.shown(row),
        active=_at_table(sitting, wishes, notice.occasion),
        now=now,
    )
    if earliest == now:
        return True
    sitting.told_at, sitting.notice_at = notice.told_before, now
    return False


async def decide_anew(unit: Unit, notices: Iterable[TurnNotice], now: datetime) -> None:
    """Have it decided anew what these notices were to tell, of which none is sent."""
    for notice in notices:
        summary = notice.summary
        sitting = None if summary is None else await unit.games.seat(summary.id, notice.person_id)
        if sitting is not None:
            sitting.told_at, sitting.notice_at = notice.told_before, now
            unit.set_alarm(now)


def quiet_until(sitting: SeatRow, now: datetime) -> datetime:
    """The next moment at which somebody may be told of what does not depend on a clock."""
    wishes = wishes_of(sitting.player.notices, sitting.notices)
    return notice_rules.quiet_until(wishes, zone_of(sitting.player.time_zone), now) or now


def follower_told_at(follower: PersonRow, now: datetime) -> datetime:
    """When somebody who follows a game is told of a new card, unless that is quiet time."""
    wishes = wishes_of(follower.notices)
    if wishes.followed == "digest":
        return notice_rules.next_digest(wishes, zone_of(follower.time_zone), now)
    return now + notice_rules.GATHER


def words_wait(live: LiveGame, sitting: SeatRow) -> tuple[str, datetime] | None:
    """Where what is said to everybody waits for more, and until when, before it is sent to somebody.

    None: it does not, for they get no mails.
    """
    wishes, zone = wishes_of(sitting.player.notices, sitting.notices), zone_of(sitting.player.time_zone)
    if wishes.by != "mail":
        return None
    if wishes.when == "digest":
        return DAILY_WORDS, notice_rules.next_digest(wishes, zone, live.now)
    period = ClockPeriod(live.row.clock_from or live.now, deadlines.shown(live.row))
    return WORDS, notice_rules.gathered(wishes, zone, period, live.now, notice_rules.TALK)


def sees_no_card(row: GameRow, sitting: SeatRow) -> bool:
    """Whether somebody who wants to be told has to be told directly: no card is posted, or they get mails."""
    wishes = wishes_of(sitting.player.notices, sitting.notices)
    return wishes.where != "none" and (row.channel_id is None or wishes.by == "mail")


def _awaited_as(live: LiveGame, seat: Seat) -> Occasion | None:
    """What a seat is awaited for, as the engine knows it."""
    if live.row.status != "active":
        return None
    if seat in live.engine.to_act(live.state):
        if live.engine.clock.off_turn_prompt(live.state) is not None:
            return "called"
        return "asked" if seat in live.asked - live.wished_of else "turn"
    return "asked" if seat in live.asked else None


def _at_table(sitting: SeatRow, wishes: Wishes, occasion: str) -> datetime | None:
    """When a person last acted, where they are left alone for a while then.

    Who is called off turn is called to a button of their own, at the table as well; who plays by mail sits at
    none.
    """
    return None if occasion == "called" or wishes.by == "mail" else sitting.player.active_at


def _wishes(row: GameRow, sitting: SeatRow, occasion: Occasion) -> Wishes:
    """The wishes of a person for a game, as far as they can be fulfilled.

    Where no card is posted, or they are written to by mail, a mention is a direct message.
    """
    wishes = wishes_of(sitting.player.notices, sitting.notices)
    if wishes.where == "thread" and (row.channel_id is None or wishes.by == "mail"):
        wishes = replace(wishes, where="dm")
    if sitting.player.dms_closed_at is not None:
        return replace(wishes, where="none" if wishes.where == "none" else "thread", when=_undigested(wishes))
    # Who is called off turn is called to a panel of their own.
    return replace(wishes, where="dm") if occasion == "called" and wishes.where == "thread" else wishes


def _undigested(wishes: Wishes) -> Literal["at_once", "after_quiet_hours"]:
    return "at_once" if wishes.when == "at_once" else "after_quiet_hours"


def _decide(
    live: LiveGame,
    sitting: SeatRow,
    occasion: Occasion,
    *,
    card: bool = False,
    quiet_server: bool = False,
) -> list[Due]:
    """Do what is due for a seat and set when to decide next."""
    wishes, zone = _wishes(live.row, sitting, occasion), zone_of(sitting.player.time_zone)
    if quiet_server and wishes.reminders is None:
        wishes = replace(wishes, reminders=())
    clocked = sitting.seat in live.engine.to_act(live.state)
    since = live.row.clock_from or live.row.moved_at or live.now
    period = ClockPeriod(since, deadlines.shown(live.row) if clocked else None)
    due = list[Due]()
    active = _at_table(sitting, wishes, occasion)
    notice = _next(wishes, zone, period, sitting, live.now, active=active, card=card)
    if notice is not None and notice.at <= live.now:
        before, sitting.told_at = sitting.told_at, live.now
        if notice.how == "dm":
            until = notice_rules.gathered(wishes, zone, period, live.now)
            told = "reminder" if notice.occasion == "reminder" else occasion
            # Mails about several games come apart, each in the thread of its own.
            at_once = told == "called" or (wishes.by == "mail" and wishes.when != "digest")
            due.append(Due(sitting.seat or 0, told, live.now if at_once else until, before))
        notice = _next(wishes, zone, period, sitting, live.now, active=active)
    sitting.notice_at = None if notice is None else notice.at
    return due


def _next(
    wishes: Wishes,
    zone: ZoneInfo,
    period: ClockPeriod,
    sitting: SeatRow,
    now: datetime,
    *,
    active: datetime | None,
    card: bool = False,
) -> Notice | None:
    player = sitting.player
    notice = notice_rules.next_notice(
        wishes, zone, period, told=sitting.told_at, active=active, now=now, card=card
    )
    closed = player.dms_closed_at is not None
    return None if notice is not None and notice.how == "dm" and closed else notice
