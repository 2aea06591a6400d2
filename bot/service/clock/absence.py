"""What becomes of seats that let their time run out again and again: one rule for all games.

A seat that has done nothing in `Terms.absent_after` deadlines in a row is absent; when play has gone on after
that, one is enough until it plays. The table is told, and the policy holds that was agreed when the game was
opened. Nothing is scored by silence: unless that was chosen, a game in which nobody acts, or that the clock
alone would bring to its end, pauses.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from bot.service import caretaking
from bot.service.clock import control
from bot.service.event_log import EventType
from bot.service.live import LiveGame
from bot.service.terms import Terms
from bot.service.vanished import open_seat
from engines.contract import Seat


def seen(live: LiveGame, terms: Terms, late: Sequence[Seat], *, ends: bool) -> Sequence[Seat]:
    """The seats for whose absence something is to be done, now that the time of those who are late is up.

    `ends`: whether what the clock does for them would end the game.
    """
    if terms.absence != "rules":
        absent = [seat for seat in late if live.clocks.is_absent(seat, terms.absent_after)]
        by_silence = ends and terms.at_zero != "lose"
        return absent or (late if by_silence else [])
    return late if live.clocks.nobody_acts(terms.absent_after) and not ends else []


async def follow(live: LiveGame, absent: Sequence[Seat]) -> None:
    """Tell the table of those who are absent, and do as was agreed."""
    if live.terms.absence == "computer" and caretaking.possible(live, absent):
        for seat in absent:
            await caretaking.hand_over(live, seat, live.terms.caretaker)
        live.wait_longer()
        return
    for seat in absent:
        count = live.clocks.missed_by(seat)
        did = " and done nothing" if count else ", and nothing is scored by that"
        line = f"{live.seat_name(seat)} has let the time run out{caretaking.in_a_row(count)}{did}"
        live.note(EventType.ABSENT, seat=seat, summary_line=line)
    control.pause(live)
    live.clocks = replace(live.clocks, absent=tuple(absent))
    if live.terms.absence == "substitute":
        for seat in absent:
            open_seat(live, seat)
