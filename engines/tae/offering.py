"""What each action would do in a few words, and how to point at it."""

from __future__ import annotations

from engines.contract import Pick, Seat
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
from engines.tae.board_masks import ALL
from engines.tae.constants import (
    COLONY_NAMES,
    LEADER_NAMES,
    SHIP_NAMES,
    cell_name,
    counted,
    kind_number,
    listed,
)
from engines.tae.narration import monument_name
from engines.tae.preview import effect
from engines.tae.state import TaeState
from engines.tae.validation import swapped, validate

_DESCRIBED = 80
_NOTED = 100

_NAMES = tuple(map(cell_name, range(ALL.bit_length())))


def describe(state: TaeState, seat: Seat, action: TaeAction) -> str:
    """An action and what would follow, at most 80 characters."""
    sound = validate(state, seat, action)
    head = _head(state, sound)
    follows = effect(state, seat, sound) if isinstance(sound, Leader | Colony | Bomb | Build) else ""
    return _cut(f"{head}: {follows}" if follows else head, _DESCRIBED)


def paths(state: TaeState, seat: Seat, action: TaeAction) -> tuple[tuple[Pick, ...], ...]:
    """What to do, with what, then the column and the cell: never more than 25 at a level but for swaps."""
    sound = validate(state, seat, action)
    note = _cut(effect(state, seat, sound), _NOTED) if isinstance(sound, Leader | Colony | Bomb) else ""
    match sound:
        case Leader(type=kind, to=to):
            number = _number(kind)
            stands = state.board.leaders[seat][number]
            where = "at home" if stands is None else f"on {_NAMES[stands]}"
            first = Pick(f"leader {kind}", f"place or move the {LEADER_NAMES[number]}", f"now {where}")
            return ((first, *_cell(to, note)),)
        case Colony(type=kind, to=to):
            number = _number(kind)
            held = state.hands[seat][number]
            first = Pick(
                f"colony {kind}",
                f"found a {COLONY_NAMES[number]}",
                f"{counted(held, SHIP_NAMES[number])} in hand",
            )
            return ((first, *_cell(to, note)),)
        case Bomb(to=to):
            left = counted(state.bombs[seat], "bomb")
            return ((Pick("bomb", "drop a bomb", f"{left} left"), *_cell(to, note)),)
        case Withdraw(type=kind):
            head = _head(state, sound)
            return ((Pick(f"withdraw {kind}", head),),)
        case Swap():
            ships = _ships(sound)
            return ((Pick("swap", "swap ships with the bag"), Pick(ships, ships)),)
        case Build(id=number, square=square):
            return (
                (
                    Pick(f"build {number}", f"the {monument_name(number)} monument"),
                    Pick(square, f"on the square from {square}"),
                ),
            )
        case ChooseCombat(type=kind):
            return ((Pick(f"combat {kind}", _head(state, sound)),),)
        case Reinforce(ships=number):
            return ((Pick(f"reinforce {number}", _head(state, sound), "sealed and final"),),)
        case End():
            return ((Pick("end", _head(state, sound)),),)
        case Skip():
            return ((Pick("skip", _head(state, sound)),),)


def _cell(name: str, note: str) -> tuple[Pick, Pick]:
    column = name[0]
    return Pick(column, f"column {column}"), Pick(name, name, note)


def _head(state: TaeState, action: TaeAction) -> str:
    match action:
        case Leader(type=kind, to=to):
            return f"{LEADER_NAMES[_number(kind)]} to {to}"
        case Withdraw(type=kind):
            return f"take the {LEADER_NAMES[_number(kind)]} home"
        case Colony(type=kind, to=to):
            return f"{COLONY_NAMES[_number(kind)]} on {to}"
        case Bomb(to=to):
            return f"bomb {to}"
        case Swap():
            return f"swap {_ships(action)}"
        case End():
            left = state.actions_left
            return f"end the turn and give up {counted(left, 'action')}"
        case ChooseCombat(type=kind):
            return f"fight the {kind} combat first"
        case Reinforce(ships=number):
            ship = state.combat.ship if state.combat else 0
            return f"commit {counted(number, SHIP_NAMES[ship])}" if number else "commit nothing"
        case Build(id=number, square=square):
            return f"{monument_name(number)} monument on {square}"
        case Skip():
            return "build no monument"


def _ships(action: Swap) -> str:
    return listed(counted(count, SHIP_NAMES[kind]) for kind, count in enumerate(swapped(action)) if count)


def _number(kind: str) -> int:
    return kind_number(kind) or 0


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: room - 1]}…"
