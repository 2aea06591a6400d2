"""The contents of systems in TaE: colonies, leaders, artifacts, monuments and destroyed systems.

A colony is a tile in its kind's colour with its kind's shape and letter: a coin, a flask, a house, a nut. A
leader is a disc with its dynasty's emblem on a tile of its kind's colour, the kind's letter at its foot. All
`size`s are the side of a cell in pixels.
"""

import math

from engines.contract import Seat
from engines.tae.constants import COLONY_TYPES, LETTERS, ColonyType
from render.cache import cached
from render.canvas import Point, Sketch, Sprite, cut, polar, rounded_corners, star
from render.tae.colours import BODIES, GOLD, GROUNDS, TILE_EDGES
from render.tae.emblems import draw_disc
from render.theme import IVORY, SABLE, Colour, Theme, letter_on, mix, rgb

CORNER = 0.27
"""The distance of signs in a cell's corners from its middle, across and down, in cells."""
_BADGE = 0.235
"""Half the side of a kind's badge on a leader, in cells."""
_HALF = 0.47
"""Half the side of a tile, in cells."""


def letter(kind: ColonyType) -> str:
    """The letter that accompanies a kind's colour."""
    return LETTERS[COLONY_TYPES.index(kind)].upper()


@cached
def colony(theme: Theme, kind: ColonyType, size: float, *, letters: bool = True) -> Sprite:
    """A colony of this kind."""
    sketch = _tile(theme, kind, size)
    _symbol(sketch, kind, size, letters=letters)
    return sketch.sprite()


@cached
def symbol(theme: Theme, kind: ColonyType, size: float) -> Sprite:
    """A colony without its tile, for the resource view, whose shading shows round it."""
    sketch = Sketch.square(size * 0.52)
    points = [(x * size, y * size) for x, y in _SHAPES[kind][0]]
    sketch.path((*points, points[0]), max(size * 0.07, 1), TILE_EDGES[theme.name][kind])
    _symbol(sketch, kind, size)
    return sketch.sprite()


@cached
def leader(theme: Theme, seat: Seat, kind: ColonyType, size: float, *, badge: bool = True) -> Sprite:
    """A dynasty's leader of this kind; without its badge where that is stamped on top of everything."""
    sketch = _tile(theme, kind, size, BODIES[kind])
    draw_disc(sketch, (-0.045 * size, -0.045 * size), size * 0.41, seat, theme)
    if badge:
        _badge(sketch, (0.25 * size, 0.25 * size), size * _BADGE, kind)
    return sketch.sprite()


@cached
def kind_badge(kind: ColonyType, size: float) -> Sprite:
    """The badge of a leader, or of a removed one; its anchor is the middle of the cell."""
    sketch = Sketch.square(size * 0.54)
    _badge(sketch, (0.25 * size, 0.25 * size), size * _BADGE, kind)
    return sketch.sprite()


@cached
def artifact(radius: float, *, outer: bool) -> Sprite:
    """An alien artifact, `radius` in pixels: an outer one is a star, an inner one a gem."""
    sketch = Sketch.square(radius * 1.5)
    across, down = radius * 0.95, radius * 1.05
    gem = [(0.0, -down), (across, 0.0), (0.0, down), (-across, 0.0)]
    points = star(5, radius * 1.1, radius * 0.55) if outer else gem
    sketch.path((*points, points[0]), radius * 0.42, SABLE)
    sketch.polygon(points, GOLD)
    if not outer:
        sketch.path([(-radius * 0.78, 0), (radius * 0.78, 0)], radius * 0.13, SABLE)
        sketch.polygon(
            [(-radius * 0.34, -radius * 0.08), (radius * 0.34, -radius * 0.08), (0, -radius * 0.62)],
            mix(GOLD, rgb("FFFFFF"), 0.55),
        )
    return sketch.sprite()


@cached
def hole(theme: Theme, size: float) -> Sprite:
    """A destroyed system: a burst of debris."""
    sketch = Sketch.square(size * 0.52)
    dark = theme.name == "dark"
    ground = rgb("07080B") if dark else rgb("4A4640")
    glow = rgb("C9612B") if dark else rgb("FFB073")
    half = size * _HALF
    sketch.rounded((-half, -half, half, half), size * 0.12, ground)
    for ray in range(8):
        turn = math.radians(45 * ray + 22.5)
        start, end = (0.2, 0.4 if ray % 2 else 0.31)
        ends = [(math.cos(turn) * reach * size, math.sin(turn) * reach * size) for reach in (start, end)]
        sketch.path(ends, size * 0.065, glow)
    sketch.disc((0, 0), size * 0.12, mix(ground, glow, 0.35))
    return sketch.sprite()


@cached
def monument(theme: Theme, kinds: tuple[ColonyType, ColonyType], size: float) -> Sprite:
    """A monument over its four systems; its anchor is their common corner."""
    sketch = Sketch.square(size)
    one, other = kinds
    half = size * (0.5 + _HALF)
    corner = size * 0.16
    edge = IVORY if theme.name == "dark" else SABLE
    sketch.rounded((-half, -half, half, half), corner, edge)
    inner = half - size * 0.04
    square = rounded_corners(((-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner)), corner)
    sketch.polygon(cut(square, (1, 1), 0), GROUNDS[one])
    sketch.polygon(cut(square, (-1, -1), 0), GROUNDS[other])
    for lift, reach in enumerate((0.7, 0.5, 0.3)):
        _step(sketch, reach * size, size * 0.035, (BODIES[one], BODIES[other]), lift=lift)
    sketch.disc((0, 0), size * 0.14, SABLE)
    sketch.disc((0, 0), size * 0.1, GOLD)
    for kind, at in ((one, -0.66), (other, 0.66)):
        _badge(sketch, (at * size, at * size), size * 0.24, kind)
    return sketch.sprite()


@cached
def count_badge(text: str, ground: Colour, ink: Colour, size: float) -> Sprite:
    """A number on a pill, `size` pixels high."""
    sketch = Sketch.square(size * 1.4)
    rise = size * 0.5
    for line, colour in ((0.0, SABLE), (0.07, IVORY), (0.14, ground)):
        half, high = size * (0.24 + 0.27 * len(text) - line), rise - size * line
        sketch.rounded((-half, -high, half, high), rise, colour)
    sketch.letters(text, "bold", size * 0.84, (0, 0), ink)
    return sketch.sprite()


def _tile(theme: Theme, kind: ColonyType, size: float, ground: Colour | None = None) -> Sketch:
    sketch = Sketch.square(size * 0.52)
    half, line = size * _HALF, max(size * 0.03, 1)
    sketch.rounded((-half, -half, half, half), size * 0.13, TILE_EDGES[theme.name][kind])
    half -= line
    sketch.rounded((-half, -half, half, half), size * 0.11, ground or GROUNDS[kind])
    return sketch


def _symbol(sketch: Sketch, kind: ColonyType, size: float, *, letters: bool = True) -> None:
    points, drop = _SHAPES[kind]
    sketch.polygon([(x * size, y * size) for x, y in points], BODIES[kind])
    if letters:
        sketch.letters(letter(kind), "bold", size * 0.56, (0, drop * size), letter_on(BODIES[kind]))


def _badge(sketch: Sketch, centre: Point, half: float, kind: ColonyType) -> None:
    """A kind's letter on a small tile of its colour, with an edge that sets it off from anything."""
    x, y = centre
    for grown, colour in ((half * 0.16, SABLE), (0.0, IVORY), (-half * 0.13, BODIES[kind])):
        reach = half + grown
        sketch.rounded((x - reach, y - reach, x + reach, y + reach), half * 0.45, colour)
    sketch.letters(letter(kind), "bold", half * 2.25, centre, letter_on(BODIES[kind]))


def _step(sketch: Sketch, reach: float, line: float, colours: tuple[Colour, Colour], *, lift: int) -> None:
    """A step of a pyramid seen from above, its halves in two colours."""
    one, other = (mix(colour, rgb("FFFFFF"), 0.1 * lift) for colour in colours)
    sketch.polygon([(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)], SABLE)
    reach -= line
    sketch.polygon([(-reach, -reach), (reach, -reach), (-reach, reach)], one)
    sketch.polygon([(reach, -reach), (reach, reach), (-reach, reach)], other)


def _round(radius: float, corners: int) -> list[Point]:
    """The corners of a regular polygon, the first on the right."""
    return [polar(radius, 360 * corner / corners + 90) for corner in range(corners)]


def _mirrored(*half: Point) -> list[Point]:
    """The outline of a symmetric shape, from the points of its right half, top to bottom."""
    return [*half, *((-x, y) for x, y in reversed(half))]


_FLASK = _mirrored((0.15, -0.4), (0.15, -0.33), (0.11, -0.33), (0.11, -0.2), (0.4, 0.3), (0.34, 0.4))
_HOUSE = _mirrored((0, -0.41), (0.42, -0.06), (0.33, -0.06), (0.33, 0.39))
_SHAPES: dict[ColonyType, tuple[list[Point], float]] = {
    "merchant": (_round(0.38, 48), 0.0),
    "scientist": (_FLASK, 0.15),
    "settler": (_HOUSE, 0.1),
    "miner": (_round(0.42, 6), 0.0),
}
"""Each kind's shape and its letter's distance below the middle, in cells."""
