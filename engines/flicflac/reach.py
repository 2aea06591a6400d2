"""Where a piece may go, in names: rules/flic-flac.md section 6."""

from engines.flicflac.board import Board
from engines.flicflac.core import grid_of, places_in, position_of
from engines.flicflac.state import Stands


def reach(board: Board, stands: Stands, number: int) -> tuple[str, ...]:
    """The cells that a piece may move to, of either side, even if it has moved in this phase."""
    grid = grid_of(board)
    position = position_of(grid, stands)
    mask = grid.reach(number, position.places[number], position.taken)
    return tuple([grid.name[place] for place in places_in(mask)])
