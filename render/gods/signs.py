"""Signs between the gods: attacks that hit or are blocked, and shields. Lengths in pixels."""

import math
from itertools import accumulate

from render import marks
from render.cache import cached
from render.canvas import Point, Sketch, Sprite, star
from render.theme import Colour, Theme, mix

_DASHES = 14
"""Dashes of the edge of a planned shield; every other one is drawn."""


@cached
def blocked(dx: float, dy: float, thick: float, theme: Theme, colour: Colour) -> Sprite:
    """An attack that a shield stops: a hollow shaft without a head, ending in a bar."""
    sketch, length, at = marks.shaft(dx, dy, thick)
    half, line = thick / 2, thick * 0.24
    sides = [at(0, -half), at(length, -half), at(length, half), at(0, half)]
    bar = (at(length, -thick * 1.05), at(length, thick * 1.05))
    sketch.path((*sides, sides[0]), thick * 0.75, theme.halo)
    sketch.path(bar, thick * 0.95, theme.halo)
    sketch.polygon(sides, mix(theme.halo, colour, 0.22))
    sketch.path((*sides, sides[0]), line, colour)
    sketch.path(bar, thick * 0.5, colour)
    return sketch.sprite()


@cached
def burst(theme: Theme, radius: float) -> Sprite:
    """Where an attack hits: a star of sharp points."""
    sketch = Sketch.square(radius * 1.4)
    for size, colour in ((1.3, theme.halo), (1.0, theme.danger)):
        sketch.polygon(star(8, radius * size, radius * size * 0.52), colour)
    return sketch.sprite()


@cached
def shield(theme: Theme, radius: float, colour: Colour, *, used: bool) -> Sprite:
    """A defence: a full shield with a tick where it stopped an attack, an empty one where it met none."""
    sketch = Sketch.square(radius * 1.35)
    sketch.polygon(_shield(radius * 1.2), theme.halo)
    sketch.polygon(_shield(radius), colour)
    if used:
        tick = ((-0.42, -0.12), (-0.08, 0.26), (0.44, -0.42))
        sketch.path([(x * radius, y * radius) for x, y in tick], radius * 0.24, theme.halo)
    else:
        sketch.polygon(_shield(radius * 0.72), theme.surface)
    return sketch.sprite()


@cached
def planned_shield(theme: Theme, radius: float) -> Sprite:
    """A defence that only its player can see yet: a dashed edge."""
    sketch = Sketch.square(radius * 1.35)
    sketch.polygon(_shield(radius * 1.25), theme.halo)
    sketch.polygon(_shield(radius * 0.9), mix(theme.halo, theme.last, 0.45))
    edge = _shield(radius * 0.95)
    lengths = [math.dist(one, other) for one, other in zip(edge, (*edge[1:], edge[0]), strict=True)]
    # Added in a loop: `sum` is more exact from Python 3.12 on, and the last digit decides where a dash ends.
    *before, whole = accumulate(lengths, initial=0.0)
    pitch, dash = whole / (_DASHES * 2), [edge[0]]
    for point, far in zip((*edge[1:], edge[0]), before, strict=True):
        if int(far / pitch) % 2 == 0:
            dash.append(point)
        else:
            if len(dash) > 1:
                sketch.path(dash, radius * 0.2, theme.last)
            dash = [point]
    return sketch.sprite()


@cached
def tick(theme: Theme, radius: float) -> Sprite:
    """The sign on a god that is ready."""
    sketch = Sketch.square(radius * 1.25)
    sketch.disc((0, 0), radius * 1.2, theme.halo)
    sketch.disc((0, 0), radius, theme.ink)
    points = ((-0.46, 0.04), (-0.12, 0.4), (0.48, -0.36))
    sketch.path([(x * radius, y * radius) for x, y in points], radius * 0.26, theme.halo)
    return sketch.sprite()


def _shield(radius: float) -> list[Point]:
    """A shield's outline, point down, so finely cut that dashes can follow it."""
    right = [(step / 12 * 0.86, -0.92 + 0.1 * math.sin(step / 12 * math.pi)) for step in range(13)]
    right += [(0.86, -0.92 + step / 8 * 0.8) for step in range(1, 9)]
    turns = [math.pi / 2 * step / 16 for step in range(1, 17)]
    right += [(0.86 * math.cos(turn), -0.12 + 1.16 * math.sin(turn)) for turn in turns]
    outline = right + [(-x, y) for x, y in reversed(right[1:-1])]
    return [(x * radius, y * radius) for x, y in outline]
