"""What stands in the way of a leader, a colony or a bomb: the one place that says where each may go.

An action is legal on the cells that are free of every obstacle. Elsewhere it is refused for the first one, in
the order of rules/tae.md section 14.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from engines.contract import IllegalAction, Seat
from engines.tae.board import DESTROYED, MONUMENT, regions
from engines.tae.board_masks import ALL, UNINHABITABLE, around, set_of
from engines.tae.constants import LEADER_NAMES, MINER, SCIENTIST, SHIP_NAMES, cell_name
from engines.tae.state import TaeState


class Obstacle(NamedTuple):
    """A reason for which an action is refused on some cells."""

    code: str
    cells: int
    sentence: str
    """``{}`` stands for the cell's name."""


Obstacles: TypeAlias = tuple[Obstacle, ...]

_EVERYWHERE: Final = -1
_OFF_BOARD: Final = Obstacle(
    "OFF_BOARD", ~ALL, "There is no such cell: columns go from A to P, rows from 1 to 11."
)


def leader_obstacles(state: TaeState, seat: Seat, kind: int) -> Obstacles:
    """Where a player's leader of this kind may not go: section 5, tested on the board without it."""
    stands = state.board.leaders[seat][kind]
    board = state.board if stands is None else state.board.with_leader(seat, kind, None)
    unsupported = ~around(board.colonies(SCIENTIST))
    return (
        _OFF_BOARD,
        Obstacle(
            "SAME_CELL",
            0 if stands is None else 1 << stands,
            f"Your {LEADER_NAMES[kind]} stands on {{}} already.",
        ),
        *_taken(state, board.occupied),
        Obstacle("UNINHABITABLE", UNINHABITABLE, "{} is uninhabitable; leaders live on inhabitable systems."),
        Obstacle("NO_SCIENCE_COLONY", unsupported, "No science colony is beside {}; a leader needs one."),
        Obstacle(
            "LEADER_JOINS_REGIONS",
            _between_regions(board.occupied),
            "{} touches several regions; a leader may touch only one.",
        ),
    )


def colony_obstacles(state: TaeState, seat: Seat, kind: int) -> Obstacles:
    """Where a player may not found a colony of this kind: section 6."""
    terrain = (
        Obstacle("INHABITABLE", ~UNINHABITABLE, "{} is inhabitable; mining robots settle elsewhere.")
        if kind == MINER
        else Obstacle("UNINHABITABLE", UNINHABITABLE, "{} is uninhabitable; only mining robots settle there.")
    )
    return (
        Obstacle(
            "NOT_IN_HAND",
            0 if state.hands[seat][kind] else _EVERYWHERE,
            f"You have no {SHIP_NAMES[kind]} in your hand.",
        ),
        _OFF_BOARD,
        *_taken(state, state.board.occupied),
        terrain,
    )


def bomb_obstacles(state: TaeState, seat: Seat) -> Obstacles:
    """Where a player's bomb may not fall: section 7."""
    board = state.board
    return (
        Obstacle("NO_BOMBS", 0 if state.bombs[seat] else _EVERYWHERE, "You have used both of your bombs."),
        _OFF_BOARD,
        _destroyed(state),
        Obstacle("BOMB_ON_LEADER", board.leader_cells, "A leader stands on {}; bombs spare leaders."),
        Obstacle(
            "BOMB_ON_MONUMENT", board.marked(MONUMENT), "A monument stands on {}; bombs spare monuments."
        ),
        Obstacle(
            "BOMB_ON_ARTIFACT", set_of(board.artifacts), "An artifact lies on {}; bombs spare artifacts."
        ),
    )


def free_cells(obstacles: Obstacles) -> int:
    """The cells on which nothing stands in the way."""
    blocked = 0
    for obstacle in obstacles:
        blocked |= obstacle.cells
    return ALL & ~blocked


def refusal_on(cell: int, obstacles: Obstacles) -> IllegalAction | None:
    """The first obstacle on a cell as a refusal, or None."""
    for code, cells, sentence in obstacles:
        if cells >> cell & 1:
            return IllegalAction(code, sentence.format(cell_name(cell)))
    return None


def _destroyed(state: TaeState) -> Obstacle:
    return Obstacle("DESTROYED", state.board.marked(DESTROYED), "The system {} is destroyed.")


def _taken(state: TaeState, occupied: int) -> Obstacles:
    return _destroyed(state), Obstacle("OCCUPIED", occupied, "{} is taken; choose an empty cell.")


def _between_regions(occupied: int) -> int:
    """The cells that touch two regions or more."""
    touching = several = 0
    for region in regions(occupied):
        near = around(region)
        several |= touching & near
        touching |= near
    return several
