"""Reading and writing actions: ``leader merchant I5``, ``swap g2 r1``, ``reinforce 2``, ``end``.

In the history what happened follows: ``colony settler I5 joins 2, +2 money``. Others read a swap without the
kinds (``swap 3``) and a commitment without the number (``reinforce sealed``).
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import astuple

from engines.contract import Event, Seat
from engines.tae.actions import ACTIONS, CELL_FIELDS, TYPE_FIELDS, End, Reinforce, Swap, TaeAction
from engines.tae.constants import DYNASTIES, LETTERS, kind_number
from engines.tae.events import CombatBegins, CombatResult, Points, RegionsJoined
from engines.tae.state import TaeState
from engines.tae.validation import canonical, unreadable, validate

_LONGEST = 100
_SHIPS = re.compile(r"([a-z]+) ?([0-9]{1,3})|([0-9]{1,3}) ?([a-z]+)", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,6}", re.ASCII)


def write(action: TaeAction) -> str:
    """The canonical text of an action, whatever the spelling of its fields."""
    return written(canonical(action))


@lru_cache(4096)
def written(action: TaeAction) -> str:
    """The text of an action in its canonical spelling: its name, then its fields. Cached: the same actions
    are written again and again.
    """
    words: Iterable[object] = astuple(action)
    if isinstance(action, Swap):
        words = [f"{letter}{count}" for letter, count in zip(LETTERS, action.ships, strict=True) if count]
    return " ".join((_name(type(action)), *map(str, words)))


def write_public(action: TaeAction) -> str:
    """The notation of an action without its secrets, as everybody may read it."""
    match action:
        case Swap():
            return f"swap {sum(action.ships)}"
        case Reinforce():
            return "reinforce sealed"
    return written(action)


def effects(events: Iterable[Event]) -> str:
    """What a line of the history says after the action."""
    return ", ".join(_effects(events))


def read(state: TaeState, seat: Seat, text: str) -> TaeAction:
    """The legal action of this seat that a text names. Raises IllegalAction, the first code that applies."""
    return validate(state, seat, read_action(text))


def read_action(text: str) -> TaeAction:
    """The action that a text names, legal or not. Raises IllegalAction ``UNKNOWN_ACTION``."""
    match text.lower().split() if len(text) <= _LONGEST else []:
        case ["swap", *ships]:
            return _swap(" ".join(ships))
        case ["end", "turn"]:
            return End()
        case [name, *words] if name in _ACTIONS and len(words) == len(_ACTIONS[name].__struct_fields__):
            fields = zip(_ACTIONS[name].__struct_fields__, words, strict=True)
            values: dict[str, Any] = {field: _value(field, word) for field, word in fields}
            return _ACTIONS[name](**values)
    raise unreadable(text)


def _name(action: type[TaeAction]) -> str:
    return str(action.__struct_config__.tag)


_ACTIONS = {_name(action): action for action in ACTIONS}


def _value(field: str, word: str) -> str | int:
    if field in TYPE_FIELDS or field in CELL_FIELDS:
        return word
    if not _NUMBER.fullmatch(word):
        raise unreadable()
    return int(word)


def _swap(text: str) -> Swap:
    counts = [0, 0, 0, 0]
    rest = text
    while rest:
        found = _SHIPS.match(rest)
        kind = kind_number(found[1] or found[4]) if found else None
        if found is None or kind is None or counts[kind]:
            raise unreadable()
        counts[kind] = int(found[2] or found[3])
        rest = rest[found.end() :].lstrip(" +")
    return Swap(*counts)


def _effects(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case RegionsJoined(regions=number):
                yield f"joins {number}"
            case Points(seat=seat, category=category, n=n):
                yield f"{DYNASTIES[seat]} +{n} {category}"
            case CombatBegins(kind=kind, initial=initial):
                sides = " : ".join(f"{DYNASTIES[seat]} {strength}" for seat, strength in initial)
                yield f"{kind} combat {sides}"
            case CombatResult(sides=sides, winner=winner):
                sums = " : ".join(f"{DYNASTIES[seat]} {initial}+{added}" for seat, initial, added in sides)
                yield f"{sums}, {DYNASTIES[winner]} wins"
