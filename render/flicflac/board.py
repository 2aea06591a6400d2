"""The empty board of Flic Flac: drawn once for each size, slide, theme and width, then copied.

It is never rotated: both sides have homes above and below, so neither would gain anything. Cells have the
letter of their colour; the columns' letters and numbers are at the rim.
"""

import math
from typing import NamedTuple

from PIL import Image

from engines.flicflac.board import board
from engines.flicflac.pieces import BODY, HexColour
from render.cache import cached, cached_ground
from render.canvas import Canvas, Point, Sketch, Sprite, rounded_corners
from render.contract import ThemeName
from render.flicflac.colours import BODIES, CELLS, HATCHING, THEMES, hatch_on, hue_letter_on
from render.flicflac.pieces import outline
from render.header import HEADER_HEIGHT, Box
from render.hexboard import cell_height, hatching, hexagon, place_flat, plate_sprite
from render.theme import Theme, mix

HEIGHT = 1000.0
_PAD = 6.0
"""The space above and below the board."""
_RIM = 34.0
"""The space above and below the longest column, for its letter and its last number."""
_RIM_SIZE = 28.0
_CORNER = 16.0
_CHIP = (150.0, 104.0)


class Ground(NamedTuple):
    """The empty board and where things are on it, in lengths of a picture 1000 wide."""

    canvas: Canvas
    spots: dict[str, Point]
    """The middle of each cell by its name, and of each home cell by its piece."""
    hues: dict[str, HexColour]
    """Each cell's colour."""
    across: float
    """The width of a cell from side to side."""

    @property
    def radius(self) -> float:
        """The radius of a piece."""
        return self.across * 0.485

    @property
    def chips(self) -> tuple[Box, Box]:
        """The place of each side's chip, in the upper corners."""
        wide, high = _CHIP
        top = HEADER_HEIGHT + _PAD
        return Box(_CORNER, top, wide, high), Box(1000 - _CORNER - wide, top, wide, high)


def ground(size: int, slide: int, theme_name: ThemeName, width: int) -> Ground:
    """The empty board, to draw on."""
    canvas = Canvas(_empty(size, slide, theme_name, width), THEMES[theme_name])
    return Ground(canvas, *_layout(size, slide))


@cached
def _layout(size: int, slide: int) -> tuple[dict[str, Point], dict[str, HexColour], float]:
    """`spots`, `hues` and `across` of a `Ground`."""
    plan = board(size, slide)
    cells = {cell.name: (cell.q, cell.y) for cell in (*plan.cells, *plan.homes.values())}
    rows = [y for _, y in cells.values()]
    height = (max(rows) - min(rows)) / 2 + 1
    room = HEIGHT - HEADER_HEIGHT - 2 * _PAD
    columns = 2 * size - 1
    across = min(room / height, (room - 2 * _RIM) / columns)
    edges = 1.5 * (columns - 1) + 2
    left = (1000 - edges * across / math.sqrt(3)) / 2
    top = HEADER_HEIGHT + _PAD + (room - height * across) / 2
    spots = place_flat(cells, width=across, left=left, top=top)
    return spots, {cell.name: cell.colour for cell in plan.cells}, across


@cached_ground
def _empty(size: int, slide: int, theme_name: ThemeName, width: int) -> Image.Image:
    theme = THEMES[theme_name]
    canvas = Canvas.blank(width, HEIGHT, theme)
    result = Ground(canvas, *_layout(size, slide))
    _, spots, hues, across = result
    pixels = across * canvas.scale
    for cell in hues:
        canvas.stamp(plate_sprite(pixels, theme, flat=True), *spots[cell])
    for cell, hue in hues.items():
        canvas.stamp(tile(theme, hue, pixels), *spots[cell])
        canvas.stamp(hue_letter(theme, hue, pixels), *spots[cell])
    for code in (one for one in spots if one not in hues):
        canvas.stamp(_slot(theme, code, result.radius * canvas.scale), *spots[code])
    _write_rim(result)
    return canvas.image


def _write_rim(board: Ground) -> None:
    """Write each column's letter above it, the number of its cells below it, and the numbers of the cells
    beside the first and the last column.
    """
    canvas, half = board.canvas, board.across / 2
    ink = canvas.theme.muted
    columns: dict[str, list[str]] = {}
    for cell in board.hues:
        columns.setdefault(cell[0], []).append(cell)
    sides = (next(iter(columns)), next(reversed(columns)))
    rise = _RIM_SIZE * 0.36
    for letter, cells in columns.items():
        x, y = board.spots[cells[0]]
        canvas.write(letter, x, y - half - 10, _RIM_SIZE, canvas.theme.ink, weight="bold", anchor=0.5)
        x, y = board.spots[cells[-1]]
        canvas.write(cells[-1][1:], x, y + half + 10 + 2 * rise, _RIM_SIZE, ink, anchor=0.5)
        if letter in sides:
            for cell in cells:
                x, y = board.spots[cell]
                reach = (half * 2 / math.sqrt(3) + 10) * (-1 if letter == sides[0] else 1)
                canvas.write(cell[1:], x + reach, y + rise, _RIM_SIZE, ink, anchor=float(reach < 0))


@cached
def tile(theme: Theme, hue: HexColour, width: float) -> Sprite:
    """An empty cell, `width` pixels from side to side: its colour and its hatching."""
    colour, line = CELLS[theme.name][hue], hatch_on(hue, theme)
    sketch = Sketch.square(cell_height(width) * 0.52)
    sketch.polygon(rounded_corners(hexagon(width * 0.965, flat=True), width * 0.06), colour)
    if hue in HATCHING:
        for start, end in hatching(width * 0.9, HATCHING[hue], width * 0.115, flat=True):
            sketch.path((start, end), width * 0.026, line)
    elif hue == "Y":
        for dot in _dots(width * 0.82, width * 0.16):
            sketch.disc(dot, width * 0.022, line)
    return sketch.sprite()


@cached
def hue_letter(theme: Theme, hue: HexColour, width: float) -> Sprite:
    """The letter of a cell's colour; black has none."""
    sketch = Sketch.square(width * 0.3)
    if hue != "K":
        sketch.letters(hue, "medium", width * 0.53, (0, 0), hue_letter_on(hue, theme))
    return sketch.sprite()


def _dots(width: float, pitch: float) -> list[Point]:
    """Points in rows, `pitch` apart, that fill a flat hexagon."""
    reach = math.ceil(width / pitch)
    points = [
        ((column + row % 2 / 2) * pitch, row * pitch * 0.87)
        for row in range(-reach, reach + 1)
        for column in range(-reach, reach + 1)
    ]
    sides = [math.radians(60 * side + 30) for side in range(3)]
    return [
        (x, y)
        for x, y in points
        if all(abs(x * math.cos(side) + y * math.sin(side)) <= width / 2 for side in sides)
    ]


@cached
def _slot(theme: Theme, code: str, radius: float) -> Sprite:
    """The empty place of a piece at home, with its name."""
    edge = mix(theme.surface, BODIES[BODY[code]], 0.7)
    sketch = Sketch.square(radius * 1.1)
    sketch.polygon(outline(code[0], radius), edge)
    sketch.polygon(outline(code[0], radius * 0.88), theme.surface)
    sketch.letters(code, "bold", radius, (0, 0), theme.muted)
    return sketch.sprite()
