"""Signs on the pieces and cells of Flic Flac. Lengths in pixels."""

import math

from engines.flicflac.pieces import BODY
from engines.wording import signed
from render.cache import cached
from render.canvas import Point, Sketch, Sprite
from render.canvas import star as star_outline
from render.flicflac.colours import BODIES, falling
from render.flicflac.pieces import outline
from render.theme import SABLE, Colour, Theme, letter_on

HEALTH_WIDTH = 3.2
"""The width of a health beside the board, in sizes of its letters: there is room for ``−20``."""


@cached
def health(theme: Theme, code: str, value: int, size: float, *, state: str) -> Sprite:
    """A piece's letter on its shape and its health, on gold for a captor, on red if it falls.

    The anchor is in the middle of the left end.
    """
    body = BODIES[BODY[code]]
    ground, ink = theme.panel, theme.ink
    if state:
        ground = falling(theme) if state == "falls" else theme.accent
        ink = theme.on_accent
    half, wide = size * 0.66, HEALTH_WIDTH * size
    sketch = Sketch(0, -half - 1, wide, half + 1)
    sketch.rounded((0, -half, wide, half), size * 0.3, theme.grid)
    line = size * 0.07
    sketch.rounded((line, line - half, wide - line, half - line), size * 0.25, ground)
    shape = [(x + half, y) for x, y in outline(code[0], half - 2 * line)]
    sketch.polygon(shape, body)
    sketch.letters(code[1], "bold", size, (half, 0), letter_on(body))
    free = 2 * (half - line), wide - line
    sketch.letters(signed(value), "bold", size * 0.965, (sum(free) / 2, 0), ink)
    return sketch.sprite()


@cached
def star(theme: Theme, radius: float) -> Sprite:
    """The star on an empowered piece."""
    sketch = Sketch.square(radius * 1.2)
    sketch.disc((0, 0), radius * 1.1, SABLE)
    sketch.polygon(star_outline(5, radius, radius * 0.48), theme.accent)
    return sketch.sprite()


@cached
def flip(theme: Theme, radius: float) -> Sprite:
    """The sign on a piece that flipped: two arrows that chase each other."""
    sketch = Sketch.square(radius * 1.3)
    sketch.disc((0, 0), radius * 1.2, theme.halo)
    sketch.disc((0, 0), radius, theme.last)
    _turning(sketch, radius * 0.56, radius * 0.22, theme.halo)
    return sketch.sprite()


def _turning(sketch: Sketch, radius: float, width: float, colour: Colour) -> None:
    for start in (20, 200):
        sketch.arc((0, 0), radius, (start, start + 118), width=width, colour=colour)
        sketch.polygon(_head(radius, start + 112, width), colour)


def _head(radius: float, degrees: float, width: float) -> list[Point]:
    """The head of an arrow that goes round clockwise, its base at this bearing."""
    turn, tip = math.radians(degrees), math.radians(degrees) + 2.1 * width / radius
    reach = 1.35 * width
    return [
        ((radius - reach) * math.cos(turn), (radius - reach) * math.sin(turn)),
        ((radius + reach) * math.cos(turn), (radius + reach) * math.sin(turn)),
        (radius * math.cos(tip), radius * math.sin(tip)),
    ]
