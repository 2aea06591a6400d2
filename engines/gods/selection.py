"""Selections: the grammar and the canonical form of section 7 of docs/rules/four-gods.md, prices and words.

A selection is a tuple of actions in canonical order: attacks first, colours in the order r b g o.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from engines.contract import Seat
from engines.gods.colours import LETTERS, named
from engines.gods.options import GodsOptions

Selection = tuple[str, ...]

ACTIONS: Selection = tuple(f"{verb}{letter}" for verb in "AD" for letter in LETTERS)
"""Every action, in canonical order."""
NONE = "none"

_ACTION = re.compile(
    r"(?:(attack|att|a|defence|defense|defend|def|d)\s*)?(red|blue|green|orange|r|b|g|o)(?=[\s,+;]|$)"
)
_SEPARATOR = re.compile(r"\s*[,+;]\s*|\s+")


@lru_cache(maxsize=512)
def read_selection(text: str) -> Selection | None:
    """The actions that a text names, in its order and perhaps twice; None if it cannot be read."""
    words = text.strip().lower()
    if words == NONE:
        return ()
    found: list[str] = []
    verb = ""
    at = 0
    while (one := _ACTION.match(words, at)) is not None:
        verb = (one[1] or verb)[:1].upper()
        if not verb:
            return None
        found.append(f"{verb}{one[2][0]}")
        if one.end() == len(words):
            return tuple(found)
        separator = _SEPARATOR.match(words, one.end())
        if separator is None:
            return None
        at = separator.end()
    return None


def ordered(actions: Iterable[str]) -> Selection:
    """The actions as a selection, in canonical order."""
    return tuple(sorted(actions, key=ACTIONS.index))


def write_selection(selection: Selection) -> str:
    """The canonical text: ``Ab Ag Do``, ``none``."""
    return " ".join(selection) or NONE


def target(action: str) -> Seat:
    """The god against whom an action goes."""
    return LETTERS.index(action[1])


def attacked(selection: Selection) -> tuple[Seat, ...]:
    """The gods that a selection attacks."""
    return tuple(target(action) for action in selection if action[0] == "A")


def defended(selection: Selection) -> tuple[Seat, ...]:
    """The gods against which a selection defends."""
    return tuple(target(action) for action in selection if action[0] == "D")


def price(options: GodsOptions, selection: Selection) -> int:
    """The energy that a selection costs (Ruling 8)."""
    attacks = sum(action[0] == "A" for action in selection)
    return options.attack_cost * attacks + options.defend_cost * (len(selection) - attacks)


def single_actions(seat: Seat, living: Iterable[Seat]) -> Iterator[str]:
    """The actions that a god may choose among, in canonical order."""
    others = {LETTERS[other] for other in living if other != seat}
    return (action for action in ACTIONS if action[1] in others)


def in_words(selection: Selection, joint: str = ", ") -> str:
    """The selection as a command: ``attack BLUE and GREEN, defend against ORANGE``."""
    return joint.join(_clauses(selection, "attack", "defend against")) or "do nothing"


def narrated(selection: Selection, joint: str = " and ") -> str:
    """The selection as a report: ``attacked BLUE and GREEN and defended against ORANGE``."""
    return joint.join(_clauses(selection, "attacked", "defended against")) or "did nothing"


def _clauses(selection: Selection, attack: str, defend: str) -> Iterator[str]:
    for verb, seats in ((attack, attacked(selection)), (defend, defended(selection))):
        if seats:
            yield f"{verb} {named(seats)}"
