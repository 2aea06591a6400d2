"""Seats that miss deadlines repeatedly: one rule for all games.

A seat that has done nothing in `Terms.absent_after` deadlines in a row is absent; if play goes on after that,
one more is enough until it plays. The table is notified, and the policy agreed at the opening applies. Nobody
wins by silence: unless the table chose that, a game pauses when nobody acts or the clock alone would end it.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from msgspec.structs import replace

from bot.service.clock import control
from bot.service.clock.vanished import open_seat
from bot.service.game.live import LiveGame
from bot.service.log.event_types import EventType
from bot.service.people import computers
from bot.service.seats.changing_hands import change_hands
from bot.service.seats.inviting import add_invitation
from bot.service.values.limits import Limits
from bot.service.values.terms import Terms
from engines.contract import Level, Seat
from engines.wording import times

_KEPT_FOR: Final = timedelta(days=366)
"""How long an absent player may take their seat back from a computer."""


def absent_seats(live: LiveGame, terms: Terms, late: Sequence[Seat], *, ends: bool) -> Sequence[Seat]:
    """The absent seats for which the policy applies now, after the late seats missed their deadline.

    `ends`: whether the timeout would end the game.
    """
    if terms.absence != "rules":
        absent = [seat for seat in late if live.clock.seats.is_absent(seat, terms.absent_after)]
        by_silence = ends and terms.at_zero != "lose"
        return absent or (late if by_silence else [])
    return late if live.clock.seats.nobody_acts(terms.absent_after) and not ends else []


async def apply_policy(live: LiveGame, absent: Sequence[Seat], limits: Limits) -> None:
    """Tell the table who is absent, and apply the agreed policy."""
    if live.clock.terms.absence == "computer" and _can_be_kept(live, absent):
        if limits.computers_think:
            for seat in absent:
                await _hand_to_computer(live, seat, live.clock.terms.caretaker)
            live.clock.give_more_time()
            return
        live.changes.lines.append("this bot runs no computer players at present, so none plays on")
    for seat in absent:
        count = live.clock.seats.missed_by(seat)
        did = " and done nothing" if count else ", and nothing is scored by that"
        line = f"{live.seat_name(seat)} has let the time run out{_in_a_row(count)}{did}"
        live.note(EventType.ABSENT, seat=seat, summary_line=line)
    control.pause(live)
    live.clock.seats = replace(live.clock.seats, absent=tuple(absent))
    if live.clock.terms.absence == "substitute" and live.row.guild_id is not None:
        # Without a server there is nobody who could take the seat over.
        for seat in absent:
            open_seat(live, seat)


def _can_be_kept(live: LiveGame, absent: Collection[Seat]) -> bool:
    """Whether computers can keep these seats: a human player is left in play, and a server whose members can
    be invited.
    """
    people = {sitting.seat for sitting in live.row.seats if sitting.player.forgotten_at is None}
    left = people.intersection(live.playing) - live.computers - set(absent)
    return live.engine.computer is not None and live.row.guild_id is not None and bool(left)


def _in_a_row(missed: int) -> str:
    """The number of missed deadlines, in words."""
    return f" {times(missed)} in a row" if missed > 1 else ""


async def _hand_to_computer(live: LiveGame, seat: Seat, level: Level) -> None:
    """Let a computer play in an absent player's place until they come back.

    The seat changes hands as by any invitation, and its owner gets an invitation to take it back.
    """
    owner, missed = live.player_in(seat), live.clock.seats.missed_by(seat)
    words = f"somebody has let the time run out{_in_a_row(missed)}: a computer plays on until they come back"
    live.note(EventType.ABSENT, seat=seat, summary_line=words)
    await change_hands(live, seat, await computers.free_computer(live, level), None)
    if owner.forgotten_at is None:
        await add_invitation(live, seat, owner.id, inviter_id=None, life=_KEPT_FOR, purpose="return")
