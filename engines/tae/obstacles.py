"""What stands in the way of a leader, a colony or a bomb: the one place that says where each may go.

An action is legal on the cells that are free of every obstacle. Elsewhere it is refused for the first one, in
the order of rules/tae.md section 14.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Final, NamedTuple

from engines.contract import ErrorCode, IllegalAction, Seat
from engines.tae.actions import OnACell
from engines.tae.board import DESTROYED, MONUMENT, Board, between_regions, kept
from engines.tae.board_masks import ALL, UNINHABITABLE, around, cells_of
from engines.tae.constants import CELLS, COLONY_TYPES, MINER, SCIENTIST, WIDTH, cell_name, ships_named
from engines.tae.state import Counts, TaeState


class Obstacle(NamedTuple):
    """A reason for which an action is refused on some cells."""

    code: str
    cells: Callable[[Board], int]
    sentence: str
    """``{}`` stands for the cell's name."""


class Obstacles(NamedTuple):
    """What stands in the way of an action."""

    board: Board
    each: tuple[Obstacle, ...]
    """In the order in which they refuse it."""
    free: int
    """The cells on which nothing stands in the way."""


_NEAREST: Final = 4
NO_CELL: Final = "There is no cell {}: columns go from A to P, rows from 1 to 11."
_OFF_BOARD: Final = Obstacle("off_board", lambda _: ~ALL, NO_CELL)
_DESTROYED: Final = Obstacle("destroyed", lambda board: board.marks[DESTROYED], "{} is destroyed.")
_TAKEN: Final = Obstacle(ErrorCode.OCCUPIED, lambda board: board.occupied, "{} is taken.")
_TO_LEADERS: Final = (
    _OFF_BOARD,
    _DESTROYED,
    _TAKEN,
    Obstacle(
        "uninhabitable",
        lambda _: UNINHABITABLE,
        "{} is uninhabitable; leaders live on inhabitable cells.",
    ),
    Obstacle(
        "no_science_colony",
        lambda board: ~around(board.colonies(SCIENTIST)),
        "No scientist colony is beside {}; a leader needs one.",
    ),
)
_TO_MINERS: Final = (
    _OFF_BOARD,
    _DESTROYED,
    _TAKEN,
    Obstacle(
        "inhabitable",
        lambda _: ~UNINHABITABLE,
        "{} is inhabitable; miners settle on uninhabitable cells.",
    ),
)
_TO_OTHERS: Final = (
    _OFF_BOARD,
    _DESTROYED,
    _TAKEN,
    Obstacle("uninhabitable", lambda _: UNINHABITABLE, "{} is uninhabitable; only miners settle there."),
)
_TO_BOMBS: Final = (
    _OFF_BOARD,
    _DESTROYED,
    Obstacle(
        "bomb_on_leader", lambda board: board.leader_cells, "A leader stands on {}; bombs spare leaders."
    ),
    Obstacle(
        "bomb_on_monument",
        lambda board: board.marks[MONUMENT],
        "A monument stands on {}; bombs spare monuments.",
    ),
    Obstacle("bomb_on_artifact", lambda board: board.lying, "An artifact lies on {}; bombs spare artifacts."),
)
_BOMBS_USED: Final = (Obstacle("no_bombs", lambda _: -1, "You have used both your bombs."),)


def leader_obstacles(state: TaeState, seat: Seat, kind: int) -> Obstacles:
    """Where a player's leader of this kind may not go: section 5, tested on the board without it."""
    board, stands = state.board, state.board.leaders[seat][kind]
    free = _free_to_leaders(board)
    free &= ~between_regions(board, stands, free)
    if stands is not None:
        free &= ~(1 << stands)
    return Obstacles(board, _in_the_way(kind, stands), free)


@cache
def _in_the_way(kind: int, stands: int | None) -> tuple[Obstacle, ...]:
    between = Obstacle(
        "leader_joins_regions",
        lambda board: between_regions(board, stands),
        "{} touches several regions; a leader may touch only one.",
    )
    if stands is None:
        return (*_TO_LEADERS, between)
    sentence = f"Your {COLONY_TYPES[kind]} leader stands on {{}} already."
    # Its own cell is refused first, so that nothing else depends on what stands there.
    return (_OFF_BOARD, Obstacle("same_cell", lambda _: 1 << stands, sentence), *_TO_LEADERS, between)


def colony_obstacles(state: TaeState, seat: Seat, kind: int) -> Obstacles:
    """Where a player may not found a colony of this kind: section 6."""
    hand, board = state.hands[seat], state.board
    if not hand[kind]:
        return Obstacles(board, _lacking(hand, kind), 0)
    if kind == MINER:
        return Obstacles(board, _TO_MINERS, _free_to_miners(board))
    return Obstacles(board, _TO_OTHERS, _free_to_others(board))


@lru_cache(512)
def _lacking(hand: Counts, kind: int) -> tuple[Obstacle, ...]:
    sentence = f"You have no {COLONY_TYPES[kind]} in your hand; you hold {ships_named(hand)}."
    return (Obstacle("not_in_hand", lambda _: -1, sentence),)


def bomb_obstacles(state: TaeState, seat: Seat) -> Obstacles:
    """Where a player's bomb may not fall: section 7."""
    if not state.bombs[seat]:
        return Obstacles(state.board, _BOMBS_USED, 0)
    return Obstacles(state.board, _TO_BOMBS, _free_to_bombs(state.board))


def _free_of(board: Board, each: tuple[Obstacle, ...]) -> int:
    blocked = 0
    for obstacle in each:
        blocked |= obstacle.cells(board)
    return ALL & ~blocked


_free_to_leaders = kept(lambda board: _free_of(board, _TO_LEADERS), "free_to_leaders")
_free_to_miners = kept(lambda board: _free_of(board, _TO_MINERS), "free_to_miners")
_free_to_others = kept(lambda board: _free_of(board, _TO_OTHERS), "free_to_others")
_free_to_bombs = kept(lambda board: _free_of(board, _TO_BOMBS), "free_to_bombs")


def refusal_on(action: OnACell, obstacles: Obstacles) -> IllegalAction | None:
    """The first obstacle on an action's cell as a refusal that names the free cells near it, or None."""
    if obstacles.free >> action.cell & 1:
        return None
    at = action.cell
    code, _, sentence = next(one for one in obstacles.each if one.cells(obstacles.board) >> at & 1)
    free = nearest(obstacles.free, at)
    near = f" Free near it: {', '.join(map(cell_name, free))}." if free else ""
    return IllegalAction(code, f"{sentence.format(action.to)}{near}")


def nearest(cells: int, to: int) -> list[int]:
    """Up to four cells of a set, the nearest first; none where there is no such cell."""
    if to >= CELLS:
        return []

    def far(cell: int) -> tuple[int, int]:
        return abs(cell % WIDTH - to % WIDTH) + abs(cell // WIDTH - to // WIDTH), cell

    return sorted(cells_of(cells), key=far)[:_NEAREST]
