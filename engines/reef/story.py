"""What happened, in words."""

from __future__ import annotations

from engines.contract import Event
from engines.reef.actions import SEA, Source
from engines.reef.components import WORDS, Alga, Cell, Coral, PlayerColour
from engines.reef.naming import colours, listed, many, name, one
from engines.reef.scoring import REASONS
from engines.reef.view import Counts


class Deed(Event, frozen=True, tag="deed"):
    """Something that a player did."""

    player: PlayerColour


class Chose(Deed, frozen=True, tag="chose"):
    """A player made the set-up choice, in secret."""


class Announced(Deed, frozen=True, tag="announced"):
    """All have chosen: these are a player's cubes."""

    cubes: Counts


class Ate(Deed, frozen=True, tag="ate"):
    """A fish ate a coral, in a turn or in the final feeding."""

    colour: Coral
    size: int
    gained: int
    """Tiles that went into the fish."""


class Declined(Deed, frozen=True, tag="declined"):
    """A player fed nothing in the final feeding."""


class PlayedLarva(Deed, frozen=True, tag="played_larva"):
    """A larva cube was shown and went back to the supply."""

    colour: Coral


class TookLarvaBack(Deed, frozen=True, tag="took_larva_back"):
    """A larva play without a tile was cancelled."""

    colour: Coral


class ClosedLarva(Deed, frozen=True, tag="closed_larva"):
    """A larva play was closed."""


class Laid(Deed, frozen=True, tag="laid"):
    """A tile was laid."""

    colour: Coral
    cell: Cell
    source: Source
    taken: Coral | None = None
    """The polyp that was attacked: it lies in front of the player now."""


class Grew(Event, frozen=True, tag="grew"):
    """A bonus tile grew on a board's growth cell."""

    colour: Coral
    cell: Cell


class Introduced(Deed, frozen=True, tag="introduced"):
    """A shrimp came from behind the screen."""

    cell: Cell


class ShrimpMoved(Deed, frozen=True, tag="shrimp_moved"):
    """A shrimp moved, or with None went back behind the screen."""

    origin: Cell
    to: Cell | None


class TookCube(Deed, frozen=True, tag="took_cube"):
    """A consumed tile became a larva cube."""

    colour: Coral


class PlayedAlga(Deed, frozen=True, tag="played_alga"):
    """A consumed tile became a cylinder."""

    alga: Alga
    pay: Coral
    to: str
    flipped: tuple[tuple[Coral, Coral], ...]
    """The coral tiles that flipped: stronger and weaker as they lie now."""


class TookTile(Deed, frozen=True, tag="took_tile"):
    """A larva cube became a polyp tile."""

    colour: Coral
    bonus: bool
    """From the bonus row, as the bag had none."""


class Collected(Deed, frozen=True, tag="collected"):
    """A player took an open-sea space and ended the turn."""

    space: Coral
    tiles: Counts


class Refilled(Event, frozen=True, tag="refilled"):
    """Tiles from the bag came to the open sea: space and tile."""

    tiles: tuple[tuple[Coral, Coral], ...]


class RowClosed(Event, frozen=True, tag="row_closed"):
    """The bonus row went into the bag for good."""


class GaveUp(Deed, frozen=True, tag="gave_up"):
    """A player resigned."""


class Finished(Event, frozen=True, tag="finished"):
    """The game is over, or goes to its final feeding."""

    why: str
    feeding: bool


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    if isinstance(event, Deed):
        return f"{name(event.player)} {_deed(event)}"
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


def _deed(event: Deed) -> str:
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
