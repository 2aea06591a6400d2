"""The settings with which a game is opened."""

from collections.abc import Mapping
from typing import Any, Final

from bot.service.game.term_options import agreed
from bot.service.values.request import Person
from bot.service.values.terms import Terms
from engines.contract import AnyEngine, Level, Seat, Value

USUAL: Final = -1.0
"""The `deadline_hours` that stand for the game's default."""


class GameSetup(Value, frozen=True):
    """The settings of a new game. The host sits in `seat`, or in a seat by `GameInfo.seating`."""

    key: str
    options: Mapping[str, object] = {}
    """The game's own options, where they are not the defaults."""
    seat: Seat | None = None
    seats: int | None = None
    """The number of players. None: the host and the players whom they bring along or, with nobody brought
    along, the most that the rules allow, or fewer on demand."""
    deadline_hours: float | None = USUAL
    """None: no clock. Ignored by a game that sets the seconds of its periods, and where there is a bank."""
    terms: Terms = Terms()
    threaded: bool = True
    contribution: str | None = None
    """The host's text for the draw (`bot.service.game.commitment`)."""
    opponents: tuple[Person, ...] = ()
    """The invited people, with seats kept for them."""
    levels: tuple[Level, ...] = ()
    """The levels of the computers that sit down at once."""
    dm_channel_id: int | None = None
    """The channel of the direct messages in which somebody plays alone against computers."""


def setup_of(engine: AnyEngine, options: Mapping[str, Any], **more: Any) -> GameSetup:
    """The setup by the options of `new`, the shared and the game's own; `more`: a door's. Raises Refused."""
    own = dict(options)
    names = [seat.name for seat in engine.info.seats]
    seat_name = own.pop("seat", None)
    level = Level[str(own.pop("level", Level.STEADY.word)).upper()]
    shared = {
        "seat": names.index(seat_name) if seat_name in names else None,
        "seats": own.pop("players", None),
        "deadline_hours": float(own.pop("hours", USUAL)) or None,
        "terms": agreed(engine, str(own.pop("terms", ""))),
        "contribution": own.pop("words", None),
        "levels": (level,) * own.pop("computers", 0),
    }
    return GameSetup(engine.info.key, own, **shared, **more)
