"""Seats that miss deadlines repeatedly: one rule for all games.

A seat that has done nothing in `Terms.absent_after` deadlines in a row is absent; if play goes on after that,
one more is enough until it plays. The table is notified, and the policy agreed at the opening applies. Nobody
wins by silence: unless the table chose that, a game pauses when nobody acts or the clock alone would end it.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.service.clock import caretaking, control
from bot.service.clock.vanished import open_seat
from bot.service.game.live import LiveGame
from bot.service.log.event_types import EventType
from bot.service.values.terms import Terms
from engines.contract import Seat


def absent_seats(live: LiveGame, terms: Terms, late: Sequence[Seat], *, ends: bool) -> Sequence[Seat]:
    """The absent seats for which the policy applies now, after the late seats missed their deadline.

    `ends`: whether the timeout would end the game.
    """
    if terms.absence != "rules":
        absent = [seat for seat in late if live.clock.seats.is_absent(seat, terms.absent_after)]
        by_silence = ends and terms.at_zero != "lose"
        return absent or (late if by_silence else [])
    return late if live.clock.seats.nobody_acts(terms.absent_after) and not ends else []


async def apply_policy(live: LiveGame, absent: Sequence[Seat]) -> None:
    """Tell the table who is absent, and apply the agreed policy."""
    if live.clock.terms.absence == "computer" and caretaking.possible(live, absent):
        for seat in absent:
            await caretaking.hand_over(live, seat, live.clock.terms.caretaker)
        live.clock.give_more_time()
        return
    for seat in absent:
        count = live.clock.seats.missed_by(seat)
        did = " and done nothing" if count else ", and nothing is scored by that"
        line = f"{live.seat_name(seat)} has let the time run out{caretaking.in_a_row(count)}{did}"
        live.note(EventType.ABSENT, seat=seat, summary_line=line)
    control.pause(live)
    live.clock.seats = replace(live.clock.seats, absent=tuple(absent))
    if live.clock.terms.absence == "substitute":
        for seat in absent:
            open_seat(live, seat)
