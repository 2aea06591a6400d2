"""A computer takes over an absent player's seat until they come back.

The seat changes hands as by any invitation, and its owner gets an invitation to take it back.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Final

from bot.service.game.live import LiveGame
from bot.service.log.event_types import EventType
from bot.service.people import computers
from bot.service.seats.changing_hands import change_hands
from bot.service.seats.inviting import add_invitation
from engines.contract import Level, Seat
from engines.wording import times

_KEPT: Final = timedelta(days=366)
"""How long an absent player may take their seat back."""


def possible(live: LiveGame, absent: Collection[Seat]) -> bool:
    """Whether computers can keep these seats: a human player is left in play, and a server whose members can
    be invited.
    """
    people = {sitting.seat for sitting in live.row.seats if sitting.player.forgotten_at is None}
    left = people.intersection(live.playing) - live.computers - set(absent)
    return live.engine.computer is not None and live.row.guild_id is not None and bool(left)


def in_a_row(missed: int) -> str:
    """The number of missed deadlines, in words."""
    return f" {times(missed)} in a row" if missed > 1 else ""


async def hand_over(live: LiveGame, seat: Seat, level: Level) -> None:
    """Seat a computer in an absent player's place, and invite them to take it back."""
    owner, missed = live.player_in(seat), live.clock.seats.missed_by(seat)
    words = f"somebody has let the time run out{in_a_row(missed)}: a computer plays on until they come back"
    live.note(EventType.ABSENT, seat=seat, summary_line=words)
    await change_hands(live, seat, await computers.free_computer(live, level), None)
    if owner.forgotten_at is None:
        await add_invitation(live, seat, owner.id, inviter_id=None, life=_KEPT, purpose="return")
