"""What is put on the pieces and cells of Flic Flac. Lengths in pixels."""

import math
from functools import lru_cache

from engines.wording import signed
from render.canvas import Point, Sketch, Sprite
from render.canvas import star as star_outline
from render.theme import SABLE, Colour, Theme


@lru_cache(256)
def health(theme: Theme, value: int, radius: float, *, captor: bool) -> Sprite:
    """A piece's health on its lower rim; on gold if it is about to strike again, on red if it is lost."""
    text = signed(value)
    ground, ink, edge = theme.halo, theme.ink, theme.ink
    if value < 0:
        ground, ink, edge = theme.danger, theme.halo, theme.halo
    elif captor:
        ground, ink, edge = theme.accent, theme.on_accent, theme.on_accent
    sketch = Sketch.square(radius * 1.1)
    half, rise, line = radius * (0.36 + 0.17 * len(text)), radius * 0.31, max(radius * 0.05, 1)
    sketch.rounded((-half - line, -rise - line, half + line, rise + line), rise + line, edge)
    sketch.rounded((-half, -rise, half, rise), rise, ground)
    sketch.letters(text, "bold", radius * 0.58, (0, 0), ink)
    return sketch.sprite()


@lru_cache(32)
def star(theme: Theme, radius: float) -> Sprite:
    """On an empowered piece."""
    sketch = Sketch.square(radius * 1.2)
    sketch.disc((0, 0), radius * 1.1, SABLE)
    sketch.polygon(star_outline(5, radius, radius * 0.48), theme.accent)
    return sketch.sprite()


@lru_cache(32)
def flip(theme: Theme, radius: float) -> Sprite:
    """On a piece that flipped: two arrows that chase each other."""
    sketch = Sketch.square(radius * 1.3)
    sketch.disc((0, 0), radius * 1.2, theme.halo)
    sketch.disc((0, 0), radius, theme.last)
    _turning(sketch, radius * 0.56, radius * 0.22, theme.halo)
    return sketch.sprite()


@lru_cache(32)
def dot(theme: Theme, radius: float, *, flips: bool) -> Sprite:
    """On a cell within reach, below its name; with turning arrows round it where the piece would flip."""
    sketch = Sketch.square(radius * 1.3)
    if flips:
        _turning(sketch, radius * 1.02, radius * 0.17, theme.reach)
        radius *= 0.82
    sketch.disc((0, 0), radius, theme.on_reach)
    sketch.disc((0, 0), radius * 0.94, theme.reach)
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
