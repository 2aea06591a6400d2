"""The layout: the reefs as large as possible, the players beside or above them, and below them the table of
the five corals. Lengths are for a picture 1000 wide.
"""

from typing import NamedTuple

from render.canvas import Point
from render.header import HEADER_HEIGHT, Box

EDGE = 8.0
"""The space left free at the sides."""
GAP = 6.0
RIM = 26.0
"""The space above and to the left of the reefs, for the names of columns and rows."""
COLUMNS, ROWS = 7, 6
LABELS = 96.0
"""The width of the words before the table's rows."""
CORAL_WIDTH = (1000 - 2 * EDGE - LABELS) / 5
"""The width of a coral's column in the table."""
_FOOT = 8.0
_LOWEST = 752.0
"""The least height of a picture: its width is at most four thirds of it."""
_WIDE_CELL, _CELL = 66.0, 52.0
"""The width of a cell where there are two reefs, beside each other, and where there are more."""
_ABOVE = 96.0
"""The height of the players' strip above the reefs."""
_STOCK = 178.0
"""The width of bag and algae below the players' column."""
_STOCK_WIDE = 350.0
"""The width of bag and algae beside the players above two reefs."""
_STOCK_LINE = 52.0


class Plan(NamedTuple):
    """The places of all parts."""

    cell: float
    """The width of a cell."""
    reefs: tuple[Point, ...]
    """The upper left corner of each reef's first cell."""
    players: tuple[Box, ...]
    stock: Box
    """Bag, algae and cylinders."""
    table: float
    """Where the table begins."""
    height: float

    def spot(self, reef: int, cell: str) -> Point:
        """The middle of a cell (``B2:D4``) of the reef of this number."""
        x, y = self.reefs[reef]
        column, row = ord(cell[-2]) - ord("A"), int(cell[-1]) - 1
        return x + (column + 0.5) * self.cell, y + (row + 0.5) * self.cell


def plan(reefs: int, players: int, table: float, more: float = 0) -> Plan:
    """The places for these numbers of reefs and players, above a table of this height.

    `more`: how much higher than usual a strip above the reefs is.
    """
    if reefs <= 2:
        return _two(reefs, players, table, _ABOVE + more)
    left, top = EDGE + RIM, HEADER_HEIGHT + RIM
    wide, high = COLUMNS * _CELL + GAP, ROWS * _CELL + GAP
    corners = [(left + wide * (one % 2), top + high * (one // 2)) for one in range(reefs)]
    begin = top + 2 * high - GAP + GAP
    if reefs == 3:
        # Three reefs leave the fourth quarter free.
        area = Box(left + wide, top + high + 4, 1000 - EDGE - left - wide, high - GAP - 4)
        stock_height = _STOCK_LINE
    else:
        x = left + 2 * wide
        area = Box(x, HEADER_HEIGHT, 1000 - EDGE - x, begin - GAP - HEADER_HEIGHT)
        stock_height = _STOCK
    each = (area.height - stock_height) / players
    boxes = [Box(area.left, area.top + number * each, area.width, each - 7) for number in range(players)]
    stock = Box(area.left, area.top + area.height - stock_height, area.width, stock_height)
    return Plan(_CELL, tuple(corners), tuple(boxes), stock, begin, begin + table + _FOOT)


def _two(reefs: int, players: int, table: float, above: float) -> Plan:
    """The places with the players above two reefs beside each other."""
    left, top = EDGE + RIM, HEADER_HEIGHT + above + GAP + RIM
    wide = COLUMNS * _WIDE_CELL + GAP
    corners = [(left + wide * one, top) for one in range(reefs)]
    stock = Box(1000 - EDGE - _STOCK_WIDE, HEADER_HEIGHT, _STOCK_WIDE, above)
    each = (stock.left - EDGE) / players
    boxes = [Box(EDGE + number * each, HEADER_HEIGHT, each - GAP, above) for number in range(players)]
    begin = top + ROWS * _WIDE_CELL + GAP
    height = max(begin + table + _FOOT, _LOWEST)
    return Plan(_WIDE_CELL, tuple(corners), tuple(boxes), stock, begin, height)
