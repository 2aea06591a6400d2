"""Legal actions: all of them, what each would do in a few words, and how to point at it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engines.contract import Pick, Seat
from engines.tae.actions import (
    Bomb,
    Build,
    Colony,
    Combat,
    End,
    Leader,
    Reinforce,
    Skip,
    Swap,
    TaeAction,
    Withdraw,
)
from engines.tae.board import DESTROYED, EMPTY, MONUMENT, regions, touching
from engines.tae.combat import conflicts
from engines.tae.foresight import effect
from engines.tae.galaxy import ALL, UNINHABITABLE, around, cells_of, set_of
from engines.tae.refusal import judge, swapped
from engines.tae.state import TaeState
from engines.tae.story import monument_name
from engines.tae.terms import (
    COLONY_NAMES,
    KINDS,
    LEADER_NAMES,
    MINER,
    SCIENTIST,
    SHIP_NAMES,
    cell_name,
    counted,
    kind_number,
    listed,
)
from engines.tae.turn import monument_choices

_DESCRIBED = 80
_NOTED = 100

_NAMES = tuple(map(cell_name, range(ALL.bit_length())))


def legal(state: TaeState, seat: Seat) -> Iterator[TaeAction]:
    """Every legal action of the seat: rules section 14."""
    if state.battle is not None:
        for side in state.battle.sides:
            if side.seat == seat and side.ships is None:
                yield from map(Reinforce, range(state.hands[seat][state.battle.ship] + 1))
        return
    if state.ending is not None or seat != state.active:
        return
    match state.phase:
        case "choose_combat":
            assert state.connecting is not None  # noqa: S101 -- several combats have come of a joining
            for kind in conflicts(state.board, state.connecting):
                yield Combat(KINDS[kind])
        case "monument":
            for number, square in monument_choices(state):
                yield Build(number, _NAMES[square])
            yield Skip()
        case _:
            yield from _actions(state, seat)


def _actions(state: TaeState, seat: Seat) -> Iterator[TaeAction]:
    yield from _leaders(state, seat)
    for kind, cell in enumerate(state.board.leaders[seat]):
        if cell is not None:
            yield Withdraw(KINDS[kind])
    yield from _colonies(state, seat)
    yield from _bombs(state, seat)
    yield from _swaps(state, seat)
    yield End()


def _leaders(state: TaeState, seat: Seat) -> Iterator[Leader]:
    science = around(state.board.colonies(SCIENTIST)) & ~UNINHABITABLE & state.board.marked(EMPTY)
    for kind, stands in enumerate(state.board.leaders[seat]):
        board = state.board if stands is None else state.board.with_leader(seat, kind, None)
        free = science & ~board.leader_cells
        found = regions(board.occupied)
        for cell in cells_of(free):
            if cell != stands and len(touching(cell, found)) == 1:
                yield Leader(KINDS[kind], _NAMES[cell])


def _colonies(state: TaeState, seat: Seat) -> Iterator[Colony]:
    free = state.board.marked(EMPTY) & ~state.board.leader_cells
    for kind, ships in enumerate(state.hands[seat]):
        if ships:
            for cell in cells_of(free & UNINHABITABLE if kind == MINER else free & ~UNINHABITABLE):
                yield Colony(KINDS[kind], _NAMES[cell])


def _bombs(state: TaeState, seat: Seat) -> Iterator[Bomb]:
    if state.bombs[seat]:
        board = state.board
        spared = (
            board.marked(DESTROYED) | board.marked(MONUMENT) | board.leader_cells | set_of(board.artifacts)
        )
        for cell in cells_of(ALL & ~spared):
            yield Bomb(_NAMES[cell])


def _swaps(state: TaeState, seat: Seat) -> Iterator[Swap]:
    for counts in product(*(range(ships + 1) for ships in state.hands[seat])):
        if 1 <= sum(counts) <= len(state.bag):
            yield Swap(*counts)


def describe(state: TaeState, seat: Seat, action: TaeAction) -> str:
    """An action and what would follow, at most 80 characters."""
    sound = judge(state, seat, action)
    head = _head(state, sound)
    follows = effect(state, seat, sound) if isinstance(sound, Leader | Colony | Bomb | Build) else ""
    return _cut(f"{head}: {follows}" if follows else head, _DESCRIBED)


def paths(state: TaeState, seat: Seat, action: TaeAction) -> tuple[tuple[Pick, ...], ...]:
    """What to do, with what, then the column and the cell: never more than 25 at a level but for swaps."""
    sound = judge(state, seat, action)
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
        case Combat(type=kind):
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
        case Combat(type=kind):
            return f"fight the {kind} combat first"
        case Reinforce(ships=number):
            ship = state.battle.ship if state.battle else 0
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
