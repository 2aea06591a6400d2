"""What stands in the way of a leader, a colony or a bomb: the one place that says where each may go.

An action is legal on the cells that are free of every obstacle. Elsewhere it is refused for the first one, in
the order of rules/tae.md section 14.
"""

from typing import Final, NamedTuple, TypeAlias

from engines.contract import ErrorCode, IllegalAction, Seat
from engines.tae.actions import OnACell
from engines.tae.board import DESTROYED, MONUMENT, regions
from engines.tae.board_masks import ALL, UNINHABITABLE, around, cells_of, set_of
from engines.tae.constants import CELLS, COLONY_TYPES, MINER, SCIENTIST, WIDTH, cell_name, ships_named
from engines.tae.state import TaeState


class Obstacle(NamedTuple):
    """A reason for which an action is refused on some cells."""

    code: str
    cells: int
    sentence: str
    """``{}`` stands for the cell's name."""


Obstacles: TypeAlias = tuple[Obstacle, ...]

_EVERYWHERE: Final = -1
_NEAREST: Final = 4
NO_CELL: Final = "There is no cell {}: columns go from A to P, rows from 1 to 11."
_OFF_BOARD: Final = Obstacle("off_board", ~ALL, NO_CELL)
_NO_PLACE_FOR_LEADERS: Final = Obstacle(
    "uninhabitable", UNINHABITABLE, "{} is uninhabitable; leaders live on inhabitable cells."
)
_NO_PLACE_FOR_MINERS: Final = Obstacle(
    "inhabitable", ~UNINHABITABLE, "{} is inhabitable; miners settle on uninhabitable cells."
)
_NO_PLACE_FOR_OTHERS: Final = Obstacle(
    "uninhabitable", UNINHABITABLE, "{} is uninhabitable; only miners settle there."
)


def leader_obstacles(state: TaeState, seat: Seat, kind: int) -> Obstacles:
    """Where a player's leader of this kind may not go: section 5, tested on the board without it."""
    stands = state.board.leaders[seat][kind]
    board = state.board if stands is None else state.board.with_leader(seat, kind, None)
    here = 0 if stands is None else 1 << stands
    far = ~around(board.colonies(SCIENTIST))
    between = _between_regions(board.occupied)
    return (
        _OFF_BOARD,
        Obstacle("same_cell", here, f"Your {COLONY_TYPES[kind]} leader stands on {{}} already."),
        *_taken(state, board.occupied),
        _NO_PLACE_FOR_LEADERS,
        Obstacle("no_science_colony", far, "No scientist colony is beside {}; a leader needs one."),
        Obstacle("leader_joins_regions", between, "{} touches several regions; a leader may touch only one."),
    )


def colony_obstacles(state: TaeState, seat: Seat, kind: int) -> Obstacles:
    """Where a player may not found a colony of this kind: section 6."""
    hand = state.hands[seat]
    lacking = 0 if hand[kind] else _EVERYWHERE
    sentence = f"You have no {COLONY_TYPES[kind]} in your hand; you hold {ships_named(hand)}."
    return (
        Obstacle("not_in_hand", lacking, sentence),
        _OFF_BOARD,
        *_taken(state, state.board.occupied),
        _NO_PLACE_FOR_MINERS if kind == MINER else _NO_PLACE_FOR_OTHERS,
    )


def bomb_obstacles(state: TaeState, seat: Seat) -> Obstacles:
    """Where a player's bomb may not fall: section 7."""
    board = state.board
    used = 0 if state.bombs[seat] else _EVERYWHERE
    artifacts = set_of(board.artifacts)
    return (
        Obstacle("no_bombs", used, "You have used both your bombs."),
        _OFF_BOARD,
        _destroyed(state),
        Obstacle("bomb_on_leader", board.leader_cells, "A leader stands on {}; bombs spare leaders."),
        Obstacle(
            "bomb_on_monument", board.marked(MONUMENT), "A monument stands on {}; bombs spare monuments."
        ),
        Obstacle("bomb_on_artifact", artifacts, "An artifact lies on {}; bombs spare artifacts."),
    )


def free_cells(obstacles: Obstacles) -> int:
    """The cells on which nothing stands in the way."""
    blocked = 0
    for obstacle in obstacles:
        blocked |= obstacle.cells
    return ALL & ~blocked


def refusal_on(action: OnACell, obstacles: Obstacles) -> IllegalAction | None:
    """The first obstacle on an action's cell as a refusal that names the free cells near it, or None."""
    for code, cells, sentence in obstacles:
        if cells >> action.cell & 1:
            free = nearest(free_cells(obstacles), action.cell)
            near = f" Free near it: {', '.join(map(cell_name, free))}." if free else ""
            return IllegalAction(code, f"{sentence.format(action.to)}{near}")
    return None


def nearest(cells: int, to: int) -> list[int]:
    """Up to four cells of a set, the nearest first; none where there is no such cell."""
    if to >= CELLS:
        return []

    def far(cell: int) -> tuple[int, int]:
        return abs(cell % WIDTH - to % WIDTH) + abs(cell // WIDTH - to // WIDTH), cell

    return sorted(cells_of(cells), key=far)[:_NEAREST]


def _destroyed(state: TaeState) -> Obstacle:
    return Obstacle("destroyed", state.board.marked(DESTROYED), "{} is destroyed.")


def _taken(state: TaeState, occupied: int) -> Obstacles:
    occupied_cells = Obstacle(ErrorCode.OCCUPIED, occupied, "{} is taken.")
    return _destroyed(state), occupied_cells


def _between_regions(occupied: int) -> int:
    """The cells that touch two regions or more."""
    touching = several = 0
    for region in regions(occupied):
        near = around(region)
        several |= touching & near
        touching |= near
    return several
