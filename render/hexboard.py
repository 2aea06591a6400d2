"""Boards of hexagons: positions of cells, and sprites that such boards share.

Cells stand on a corner unless a function's `flat` says that they lie on a side; that only swaps the two axes.
"""

import math
from collections.abc import Mapping

from render.cache import cached
from render.canvas import Point, Sketch, Sprite, cut, polar, rounded_corners
from render.theme import Colour, Theme, mix


def cell_height(width: float) -> float:
    """The height of a pointy-top hexagon of this width."""
    return 2 * width / math.sqrt(3)


def place(
    cells: Mapping[str, tuple[int, int]], *, width: float, left: float, top: float, turned: bool = False
) -> dict[str, Point]:
    """The middle of each cell. `cells`: name to (x2, row), x2 counted in half cells; `left`, `top`: of the
    first cell's bounding box; `turned`: seen from the other side. Lengths are for a picture 1000 wide.
    """
    columns = [x2 for x2, _ in cells.values()]
    rows = [row for _, row in cells.values()]
    height = cell_height(width)
    centres: dict[str, Point] = {}
    for name, (x2, row) in cells.items():
        across = max(columns) - x2 if turned else x2 - min(columns)
        down = max(rows) - row if turned else row - min(rows)
        centres[name] = (left + (across + 1) * width / 2, top + height / 2 + down * height * 0.75)
    return centres


def place_flat(
    cells: Mapping[str, tuple[int, int]], *, width: float, left: float, top: float
) -> dict[str, Point]:
    """The places of flat cells. `cells`: name to (column, y2), y2 counted downwards in half cells."""
    turned = {name: (y2, column) for name, (column, y2) in cells.items()}
    return {name: (x, y) for name, (y, x) in place(turned, width=width, left=top, top=left).items()}


def hexagon(width: float, *, flat: bool = False) -> list[Point]:
    """The corners of a hexagon round the origin; `width` from side to side."""
    corners = [polar(width / math.sqrt(3), 60 * corner) for corner in range(6)]
    return [(y, x) for x, y in corners] if flat else corners


def hatching(width: float, degrees: float, pitch: float, *, flat: bool = False) -> list[tuple[Point, Point]]:
    """Parallel lines in a hexagon, at this angle clockwise from the horizontal, `pitch` apart."""
    # The lines of a flat hexagon are those of a standing one with across and down exchanged.
    turn = math.radians(90 - degrees if flat else degrees)
    along, lines = (math.cos(turn), math.sin(turn)), []
    sides = [polar(1, 60 * side + 90) for side in range(6)]
    for step in range(-math.ceil(width / pitch), math.ceil(width / pitch) + 1):
        x, y = -along[1] * step * pitch, along[0] * step * pitch
        line = [(x + along[0] * far, y + along[1] * far) for far in (-width, width)]
        for side in sides:
            # A line is cut as a polygon of two corners.
            line = cut(line, side, width / 2)
        if len(line) > 1:
            lines.append((line[0], line[1]))
    return [((y, x), (v, u)) for (x, y), (u, v) in lines] if flat else lines


@cached
def cell_sprite(width: float, theme: Theme) -> Sprite:
    """A cell of the board, `width` pixels wide: a flat tile with a little light on its upper rim."""
    return _tile(width, theme.cell, theme.cell_edge).sprite()


@cached
def forbidden_sprite(width: float, theme: Theme) -> Sprite:
    """A cell under a restriction: tinted, hatched and ringed in the theme's colour for it."""
    ground = mix(theme.cell, theme.forbidden, 0.2)
    sketch = _tile(width, ground, theme.forbidden)
    inner = rounded_corners(hexagon(width * 0.89), width * 0.08)
    sketch.polygon(inner, ground)
    hatch = mix(theme.cell, theme.forbidden, 0.4)
    for line in hatching(width * 0.86, -45, width * 0.1 * math.sqrt(0.5)):
        sketch.path(line, width * 0.016, hatch)
    return sketch.sprite()


@cached
def plate_sprite(width: float, theme: Theme, *, flat: bool = False) -> Sprite:
    """The ground below one cell, wider than the cell: the overlapping grounds of all cells make the plate."""
    sketch = Sketch.square(width * 0.75)
    sketch.polygon(rounded_corners(hexagon(width * 1.16, flat=flat), width * 0.2), theme.plate)
    return sketch.sprite()


def _tile(width: float, colour: Colour, edge: Colour) -> Sketch:
    sketch = Sketch.square(width * 0.62)
    sketch.polygon(rounded_corners(hexagon(width * 0.955), width * 0.1), edge)
    sketch.polygon(rounded_corners(hexagon(width * 0.93), width * 0.09), colour)
    return sketch
