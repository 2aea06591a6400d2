"""Who attacks and supports whom (rules/flic-flac.md section 7), and who would fall (section 8)."""

from typing import NamedTuple

from engines.contract import Seat
from engines.flicflac import core
from engines.flicflac.board import Board
from engines.flicflac.core import Influence, grid_of, position_of
from engines.flicflac.pieces import CODES
from engines.flicflac.state import Stands


class Forecast(NamedTuple):
    """What the end of a phase would do to a position, pieces in their order."""

    influences: list[Influence]
    health: list[int]
    captives: tuple[str, ...]
    """Pieces of either side with negative health."""
    captors: tuple[str, ...]
    """Pieces of the side in its phase that attack an enemy captive."""


def forecast(board: Board, stands: Stands, side: Seat) -> Forecast:
    """Steps 1 and 2 of section 8 for a phase of this side (rulings 21, 23 and 24)."""
    grid = grid_of(board)
    found = core.influences(grid, position_of(grid, stands))
    health = core.healths(found)
    return Forecast(
        found,
        health,
        tuple(code for code, points in zip(CODES, health, strict=True) if points < 0),
        tuple(CODES[number] for number in core.captors(found, health, side)),
    )
