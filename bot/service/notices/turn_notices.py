"""The next notice of each seat's player: applies `notice_rules` to the rows of a running game.

`SeatRow.notified_at` is when they were last notified in the present period, `notice_at` when to decide again.
An enqueued notice is valid while `notified_at` equals the moment at which it was enqueued.
"""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

from bot.service.game import deadlines
from bot.service.game.live import LiveGame
from bot.service.log.event_types import EventType
from bot.service.notices import notice_rules
from bot.service.notices.notice_rules import ClockPeriod, Notice, Recipient
from bot.service.people.doors import MAIL
from bot.service.people.notice_settings import NoticeSettings, When, notice_settings_of, zone_of
from bot.service.values.payloads import TurnNotice
from bot.service.values.request import Person
from bot.service.values.seat_clocks import PINGED_AGAIN
from bot.store.models import GameRow, PersonRow, SeatRow
from bot.store.repositories.partitions import CHAT, DAILY_CHAT, notice_partition
from bot.store.unit import Unit
from engines.contract import Seat

Occasion: TypeAlias = Literal["called", "turn", "asked", "reminder"]


class DueNotice(NamedTuple):
    """A direct message that is due."""

    seat: Seat
    occasion: Occasion
    not_before: datetime
    """The moment until which it waits to be gathered with those of other games."""
    previously_notified_at: datetime | None
    """When the person was notified before this."""


def decide_all(
    live: LiveGame, requests: Collection[tuple[Seat, str]], pinged: Sequence[Seat], actor: Person | None
) -> tuple[list[DueNotice], tuple[Seat, ...]]:
    """Decide for every seat after a change: what is due, and which seats a new card pings.

    `requests`: the seats that must answer a new request, each with the request. `pinged`: those that a new
    card mentions.
    """
    due, unpinged, newly_asked = list[DueNotice](), set[Seat](), {seat for seat, _ in requests}
    starts_period = live.changes.starts_period
    asked = {seat for seat, what in sorted(requests) if live.clock.ping(seat, what) is None}
    for sitting in live.row.seats:
        seat = sitting.seat
        if seat is None or sitting.player.level is not None:
            continue
        pending, active = seat in live.engine.to_act(live.state), live.row.status == "active"
        begins = starts_period and (pending or seat not in live.requests.open.asked_to_pause_or_end)
        before = live.clock.ping(seat, live.engine.clock.period(live.state)) if begins and pending else None
        if begins or seat in asked or not active:
            sitting.notified_at = sitting.notice_at = None
        elif seat in newly_asked:
            # The same request was made recently: do not ping again.
            unpinged.add(seat)
        occasion = _prompt_kind(live, seat)
        acted = actor is not None and sitting.player_id == actor.id
        if occasion is None:
            if seat in asked and _gets_dms(live, sitting):
                due.append(DueNotice(seat, "asked", live.now, None))
            if seat in live.states.pending_before or acted:
                # Notices on their way to this seat are out of date.
                sitting.notified_at = sitting.notified_at and live.now
            sitting.notice_at = None
            continue
        if before is not None and seat not in asked and not acted:
            sitting.notice_at = _later(live, before)
        if sitting.notified_at is None and sitting.notice_at is not None and not acted:
            # They are notified after their quiet time, or when the others stop playing and undoing.
            unpinged.add(seat)
            continue
        recipient = _recipient(live.row, sitting, occasion)
        settings = recipient.settings
        unseen = seat not in pinged and settings.where == "thread"
        # An off-turn prompt leads to a panel, which the answer to an act on Discord is not.
        prompts = occasion == "called" and (settings.by != "mail" or _acted_elsewhere(live))
        if sitting.notified_at is None and prompts and acted and settings.by == "mail":
            # The answer says so; a mail follows if they leave it at that.
            sitting.notice_at = _later(live, live.now, notice_rules.PRESENCE)
            continue
        if sitting.notified_at is None and not prompts and (acted or unseen):
            # No notice: they see it themselves, or want only reminders.
            sitting.notified_at = live.now
        due += _decide(live, seat, occasion, recipient, card=seat in pinged and seat not in unpinged)
    return due, tuple(seat for seat in pinged if seat not in unpinged)


async def recalled(live: LiveGame) -> frozenset[Seat]:
    """The seats whose players were notified of a turn that an undo has put off. Call it before `decide_all`,
    which changes the moments of their notices.
    """
    undone = any(event.kind == EventType.UNDONE for event in live.unit.events.added)
    if not (undone and live.changes.public):
        return frozenset()
    put_off = live.states.pending_before - {*live.engine.to_act(live.state)}
    return frozenset([seat for seat in put_off if await _is_told(live, live.sitting_in(seat))])


async def _is_told(live: LiveGame, sitting: SeatRow) -> bool:
    """Whether a player was notified, and the notice does not wait to be gathered with others."""
    if sitting.notified_at is None:
        return False
    waiting = await live.unit.outbox.waiting(notice_partition(sitting.player_id), "notice")
    return not any(one.game_id == live.row.id and one.attempts == 0 for one in waiting)


def _gets_dms(live: LiveGame, sitting: SeatRow) -> bool:
    """Whether a player who must answer a request in a paused game is notified in addition to the card."""
    recipient = _recipient(live.row, sitting, "asked")
    reached = recipient.settings.where != "none" and sitting.player.dms_closed_at is None
    return reached and not recipient.mentions(live.now)


def _acted_elsewhere(live: LiveGame) -> bool:
    """Whether the request came by another door than mail, whose answers show what a notice would."""
    return live.log.cause is not None and live.log.cause.door != MAIL


def _later(live: LiveGame, since: datetime, wait: timedelta = PINGED_AGAIN) -> datetime:
    """When a player who was mentioned at that moment may be mentioned again for the same."""
    deadline, at = deadlines.shown(live.row), since + wait
    return at if deadline is None else min(at, live.now + max((deadline - live.now) / 4, timedelta(0)))


def due_seats(live: LiveGame) -> list[Seat]:
    """The seats whose next notice must be decided now."""
    due = (sitting for sitting in live.row.seats if sitting.notice_at and sitting.notice_at <= live.now)
    return sorted(sitting.seat for sitting in due if sitting.seat is not None)


def decide_due(live: LiveGame, *, quiet_server: bool) -> list[DueNotice]:
    """Decide the due notices of all seats; returns those to be sent."""
    due = list[DueNotice]()
    for seat in due_seats(live):
        sitting = live.sitting_in(seat)
        sitting.notice_at = None
        if (occasion := _prompt_kind(live, seat)) is not None:
            recipient = _recipient(live.row, sitting, occasion)
            due += _decide(live, seat, occasion, recipient, quiet_server=quiet_server)
    return due


def pinged(row: GameRow, sitting: SeatRow, enqueued_at: datetime, now: datetime, *, off_turn: bool) -> bool:
    """Whether a card of this moment pings a person whom it mentions.

    In their quiet time a notice is scheduled instead. `off_turn`: they get a direct message as well.
    """
    recipient = _recipient(row, sitting, "called" if off_turn else "turn")
    settings, outdated = recipient.settings, sitting.notified_at not in {None, enqueued_at}
    if settings.where != "thread" or settings.when == "digest" or outdated:
        return False
    if not recipient.quiet(now):
        return True
    if sitting.notified_at is not None:
        sitting.notified_at, sitting.notice_at = None, now
    return False


def still_valid(
    row: GameRow, sitting: SeatRow, notice: TurnNotice, notified_at: datetime, now: datetime
) -> bool:
    """Whether a notice enqueued at `notified_at` may be sent now.

    A valid one that comes in quiet time, or while the person is present, is scheduled for a new decision.
    """
    if row.status != "active" or sitting.notified_at != notified_at:
        return False
    recipient = _recipient(row, sitting, "turn")
    active = _present_since(sitting, recipient.settings, notice.occasion)
    if recipient.earliest(deadlines.shown(row), active=active, now=now) == now:
        return True
    sitting.notified_at, sitting.notice_at = notice.previously_notified_at, now
    return False


async def decide_anew(unit: Unit, notices: Iterable[TurnNotice], now: datetime) -> None:
    """Decide these gathered notices again instead of sending them, unless they are out of date."""
    for notice in notices:
        summary = notice.summary
        sitting = None if summary is None else await unit.games.seat(summary.id, notice.person_id)
        if sitting is not None and notice.enqueued_at in {UNSET, sitting.notified_at}:
            sitting.notified_at, sitting.notice_at = notice.previously_notified_at, now
            unit.set_alarm(now)


def quiet_until(sitting: SeatRow, now: datetime) -> datetime:
    """The next moment at which a person may be notified of something without a deadline."""
    return recipient_of(sitting.player, sitting.notices).quiet_until(now) or now


def follower_notified_at(follower: PersonRow, now: datetime) -> datetime:
    """When a follower is notified of a new card, ignoring quiet time."""
    recipient = recipient_of(follower)
    digest = recipient.settings.followed == "digest"
    return recipient.next_digest(now) if digest else now + notice_rules.GATHERING_DELAY


def chat_waits(live: LiveGame, sitting: SeatRow) -> tuple[str, datetime] | None:
    """The partition in which public messages to a person are gathered, and until when.

    None: they are not gathered, because the person gets no mails.
    """
    recipient = recipient_of(sitting.player, sitting.notices)
    if recipient.settings.by != "mail":
        return None
    if recipient.settings.when == "digest":
        return DAILY_CHAT, recipient.next_digest(live.now)
    period = ClockPeriod(live.row.clock_from or live.now, deadlines.shown(live.row))
    return CHAT, recipient.gathered(period, live.now, notice_rules.CHAT_GATHERING_DELAY)


def sees_no_card(row: GameRow, sitting: SeatRow, *, refused: bool = False) -> bool:
    """Whether a player can only be notified directly: no card is posted, or they get mails.

    `refused`: whether the game's place takes no card.
    """
    settings = notice_settings_of(sitting.player.notices, sitting.notices)
    return settings.where != "none" and (refused or row.channel_id is None or settings.by == "mail")


def _prompt_kind(live: LiveGame, seat: Seat) -> Occasion | None:
    """The occasion of a notice by what a seat is to do now; None: nothing."""
    if live.row.status != "active":
        return None
    requests = live.requests.open
    beside = seat in requests.asked_to_pause_or_end
    if seat in live.engine.to_act(live.state):
        if live.engine.clock.off_turn_prompt(live.state) is not None:
            return "called"
        return "asked" if requests.asks_in_position(seat) and not beside else "turn"
    return "asked" if beside or requests.asks_in_position(seat) else None


def _present_since(sitting: SeatRow, settings: NoticeSettings, occasion: str) -> datetime | None:
    """When a person last acted, if they need no notice while they are present.

    Off-turn prompts are always sent, as they carry a button, and mails, as their readers see no cards.
    """
    return None if occasion == "called" or settings.by == "mail" else sitting.player.active_at


def recipient_of(person: PersonRow, of_game: str = "{}") -> Recipient:
    """A person with their notice preferences, or with those for a game."""
    return Recipient(notice_settings_of(person.notices, of_game), zone_of(person.time_zone))


def _recipient(row: GameRow, sitting: SeatRow, occasion: Occasion) -> Recipient:
    """A player with their preferences for a game, as far as they can be fulfilled.

    Without a card, or by mail, a mention becomes a direct message.
    """
    recipient = recipient_of(sitting.player, sitting.notices)
    settings = recipient.settings
    if settings.where == "thread" and (row.channel_id is None or settings.by == "mail"):
        settings = replace(settings, where="dm")
    if sitting.player.dms_closed_at is not None:
        when: When = "at_once" if settings.when == "at_once" else "after_quiet_hours"
        settings = replace(settings, where="none" if settings.where == "none" else "thread", when=when)
    elif occasion == "called" and settings.where == "thread":
        # An off-turn prompt leads to the player's own panel.
        settings = replace(settings, where="dm")
    return recipient._replace(settings=settings)


def _decide(
    live: LiveGame,
    seat: Seat,
    occasion: Occasion,
    recipient: Recipient,
    *,
    card: bool = False,
    quiet_server: bool | None = None,
) -> list[DueNotice]:
    """Apply the decision for the recipient in a seat and set when to decide next.

    `quiet_server` None: not known, so `decide_due` decides on usual reminders.
    """
    sitting, settings = live.sitting_in(seat), recipient.settings
    if quiet_server and settings.reminders is None:
        recipient = recipient._replace(settings=replace(settings, reminders=()))
    clocked = seat in live.engine.to_act(live.state)
    since = live.row.clock_from or live.row.moved_at or live.now
    period = ClockPeriod(since, deadlines.shown(live.row) if clocked else None)
    due = list[DueNotice]()
    active = _present_since(sitting, settings, occasion)

    def next_notice(*, card: bool = False) -> Notice | None:
        notice = recipient.next_notice(
            period, notified_at=sitting.notified_at, active=active, now=live.now, card=card
        )
        closed = sitting.player.dms_closed_at is not None
        return None if notice is not None and notice.how == "dm" and closed else notice

    notice = next_notice(card=card)
    usual = notice is not None and notice.occasion == "reminder" and settings.reminders is None
    if notice is not None and notice.at <= live.now and not (usual and quiet_server is None):
        before, sitting.notified_at = sitting.notified_at, live.now
        if notice.how == "dm":
            until = recipient.gathered(period, live.now)
            occasion_now = "reminder" if notice.occasion == "reminder" else occasion
            # Mails are not gathered: each game is a thread of its own.
            at_once = occasion_now == "called" or (settings.by == "mail" and settings.when != "digest")
            due.append(DueNotice(seat, occasion_now, live.now if at_once else until, before))
        notice = next_notice()
    sitting.notice_at = None if notice is None else notice.at
    return due
