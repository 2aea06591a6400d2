"""What a legal action would bring at once, in a few words, for lists of many actions.

It is reckoned from the board before and after by the functions that the rules themselves use, without playing
the action: a list may hold hundreds. What would be drawn, and what others have committed, never shows.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Seat
from engines.tae.actions import Bomb, Build, Colony, Leader, TaeAction
from engines.tae.board import (
    DESTROYED,
    MONUMENT,
    Board,
    Monument,
    leaders_in,
    regions,
    regions_with,
    scorer_in,
    square_cells,
    touching,
    unsupported,
)
from engines.tae.combat import conflicts, external, internal
from engines.tae.constants import (
    CATEGORIES,
    COLONY_TYPES,
    LEADER_NAMES,
    LETTERS,
    NAMES,
    counted,
    listed,
)
from engines.tae.scoring import collections, income
from engines.tae.state import Combat, TaeState, added
from engines.tae.turn import monument_choices, reason_to_end


def consequences(state: TaeState, seat: Seat, action: TaeAction) -> str:
    """The consequences of a legal action on a cell in a few words, or nothing."""
    spent = 0 if isinstance(action, Build) else 1
    after = replace(state, actions_left=state.actions_left - spent)
    match action:
        case Leader():
            words = _of_leader(after, seat, action.kind, action.cell)
        case Colony():
            words = _of_colony(after, seat, action.kind, action.cell)
        case Bomb():
            words = _of_loss(replace(after, busy=True), after.board.with_ground((action.cell,), DESTROYED))
        case Build():
            words = _of_monument(after, action.id, action.corner)
        case _:
            return ""
    return ", ".join(words)


def _of_leader(state: TaeState, seat: Seat, kind: int, cell: int) -> Iterator[str]:
    lifted = state.board.with_leader(seat, kind, None)
    (region,) = touching(cell, regions(lifted.occupied))
    rivals = {owner: at for owner, of, at in leaders_in(lifted, region) if of == kind}
    after = replace(state, board=lifted.with_leader(seat, kind, cell))
    if rivals:
        yield _combat(internal(after, kind, {seat: cell, **rivals}))
    else:
        yield from _rest(after, regions_with(lifted.occupied, cell))


def _of_colony(state: TaeState, seat: Seat, kind: int, cell: int) -> Iterator[str]:
    near = touching(cell, regions(state.board.occupied))
    hands = tuple(added(hand, kind, -(owner == seat)) for owner, hand in enumerate(state.hands))
    after = replace(
        state,
        board=state.board.with_ground((cell,), LETTERS[kind]),
        hands=hands,
        placed=cell,
        connecting=cell if len(near) > 1 else None,
        busy=True,
    )
    if len(near) == 1:
        owner = scorer_in(state.board, near[0], kind)
        if owner is not None:
            yield f"{NAMES[owner]} +1 {CATEGORIES[kind]}"
    elif near:
        yield f"joins {len(near)} regions"
        kinds = conflicts(after)
        if len(kinds) == 1:
            yield _combat(external(after, kinds[0]))
            return
        if kinds:
            yield f"combats: {listed(COLONY_TYPES[kind] for kind in kinds)}"
            return
    if monument_choices(after):
        yield "may become a monument"
    else:
        yield from _rest(after, regions_with(state.board.occupied, cell))


def _of_monument(state: TaeState, number: int, square: int) -> Iterator[str]:
    yield "a monument rises"
    board = state.board.with_ground(square_cells(square), MONUMENT)
    yield from _of_loss(state, replace(board, monuments=(*board.monuments, Monument(number, square))))


def _of_loss(state: TaeState, board: Board) -> Iterator[str]:
    """Of the loss of colonies."""
    for seat, kind, _ in unsupported(board):
        yield f"{NAMES[seat]}'s {LEADER_NAMES[kind]} goes home"
        board = board.with_leader(seat, kind, None)
    yield from _rest(replace(state, board=board), regions(board.occupied))


def _rest(state: TaeState, found: tuple[int, ...]) -> Iterator[str]:
    """What follows when no combat does: artifacts of the regions found, and the end of the turn."""
    lying = state.board.artifacts
    for owner, taken, _ in collections(state.board, found):
        yield f"{NAMES[owner]} takes {counted(len(taken), 'artifact')}"
        lying = tuple(cell for cell in lying if cell not in taken)
    if state.actions_left == 0:
        for kind in income(state.board, state.active):
            yield f"{NAMES[state.active]} +1 {CATEGORIES[kind]}"
        if reason_to_end(replace(state, board=replace(state.board, artifacts=lying))) is not None:
            yield "the game ends"


def _combat(combat: Combat) -> str:
    sides = " : ".join(f"{NAMES[side.seat]} {side.initial}" for side in combat.sides)
    return f"{COLONY_TYPES[combat.kind]} combat {sides}"
