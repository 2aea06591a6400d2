"""The map of TaE, whole or a part of it, drawn empty once for each size, and what its systems hold."""

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from PIL import Image

from engines.tae import board_masks
from engines.tae.constants import CELL_NUMBERS, HEIGHT, WIDTH, cell_name
from engines.tae.view import TaeView
from render.cache import cached, cached_ground
from render.canvas import Canvas, Point, Sketch, Sprite
from render.contract import ThemeName
from render.tae.colours import MIST, NEBULA, SPACE, STARS
from render.theme import THEMES, Theme

LEFT: Final = 50.0
"""The left edge of the map: the numbers of its rows are left of it."""
ABOVE: Final = 38.0
"""The room for the letters of its columns."""
ACROSS: Final = 1000 - LEFT - 8
_BELOW: Final = 10.0
_NAME: Final = 29.0
_WAVES: Final = (-0.31, 0.31)
"""The distances of the streaks in a cell of a nebula from its middle, in cells."""
UNINHABITABLE: Final = frozenset(cell_name(cell) for cell in board_masks.cells_of(board_masks.UNINHABITABLE))


class Window(NamedTuple):
    """A part of the map."""

    column: int
    """The first column shown."""
    row: int
    columns: int
    rows: int


WHOLE: Final = Window(0, 0, WIDTH, HEIGHT)


class Ground(NamedTuple):
    """The empty map and where things are on it, in lengths of a picture 1000 wide."""

    canvas: Canvas
    cell: float
    """The side of a cell."""
    spots: dict[str, Point]
    """The middle of each cell that is shown, by its name."""
    foot: float
    """Where the room below the map begins."""

    @property
    def size(self) -> float:
        """The side of a cell in pixels."""
        return self.cell * self.canvas.scale

    def shown(self, cells: Iterable[str]) -> list[str]:
        """The cells among these that are on the picture."""
        return [cell for cell in cells if cell in self.spots]


def around(cells: Iterable[str], most: float, least: float) -> tuple[Window, float]:
    """The part of the map that shows these cells large, and the side of a cell. The part is at most `most`
    high and, as far as the map has more rows, at least `least`.
    """
    numbers = [CELL_NUMBERS[cell] for cell in cells]
    columns, rows = ([number % WIDTH for number in numbers], [number // WIDTH for number in numbers])
    left, across = _span(columns, 0, WIDTH)
    top, down = _span(rows, 0, HEIGHT)
    cell = min(ACROSS / across, most / down, _LARGEST)
    left, across = _span(columns, math.floor(ACROSS / cell), WIDTH)
    cell = min(ACROSS / across, most / down)
    top, down = _span(rows, math.ceil(max(least / cell, down)), HEIGHT)
    return Window(left, top, across, down), min(cell, most / down)


_LARGEST = 118.0
"""The largest side of a cell."""


def _span(found: list[int], wanted: int, limit: int) -> tuple[int, int]:
    """The first row or column to show, and how many: those found, one more on each side, or `wanted`."""
    first, last = max(min(found) - 1, 0), min(max(found) + 1, limit - 1)
    number = min(max(last - first + 1, wanted), limit)
    first = max(min(first - (number - (last - first + 1)) // 2, limit - number), 0)
    return first, number


def ground(window: Window, cell: float, top: float, theme_name: ThemeName, width: int) -> Ground:
    """The empty map with the names of its columns and rows, below the room for a header, to draw on."""
    canvas = Canvas(_empty(window, cell, top, theme_name, width), THEMES[theme_name])
    return Ground(canvas, cell, _spots(window, cell, top), _foot(window, cell, top))


@cached_ground
def _empty(window: Window, cell: float, top: float, theme_name: ThemeName, width: int) -> Image.Image:
    theme, foot = THEMES[theme_name], _foot(window, cell, top)
    left, upper = _corner(window, cell, top)
    canvas = Canvas.blank(width, foot, theme)
    found = Ground(canvas, cell, _spots(window, cell, top), foot)
    plate = _plate(canvas.px(window.columns * cell), canvas.px(window.rows * cell), canvas.px(5), theme)
    canvas.stamp(plate, left, upper)
    for name, spot in found.spots.items():
        canvas.stamp((nebula if name in UNINHABITABLE else space)(theme, found.size), *spot)
    _draw_stars(found, theme)
    _draw_edges(found, window, left, upper)
    return canvas.image


@cached
def _spots(window: Window, cell: float, top: float) -> dict[str, Point]:
    """The middle of each cell."""
    (left, upper), spots = _corner(window, cell, top), {}
    for row in range(window.rows):
        for column in range(window.columns):
            name = cell_name((window.row + row) * WIDTH + window.column + column)
            spots[name] = (left + (column + 0.5) * cell, upper + (row + 0.5) * cell)
    return spots


def _corner(window: Window, cell: float, top: float) -> Point:
    """The upper left corner of the cells."""
    return LEFT + (ACROSS - window.columns * cell) / 2, top + ABOVE


def _foot(window: Window, cell: float, top: float) -> float:
    return top + ABOVE + window.rows * cell + _BELOW


def _draw_stars(board: Ground, theme: Theme) -> None:
    """Two faint stars in every inhabitable system, scattered but always the same."""
    for name, (x, y) in board.spots.items():
        if name not in UNINHABITABLE:
            for number in (CELL_NUMBERS[name] * 29, CELL_NUMBERS[name] * 53 + 31):
                across, down = (number % 79 - 39) / 100, (number * 7 % 83 - 41) / 100
                star = _star(theme, round(board.size * (0.02 + number % 3 * 0.006), 1))
                board.canvas.stamp(star, x + across * board.cell, y + down * board.cell)


@cached
def _star(theme: Theme, radius: float) -> Sprite:
    sketch = Sketch.square(radius + 1)
    sketch.disc((0, 0), radius, STARS[theme.name])
    return sketch.sprite()


def _draw_edges(board: Ground, window: Window, left: float, upper: float) -> None:
    """Write column letters above the map, row numbers beside it."""
    canvas, ink = board.canvas, board.canvas.theme.muted
    for column in range(window.columns):
        x, letter = left + (column + 0.5) * board.cell, cell_name(window.column + column)[0]
        canvas.write(letter, x, upper - 9, _NAME, ink, weight="bold", anchor=0.5)
    for row in range(window.rows):
        baseline = upper + (row + 0.5) * board.cell + _NAME * 0.365
        number = str(window.row + row + 1)
        canvas.write(number, left - LEFT * 0.44, baseline, _NAME, ink, weight="bold", anchor=0.5)


def _plate(width: int, height: int, spare: int, theme: Theme) -> Sprite:
    sketch = Sketch(-spare, -spare, width + spare, height + spare)
    sketch.rounded((-spare, -spare, width + spare - 0.25, height + spare - 0.25), spare * 2.5, theme.plate)
    return sketch.sprite()


@cached
def space(theme: Theme, size: float) -> Sprite:
    """An inhabitable, empty system."""
    sketch = Sketch.square(size * 0.52)
    half = size * 0.485
    sketch.rounded((-half, -half, half, half), size * 0.1, SPACE[theme.name])
    return sketch.sprite()


@cached
def nebula(theme: Theme, size: float) -> Sprite:
    """An uninhabitable system: clouds whose streaks continue in the next one."""
    sketch = Sketch.square(size * 0.52)
    half = size * 0.485
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
    return dict(zip(CELL_NUMBERS, "".join(view.rows), strict=True))
