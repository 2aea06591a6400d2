"""The four gods at the corners, and the ways between them. Lengths are for a picture 1000 wide.

Between two gods there are two ways, as on a road: an action against another god is on its own right side, and
the other's defence against it is at the end of the same way. So each of the twelve ways shows one of four
things: nothing, a hit, a block, or a defence that met no attack.
"""

import math
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from engines.contract import Seat
from render import marks
from render.canvas import Canvas, Point, Sketch, Sprite, between
from render.gods import signs
from render.gods.colours import colour_of
from render.header import HEADER_HEIGHT
from render.theme import Theme, mix

EMBLEM = 68.0
"""The radius of a god's emblem."""
_WIDE, _HIGH = 580.0, 318.0
"""The distances between the middles of the emblems, across and down."""
_TOP = HEADER_HEIGHT + 46 + EMBLEM
SPOTS: tuple[Point, ...] = tuple(
    (500 + across * _WIDE / 2, _TOP + down * _HIGH) for down in (0, 1) for across in (-1, 1)
)
"""The middles of the emblems: red and blue above, green and orange below."""
FOOT = _TOP + _HIGH + EMBLEM + 52
"""Where the gods' rows begin, below the names of the lower ones."""

_ASIDE = 23.0
"""The distance from the line between two gods to the ways beside it."""
_BEGIN = EMBLEM + 22
_HIT = EMBLEM + 12
"""The distance from the target's middle to the tip of an attack that hits."""
_SHIELD, _SHIELD_ACROSS = EMBLEM + 56, EMBLEM + 100
"""The distance from the defender's middle to its shield; on a diagonal, which begins close to other ways."""
_SHIELD_RADIUS = 26.0
_THICK = 19.0

Fate: TypeAlias = Literal["hit", "blocked", "wasted", "attack planned", "defence planned"]


class Way(NamedTuple):
    """An attack on the way from one god to another, or a defence at the end of it, and what came of it."""

    attacker: Seat
    target: Seat
    fate: Fate


def draw_roads(canvas: Canvas) -> None:
    """Draw the faint lines between the gods, which never change."""
    for seat in range(4):
        for other in range(4):
            if seat != other:
                start, end, length = _way(seat, other)
                marks.lay(canvas, _road, start, end, begin=_BEGIN, stop=length - _BEGIN, thick=3)


def draw_ways(canvas: Canvas, ways: tuple[Way, ...]) -> None:
    """Draw all attacks and defences, done or planned: shields above arrows."""
    for way in sorted(ways, key=lambda way: way.fate == "hit"):
        _draw_attack(canvas, way)
    for way in ways:
        _draw_shield(canvas, way)


def _draw_attack(canvas: Canvas, way: Way) -> None:
    start, end, length = _way(way.attacker, way.target)
    colour = colour_of(canvas.theme, way.attacker)
    shaft: marks.Shaft = marks.planned_arrow
    stop, thick = length - _HIT, _THICK
    match way.fate:
        case "hit":
            _stamp_at(canvas, signs.burst(canvas.theme, 31 * canvas.scale), end, start, _HIT - 2)
            shaft = partial(marks.arrow, colour=colour)
        case "blocked":
            shaft = partial(signs.blocked, colour=colour)
            stop, thick = length - _shield(way) - _SHIELD_RADIUS - 12, _THICK * 0.9
        case "wasted" | "defence planned":
            return
    marks.lay(canvas, shaft, start, end, begin=_BEGIN, stop=stop, thick=thick)


def _draw_shield(canvas: Canvas, way: Way) -> None:
    theme, radius = canvas.theme, _SHIELD_RADIUS * canvas.scale
    if way.fate == "defence planned":
        sprite = signs.planned_shield(theme, radius)
    elif way.fate in ("blocked", "wasted"):
        colour = colour_of(theme, way.target)
        sprite = signs.shield(theme, radius, colour, used=way.fate == "blocked")
    else:
        return
    start, end, _ = _way(way.attacker, way.target)
    _stamp_at(canvas, sprite, end, start, _shield(way))


def _shield(way: Way) -> float:
    """The distance of a shield from its defender."""
    return _SHIELD_ACROSS if way.attacker + way.target == 3 else _SHIELD


def _way(attacker: Seat, target: Seat) -> tuple[Point, Point, float]:
    """Where the way between two gods begins and ends, beside their middles, and its length."""
    (x, y), (to_x, to_y) = SPOTS[attacker], SPOTS[target]
    length = math.dist((x, y), (to_x, to_y))
    across, down = -(to_y - y) / length * _ASIDE, (to_x - x) / length * _ASIDE
    return (x + across, y + down), (to_x + across, to_y + down), length


def _stamp_at(canvas: Canvas, sprite: Sprite, end: Point, start: Point, far: float) -> None:
    """Stamp a sprite on a way, at the distance `far` before its end."""
    canvas.stamp(sprite, *between(end, start, far / math.dist(start, end)))


def _road(dx: float, dy: float, thick: float, theme: Theme) -> Sprite:
    sketch = Sketch(min(dx, 0) - 4, min(dy, 0) - 4, max(dx, 0) + 4, max(dy, 0) + 4)
    sketch.path(((0, 0), (dx, dy)), max(thick, 1), mix(theme.surface, theme.grid, 0.75))
    return sketch.sprite()
