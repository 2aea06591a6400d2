"""What a legal action does in a few words, and how to point at it in a panel."""

from __future__ import annotations

from functools import cache, partial

from engines.contract import Offer, Pick, Seat, Words
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
from engines.tae.consequences import consequences
from engines.tae.constants import (
    COLONY_NAMES,
    COLONY_TYPES,
    LEADER_NAMES,
    SHIP_NAMES,
    cell_name,
    counted,
    listed,
    shortened,
)
from engines.tae.narration import monument_name
from engines.tae.notation import write
from engines.tae.state import TaeState

_LONGEST = 80
_LONGEST_NOTE = 100
_COLUMNS = {column: Pick(column, f"column {column}") for column in "ABCDEFGHIJKLMNOP"}


def offer(state: TaeState, seat: Seat, action: TaeAction) -> Offer[TaeAction]:
    """A legal action with its words and the ways to point at it, made when they are read."""
    words, paths = partial(_words, state, seat, action), partial(_paths, state, seat, action)
    return Offer(action, partial(write, action), words, paths)


def _words(state: TaeState, seat: Seat, action: TaeAction) -> Words:
    head = _head(state, action)
    return head, shortened(consequences(state, seat, action), _LONGEST - len(head) - 2)


def _paths(state: TaeState, seat: Seat, action: TaeAction) -> tuple[tuple[Pick, ...], ...]:
    """What to do, with what, then the column and the cell: never more than 25 at a level but for swaps."""
    match action:
        case Leader():
            first = _leader(action.kind, state.board.leaders[seat][action.kind])
        case Colony():
            first = _colony(action.kind, state.hands[seat][action.kind])
        case Bomb():
            first = Pick("bomb", "drop a bomb", f"{counted(state.bombs[seat], 'bomb')} left")
        case Swap():
            ships = _ships(action)
            return ((Pick("swap", "swap ships with the bag"), Pick(ships, ships)),)
        case Build(id=number, square=square):
            monument = Pick(f"build {number}", f"the {monument_name(number)} monument")
            return ((monument, Pick(square, f"on the square from {square}")),)
        case Reinforce():
            return ((Pick(write(action), _head(state, action), "sealed and final"),),)
        case _:
            return ((Pick(write(action), _head(state, action)),),)
    column = _COLUMNS[action.to[0]]
    cell = Pick(action.to, action.to, partial(_note, state, seat, action))
    return ((first, column, cell),)


@cache
def _leader(kind: int, stands: int | None) -> Pick:
    where = "at home" if stands is None else f"on {cell_name(stands)}"
    return Pick(f"leader {COLONY_TYPES[kind]}", f"place or move the {LEADER_NAMES[kind]}", f"now {where}")


@cache
def _colony(kind: int, held: int) -> Pick:
    ships = counted(held, SHIP_NAMES[kind])
    return Pick(f"colony {COLONY_TYPES[kind]}", f"found a {COLONY_NAMES[kind]}", f"{ships} in hand")


def _note(state: TaeState, seat: Seat, action: TaeAction) -> str:
    return shortened(consequences(state, seat, action), _LONGEST_NOTE)


def _head(state: TaeState, action: TaeAction) -> str:
    match action:
        case Leader(to=to):
            return f"{LEADER_NAMES[action.kind]} to {to}"
        case Withdraw():
            return f"take the {LEADER_NAMES[action.kind]} home"
        case Colony(to=to):
            return f"{COLONY_NAMES[action.kind]} on {to}"
        case Bomb(to=to):
            return f"bomb {to}"
        case Swap():
            return f"swap {_ships(action)}"
        case End():
            return f"end the turn and give up {counted(state.actions_left, 'action')}"
        case ChooseCombat(type=kind):
            return f"fight the {kind} combat first"
        case Reinforce(ships=number):
            ship = SHIP_NAMES[state.combat.ship if state.combat else 0]
            return f"commit {counted(number, ship)}" if number else "commit nothing"
        case Build(id=number, square=square):
            return f"{monument_name(number)} monument on {square}"
        case Skip():
            return "build no monument"


def _ships(action: Swap) -> str:
    return listed(counted(count, ship) for count, ship in zip(action.ships, SHIP_NAMES, strict=True) if count)
