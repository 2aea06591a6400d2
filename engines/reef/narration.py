"""Events in words."""

from __future__ import annotations

from engines.contract import Event
from engines.reef import events
from engines.reef.actions import SEA
from engines.reef.components import WORDS, name, one
from engines.reef.counts import colours
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


def narrate(event: Event) -> str:
    """A clause about an event of this game."""
    match event:
        case events.TurnEvent(player=player):
            return f"{name(player)} {_turn_event(event)}"
        case events.Grew(colour=colour, cell=cell):
            return f"{one(colour)} polyp grows on {cell}"
        case events.Refilled(tiles=tiles):
            return f"the open sea gets {listed(f'{WORDS[tile]} on {WORDS[space]}' for space, tile in tiles)}"
        case events.RowClosed():
            return "the bonus row goes into the bag: there is no more growth"
        case events.Finished(why=why, feeding=feeding):
            return f"{REASONS[why]}: {'the others may feed once more' if feeding else 'the game is over'}"
    raise ValueError(f"{event!r} is not an event of this game.")


def _turn_event(event: events.TurnEvent) -> str:
    match event:
        case events.Did(what=what):
            return _DID[what]
        case events.Announced(cubes=cubes):
            return f"begins with {colours(cubes)} cubes"
        case events.Ate(colour=colour, size=size, gained=gained):
            return f"eats {one(colour)} coral of {size}: {counted(gained, 'tile')} for the fish"
        case events.LarvaCube(how="played", colour=colour):
            return f"plays {one(colour)} larva cube"
        case events.LarvaCube(how="taken_back", colour=colour):
            return f"takes the {WORDS[colour]} larva cube back"
        case events.LarvaCube(colour=colour):
            return f"turns a consumed {WORDS[colour]} tile into a larva cube"
        case events.Laid(colour=colour, cell=cell, source=source, taken=taken):
            origin = " from the front" if source == "front" else ""
            if taken is None:
                return f"lays {WORDS[colour]} on {cell}{origin}"
            return f"attacks {WORDS[taken]} on {cell} with {WORDS[colour]}{origin}"
        case events.ShrimpMoved(origin=None, to=to):
            return f"puts a shrimp on {to}"
        case events.ShrimpMoved(origin=origin, to=None):
            return f"takes the shrimp on {origin} back"
        case events.ShrimpMoved(origin=origin, to=to):
            return f"moves the shrimp on {origin} to {to}"
        case events.PlayedAlga(alga=alga, to=to, flipped=flipped):
            flips = ", ".join(f"{stronger}>{weaker}" for stronger, weaker in flipped)
            where = f"plays a {alga} cylinder" if to == SEA else f"locks {to} with {alga}"
            return f"{where}: {f'now {flips}' if flips else 'nothing flips'}"
        case events.TookTile(colour=colour, bonus=bonus):
            return f"turns {one(colour)} cube into a tile from the {'bonus row' if bonus else 'bag'}"
        case events.Collected(space=space, tiles=tiles):
            return f"collects the {WORDS[space]} space: {one(space)} cube, {colours(tiles)} tiles"
    raise ValueError(f"{event!r} is not an event of this game.")
