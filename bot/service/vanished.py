"""Opening the seat of somebody who has vanished, after a warning to them."""

from datetime import timedelta
from typing import Final

from bot.service import notifications
from bot.service.event_log import APPLIED, EventType, Opened
from bot.service.live import LiveGame
from bot.service.request import Person
from engines.contract import Seat

WARNING: Final = timedelta(days=1)
"""How long before somebody else may take a seat its owner is told."""
SILENCE: Final = timedelta(days=3)
"""After how long in which play has waited for a seat without a clock it counts as vanished."""
_BEGINS = (EventType.STARTED, *APPLIED, EventType.UNDONE, EventType.RESUMED, EventType.ADMIN)
_OF_ONE = (EventType.HERE, EventType.BACK)
"""With what play begins to wait for those who are to act, and with what for whose event it is."""


async def has_vanished(live: LiveGame, seat: Seat) -> bool:
    """Whether a seat is absent, has missed its last deadline, or has kept play waiting for `SILENCE`.

    Nobody has vanished as long as the time runs that they have, nor while the game is paused for something
    else.
    """
    if live.row.status != "active" or live.clocks.missed_by(seat) > 0:
        return live.row.status == "active" or seat in live.clocks.absent
    if live.row.deadline_at is not None or seat not in live.engine.view(live.state, None).to_act:
        return False
    begun = await live.unit.events.of_kinds(live.row.id, (*_BEGINS, *_OF_ONE))
    since = max(event.at for event in begun if event.kind in _BEGINS or event.seat == seat)
    return live.now - since >= SILENCE


def open_seat(live: LiveGame, seat: Seat, by: Person | None = None) -> None:
    """Warn whoever sits there, and let others take the seat from then on, unless its owner is heard of.

    `by`: the player who proposes it; None: as was agreed when the game was opened.
    """
    opens_at = live.now + WARNING
    live.clocks = live.clocks.opening(seat, opens_at)
    line = f"{live.seat_name(seat)} has vanished; unless they come back, somebody else may take the seat over"
    own = None if by is None else live.seat_of(by.id)
    live.note(EventType.OPENED, seat=own, person=by, data=Opened(seat, opens_at), summary_line=line)
    notifications.warned(live, seat, opens_at)
