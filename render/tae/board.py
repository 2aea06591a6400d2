"""The map of TaE, drawn empty once for each number of players, theme and width, and what its systems hold."""

import math
from functools import lru_cache
from typing import NamedTuple

from engines.tae import board_masks
from engines.tae.constants import CELLS, HEIGHT, WIDTH, cell_name
from engines.tae.view import TaeView
from render.canvas import Canvas, Point, Sketch, Sprite
from render.contract import ThemeName
from render.header import header_height
from render.tae.colours import MIST, NEBULA, SPACE
from render.theme import THEMES, Colour, Theme, mix

CELL = 56.0
_SIDE = (1000 - WIDTH * CELL) / 2
_GAP = 24.0
"""Between the header and the column letters."""
_EDGE = 38.0
"""For the letters above and below the map."""
_LETTER, _NUMBER = 27.0, 25.0
_NAME = 19.0
_WAVES = (-0.31, 0.31)
"""Where streaks run in a cell of a nebula: above and below its name."""
UNINHABITABLE = frozenset(cell_name(cell) for cell in board_masks.cells_of(board_masks.UNINHABITABLE))


class Ground(NamedTuple):
    """The empty map and where things are on it, in lengths of a picture 1000 wide."""

    canvas: Canvas
    spots: dict[str, Point]
    """The middle of each cell by its name."""
    foot: float
    """Where the room below the map begins."""


@lru_cache(12)
def ground(seats: int, theme_name: ThemeName, width: int) -> Ground:
    """The empty map with coordinates, below the room for a header. Copy it before drawing."""
    theme = THEMES[theme_name]
    top = header_height(seats) + _GAP + _EDGE
    foot = top + HEIGHT * CELL + _EDGE
    canvas = Canvas.blank(width, foot, theme)
    spots = {
        cell_name(cell): (_SIDE + (cell % WIDTH + 0.5) * CELL, top + (cell // WIDTH + 0.5) * CELL)
        for cell in range(CELLS)
    }
    _draw_edges(canvas, top)
    canvas.stamp(_plate(canvas.px(WIDTH * CELL), canvas.px(HEIGHT * CELL), canvas.px(6), theme), _SIDE, top)
    size = CELL * canvas.scale
    for name, spot in spots.items():
        canvas.stamp((nebula if name in UNINHABITABLE else space)(theme, size), *spot)
        write_name(canvas, name, spot)
    return Ground(canvas, spots, foot)


def write_name(canvas: Canvas, name: str, spot: Point) -> None:
    """Write a cell's name into it, quietly."""
    ink = name_on(NEBULA if name in UNINHABITABLE else SPACE, canvas.theme)
    canvas.write(name, spot[0], spot[1] + _NAME * 0.36, _NAME, ink, anchor=0.5)


def name_on(cells: dict[ThemeName, Colour], theme: Theme) -> Colour:
    """The ink of a cell's name."""
    return mix(cells[theme.name], theme.ink, 0.56)


def _draw_edges(canvas: Canvas, top: float) -> None:
    """Column letters above and below the map, row numbers on both sides."""
    ink, rise = canvas.theme.muted, _LETTER * 0.73
    below = top + HEIGHT * CELL
    for column in range(WIDTH):
        x = _SIDE + (column + 0.5) * CELL
        for baseline in (top - 12, below + 12 + rise):
            canvas.write(cell_name(column)[0], x, baseline, _LETTER, ink, weight="bold", anchor=0.5)
    for row in range(HEIGHT):
        baseline = top + (row + 0.5) * CELL + _NUMBER * 0.365
        for x in (_SIDE / 2 + 4, 996 - _SIDE / 2):
            canvas.write(str(row + 1), x, baseline, _NUMBER, ink, weight="bold", anchor=0.5)


@lru_cache(8)
def _plate(width: int, height: int, spare: int, theme: Theme) -> Sprite:
    sketch = Sketch(-spare, -spare, width + spare, height + spare)
    sketch.rounded((-spare, -spare, width + spare - 0.25, height + spare - 0.25), spare * 2.5, theme.plate)
    return sketch.sprite()


@lru_cache(16)
def space(theme: Theme, size: float) -> Sprite:
    """An inhabitable system with nothing in it."""
    sketch = Sketch.square(size * 0.52)
    half = size * 0.478
    sketch.rounded((-half, -half, half, half), size * 0.1, SPACE[theme.name])
    return sketch.sprite()


@lru_cache(16)
def nebula(theme: Theme, size: float) -> Sprite:
    """An uninhabitable system: clouds whose streaks run on into the next one."""
    sketch = Sketch.square(size * 0.52)
    half = size * 0.478
    sketch.rounded((-half, -half, half, half), size * 0.1, NEBULA[theme.name])
    steps = 24
    for wave in _WAVES:
        points = [
            (
                (step / steps - 0.5) * 1.9 * half,
                size * (wave + 0.05 * math.sin(2 * math.pi * step / steps + 3 * wave)),
            )
            for step in range(steps + 1)
        ]
        sketch.path(points, size * 0.06, MIST[theme.name])
    return sketch.sprite()


def contents(view: TaeView) -> dict[str, str]:
    """What each system holds, by its name in reading order: the letters of the view's rows."""
    return _contents(view.rows)


@lru_cache(8)
def _contents(rows: tuple[str, ...]) -> dict[str, str]:
    return {
        cell_name(row * WIDTH + column): sign
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
    }
