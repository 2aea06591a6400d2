"""The emblems of the four dynasties: bow, pot, lion and bull, as bold as a leader on a phone needs them."""

import math

from engines.contract import Seat
from render.cache import cached
from render.canvas import Point, Sketch, Sprite, curve, polar
from render.tae.colours import DYNASTIES
from render.theme import IVORY, Colour, Theme, mix, rgb


@cached
def emblem(theme: Theme, seat: Seat, radius: float) -> Sprite:
    """A dynasty's emblem on its disc, for the chips and lists. `radius` in pixels."""
    sketch = Sketch.square(radius * 1.1)
    draw_disc(sketch, (0, 0), radius, seat, theme)
    return sketch.sprite()


def draw_disc(sketch: Sketch, centre: Point, radius: float, seat: Seat, theme: Theme) -> None:
    """Draw the disc with the dynasty's emblem on a sketch."""
    colour = DYNASTIES[seat]
    sketch.disc(centre, radius, mix(colour, rgb("000000"), 0.55 if theme.name == "light" else 0.7))
    sketch.disc(centre, radius * 0.96, colour)
    sketch.disc(centre, radius * 0.82, IVORY)
    (_bow, _pot, _lion, _bull)[seat](_Pen(sketch, centre, radius * 0.74), mix(colour, rgb("000000"), 0.42))


class _Pen:
    """Draws in lengths of an emblem."""

    def __init__(self, sketch: Sketch, centre: Point, size: float) -> None:
        self._sketch, (self._x, self._y), self._size = sketch, centre, size

    def area(self, points: list[Point], colour: Colour) -> None:
        self._sketch.polygon([self._at(point) for point in points], colour)

    def disc(self, centre: Point, radius: float, colour: Colour) -> None:
        self._sketch.disc(self._at(centre), radius * self._size, colour)

    def line(self, points: list[Point], width: float, colour: Colour) -> None:
        self._sketch.path([self._at(point) for point in points], width * self._size, colour)

    def _at(self, point: Point) -> Point:
        return self._x + point[0] * self._size, self._y + point[1] * self._size


def _bow(pen: _Pen, ink: Colour) -> None:
    """A drawn bow, its arrow to the upper right."""

    def turned(along: float, aside: float) -> Point:
        half = math.sqrt(0.5)
        return (along + aside) * half, (aside - along) * half

    arch = [(x - 0.36, y) for x, y in (polar(0.98, degrees) for degrees in range(22, 159, 8))]
    pen.line([turned(*point) for point in arch], 0.26, ink)
    ends = [turned(*arch[0]), turned(*arch[-1])]
    nock = turned(-0.72, 0)
    pen.line([ends[0], nock, ends[1]], 0.1, ink)
    pen.line([turned(-0.86, 0), turned(0.6, 0)], 0.17, ink)
    pen.area([turned(1.1, 0), turned(0.5, -0.34), turned(0.5, 0.34)], ink)


def _pot(pen: _Pen, ink: Colour) -> None:
    """An amphora with two handles."""
    for side in (-1, 1):
        handle = [(side * x, y) for x, y in ((0.26, -0.68), (0.66, -0.6), (0.78, -0.28), (0.5, -0.06))]
        pen.line(handle, 0.17, ink)
    pen.area([(-0.24, -0.86), (0.24, -0.86), (0.2, -0.4), (-0.2, -0.4)], ink)
    pen.line([(-0.34, -0.86), (0.34, -0.86)], 0.2, ink)
    pen.area([(x, y + 0.18) for x, y in (polar(0.62, degrees) for degrees in range(0, 360, 12))], ink)
    pen.area([(-0.44, 0.5), (0.44, 0.5), (0.14, 0.86), (-0.14, 0.86)], ink)
    pen.line([(-0.3, 0.88), (0.3, 0.88)], 0.18, ink)
    pen.line([(-0.52, 0.2), (-0.26, 0.06), (0, 0.26), (0.26, 0.06), (0.52, 0.2)], 0.12, IVORY)


def _lion(pen: _Pen, ink: Colour) -> None:
    """A lion's face in its mane."""
    for degrees in range(0, 360, 36):
        pen.disc(polar(0.7, degrees), 0.27, ink)
    pen.disc((0, 0), 0.74, ink)
    pen.disc((0, 0.06), 0.53, IVORY)
    for side in (-1, 1):
        pen.disc((side * 0.24, -0.08), 0.115, ink)
        pen.line([(0, 0.3), (side * 0.22, 0.4)], 0.11, ink)
    pen.area([(-0.2, 0.1), (0.2, 0.1), (0, 0.36)], ink)


def _bull(pen: _Pen, ink: Colour) -> None:
    """A bull's head with wide horns."""
    for side in (-1, 1):
        outer = [curve((0.1, -0.3), (1.0, -0.12), (0.86, -0.98), step / 10) for step in range(11)]
        inner = [curve((0.86, -0.98), (0.72, -0.56), (0.1, -0.66), step / 10) for step in range(11)]
        pen.area([(side * x, y) for x, y in outer + inner], ink)
        pen.area([(side * x, y) for x, y in ((0.3, -0.26), (0.86, -0.16), (0.78, 0.1), (0.3, 0.08))], ink)
    pen.area([(-0.44, -0.52), (0.44, -0.52), (0.46, -0.1), (0.3, 0.6), (-0.3, 0.6), (-0.46, -0.1)], ink)
    pen.disc((0, 0.62), 0.33, ink)
    for side in (-1, 1):
        pen.disc((side * 0.22, -0.1), 0.1, IVORY)
        pen.disc((side * 0.14, 0.66), 0.085, IVORY)
