"""The pieces of Guerre des Deux Roses: heraldic roses on discs, keeps, and the ruin of a keep.

York's rose is white on ivory with a W, Lancaster's red on sable with a B; so shape, letter and lightness
distinguish them as well as colour.
"""

import math
from typing import NamedTuple

from engines.contract import Seat
from render.cache import cached
from render.canvas import Point, Shadow, Sketch, Sprite, polar
from render.contract import ThemeName
from render.theme import Colour, Theme, mix, rgb


class SoldierColours(NamedTuple):
    """The colours of a side."""

    letter: str
    field: Colour
    """The disc, and the wall of the keep."""
    rim: Colour
    edges: dict[ThemeName, Colour]
    """The line round everything, set off from the theme's cells."""
    petal: Colour
    inner: Colour
    line: Colour
    """The line round each petal, and the joints of the keep."""
    ink: Colour
    """The letter on the seeds."""


YORK = SoldierColours(
    letter="W",
    field=rgb("D9CFB8"),
    rim=rgb("FFFAEE"),
    edges={"dark": rgb("4A4030"), "light": rgb("5B4F3A")},
    petal=rgb("FFFFFF"),
    inner=rgb("F4EEDF"),
    line=rgb("8C7F68"),
    ink=rgb("2A2113"),
)
LANCASTER = SoldierColours(
    letter="B",
    field=rgb("2B1218"),
    rim=rgb("5A1A28"),
    edges={"dark": rgb("EBAEB5"), "light": rgb("2B0A12")},
    petal=rgb("C4213C"),
    inner=rgb("9E142D"),
    line=rgb("4B0A18"),
    ink=rgb("2A0A10"),
)
_BARB, SEED = rgb("4E8A4A"), rgb("F2C14E")
"""The green and the gold of both roses."""
LIVERIES: tuple[SoldierColours, SoldierColours] = (YORK, LANCASTER)


@cached
def soldier(theme: Theme, seat: Seat, radius: float, *, lettered: bool = True) -> Sprite:
    """A soldier, `radius` in pixels; without its letter where it is too small to read one."""
    livery, edge = LIVERIES[seat], LIVERIES[seat].edges[theme.name]
    sketch = Sketch(-radius * 1.25, -radius * 1.25, radius * 1.25, radius * 1.35)
    sketch.disc((0, 0), radius, edge)
    sketch.disc((0, 0), radius * 0.95, livery.rim)
    sketch.disc((0, 0), radius * 0.87, livery.field)
    _rose(sketch, livery, radius * 0.84, lettered=lettered)
    return sketch.sprite(Shadow.of_piece(theme, radius))


@cached
def keep(theme: Theme, seat: Seat, size: float, *, lettered: bool = True) -> Sprite:
    """A castle, `size` pixels from its middle to the end of its battlements."""
    livery, edge = LIVERIES[seat], LIVERIES[seat].edges[theme.name]
    sketch = Sketch(-size * 1.2, -size * 1.3, size * 1.2, size * 1.35)
    line = size * 0.06
    joint = mix(livery.field, livery.line, 0.55)
    for grown, colour in ((line, edge), (0.0, livery.rim)):
        for box in (*_PARAPET, _WALL, _FOOT):
            sketch.rounded(_scaled(box, size, grown), grown + size * 0.02, colour)
    sketch.rounded(_scaled(_WALL, size, -line), 0, livery.field)
    for x, y, length in _STONES:
        sketch.path(((x * size, y * size), ((x + length) * size, y * size)), size * 0.04, joint)
    left, _, right, bottom = _scaled(_PARAPET[-1], size, 0)
    sketch.rounded((left * 0.72, bottom, right * 0.72, bottom + line), 0, joint)
    for grown, colour in ((size * 0.05, livery.line), (0.0, SEED)):
        sketch.polygon(_shield(size, grown), colour)
    if lettered:
        sketch.letters(livery.letter, "bold", size * 0.66, (0, size * 0.24), livery.ink)
    return sketch.sprite(Shadow.of_piece(theme, size))


@cached
def ruin(theme: Theme, seat: Seat, size: float) -> Sprite:
    """The ruin of a castle: two broken walls and rubble, with room in front for the victor."""
    livery, edge = LIVERIES[seat], LIVERIES[seat].edges[theme.name]
    sketch = Sketch.square(size * 1.5)
    line = size * 0.06
    for wall in _RUIN:
        points = [(x * size, y * size) for x, y in wall]
        sketch.polygon(points, livery.rim)
        sketch.path((*points, points[0]), line, edge)
    return sketch.sprite()


def _rose(sketch: Sketch, livery: SoldierColours, radius: float, *, lettered: bool) -> None:
    """A heraldic rose, its seeds wide enough for the letter if it has one."""
    _petals(sketch, livery, radius, radius * 0.045)
    seeds = radius * (0.5 if lettered else 0.3)
    sketch.disc((0, 0), seeds, livery.line)
    sketch.disc((0, 0), seeds - radius * 0.04, SEED)
    if lettered:
        sketch.letters(livery.letter, "bold", radius * 0.86, (0, 0), livery.ink)


def _petals(sketch: Sketch, livery: SoldierColours, radius: float, line: float) -> None:
    """Five petals, barbs between them, and five petals within; `line` is drawn round each."""
    base = radius * 0.5
    for turn in range(5):
        angle = 72 * turn + 36
        barb = (polar(base, angle - 20), polar(radius, angle), polar(base, angle + 20))
        sketch.polygon(barb, _BARB)
    for turn in range(5):
        lobes = [polar(radius * 0.67, 72 * turn + side) for side in (-10, 10)]
        _petal(sketch, lobes, radius * 0.31, line, (livery.line, livery.petal))
    for turn in range(5):
        lobes = [polar(radius * 0.46, 72 * turn + 36 + side) for side in (-9.7, 9.7)]
        _petal(sketch, lobes, radius * 0.2, line, (livery.line, livery.inner))


def _petal(
    sketch: Sketch, lobes: list[Point], size: float, line: float, colours: tuple[Colour, Colour]
) -> None:
    """Two overlapping lobes, so that the petal's tip is notched, drawn over their common outline."""
    for grown, colour in zip((line, 0.0), colours, strict=True):
        for lobe in lobes:
            sketch.disc(lobe, size + grown, colour)


def _shield(size: float, grown: float) -> list[Point]:
    """A heater shield on the keep's wall."""
    top, middle, bottom, reach = -0.14 * size - grown, 0.34 * size, 0.86 * size + grown, 0.44 * size + grown
    curve = [
        (reach * math.cos(step * math.pi / 24), middle + (bottom - middle) * math.sin(step * math.pi / 24))
        for step in range(25)
    ]
    return [(-reach, top), (reach, top), *curve]


def _scaled(
    box: tuple[float, float, float, float], size: float, grown: float
) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return left * size - grown, top * size - grown, right * size + grown, bottom * size + grown


_PARAPET = (
    (-0.98, -0.98, -0.52, -0.5),
    (-0.24, -0.98, 0.24, -0.5),
    (0.52, -0.98, 0.98, -0.5),
    (-0.98, -0.64, 0.98, -0.26),
)
"""Three merlons and the gallery below them, in the keep's size."""
_WALL = (-0.74, -0.4, 0.74, 0.95)
_FOOT = (-0.92, 0.76, 0.92, 0.98)

_STONES = (
    (-0.66, 0.02, 0.16),
    (0.5, 0.02, 0.16),
    (-0.66, 0.3, 0.08),
    (0.56, 0.3, 0.1),
    (-0.66, 0.58, 0.2),
    (0.46, 0.58, 0.2),
)
"""Where a joint between stones shows, and how long."""

_RUIN = (
    (
        (-1.34, 0.56),
        (-1.34, -0.86),
        (-1.12, -0.86),
        (-1.12, -0.6),
        (-0.98, -0.6),
        (-0.9, -0.8),
        (-0.6, -0.2),
        (-0.5, 1.02),
    ),
    ((1.34, 0.56), (1.34, -0.3), (1.22, -0.62), (1.1, -0.36), (0.94, -0.5), (0.6, 0.2), (0.5, 1.02)),
    ((-0.6, 1.2), (-0.34, 0.86), (0.0, 1.06), (0.34, 0.84), (0.62, 1.2)),
)
"""Two broken walls and the rubble between them."""
