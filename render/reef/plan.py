"""Where everything stands: reefs two by two, then who eats whom and the open sea, then what players consumed.

Three reefs leave a quarter free, which the coral tiles take. Lengths are for a picture 1000 wide.
"""

from typing import NamedTuple

from render.canvas import Point
from render.header import MARGIN, header_height

GAP = 20.0
HALF = (1000 - 2 * MARGIN - GAP) / 2
"""The width of everything that stands in a column; the chips of the header are as wide."""
COLUMNS = (MARGIN, MARGIN + HALF + GAP)
CELL = 57.5
REEF_HEIGHT = 6 * CELL + 47
PANEL_HEIGHT = 430.0
"""Of the coral tiles and of the open sea."""
FRONT_HEIGHT = 74.0
STRIP_HEIGHT = 138.0
ROW_HEIGHT = 62.0
"""Of a line in the final table."""
_FOOT = 34.0


class Plan(NamedTuple):
    """The upper left corner of each part."""

    strip: Point | None
    """What its owner has behind the screen."""
    table: Point | None
    reefs: tuple[Point, ...]
    tiles: Point
    sea: Point
    fronts: tuple[Point, ...]
    """By seat; none where the final table says it all."""
    height: float


def plan(reefs: int, players: int, *, strip: bool, table: bool) -> Plan:
    """The places for so many reefs and players."""
    top = header_height(players) + 28
    strip_at = table_at = None
    if table:
        table_at = (MARGIN, top)
        top += ROW_HEIGHT * (players + 1) + GAP
    if strip:
        strip_at = (MARGIN, top)
        top += STRIP_HEIGHT + GAP
    spots = [(COLUMNS[index % 2], top + index // 2 * (REEF_HEIGHT + GAP)) for index in range(reefs)]
    top += (reefs + 1) // 2 * (REEF_HEIGHT + GAP)
    step = FRONT_HEIGHT + 12
    if reefs % 2:
        tiles = (COLUMNS[1], spots[-1][1])
        sea = (COLUMNS[0], top)
        below = tiles[1] + PANEL_HEIGHT + GAP
        fronts = [(COLUMNS[1], below + index * step) for index in range(players)]
        bottom = max(top + PANEL_HEIGHT, below + players * step - 12)
    else:
        tiles, sea = (COLUMNS[0], top), (COLUMNS[1], top)
        top += PANEL_HEIGHT + GAP
        fronts = [(COLUMNS[index % 2], top + index // 2 * step) for index in range(players)]
        bottom = top + (players + 1) // 2 * step - 12
        if table:
            fronts, bottom = [], top - GAP
    return Plan(strip_at, table_at, tuple(spots), tiles, sea, tuple(fronts), bottom + _FOOT)


def spot(corner: Point, cell: str) -> Point:
    """The middle of a cell (``B2:D4``) of the reef whose upper left corner this is."""
    column, row = ord(cell[-2]) - ord("A"), int(cell[-1]) - 1
    return corner[0] + 36 + (column + 0.5) * CELL, corner[1] + 38 + (row + 0.5) * CELL
