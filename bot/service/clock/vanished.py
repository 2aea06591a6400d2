"""Opens the seat of a vanished player, after a warning."""

from datetime import timedelta
from typing import Final

from bot.service.game.live import LiveGame
from bot.service.log.event_types import APPLIED, EventType, Opened
from bot.service.notices import notifications
from bot.service.values.request import Person
from engines.contract import Seat

WARNING: Final = timedelta(days=1)
"""The time between the warning and the opening of a seat."""
VANISHED_AFTER: Final = timedelta(days=3)
"""How long play without a clock waits for a seat before its player counts as vanished."""
_WAIT_BEGINS = (EventType.STARTED, *APPLIED, EventType.UNDONE, EventType.RESUMED, EventType.ADMIN)
"""Events after which play waits for all who are to act."""
_WAIT_OF_ONE_BEGINS = (EventType.HERE, EventType.BACK)
"""Events after which play waits for the seat of the event."""


async def has_vanished(live: LiveGame, seat: Seat) -> bool:
    """Whether a seat is absent, has missed its last deadline, or has kept play waiting for `VANISHED_AFTER`.

    False while its own time runs, or while the game is paused for another reason; where `hides_late`, only
    when it is absent.
    """
    if live.row.status != "active":
        return seat in live.clock.seats.absent
    if live.clock.seats.missed_by(seat) > 0 and not hides_late(live):
        return True
    if live.row.deadline_at is not None or seat not in live.public_view(live.state).to_act:
        return False
    begun = await live.unit.events.of_kinds(live.row.id, (*_WAIT_BEGINS, *_WAIT_OF_ONE_BEGINS))
    since = max(event.at for event in begun if event.kind in _WAIT_BEGINS or event.seat == seat)
    return live.now - since >= VANISHED_AFTER


def hides_late(live: LiveGame) -> bool:
    """Whether missed deadlines are secret: the public view names nobody who is to act."""
    return not live.public_view(live.state).to_act


def open_seat(live: LiveGame, seat: Seat, by: Person | None = None) -> None:
    """Warn a seat's player, and open the seat after that unless they respond.

    `by`: the player who proposes it; None: by the agreed terms.
    """
    opens_at = live.now + WARNING
    live.clock.seats = live.clock.seats.opening(seat, opens_at)
    line = f"{live.seat_name(seat)} has vanished; unless they come back, somebody else may take the seat over"
    own = None if by is None else live.seat_of(by.id)
    live.note(EventType.OPENED, seat=own, person=by, data=Opened(seat, opens_at), summary_line=line)
    notifications.warn(live, seat, opens_at)
