"""Marks of the last action in every game: a ring at its origin, an arrow, a ring at its target, another kind
of arrow for pushed pieces, and a cross for fallen ones; and marks of possible picks. Lengths in pixels.
"""

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from render.cache import cached
from render.canvas import Canvas, Point, Sketch, Sprite, between
from render.contract import Frame
from render.theme import Colour, Theme

Shaft: TypeAlias = Callable[[float, float, float, Theme], Sprite]
"""Draws an arrow from its anchor: how far across and down it goes, how thick it is, and the theme."""


class Place(NamedTuple):
    """Where something that may be picked is on a picture 1000 wide."""

    x: float
    y: float
    reach: float
    """The distance from its middle to the ring round it."""
    occupied: bool = True
    """Whether something is there: then the name is at the upper edge, else in the middle."""
    name: str = ""
    """The text if it is not the place's whole name."""
    rise: float = 1
    """The distance of an occupied place's name above the middle, in reaches."""


def draw_choices(canvas: Canvas, frame: Frame, places: Mapping[str, Place]) -> None:
    """Mark the possible picks (`Frame.choices`) and the picks so far (`Frame.chosen`).

    `places`: each place that a pick of this game may name. Raises ValueError for another.
    """
    for name in (*frame.chosen, *frame.choices):
        if name not in places:
            raise ValueError(f"There is no place “{name}” on this picture.")
    for name in frame.chosen:
        choice(canvas, places[name], name, chosen=True)
    for name in frame.choices:
        choice(canvas, places[name], name)


def draw_changed(canvas: Canvas, frame: Frame, places: Mapping[str, Place]) -> None:
    """Ring changes (`Frame.changed`): dashed where nothing is left.

    Places outside the shown part of the board, or marked otherwise, are ignored.
    """
    for name in frame.changed:
        if (place := places.get(name)) is not None:
            radius = place.reach * canvas.scale
            empty = not place.occupied
            ring = (
                left_ring(radius, canvas.theme, haloed=True) if empty else arrived_ring(radius, canvas.theme)
            )
            canvas.stamp(ring, place.x, place.y)


def choice(canvas: Canvas, place: Place, name: str, *, chosen: bool = False) -> None:
    """Mark a possible pick or, with two rings, one of the picks so far; with its name as on the button."""
    theme, (x, y, reach, occupied, short, rise) = canvas.theme, place
    middle = y - reach * rise if occupied else y
    canvas.stamp(choice_ring(reach * canvas.scale, theme, filled=not occupied, double=chosen), x, y)
    size = 32 if reach >= 36 else 28
    line = canvas.line(short or name, size, weight="bold")
    width, height = line.width / canvas.scale, size * 1.06
    if occupied or width > 1.6 * reach:
        half = max(width / 2 + size * 0.24, height / 2)
        middle = max(middle, height / 2)
        canvas.stamp(_plate(canvas.px(half), canvas.px(height / 2), theme), x, middle)
    canvas.put(line, x - width / 2, middle + size * 0.355, theme.on_reach)


@cached
def choice_ring(radius: float, theme: Theme, *, filled: bool = False, double: bool = False) -> Sprite:
    """The ring of a possible pick, with a dark edge; `filled` for an empty place, `double` once picked."""
    width = max(radius * 0.13, 4)
    sketch = Sketch.square(radius * 1.3 + 3 * width)
    if filled:
        sketch.disc((0, 0), radius, theme.on_reach)
        sketch.disc((0, 0), radius - width * 0.35, theme.reach)
    for outer in (radius, radius + width * 1.9)[filled : 1 + double]:
        sketch.ring((0, 0), outer, width * 1.8, theme.on_reach)
        sketch.ring((0, 0), outer, width, theme.reach)
    return sketch.sprite()


@cached
def _plate(half: int, rise: int, theme: Theme) -> Sprite:
    """The ground of a name."""
    sketch = Sketch(-half - 3, -rise - 3, half + 3, rise + 3)
    edge = max(rise * 0.12, 1)
    sketch.rounded((-half - edge, -rise - edge, half + edge, rise + edge), rise * 0.6, theme.on_reach)
    sketch.rounded((-half, -rise, half, rise), rise * 0.5, theme.reach)
    return sketch.sprite()


@cached
def left_ring(radius: float, theme: Theme, *, haloed: bool = False) -> Sprite:
    """The mark where a piece left: a dashed ring, with a halo if cells may be as dark or light as it."""
    sketch = Sketch.square(radius * 1.3)
    width = radius * 0.11
    if haloed:
        sketch.ring((0, 0), radius, width * 1.9, theme.halo)
    for dash in range(10):
        sketch.arc((0, 0), radius, (36 * dash - 9, 36 * dash + 11), width=width, colour=theme.last)
    return sketch.sprite()


@cached
def arrived_ring(radius: float, theme: Theme) -> Sprite:
    """The mark where a piece arrived: a solid ring, drawn round the piece."""
    sketch = Sketch.square(radius * 1.3)
    sketch.ring((0, 0), radius, radius * 0.2, theme.halo)
    sketch.ring((0, 0), radius, radius * 0.11, theme.last)
    return sketch.sprite()


@cached
def plus_badge(radius: float, theme: Theme, *, planned: bool = False) -> Sprite:
    """The sign on a piece that is new on the board, or that its player plans to put there."""
    ground, ink = (theme.halo, theme.last) if planned else (theme.last, theme.halo)
    sketch = Sketch.square(radius * 1.4)
    sketch.disc((0, 0), radius * 1.22, ink)
    sketch.disc((0, 0), radius, ground)
    for arm in (((-radius * 0.5, 0.0), (radius * 0.5, 0.0)), ((0.0, -radius * 0.5), (0.0, radius * 0.5))):
        sketch.path(arm, radius * 0.3, ink)
    return sketch.sprite()


@cached
def pushed_ring(radius: float, theme: Theme) -> Sprite:
    """The mark where a pushed piece arrived: a broken ring round it."""
    sketch = Sketch.square(radius * 1.3)
    for spare, width, colour in ((3, radius * 0.19, theme.halo), (0, radius * 0.11, theme.danger)):
        for dash in range(6):
            span = (60 * dash + 8 - spare, 60 * dash + 52 + spare)
            sketch.arc((0, 0), radius, span, width=width, colour=colour)
    return sketch.sprite()


@cached
def arrow(dx: float, dy: float, thick: float, theme: Theme, colour: Colour | None = None) -> Sprite:
    """The way of a mover: an arrow to (dx, dy), in the mover's colour where several act at once."""
    ink = theme.last if colour is None else colour
    sketch, shape = _arrow(dx, dy, thick)
    sketch.path((*shape, shape[0]), thick * 0.75, theme.halo)
    sketch.path((*shape, shape[0]), thick * 0.12, ink)
    sketch.polygon(shape, ink)
    return sketch.sprite()


@cached
def planned_arrow(dx: float, dy: float, thick: float, theme: Theme) -> Sprite:
    """The path of a move that only its player can see yet: a dashed arrow from the anchor to (dx, dy)."""
    sketch, shape = _arrow(dx, dy, thick)
    foot, neck, *head, neck_too, foot_too = shape
    length, dash = math.dist(foot, neck), thick * 1.5
    count = max(round((length + dash * 0.6) / (dash * 1.6)), 1)
    pieces = [[neck, *head, neck_too]]
    for index in range(count):
        far, near = (1 - (index + gap) / count for gap in (0.05 if count == 1 else 0.375, 1))
        ends = [between(foot, neck, share) for share in (near, far)]
        pieces.append([*ends, *(between(foot_too, neck_too, share) for share in (far, near))])
    for piece in pieces:
        sketch.path((*piece, piece[0]), thick * 0.75, theme.halo)
    for piece in pieces:
        sketch.polygon(piece, theme.last)
    return sketch.sprite()


@cached
def push_arrow(dx: float, dy: float, thick: float, theme: Theme) -> Sprite:
    """The way of something pushed: open chevrons from the anchor to (dx, dy)."""
    sketch, length, at = shaft(dx, dy, thick)
    pitch, wing = thick * 1.5, thick * 1.15
    tips = [length - thick * 0.35 - index * pitch for index in range(max(math.floor(length / pitch), 1))]
    for width, colour in ((thick * 1.3, theme.halo), (thick * 0.7, theme.danger)):
        for tip in tips:
            back = tip - wing * 0.85
            sketch.path((at(back, wing), at(tip, 0), at(back, -wing)), width, colour)
    return sketch.sprite()


def lay(
    canvas: Canvas, mark: Shaft, start: Point, end: Point, *, begin: float, stop: float, thick: float
) -> None:
    """Lay an arrow between two points of a picture 1000 wide, from `begin` to `stop` along the line."""
    length = math.dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    reach = (stop - begin) * canvas.scale
    sprite = mark(round(across * reach, 1), round(down * reach, 1), thick * canvas.scale, canvas.theme)
    canvas.stamp(sprite, start[0] + across * begin, start[1] + down * begin)


@cached
def cross(radius: float, theme: Theme) -> Sprite:
    """The mark where something fell: a cross."""
    sketch = Sketch.square(radius * 1.5)
    for width, colour in ((radius * 0.62, theme.halo), (radius * 0.36, theme.danger)):
        sketch.path(((-radius, -radius), (radius, radius)), width, colour)
        sketch.path(((-radius, radius), (radius, -radius)), width, colour)
    return sketch.sprite()


def shaft(dx: float, dy: float, thick: float) -> tuple[Sketch, float, Callable[[float, float], Point]]:
    """A sheet for an arrow, its length, and a function for the point at a distance along and aside of it."""
    spare = thick * 2.2
    sketch = Sketch(min(dx, 0) - spare, min(dy, 0) - spare, max(dx, 0) + spare, max(dy, 0) + spare)
    length = math.hypot(dx, dy)

    def at(far: float, aside: float) -> Point:
        return (dx * far - dy * aside) / length, (dy * far + dx * aside) / length

    return sketch, length, at


def _arrow(dx: float, dy: float, thick: float) -> tuple[Sketch, list[Point]]:
    """A sheet large enough for an arrow, and its outline."""
    sketch, length, at = shaft(dx, dy, thick)
    head = min(thick * 2.1, length * 0.75)
    return sketch, [
        at(0, -thick / 2),
        at(length - head, -thick / 2),
        at(length - head, -thick * 1.25),
        at(length, 0),
        at(length - head, thick * 1.25),
        at(length - head, thick / 2),
        at(0, thick / 2),
    ]
