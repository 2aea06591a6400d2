"""The emblems of the four gods: a flame, a wave of drops, a leaf and a sun, each with the god's letter."""

import math
from collections.abc import Sequence
from typing import TypeAlias

from engines.contract import Seat
from engines.gods.colours import LETTERS
from render.cache import cached
from render.canvas import Point, Sketch, Sprite, polar
from render.gods.colours import colour_of, ground_of, letter_of
from render.theme import Colour, Theme, mix

_Curve: TypeAlias = tuple[Point, Point, Point]
"""Two control points and the end of a cubic curve that continues the one before."""

_FLAME: tuple[_Curve, ...] = (
    ((0.1, -0.62), (0.4, -0.52), (0.46, -0.16)),
    ((0.58, -0.24), (0.62, -0.4), (0.62, -0.58)),
    ((0.86, -0.22), (0.9, 0.1), (0.84, 0.36)),
    ((0.74, 0.78), (0.4, 0.98), (0.0, 0.98)),
    ((-0.42, 0.98), (-0.76, 0.76), (-0.84, 0.34)),
    ((-0.9, 0.02), (-0.78, -0.26), (-0.6, -0.44)),
    ((-0.62, -0.28), (-0.56, -0.16), (-0.44, -0.1)),
    ((-0.36, -0.52), (0.02, -0.62), (0.06, -1.0)),
)
_DROP: tuple[_Curve, ...] = (
    ((0.12, -0.66), (0.74, -0.16), (0.74, 0.28)),
    ((0.74, 0.7), (0.4, 0.98), (0.0, 0.98)),
    ((-0.4, 0.98), (-0.74, 0.7), (-0.74, 0.28)),
    ((-0.74, -0.16), (-0.12, -0.66), (0.0, -1.04)),
)
_LEAF: tuple[_Curve, ...] = (
    ((0.98, -0.1), (0.8, 0.74), (-0.1, 0.76)),
    ((-0.36, 0.76), (-0.52, 0.68), (-0.62, 0.6)),
    ((-0.72, 0.46), (-0.8, 0.32), (-0.78, 0.06)),
    ((-0.72, -0.82), (0.12, -0.98), (0.88, -0.88)),
)
_RAYS = 12
_CROWN = ((-0.8, 0.0), (-1.0, -0.72), (-0.5, -0.38), (0.0, -0.98), (0.5, -0.38), (1.0, -0.72), (0.8, 0.0))


@cached
def emblem(theme: Theme, seat: Seat, radius: float, *, fallen: bool = False) -> Sprite:
    """A god's emblem, `radius` in pixels; grey for one that has fallen."""
    colour, ground = colour_of(theme, seat, fallen=fallen), ground_of(theme, seat, fallen=fallen)
    sketch = Sketch.square(radius * 1.06)
    sketch.disc((0, 0), radius, colour)
    sketch.disc((0, 0), radius * 0.93, ground)
    _SHAPES[seat](sketch, radius * 0.76, colour)
    if seat == _RIBBED:
        reach = radius * 0.5
        sketch.path(((-reach, reach), (reach, -reach)), radius * 0.04, mix(colour, ground, 0.45))
    size, centre = _LETTERING[seat]
    sketch.letters(
        LETTERS[seat].upper(),
        "bold",
        radius * size,
        (0, radius * centre),
        letter_of(theme, seat, fallen=fallen),
    )
    return sketch.sprite()


@cached
def crown(theme: Theme, radius: float, lean: float) -> Sprite:
    """A winner's crown, leaning to the right by `lean` degrees. The anchor is the middle of its foot."""
    turn = math.radians(lean)

    def at(x: float, y: float) -> Point:
        return (
            radius * (x * math.cos(turn) - y * math.sin(turn)),
            radius * (x * math.sin(turn) + y * math.cos(turn)),
        )

    sketch = Sketch.square(radius * 1.5)
    points = [at(x, y) for x, y in _CROWN]
    tips = points[1:-1:2]
    sketch.path((*points, points[0]), radius * 0.3, theme.halo)
    for tip in tips:
        sketch.disc(tip, radius * 0.26, theme.halo)
    sketch.polygon(points, theme.accent)
    for tip in tips:
        sketch.disc(tip, radius * 0.13, theme.accent)
    sketch.path((at(-0.66, -0.14), at(0.66, -0.14)), radius * 0.08, theme.on_accent)
    return sketch.sprite()


def _flame(sketch: Sketch, radius: float, colour: Colour) -> None:
    sketch.polygon(_curved(_FLAME, radius), colour)


def _drop(sketch: Sketch, radius: float, colour: Colour) -> None:
    """A drop between two smaller ones."""
    sketch.polygon(_curved(_DROP, radius), colour)
    for side in (-1, 1):
        small = _curved(_DROP, radius * 0.26)
        sketch.polygon([(x + side * radius * 0.78, y - radius * 0.42) for x, y in small], colour)


def _leaf(sketch: Sketch, radius: float, colour: Colour) -> None:
    """A leaf on its stalk."""
    sketch.path(((-radius * 0.84, radius * 0.84), (-radius * 0.5, radius * 0.5)), radius * 0.13, colour)
    sketch.polygon(_curved(_LEAF, radius), colour)


def _sun(sketch: Sketch, radius: float, colour: Colour) -> None:
    """A disc among rays."""
    for ray in range(_RAYS):
        turn, half = 360 * ray / _RAYS, 180 / _RAYS * 0.62
        tip = polar(radius * (0.94 if ray % 2 else 1.08), turn)
        sketch.polygon((tip, *(polar(radius * 0.76, turn + side) for side in (half, -half))), colour)
    sketch.disc((0, 0), radius * 0.68, colour)


_RIBBED = 2
"""The seat whose emblem has a line along its middle, below the letter."""
_SHAPES = (_flame, _drop, _leaf, _sun)
_LETTERING = ((0.83, 0.26), (0.83, 0.22), (0.83, 0.0), (0.83, 0.0))
"""The size of each letter and its distance below the middle, in radii."""


def _curved(curves: Sequence[_Curve], radius: float) -> list[Point]:
    """The outline of a closed shape of cubic curves, enlarged by `radius`."""
    points: list[Point] = []
    steps = 12
    start = curves[-1][-1]
    for one, other, end in curves:
        for step in range(steps):
            t = step / steps
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
            corners = (start, one, other, end)
            x = sum(weight * corner[0] for weight, corner in zip(weights, corners, strict=True))
            y = sum(weight * corner[1] for weight, corner in zip(weights, corners, strict=True))
            points.append((x * radius, y * radius))
        start = end
    return points
