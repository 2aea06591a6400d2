"""Reading and writing actions: ``larva P``, ``place B2:E4 front``, ``move B2:E4 screen``, ``alga red Y GW``.

Section 15 of rules/reef-encounter.md writes some of them a little otherwise (``move B2:F4>B2:F3``, ``alga red
(pay Y) to GW``, ``introduce``); that is read as well. Case does not matter, colours may be words, and little
words between the fields and the colon of a cell may be there or not.
"""

from __future__ import annotations

import re
from typing import Any

from engines.contract import IllegalAction, Seat
from engines.reef.actions import (
    SEA,
    Cancel,
    Choose,
    Collect,
    Cube,
    Decline,
    Eat,
    EndLarva,
    Feed,
    Introduce,
    Larva,
    Move,
    Place,
    PlayAlga,
    ReefAction,
    TakeTile,
)
from engines.reef.components import WORDS
from engines.reef.error_messages import HELP
from engines.reef.state import ReefState
from engines.reef.validation import validate, well_formed

_LONGEST = 100
_BETWEEN = re.compile(r"[\s()>→,=-]+")
_LITTLE = {"to", "from", "onto", "on", "pay", "with", "the", "at"}
_ALONE: dict[tuple[str, ...], ReefAction] = {
    ("end_larva",): EndLarva(),
    ("end", "larva"): EndLarva(),
    ("cancel",): Cancel(),
    ("decline",): Decline(),
}


def write(action: ReefAction) -> str:
    """The canonical text of an action, whatever the spelling of its fields."""
    match well_formed(action):
        case Choose(fish=fish, cubes=cubes):
            return f"choose {fish} {cubes}"
        case Eat(cell=cell):
            return f"eat {cell}"
        case Larva(colour=colour):
            return f"larva {colour}"
        case Place(cell=cell, source=source):
            return f"place {cell} front" if source == "front" else f"place {cell}"
        case EndLarva():
            return "end_larva"
        case Cancel():
            return "cancel"
        case Introduce(cell=cell):
            return f"shrimp {cell}"
        case Move(origin=origin, to=to):
            return f"move {origin} {to}"
        case Cube(colour=colour):
            return f"cube {colour}"
        case PlayAlga(alga=alga, pay=pay, to=to):
            return f"alga {alga} {pay} {to}"
        case TakeTile(colour=colour):
            return f"tile {colour}"
        case Collect(space=space):
            return f"collect {space}"
        case Feed(cell=cell):
            return f"feed {cell}"
        case Decline():
            return "decline"


def read(state: ReefState, seat: Seat, text: str) -> ReefAction:
    """The legal action of this seat that a text names. Raises IllegalAction, the first code that applies."""
    if len(text) > _LONGEST:
        raise IllegalAction("syntax", f"That is too long for one action. {HELP}")
    words = [word for word in _BETWEEN.split(text.lower().strip()) if word and word not in _LITTLE]
    action = _ALONE.get(tuple(words)) or _named(words)
    if action is None:
        raise IllegalAction("syntax", f"That cannot be read. {HELP}")
    return validate(state, seat, action)


def _named(words: list[str]) -> ReefAction | None:
    """The action as it is written: what its fields mean is for `validate` to find out."""
    match words:
        case ["choose", fish, *cubes] if cubes:
            # The rules' letters, or the names of the cubes one by one.
            return Choose(_any(fish), "".join(_letter(cube) for cube in cubes))
        case ["eat", cell]:
            return Eat(cell)
        case ["feed", cell]:
            return Feed(cell)
        case ["larva", colour]:
            return Larva(_any(colour))
        case ["place", cell]:
            return Place(cell)
        case ["place", cell, "front"]:
            return Place(cell, "front")
        case ["place", cell, "hand"]:
            return Place(cell, "hand")
        case ["shrimp" | "introduce", cell]:
            return Introduce(cell)
        case ["move", origin, target]:
            return Move(origin, target)
        case ["cube", colour]:
            return Cube(_any(colour))
        case ["alga", alga, pay]:
            return PlayAlga(_any(alga), _any(pay), SEA)
        case ["alga", alga, pay, target]:
            return PlayAlga(_any(alga), _any(pay), target)
        case ["tile", colour]:
            return TakeTile(_any(colour))
        case ["collect", colour]:
            return Collect(_any(colour))
        case _:
            return None


def _any(word: str) -> Any:
    return word


def _letter(word: str) -> str:
    return next((colour for colour, name in WORDS.items() if name == word), word)
