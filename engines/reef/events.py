"""The effects of an action, and the words for them."""

from typing import Literal

from engines.contract import Event, SeatEvent
from engines.reef.actions import SEA, Source
from engines.reef.components import TILE_WORDS, WORDS, Alga, Cell, Coral, PlayerColour, name, one, place
from engines.reef.counts import things
from engines.reef.view import Counts
from engines.wording import counted, listed

REASONS = {
    "locks": "the tenth coral tile is locked",
    "shrimps": "a fourth shrimp has been eaten",
    "no_room": "no tile can be laid anywhere",
    "no_refill": "the open sea cannot be refilled",
    "resignation": "all others have given up",
    "position": "the game was over from the start",
}
"""Why a game is over, by the code of the outcome."""
_DID = {
    "chose": "has chosen",
    "declined": "feeds nothing",
    "closed_larva": "closes the larva play",
    "gave_up": "gives the game up",
}


class TurnEvent(Event, frozen=True, tag="turn_event"):
    """Something that a player did."""

    player: PlayerColour


class Did(TurnEvent, frozen=True, tag="did"):
    """An event without details: choices in set-up are secret."""

    what: Literal["chose", "declined", "closed_larva", "gave_up"]


class Chose(SeatEvent, frozen=True, tag="chose"):
    """A set-up choice, for its player alone."""

    audience = "seat"

    fish: Coral
    cubes: Counts


class Announced(TurnEvent, frozen=True, tag="announced"):
    """All have chosen: these are a player's cubes."""

    cubes: Counts


class Ate(TurnEvent, frozen=True, tag="ate"):
    """A fish ate a coral, in a turn or in the final feeding."""

    colour: Coral
    size: int
    gained: int
    """Tiles that went into the fish."""


class LarvaCube(TurnEvent, frozen=True, tag="larva_cube"):
    """A larva cube was played, taken back as no tile was laid, or made of a consumed tile."""

    how: Literal["played", "taken_back", "made"]
    colour: Coral


class Laid(TurnEvent, frozen=True, tag="laid"):
    """A tile was laid."""

    colour: Coral
    cell: Cell
    source: Source
    taken: Coral | None = None
    """The attacked polyp, which is now in front of the player."""


class Grew(Event, frozen=True, tag="grew"):
    """A bonus tile grew on a board's growth cell."""

    colour: Coral
    cell: Cell


class ShrimpMoved(TurnEvent, frozen=True, tag="shrimp_moved"):
    """A shrimp moved; None is behind the screen."""

    origin: Cell | None
    to: Cell | None


class PlayedAlga(TurnEvent, frozen=True, tag="played_alga"):
    """A consumed tile became a cylinder."""

    alga: Alga
    pay: Coral
    to: str
    flipped: tuple[tuple[Coral, Coral], ...]
    """The coral tiles that flipped: stronger and weaker as they lie now."""


class TookTile(TurnEvent, frozen=True, tag="took_tile"):
    """A larva cube became a polyp tile."""

    colour: Coral
    bonus: bool
    """Whether the tile came from the bonus row, as the bag had none."""


class Collected(TurnEvent, frozen=True, tag="collected"):
    """A player took an open-sea space and ended the turn."""

    space: Coral
    tiles: Counts


class Refilled(Event, frozen=True, tag="refilled"):
    """Tiles from the bag came to the open sea: space and tile."""

    tiles: tuple[tuple[Coral, Coral], ...]


class RowClosed(Event, frozen=True, tag="row_closed"):
    """The bonus row went into the bag for good."""


class Finished(Event, frozen=True, tag="finished"):
    """The game is over, or goes to its final feeding."""

    why: str
    feeding: bool


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case TurnEvent(player=player):
            return f"{name(player)} {_turn_event(event)}"
        case Chose(fish=fish, cubes=cubes):
            return f"you fed {one(fish)} tile and took {things(cubes, 'cube')}"
        case Grew(colour=colour, cell=cell):
            return f"{one(colour)} polyp grows on {place(cell)}"
        case Refilled(tiles=tiles):
            new = [f"{WORDS[tile]} in the {WORDS[space]}" for space, tile in tiles]
            return f"new tiles: {listed([f'{new[0]} space', *new[1:]])}"
        case RowClosed():
            return "the bonus row goes into the bag: there is no more growth"
        case Finished(why=why, feeding=feeding):
            return f"{REASONS[why]}: {'the others may feed once more' if feeding else 'the game is over'}"
    raise ValueError(f"{event!r} is not an event of this game.")


def _turn_event(event: TurnEvent) -> str:
    match event:
        case Did(what=what):
            return _DID[what]
        case Announced(cubes=cubes):
            return f"starts with {things(cubes, 'cube')}"
        case Ate(colour=colour, size=size, gained=gained):
            return f"eats {one(colour)} coral of {size}: {counted(gained, 'tile')} into the fish"
        case LarvaCube(how="played", colour=colour):
            return f"plays {one(colour)} larva cube"
        case LarvaCube(how="taken_back", colour=colour):
            return f"takes the {WORDS[colour]} larva cube back"
        case LarvaCube(colour=colour):
            return f"turns a consumed {WORDS[colour]} tile into a larva cube"
        case Laid(colour=colour, cell=cell, source=source, taken=taken):
            origin = " from the front" if source == "front" else ""
            if taken is None:
                return f"lays {WORDS[colour]} on {place(cell)}{origin}"
            return f"attacks {WORDS[taken]} on {place(cell)} with {WORDS[colour]}{origin}"
        case ShrimpMoved(origin=None, to=str(to)):
            return f"puts a shrimp on {place(to)}"
        case ShrimpMoved(origin=str(origin), to=None):
            return f"takes the shrimp on {place(origin)} back"
        case ShrimpMoved(origin=str(origin), to=str(to)):
            return f"moves the shrimp on {place(origin)} to {place(to)}"
        case PlayedAlga(alga=alga, to=to, flipped=flipped):
            where = (
                f"plays the {alga} alga"
                if to == SEA
                else f"locks the {TILE_WORDS[to]} tile with the {alga} alga"
            )
            flips = ", ".join(f"{WORDS[stronger]} eats {WORDS[weaker]}" for stronger, weaker in flipped)
            return f"{where}: now {flips}" if flips else f"{where}: nothing flips"
        case TookTile(colour=colour, bonus=bonus):
            return f"turns {one(colour)} cube into a tile from the {'bonus row' if bonus else 'bag'}"
        case Collected(space=space, tiles=tiles):
            return f"collects the {WORDS[space]} space: {one(space)} cube and {things(tiles, 'tile')}"
    raise ValueError(f"{event!r} is not an event of this game.")
