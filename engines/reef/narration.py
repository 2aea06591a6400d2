"""Events in words."""

from __future__ import annotations

from engines.contract import Event
from engines.reef.actions import SEA
from engines.reef.components import WORDS
from engines.reef.events import (
    Announced,
    Ate,
    Chose,
    ClosedLarva,
    Collected,
    Declined,
    Finished,
    GaveUp,
    Grew,
    Introduced,
    Laid,
    PlayedAlga,
    PlayedLarva,
    Refilled,
    RowClosed,
    ShrimpMoved,
    TookCube,
    TookLarvaBack,
    TookTile,
    TurnEvent,
)
from engines.reef.naming import colours, listed, many, name, one

REASONS = {
    "locks": "the tenth coral tile is locked",
    "shrimps": "a fourth shrimp has been eaten",
    "no_room": "no tile can be laid anywhere",
    "no_refill": "the open sea cannot be refilled",
    "resignation": "all others have given up",
    "position": "the game was over from the start",
}
"""Why a game is over, by the code of the outcome."""


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    if isinstance(event, TurnEvent):
        return f"{name(event.player)} {_turn_event(event)}"
    match event:
        case Grew(colour=colour, cell=cell):
            return f"{one(colour)} polyp grows on {cell}"
        case Refilled(tiles=tiles):
            return f"the open sea gets {listed(f'{WORDS[tile]} on {WORDS[space]}' for space, tile in tiles)}"
        case RowClosed():
            return "the bonus row goes into the bag: there is no more growth"
        case Finished(why=why, feeding=feeding):
            return f"{REASONS[why]}: {'the others may feed once more' if feeding else 'the game is over'}"
    raise ValueError(f"{event!r} is not an event of this game.")


def _turn_event(event: TurnEvent) -> str:
    match event:
        case Chose():
            return "has chosen"
        case Announced(cubes=cubes):
            return f"begins with {colours(cubes)} cubes"
        case Ate(colour=colour, size=size, gained=gained):
            return f"eats {one(colour)} coral of {size}: {many(gained, 'tile')} for the fish"
        case Declined():
            return "feeds nothing"
        case PlayedLarva(colour=colour):
            return f"plays {one(colour)} larva cube"
        case TookLarvaBack(colour=colour):
            return f"takes the {WORDS[colour]} larva cube back"
        case ClosedLarva():
            return "closes the larva play"
        case Laid():
            return _laid(event)
        case Introduced(cell=cell):
            return f"puts a shrimp on {cell}"
        case ShrimpMoved(origin=origin, to=None):
            return f"takes the shrimp on {origin} back"
        case ShrimpMoved(origin=origin, to=to):
            return f"moves the shrimp on {origin} to {to}"
        case TookCube(colour=colour):
            return f"turns a consumed {WORDS[colour]} tile into a larva cube"
        case PlayedAlga():
            return _alga(event)
        case TookTile(colour=colour, bonus=bonus):
            return f"turns {one(colour)} cube into a tile from the {'bonus row' if bonus else 'bag'}"
        case Collected(space=space, tiles=tiles):
            return f"collects the {WORDS[space]} space: {one(space)} cube, {colours(tiles)} tiles"
        case GaveUp():
            return "gives the game up"
    raise ValueError(f"{event!r} is not an event of this game.")


def _laid(event: Laid) -> str:
    origin = " from the front" if event.source == "front" else ""
    if event.taken is None:
        return f"lays {WORDS[event.colour]} on {event.cell}{origin}"
    return f"attacks {WORDS[event.taken]} on {event.cell} with {WORDS[event.colour]}{origin}"


def _alga(event: PlayedAlga) -> str:
    where = f"plays a {event.alga} cylinder" if event.to == SEA else f"locks {event.to} with {event.alga}"
    if not event.flipped:
        return f"{where}: nothing flips"
    return f"{where}: now {', '.join(f'{stronger}>{weaker}' for stronger, weaker in event.flipped)}"
