"""Every legal action: rules/tae.md section 14."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engines.contract import Seat
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
from engines.tae.board import DESTROYED, EMPTY, MONUMENT, regions, touching
from engines.tae.board_masks import ALL, UNINHABITABLE, around, cells_of, set_of
from engines.tae.combat import conflicts
from engines.tae.constants import (
    COLONY_TYPES,
    MINER,
    SCIENTIST,
    cell_name,
)
from engines.tae.state import TaeState
from engines.tae.turn import monument_choices

_NAMES = tuple(map(cell_name, range(ALL.bit_length())))


def legal(state: TaeState, seat: Seat) -> Iterator[TaeAction]:
    """Every legal action of the seat: rules section 14."""
    if state.combat is not None:
        for side in state.combat.sides:
            if side.seat == seat and side.ships is None:
                yield from map(Reinforce, range(state.hands[seat][state.combat.ship] + 1))
        return
    if state.ending is not None or seat != state.active:
        return
    match state.phase:
        case "choose_combat":
            assert state.connecting is not None  # noqa: S101 -- several combats have come of a joining
            for kind in conflicts(state.board, state.connecting):
                yield ChooseCombat(COLONY_TYPES[kind])
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
            yield Withdraw(COLONY_TYPES[kind])
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
                yield Leader(COLONY_TYPES[kind], _NAMES[cell])


def _colonies(state: TaeState, seat: Seat) -> Iterator[Colony]:
    free = state.board.marked(EMPTY) & ~state.board.leader_cells
    for kind, ships in enumerate(state.hands[seat]):
        if ships:
            for cell in cells_of(free & UNINHABITABLE if kind == MINER else free & ~UNINHABITABLE):
                yield Colony(COLONY_TYPES[kind], _NAMES[cell])


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
