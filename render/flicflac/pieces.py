"""The pieces of Flic Flac: round cylinders rimmed in ivory, square blocks rimmed in black.

The body's colour is on the rim and, with its letter, on the upper part; below lie the two colours that the
piece flies, each with its letter.
"""

import math
from collections.abc import Sequence

from engines.contract import Seat
from engines.flicflac.pieces import BODY, RING, SHAPES
from engines.flicflac.pieces import Colour as Hue
from render.cache import cached
from render.canvas import Point, Shadow, Sketch, Sprite, cut, rounded_corners
from render.flicflac.colours import BLOCK_EDGES, BODIES, GREY
from render.theme import IVORY, SABLE, Colour, Theme, letter_on

_BROW = -0.02
"""Where the body's letter ends and the flown colours begin, in radii below the middle."""
_FACE = 0.9
"""How far the colours reach, in radii."""
_LETTER = 0.97
"""The size of a letter, in radii: on the largest board 9 pixels where the picture is seen 340 wide."""
_BLOCK = 0.95
"""Half the side of a block, in radii, so that it looks as large as a cylinder."""


def outline(shape: str, radius: float) -> list[Point]:
    """The edge of a piece seen from above: a circle, or a square with round corners."""
    if shape == "C":
        turns = [math.radians(5 * step) for step in range(72)]
        return [(radius * math.cos(turn), radius * math.sin(turn)) for turn in turns]
    half = radius * _BLOCK
    return rounded_corners(((-half, -half), (half, -half), (half, half), (-half, half)), radius * 0.28)


@cached
def piece(
    theme: Theme,
    code: str,
    flying: tuple[Hue, Hue],
    radius: float,
    *,
    doomed: bool,
    lettered: bool = True,
) -> Sprite:
    """A piece, `radius` in pixels; grey where it is about to be captured, bare where it has been."""
    shape, body = code[0], GREY if doomed else BODIES[BODY[code]]
    sketch = Sketch(-radius * 1.2, -radius * 1.2, radius * 1.2, radius * 1.3)
    sketch.polygon(outline(shape, radius * 1.04), SABLE if shape == "C" else BLOCK_EDGES[theme.name])
    sketch.polygon(outline(shape, radius), IVORY if shape == "C" else SABLE)
    sketch.polygon(outline(shape, radius * _FACE), body)
    lower = cut(outline(shape, radius * _FACE), (0, -1), -_BROW * radius)
    for side, hue in zip((-1, 1), flying, strict=True):
        colour = BODIES[hue]
        sketch.polygon(cut(lower, (-side, 0), -radius * 0.015), colour)
        size, at = radius * _LETTER, (side * radius * 0.375, radius * 0.4)
        if lettered:
            sketch.letters(hue, "bold", size, at, letter_on(colour))
    line = max(radius * 0.05, 1)
    sketch.path(((-radius * _FACE, _BROW * radius), (radius * _FACE, _BROW * radius)), line, SABLE)
    sketch.path(((0, _BROW * radius), (0, radius * _FACE)), line, SABLE)
    if lettered:
        sketch.letters(code[1], "bold", radius * _LETTER, (0, -0.43 * radius), letter_on(body))
    return sketch.sprite(Shadow.of_piece(theme, radius))


@cached
def ring(shape: str, radius: float, width: float, colour: Colour, edge: Colour) -> Sprite:
    """An outline of a piece with a contrasting edge, to be drawn below the piece; it gets the piece's
    `radius`.
    """
    sketch = Sketch.square(radius * 1.45)
    sketch.polygon(outline(shape, radius * 1.04 + width * 1.35), edge)
    sketch.polygon(outline(shape, radius * 1.04 + width), colour)
    return sketch.sprite()


@cached
def emblem(theme: Theme, seat: Seat, radius: float) -> Sprite:
    """A side's emblem: its shape with the colour ring round its letter."""
    shape = SHAPES[seat]
    sketch = Sketch.square(radius * 1.1)
    edge, ground = (SABLE, IVORY) if shape == "C" else (IVORY, SABLE)
    sketch.polygon(outline(shape, radius), edge if shape == "C" else BLOCK_EDGES[theme.name])
    sketch.polygon(outline(shape, radius * 0.96), ground)
    ring_outline = outline(shape, radius * 0.86)
    for step, hue in enumerate(RING):
        sketch.polygon(_sector(ring_outline, 60 * step - 120), BODIES[hue])
    sketch.polygon(outline(shape, radius * 0.6), ground)
    sketch.letters(shape, "bold", radius * 1.14, (0, 0), edge)
    return sketch.sprite()


def _sector(points: Sequence[Point], degrees: float) -> list[Point]:
    """The sixth of a shape that begins at this bearing, clockwise from the right."""
    one, other = math.radians(degrees), math.radians(degrees + 60)
    half = cut(points, (math.sin(one), -math.cos(one)), 0)
    return cut(half, (-math.sin(other), math.cos(other)), 0)
