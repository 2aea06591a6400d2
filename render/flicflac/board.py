"""The empty board of Flic Flac: drawn once for each size, slide, theme and width, then copied.

It is never turned: both sides have homes above and below, and neither would gain anything.
"""

import math
from functools import lru_cache
from typing import NamedTuple

from engines.flicflac.board import board
from engines.flicflac.pieces import BODY, HexColour
from render.canvas import Canvas, Point, Sketch, Sprite, rounded_corners
from render.contract import ThemeName
from render.flicflac.colours import BODIES, CELLS, HATCHING, hatch_on, hue_letter_on, name_on
from render.flicflac.pieces import outline
from render.header import header_height
from render.hexboard import cell_height, hatching, hexagon, place_flat, plate_sprite
from render.theme import THEMES, Colour, Theme, mix

TOP = header_height(2) + 42
_SIDE = 14.0
"""Left free beside the board at least."""
_TALLEST = 1098.0
"""The height of the board at most."""
_FOOT = 90.0
"""Below the board, for the legend."""


class Ground(NamedTuple):
    """The empty board and where things are on it, in lengths of a picture 1000 wide."""

    canvas: Canvas
    spots: dict[str, Point]
    """The middle of each cell by its name, and of each home cell by its piece."""
    hues: dict[str, HexColour]
    """Each cell's colour."""
    radius: float
    """Of a piece."""
    foot: float
    """Where the room below the board begins."""


@lru_cache(12)
def ground(size: int, slide: int, theme_name: ThemeName, width: int) -> Ground:
    """The empty board with names on all cells. Copy it before drawing."""
    theme, plan = THEMES[theme_name], board(size, slide)
    cells = {cell.name: (cell.x, cell.y) for cell in (*plan.cells, *plan.homes.values())}
    columns = 2 * size - 1
    rows = [y for _, y in cells.values()]
    height = (max(rows) - min(rows)) / 2 + 1
    edges = 1.5 * (columns - 1) + 2
    across = min(_TALLEST / height, (1000 - 2 * _SIDE) * math.sqrt(3) / edges)
    left = (1000 - edges * across / math.sqrt(3)) / 2
    spots = place_flat(cells, width=across, left=left, top=TOP)
    foot = TOP + height * across
    canvas = Canvas.blank(width, foot + _FOOT, theme)
    pixels = across * canvas.scale
    for place in plan.cells:
        canvas.stamp(plate_sprite(pixels, theme, flat=True), *spots[place.name])
    hues = {cell.name: cell.colour for cell in plan.cells}
    result = Ground(canvas, spots, hues, across * 0.46, foot)
    for cell, hue in hues.items():
        canvas.stamp(tile(theme, hue, pixels), *spots[cell])
        write_name(result, cell, name_on(hue, theme), hue_letter_on(hue, theme))
    for code in plan.homes:
        _draw_home(result, code)
    return result


def write_name(board: Ground, cell: str, ink: Colour, letter_ink: Colour) -> None:
    """Write a cell's name into it and, where it has a colour, the colour's letter below."""
    canvas, (x, y), hue, radius = board.canvas, board.spots[cell], board.hues[cell], board.radius
    size = radius * 0.75
    if hue == "K":
        canvas.write(cell, x, y + size * 0.36, size, ink, anchor=0.5)
        return
    canvas.write(cell, x, y + size * 0.14, size, ink, anchor=0.5)
    canvas.write(hue, x, y + radius * 0.77, radius * 0.55, letter_ink, weight="bold", anchor=0.5)


@lru_cache(128)
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


def _dots(width: float, pitch: float) -> list[Point]:
    """Points in rows that fill a flat hexagon."""
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


def _draw_home(board: Ground, code: str) -> None:
    """The empty place of a piece at home, with its code on the side away from the board."""
    canvas, (x, y), radius = board.canvas, board.spots[code], board.radius
    canvas.stamp(_slot(canvas.theme, code, radius * canvas.scale), x, y)
    above = y < (TOP + board.foot) / 2
    size = 25.0
    baseline = y - radius * 1.2 - 5 if above else y + radius * 1.2 + 6 + size * 0.73
    canvas.write(code, x, baseline, size, canvas.theme.muted, weight="bold", anchor=0.5)


@lru_cache(64)
def _slot(theme: Theme, code: str, radius: float) -> Sprite:
    edge = mix(theme.surface, BODIES[BODY[code]], 0.7)
    sketch = Sketch.square(radius * 1.1)
    sketch.polygon(outline(code[0], radius), edge)
    sketch.polygon(outline(code[0], radius * 0.9), theme.surface)
    sketch.letters(code[1], "bold", radius * 0.74, (0, 0), theme.muted)
    return sketch.sprite()
