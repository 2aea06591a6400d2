"""The empty board of Guerre des Deux Roses: drawn once for each theme, side and width, then copied."""

from functools import lru_cache
from typing import NamedTuple

from engines.roses.board import PLACES, RED_CELLS, ROWS, SOLDIERS
from render.canvas import Canvas, Point, Sketch, Sprite
from render.contract import ThemeName
from render.header import MARGIN, header_height
from render.hexboard import cell_height, cell_sprite, forbidden_sprite, place, plate_sprite
from render.roses.pieces import faint_rose
from render.theme import THEMES, Colour, Theme

CELL_WIDTH = 157.0
PIECE_RADIUS = 51.0
SLOT_RADIUS = 24.0
_SLOT_STEP = 58.0
_PIECE_DROP = 17.0
"""How far below its cell's middle a piece stands, so that the name above it stays visible."""
_NAME_RISE = 65.0
"""How far above the piece's middle the name's foot stands."""
_NAME_SIZE = 30.0
_TOP = header_height(2) + 36
_BOTTOM = 54.0
_FLOURISH = 185.0
"""The radius of the faint roses."""
_COLUMNS = 5.5
_HEIGHT = cell_height(CELL_WIDTH) * (1 + 0.75 * (len(ROWS) - 1))
HEIGHT = _TOP + _HEIGHT + _BOTTOM
"""Of the picture, for a width of 1000."""


class Shelf(NamedTuple):
    """The place beside the board of a side's soldiers that are not on it."""

    slots: tuple[Point, ...]
    caption: Point
    anchor: float
    """Which end of the caption stands there, as for `Canvas.write`."""


class Ground(NamedTuple):
    """The empty board and where things are on it, in lengths of a picture 1000 wide."""

    canvas: Canvas
    spots: dict[str, Point]
    """Where a piece stands on each cell."""
    shelves: tuple[Shelf, Shelf]


@lru_cache(16)
def ground(theme_name: ThemeName, turned: bool, width: int) -> Ground:
    """The empty board seen from below or, turned, from Black's side. Copy it before drawing."""
    theme = THEMES[theme_name]
    canvas = Canvas.blank(width, HEIGHT, theme)
    centres = place(
        PLACES, width=CELL_WIDTH, left=(1000 - _COLUMNS * CELL_WIDTH) / 2, top=_TOP, turned=turned
    )
    for seat, (x, y) in enumerate(_corners(turned=turned)):
        canvas.stamp(faint_rose(theme, seat, _FLOURISH * canvas.scale), x, y)
    pixels = CELL_WIDTH * canvas.scale
    for x, y in centres.values():
        canvas.stamp(plate_sprite(pixels, theme), x, y)
    for name, (x, y) in centres.items():
        red = name in RED_CELLS
        canvas.stamp((forbidden_sprite if red else cell_sprite)(pixels, theme), x, y)
        if red:
            canvas.stamp(_dot(17 * canvas.scale, theme), x, y + _PIECE_DROP)
        write_name(canvas, name, (x, y + _PIECE_DROP), theme.ink if red else theme.muted)
    spots = {name: (x, y + _PIECE_DROP) for name, (x, y) in centres.items()}
    return Ground(canvas, spots, (_shelf(near=not turned), _shelf(near=turned)))


def write_name(canvas: Canvas, cell: str, spot: Point, colour: Colour) -> None:
    """Write a cell's name above the spot of its piece."""
    x, y = spot
    canvas.write(cell, x, y - _NAME_RISE, _NAME_SIZE, colour, weight="bold", anchor=0.5)


def _corners(*, turned: bool) -> tuple[Point, Point]:
    """Where each seat's rose lies faintly behind the board, on its own side."""
    near, far = (95.0, HEIGHT - 165), (905.0, _TOP + 129)
    return (far, near) if turned else (near, far)


def _shelf(*, near: bool) -> Shelf:
    """Below on the left for the near side, above on the right for the far side."""
    first = MARGIN + SLOT_RADIUS
    steps = [first + _SLOT_STEP * index for index in range(SOLDIERS)]
    if near:
        y = HEIGHT - MARGIN - SLOT_RADIUS
        return Shelf(tuple((x, y) for x in steps), (MARGIN, y - SLOT_RADIUS - 16), 0)
    y = _TOP + SLOT_RADIUS
    return Shelf(tuple((1000 - x, y) for x in steps), (1000 - MARGIN, y + SLOT_RADIUS + 36), 1)


@lru_cache(16)
def empty_slot(radius: float, theme: Theme) -> Sprite:
    """The place of a soldier that has gone to the board."""
    sketch = Sketch.square(radius + 2)
    sketch.ring((0, 0), radius * 0.9, max(radius * 0.1, 1), theme.grid)
    return sketch.sprite()


@lru_cache(16)
def _dot(radius: float, theme: Theme) -> Sprite:
    sketch = Sketch.square(radius + 2)
    sketch.ring((0, 0), radius * 0.9, radius * 0.22, theme.forbidden)
    sketch.disc((0, 0), radius * 0.48, theme.forbidden)
    return sketch.sprite()
