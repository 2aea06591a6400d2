"""The empty board of Guerre des Deux Roses: drawn once for each theme, side and width, then copied.

It is about as high as wide, and its first and last rows are one cell each: the chips, and the soldiers that
are not on the board, lie in the corners beside these.
"""

from typing import NamedTuple

from PIL import Image

from engines.roses.board import PLACES, RED_CELLS, SOLDIERS
from render.cache import cached, cached_ground
from render.canvas import Canvas, Point, Sketch, Sprite
from render.contract import ThemeName
from render.header import HEADER_HEIGHT, Box
from render.hexboard import cell_sprite, forbidden_sprite, hexagon, place, plate_sprite
from render.roses.colours import THEMES, diaper
from render.theme import Colour, Theme

CELL_WIDTH = 160.0
PIECE_RADIUS = 53.0
SLOT_RADIUS = 26.0
_SLOT_STEP = 62.0
_PIECE_DROP = 17.0
"""The distance of a piece below its cell's middle, so that the name above it stays visible."""
NAME_RISE = 66.0
"""The distance of the name above the piece's middle."""
_NAME_SIZE = 31.0
_TOP = HEADER_HEIGHT + 14
_COLUMNS = 5.5
HEIGHT = 1000.0
"""The height of the picture, for a width of 1000."""
_CHIP = (360.0, 104.0)
_MARGIN = 20.0
_LEGEND: Point = (620.0, HEIGHT - _MARGIN - 18)
"""The left end of the legend, which ends before the lower right corner: Discord covers it with a sign."""


class Ground(NamedTuple):
    """The empty board and where things are on it, in lengths of a picture 1000 wide."""

    canvas: Canvas
    spots: dict[str, Point]
    """The position of a piece on each cell."""
    shelves: tuple[tuple[Point, ...], tuple[Point, ...]]
    """The places of each side's soldiers that are not on the board."""
    chips: tuple[Box, Box]


def ground(theme_name: ThemeName, turned: bool, width: int) -> Ground:
    """The empty board seen from below or, turned, from Black's side, to draw on."""
    canvas = Canvas(_empty(theme_name, turned, width), THEMES[theme_name])
    spots = {name: (x, y + _PIECE_DROP) for name, (x, y) in _centres(turned).items()}
    (wide, high), foot = _CHIP, HEIGHT - _MARGIN
    steps = [_SLOT_STEP * index for index in range(SOLDIERS)]
    near = (
        tuple(
            (1000 - _MARGIN - SLOT_RADIUS - step, foot - high + SLOT_RADIUS - 12) for step in reversed(steps)
        ),
        Box(_MARGIN, foot - high, wide, high),
    )
    far = (
        tuple((_MARGIN + SLOT_RADIUS + step, _TOP + SLOT_RADIUS) for step in steps),
        Box(1000 - _MARGIN - wide, _TOP, wide, high),
    )
    sides = (far, near) if turned else (near, far)
    return Ground(
        canvas,
        spots,
        (sides[0][0], sides[1][0]),
        (sides[0][1], sides[1][1]),
    )


@cached_ground
def _empty(theme_name: ThemeName, turned: bool, width: int) -> Image.Image:
    theme = THEMES[theme_name]
    canvas = Canvas.blank(width, HEIGHT, theme)
    canvas.stamp(diaper(theme, width, canvas.px(HEIGHT - HEADER_HEIGHT)), 0, HEADER_HEIGHT)
    centres, pixels = _centres(turned), CELL_WIDTH * canvas.scale
    for x, y in centres.values():
        canvas.stamp(plate_sprite(pixels, theme), x, y)
    for name, (x, y) in centres.items():
        red = name in RED_CELLS
        canvas.stamp((forbidden_sprite if red else cell_sprite)(pixels, theme), x, y)
        if red:
            canvas.stamp(_dot(17 * canvas.scale, theme), x, y + _PIECE_DROP)
    return canvas.image


@cached
def _centres(turned: bool) -> dict[str, Point]:
    """The middles of the cells."""
    left = (1000 - _COLUMNS * CELL_WIDTH) / 2
    return place(PLACES, width=CELL_WIDTH, left=left, top=_TOP, turned=turned)


def write_name(canvas: Canvas, cell: str, spot: Point, colour: Colour) -> None:
    """Write a cell's name above the spot of its piece."""
    x, y = spot
    canvas.write(cell, x, y - NAME_RISE, _NAME_SIZE, colour, weight="bold", anchor=0.5)


def draw_legend(canvas: Canvas) -> None:
    """Write the meaning of the red cells."""
    x, y = _LEGEND
    canvas.stamp(red_sign(17 * canvas.scale, canvas.theme), x + 17, y - 10)
    canvas.write("no drops here", x + 44, y, 29, canvas.theme.ink)


@cached
def empty_slot(radius: float, theme: Theme) -> Sprite:
    """The place of a soldier that has gone to the board."""
    sketch = Sketch.square(radius + 2)
    sketch.ring((0, 0), radius * 0.9, max(radius * 0.1, 1), theme.grid)
    return sketch.sprite()


@cached
def red_sign(radius: float, theme: Theme) -> Sprite:
    """A small red cell, for the legend."""
    sketch = Sketch.square(radius * 1.2)
    sketch.polygon(hexagon(radius * 1.9), theme.forbidden)
    sketch.polygon(hexagon(radius * 1.5), theme.cell)
    sketch.disc((0, 0), radius * 0.42, theme.forbidden)
    return sketch.sprite()


@cached
def _dot(radius: float, theme: Theme) -> Sprite:
    sketch = Sketch.square(radius + 2)
    sketch.ring((0, 0), radius * 0.9, radius * 0.22, theme.forbidden)
    sketch.disc((0, 0), radius * 0.48, theme.forbidden)
    return sketch.sprite()
