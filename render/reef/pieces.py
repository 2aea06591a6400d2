"""The pieces of Reef Encounter, drawn by ourselves: polyps, larva cubes, shrimps, algae, stars, locks.

Lengths in pixels. A polyp grows together with its neighbours of the same coral: a coral is seen as one.
"""

import math
from typing import TypeAlias

from render.cache import cached
from render.canvas import Point, Shadow, Sketch, Sprite, between, polar
from render.reef.colours import ABYSS, ALGAE, CORALS, FOAM, PLAYERS, WATERS, ink_on, rim_of
from render.theme import Colour, Theme, mix

Around: TypeAlias = frozenset[tuple[int, int]]
"""Sides on which a polyp's coral continues, and corners which it fills: steps across and down."""
_INSET = 0.045
"""The distance from the edge of a cell to that of a polyp on it, in widths of the cell."""
_LINE = 0.035
_LETTER = 0.53
_ROUND = 0.22


@cached
def polyp(
    theme: Theme,
    coral: str,
    cell: float,
    joined: Around = frozenset(),
    *,
    aside: bool = False,
    guarded: bool = False,
) -> Sprite:
    """A polyp on a cell of this width, open to the sides in `joined`.

    `aside`: its letter makes room for a shrimp. `guarded`: a line inside it says that it is protected.
    """
    sketch = Sketch.square(cell / 2 + 1)
    _blob(sketch, cell, _INSET, joined, rim_of(coral, theme))
    _blob(sketch, cell, _INSET + _LINE, joined, CORALS[coral])
    _texture(sketch, coral, cell)
    ink = ink_on(CORALS[coral])
    if guarded:
        # A protected polyp has a bubble round its letter.
        sketch.ring((0, 0), cell * 0.39, cell * 0.05, mix(CORALS[coral], ink, 0.72))
        sketch.disc((0, 0), cell * 0.365, CORALS[coral])
    centre = (-cell * 0.215, -cell * 0.215) if aside else (0, 0)
    sketch.letters(coral, "bold", cell * _LETTER, centre, ink)
    return sketch.sprite()


@cached
def tile(theme: Theme, coral: str, width: float) -> Sprite:
    """A polyp tile that is on no reef: small, and mostly its letter."""
    sketch = Sketch.square(width / 2 + 1)
    _blob(sketch, width, _INSET, frozenset(), rim_of(coral, theme))
    _blob(sketch, width, _INSET + _LINE * 1.4, frozenset(), CORALS[coral])
    sketch.letters(coral, "bold", width * 0.85, (0, 0), ink_on(CORALS[coral]))
    return sketch.sprite()


def _blob(sketch: Sketch, cell: float, inset: float, joined: Around, colour: Colour) -> None:
    """A square with round corners that reaches its cell's edge where the coral continues."""
    near = cell * (0.5 - inset)
    far = cell / 2 + 1
    sketch.rounded((-near, -near, near, near), cell * _ROUND - cell * (inset - _INSET), colour)
    reach = {-1: (-far, 0.0), 0: (-near, near), 1: (0.0, far)}
    for across, down in joined:
        (left, right), (top, bottom) = reach[across], reach[down]
        sketch.rounded((left, top, right, bottom), 0, colour)


def _texture(sketch: Sketch, coral: str, cell: float) -> None:
    """Draw the texture of a coral: dots, rays, waves, rings or branches."""
    # Close to the coral's colour, so that its letter stands out.
    ink, fine = mix(CORALS[coral], ink_on(CORALS[coral]), 0.2), cell * 0.028
    match coral:
        case "W":
            for x in (-0.3, 0.0, 0.3):
                for y in (-0.3, 0.0, 0.3):
                    sketch.disc((x * cell, y * cell), cell * 0.035, ink)
        case "Y":
            for turn in range(0, 360, 30):
                sketch.path((polar(cell * 0.27, turn), polar(cell * 0.37, turn)), fine, ink)
        case "O":
            for y in (-0.29, -0.1, 0.1, 0.29):
                sketch.path(_wave(cell, y), fine, ink)
        case "P":
            for radius in (0.36, 0.27):
                sketch.ring((0, 0), cell * radius, fine, ink)
        case _:
            for side in (-1, 1):
                for reach in (0.12, 0.36, 0.58):
                    sketch.path(_slant(cell * 0.37, cell * reach * side), fine, ink)


def _wave(cell: float, y: float) -> list[Point]:
    steps = [step / 16 for step in range(-16, 17)]
    return [(0.36 * cell * x, cell * (y + 0.035 * math.sin(2.5 * math.pi * x))) for x in steps]


def _slant(half: float, shift: float) -> tuple[Point, Point]:
    """A line across a square of this half width, upwards to the right, moved aside by `shift`."""
    low, high = max(-half, shift - half), min(half, shift + half)
    return (low, shift - low), (high, shift - high)


@cached
def laid_ring(theme: Theme, cell: float) -> Sprite:
    """The outline of a polyp just laid: square as its cell, unlike the bubble of a protected one."""
    sketch = Sketch.square(cell * 0.56)
    for inset, colour in ((-0.02, theme.halo), (0.0, theme.last), (0.075, theme.halo)):
        half = cell * (0.5 - inset)
        sketch.rounded((-half, -half, half, half), cell * (0.23 - inset), colour)
    half = cell * 0.405
    sketch.rounded((-half, -half, half, half), cell * 0.13, theme.halo, 0)
    return sketch.sprite()


@cached
def larva(theme: Theme, coral: str, width: float) -> Sprite:
    """A larva cube, seen from its corner: a hexagon with three edges inside."""
    half = width / 2
    corners = [polar(half, 60 * corner) for corner in range(6)]
    colour, ink = CORALS[coral], ink_on(CORALS[coral])
    sketch = Sketch.square(half + 2)
    sketch.polygon([(x * 1.08, y * 1.08) for x, y in corners], rim_of(coral, theme))
    sketch.polygon(corners, colour)
    for corner in (1, 3, 5):
        sketch.path(((0, 0), between((0, 0), corners[corner], 0.92)), width * 0.035, mix(colour, ink, 0.3))
    sketch.disc((0, 0), width * 0.36, colour)
    sketch.letters(coral, "bold", width * 0.73, (0, 0), ink)
    return sketch.sprite()


_TAIL = tuple(((168 + 26 * index, 1.02 + index / 4 * 0.16), 0.4 - index / 4 * 0.16) for index in range(5))
"""A shrimp's tail: the bearing and the distance of each segment, and its size."""
_FAN = ((-1.16, -0.1), (-1.62, -0.42), (-1.32, -0.52), (-1.18, -0.86), (-0.98, -0.3))


@cached
def shrimp(theme: Theme, player: str, radius: float) -> Sprite:
    """A shrimp of a player: curled round its owner's emblem, with feelers and a tail.

    Edged in white and in black: one of them is visible on every coral, also on one of its own colour.
    """
    colour = PLAYERS[player]
    dark = mix(colour, ABYSS, 0.55)
    sketch = Sketch(-radius * 2, -radius * 2, radius * 2, radius * 2)
    for feeler in _feelers(radius):
        sketch.path(feeler, radius * 0.5, FOAM)
    sketch.disc((0, 0), radius * 1.32, FOAM)
    for (turn, far), size in _TAIL:
        sketch.disc(polar(radius * far, turn), radius * (size + 0.3), FOAM)
    for feeler in _feelers(radius):
        sketch.path(feeler, radius * 0.24, ABYSS)
    fan = [(x * radius, y * radius) for x, y in _FAN]
    sketch.path((*fan, fan[0]), radius * 0.3, ABYSS)
    for (turn, far), size in _TAIL:
        sketch.disc(polar(radius * far, turn), radius * (size + 0.14), ABYSS)
    sketch.polygon(fan, dark)
    for index, ((turn, far), size) in enumerate(reversed(_TAIL)):
        sketch.disc(polar(radius * far, turn), radius * size, mix(colour, dark, 0.75 if index % 2 else 0.35))
    sketch.disc((0, 0), radius * 1.14, ABYSS)
    sketch.disc((0, 0), radius, dark)
    sketch.disc((0, 0), radius * 0.94, colour)
    sketch.polygon([(x * radius, y * radius) for x, y in _EMBLEMS[player]], ink_on(colour))
    return sketch.sprite(Shadow(theme.shadow, 0.4, max(radius * 0.08, 1), max(radius * 0.1, 0.5)))


_EMBLEMS: dict[str, list[Point]] = {
    "purple": [polar(0.74, turn) for turn in range(0, 360, 90)],
    "green": [polar(0.76, turn) for turn in range(0, 360, 120)],
    "red": [polar(0.74, turn) for turn in range(45, 360, 90)],
    "yellow": [polar(0.42, turn) for turn in range(0, 360, 10)],
}
"""A diamond, a triangle, a square and a dot, like the seats' signs in words; within a circle of 1."""


def _feelers(radius: float) -> list[list[Point]]:
    """Two curves up and to the right of a shrimp."""
    return [
        [
            (radius * (0.5 + reach * step / 6), radius * (-0.75 - rise * math.sin(step / 6 * math.pi / 2)))
            for step in range(7)
        ]
        for reach, rise in ((0.5, 0.72), (0.95, 0.45))
    ]


@cached
def star(colour: Colour, radius: float) -> Sprite:
    """A starfish: where corals grow by themselves."""
    sketch = Sketch.square(radius * 1.3)
    for arm in range(5):
        tip = polar(radius * 0.82, 72 * arm)
        for share, width in ((0.35, 0.52), (0.7, 0.42), (1.0, 0.3)):
            sketch.path(((0, 0), between((0, 0), tip, share)), radius * width, colour)
    return sketch.sprite()


@cached
def padlock(theme: Theme, width: float, *, marked: bool = False) -> Sprite:
    """A lock on a badge, ringed where it is new."""
    ink, ground = (ABYSS, FOAM) if theme.name == "dark" else (FOAM, ABYSS)
    sketch = Sketch.square(width)
    if marked:
        sketch.disc((0, 0), width * 0.96, theme.last)
    sketch.disc((0, 0), width * 0.78, theme.panel)
    sketch.disc((0, 0), width * 0.68, ground)
    sketch.arc((0, -width * 0.1), width * 0.2, (180, 360), width=width * 0.12, colour=ink)
    sketch.rounded((-width * 0.32, -width * 0.1, width * 0.32, width * 0.36), width * 0.08, ink)
    return sketch.sprite()


@cached
def alga_sign(theme: Theme, alga: str, width: float, *, marked: bool = False) -> Sprite:
    """An alga on its ground: bubbles, a leaf, a fork or a fan; ringed where something changed."""
    half = width / 2
    sketch = Sketch.square(half * 1.4)
    if marked:
        for spare, ink in ((0.34, theme.halo), (0.27, theme.last), (0.08, theme.halo)):
            reach = half * (1 + spare)
            sketch.rounded((-reach, -reach, reach, reach), reach * 0.5, ink)
    ground = ALGAE[alga]
    edge = mix(ground, theme.ink, 0.4)
    sketch.rounded((-half, -half, half, half), half * 0.45, edge)
    inner = half * 0.9
    sketch.rounded((-inner, -inner, inner, inner), inner * 0.42, ground)
    match alga:
        case "blue":
            for x, y, radius in ((-0.3, 0.28, 0.34), (0.34, 0.2, 0.28), (0.02, -0.38, 0.28)):
                sketch.disc((x * half, y * half), radius * half, FOAM)
        case "green":
            bow = [(step / 8, 0.42 * math.sin(math.pi * step / 8)) for step in range(9)]
            side = [(wide * half, (0.74 - 1.48 * far) * half) for far, wide in bow]
            sketch.polygon([*side, *((-x, y) for x, y in reversed(side))], FOAM)
            sketch.path(((0, half * 0.5), (0, -half * 0.2)), half * 0.13, ground)
        case "purple":
            for x in (-0.46, 0.0, 0.46):
                sketch.path(((x * half, -0.58 * half), (x * half, 0.05 * half)), half * 0.24, FOAM)
            sketch.path(((-0.46 * half, 0.05 * half), (0.46 * half, 0.05 * half)), half * 0.24, FOAM)
            sketch.path(((0, 0), (0, 0.62 * half)), half * 0.24, FOAM)
        case _:
            sketch.polygon([(0, half * 0.6), *(_fan(half, turn) for turn in range(-72, 73, 12))], FOAM)
            for turn in (-36, 0, 36):
                sketch.path(((0, half * 0.6), _fan(half * 1.02, turn)), half * 0.11, ground)
    return sketch.sprite()


def _fan(half: float, turn: float) -> Point:
    x, y = polar(half * 1.16, turn * 0.62)
    return x, y + half * 0.56


@cached
def ripples(theme: Theme, width: int, height: int, step: float) -> Sprite:
    """The sea of a board: deep water with faint lines of light. The anchor is its upper left corner."""
    water = WATERS[theme.name]
    sketch = Sketch(0, 0, width, height)
    sketch.rounded((0, 0, width - 0.25, height - 0.25), step * 0.9, water.deep)
    rows = math.ceil(height / step)
    for row in range(rows):
        y = step * (row + 0.6)
        shift = row * 2.1
        points = [
            (x, y + step * 0.13 * math.sin(x / step * 1.7 + shift))
            for x in range(round(step * 0.5), round(width - step * 0.5) + 1, 3)
        ]
        if y < height - step * 0.3:
            sketch.path(points, max(step * 0.05, 0.7), water.ripple)
    return sketch.sprite()
