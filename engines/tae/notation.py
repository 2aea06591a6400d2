"""Reading and writing actions: ``leader merchant I5``, ``swap g2 r1``, ``reinforce 2``, ``end``.

In the history what happened follows: ``colony settler I5 joins 2, +2 money``. Others read a swap without the
kinds (``swap 3``) and a commitment without the number (``reinforce sealed``).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engines.contract import Event, Seat
from engines.tae.actions import (
    Bomb,
    Build,
    ChooseCombat,
    Colony,
    End,
    Leader,
    Reinforce,
    Skip,
    Swap,
    TaeAction,
    Withdraw,
)
from engines.tae.constants import (
    COLONY_TYPES,
    DYNASTIES,
    LETTERS,
    OFF_BOARD,
    cell_at,
    cell_name,
    kind_number,
)
from engines.tae.events import CombatBegins, CombatResult, Points, RegionsJoined
from engines.tae.state import TaeState
from engines.tae.validation import check_running, unreadable, validate

_LONGEST = 100
_SHIPS = re.compile(r"([a-z]+) ?([0-9]{1,3})|([0-9]{1,3}) ?([a-z]+)", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,6}", re.ASCII)


def write(action: TaeAction) -> str:
    """The canonical text of an action."""
    match action:
        case Leader(type=kind, to=to):
            return f"leader {_kind(kind)} {_cell(to)}"
        case Withdraw(type=kind):
            return f"withdraw {_kind(kind)}"
        case Colony(type=kind, to=to):
            return f"colony {_kind(kind)} {_cell(to)}"
        case Bomb(to=to):
            return f"bomb {_cell(to)}"
        case Swap():
            pairs = zip(LETTERS, action.ships, strict=True)
            return " ".join(("swap", *(f"{letter}{count}" for letter, count in pairs if count)))
        case End():
            return "end"
        case ChooseCombat(type=kind):
            return f"combat {_kind(kind)}"
        case Reinforce(ships=ships):
            return f"reinforce {ships}"
        case Build(id=number, square=square):
            return f"build {number} {_cell(square)}"
        case Skip():
            return "skip"


def write_public(action: TaeAction) -> str:
    """The same as everybody may read it for ever."""
    match action:
        case Swap():
            return f"swap {sum(action.ships)}"
        case Reinforce():
            return "reinforce sealed"
    return write(action)


def effects(events: Iterable[Event]) -> str:
    """What a line of the history says beside the action."""
    return ", ".join(_effects(events))


def read(state: TaeState, seat: Seat, text: str) -> TaeAction:
    """The legal action of this seat that a text names. Raises IllegalAction, the first code that applies."""
    check_running(state)
    return validate(state, seat, understand(text))


def understand(text: str) -> TaeAction:
    """The action that a text names, legal or not. Raises IllegalAction ``UNKNOWN_ACTION``."""
    if len(text) > _LONGEST:
        raise unreadable()
    match text.lower().split():
        case ["leader", kind, to]:
            return Leader(kind, to)
        case ["withdraw", kind]:
            return Withdraw(kind)
        case ["colony", kind, to]:
            return Colony(kind, to)
        case ["bomb", to]:
            return Bomb(to)
        case ["swap", *ships]:
            return _swap(" ".join(ships))
        case ["end"] | ["end", "turn"]:
            return End()
        case ["combat", kind]:
            return ChooseCombat(kind)
        case ["reinforce", ships] if _NUMBER.fullmatch(ships):
            return Reinforce(int(ships))
        case ["build", number, square] if _NUMBER.fullmatch(number):
            return Build(int(number), square)
        case ["skip"]:
            return Skip()
    raise unreadable()


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
            case _:
                pass


def _kind(text: str) -> str:
    number = kind_number(text)
    return str(text) if number is None else COLONY_TYPES[number]


def _cell(text: str) -> str:
    cell = cell_at(text)
    return str(text) if cell is None or cell == OFF_BOARD else cell_name(cell)
