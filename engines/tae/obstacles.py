"""Obstacles to a leader, a colony or a bomb: the only place that says where each may go.

An action is legal on the cells that are free of every obstacle. Elsewhere it is refused for the first one, in
the order of docs/rules/tae.md section 14.
"""

from collections.abc import Callable
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from engines.contract import ErrorCode, IllegalAction, Seat
from engines.tae.actions import Bomb, Colony, Leader, OnACell
from engines.tae.board import DESTROYED, MONUMENT, Board
from engines.tae.board_masks import ALL, UNINHABITABLE, around, cells_of
from engines.tae.constants import CELLS, MINER, SCIENTIST, WIDTH, cell_name, ships_named
from engines.tae.state import TaeState


class Obstacle(NamedTuple):
    """A reason for which an action is refused on some cells."""

    code: str
    cells: int | Callable[[Board], int]
    """The obstacle's cells: the same on all boards, or a function of the board."""
    sentence: str
    """The refusal, with ``{}`` for the cell's name."""

    def on(self, board: Board) -> int:
        """The cells of the obstacle."""
        return self.cells if isinstance(self.cells, int) else self.cells(board)


_NEAREST: Final = 4
NO_CELL: Final = "There is no cell {}: columns go from A to P, rows from 1 to 11."
_OFF_BOARD: Final = Obstacle("off_board", ~ALL, NO_CELL)
_DESTROYED: Final = Obstacle("destroyed", lambda board: board.marks[DESTROYED], "{} is destroyed.")
_TO_ALL_WHO_SETTLE: Final = (
    _OFF_BOARD,
    _DESTROYED,
    Obstacle(ErrorCode.OCCUPIED, attrgetter("occupied"), "{} is taken."),
)
_TO_LEADERS: Final = (
    *_TO_ALL_WHO_SETTLE,
    Obstacle("uninhabitable", UNINHABITABLE, "{} is uninhabitable; leaders live on inhabitable cells."),
    Obstacle(
        "no_science_colony",
        lambda board: ~around(board.colonies(SCIENTIST)),
        "No scientist colony is beside {}; a leader needs one.",
    ),
)
_TO_MINERS: Final = (
    *_TO_ALL_WHO_SETTLE,
    Obstacle("inhabitable", ~UNINHABITABLE, "{} is inhabitable; miners settle on uninhabitable cells."),
)
_TO_OTHERS: Final = (
    *_TO_ALL_WHO_SETTLE,
    Obstacle("uninhabitable", UNINHABITABLE, "{} is uninhabitable; only miners settle there."),
)
_TO_BOMBS: Final = (
    _OFF_BOARD,
    _DESTROYED,
    Obstacle("bomb_on_leader", attrgetter("leader_cells"), "A leader stands on {}; bombs spare leaders."),
    Obstacle(
        "bomb_on_monument",
        lambda board: board.marks[MONUMENT],
        "A monument stands on {}; bombs spare monuments.",
    ),
    Obstacle("bomb_on_artifact", attrgetter("lying"), "An artifact lies on {}; bombs spare artifacts."),
)


def leader_cells(board: Board, seat: Seat, kind: int) -> int:
    """Where a player's leader of this kind may go: section 5, tested on the board without it."""
    stands, free = board.leaders[seat][kind], _free_to_leaders(board)
    if stands is None:
        return free & ~board.partition.between
    return free & ~board.partition.between_without(stands, free)


def colony_cells(state: TaeState, seat: Seat, kind: int) -> int:
    """Where a player may found a colony of this kind: section 6."""
    return free_to_colonies[kind](state.board) if state.hands[seat][kind] else 0


def bomb_cells(state: TaeState, seat: Seat) -> int:
    """Where a player's bomb may fall: section 7."""
    return free_to_bombs(state.board) if state.bombs[seat] else 0


def _free_of(obstacles: tuple[Obstacle, ...]) -> Callable[[Board], int]:
    """The cells of a board without these obstacles."""
    always, changing = ALL, []
    for one in obstacles:
        if isinstance(one.cells, int):
            always &= ~one.cells
        else:
            changing.append(one.cells)

    @lru_cache(64)
    def free(board: Board) -> int:
        found = always
        for cells in changing:
            found &= ~cells(board)
        return found

    return free


_free_to_leaders = _free_of(_TO_LEADERS)
_free_to_others = _free_of(_TO_OTHERS)
free_to_colonies = (*[_free_to_others] * MINER, _free_of(_TO_MINERS))
"""For each kind, the function that finds the cells free to its colonies."""
free_to_bombs = _free_of(_TO_BOMBS)


def leader_refusal(state: TaeState, seat: Seat, action: Leader) -> IllegalAction | None:
    """Why a leader may not go to a cell, or None."""
    free = leader_cells(state.board, seat, action.kind)
    if free >> action.cell & 1:
        return None
    stands = state.board.leaders[seat][action.kind]
    own = Obstacle(
        "same_cell",
        0 if stands is None else 1 << stands,
        f"Your {action.type} leader stands on {{}} already.",
    )
    # The last obstacle: a refused cell without any other has this one.
    between = Obstacle(
        "leader_joins_regions", ALL, "{} touches several regions; a leader may touch only one."
    )
    # The own cell is refused first, so that nothing else depends on its contents.
    return _refusal(state, action, free, (_OFF_BOARD, own, *_TO_LEADERS, between))


def colony_refusal(state: TaeState, seat: Seat, action: Colony) -> IllegalAction | None:
    """Why a colony may not be founded on a cell, or None."""
    hand, kind = state.hands[seat], action.kind
    if not hand[kind]:
        sentence = f"You have no {action.type} in your hand; you hold {ships_named(hand)}."
        return IllegalAction("not_in_hand", sentence)
    obstacles = _TO_MINERS if kind == MINER else _TO_OTHERS
    return _refusal(state, action, colony_cells(state, seat, kind), obstacles)


def bomb_refusal(state: TaeState, seat: Seat, action: Bomb) -> IllegalAction | None:
    """Why a bomb may not fall on a cell, or None."""
    if not state.bombs[seat]:
        return IllegalAction("no_bombs", "You have used both your bombs.", public=True)
    return _refusal(state, action, bomb_cells(state, seat), _TO_BOMBS)


def _refusal(
    state: TaeState, action: OnACell, free: int, obstacles: tuple[Obstacle, ...]
) -> IllegalAction | None:
    """The first obstacle on an action's cell as a refusal that names the free cells near it, or None."""
    at = action.cell
    if free >> at & 1:
        return None
    code, _, sentence = next(one for one in obstacles if one.on(state.board) >> at & 1)
    found = nearest(free, at)
    near = f" Free near it: {', '.join(map(cell_name, found))}." if found else ""
    # That a colony's cell is refused, and not its ship, tells that the ship is held.
    public = not isinstance(action, Colony)
    return IllegalAction(code, f"{sentence.format(action.to)}{near}", public=public)


def nearest(cells: int, to: int) -> list[int]:
    """Up to four cells of a set, the nearest first; none if it is empty."""
    if to >= CELLS:
        return []

    def far(cell: int) -> tuple[int, int]:
        return abs(cell % WIDTH - to % WIDTH) + abs(cell // WIDTH - to // WIDTH), cell

    return sorted(cells_of(cells), key=far)[:_NEAREST]
