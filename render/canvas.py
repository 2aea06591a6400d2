"""Drawing tools: sprites drawn large once and cached, and the picture that they are pasted on.

Pillow draws hard edges. So every shape is drawn several times too large on a `Sketch`, scaled down once, and
only pasted from then on; text is antialiased by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw, ImageFilter

from render.text import Line, fit, layout
from render.theme import Colour, Theme
from render.typeface import Weight

Point: TypeAlias = tuple[float, float]

_FINER = 4
"""How many times finer than its sprite a sketch is."""


class Sprite(NamedTuple):
    """A small picture, with transparency unless it is RGB, and the point in it that is put where it is
    stamped.
    """

    image: Image.Image
    anchor: tuple[int, int]

    def with_on_top(self, other: Sprite) -> Sprite:
        """This sprite with another drawn on it, anchor on anchor."""
        (left, top), (other_left, other_top) = self.anchor, other.anchor
        at = left - other_left, top - other_top
        self.image.alpha_composite(other.image, at)
        return self


class Sketch:
    """A sheet on which a sprite is drawn, in pixels of the sprite, the origin at its anchor.

    A shape replaces the pixels below it, also where it is transparent.
    """

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        """How far the sheet reaches from the anchor: `left` and `top` are zero or negative."""
        self._left, self._top = math.floor(left), math.floor(top)
        width, height = math.ceil(right) - self._left, math.ceil(bottom) - self._top
        self._image = Image.new("RGBA", (width * _FINER, height * _FINER))
        self._draw = ImageDraw.Draw(self._image)

    @classmethod
    def square(cls, reach: float) -> Sketch:
        """A sheet that reaches equally far to all sides."""
        return cls(-reach, -reach, reach, reach)

    def polygon(self, points: Iterable[Point], colour: Colour) -> None:
        """A filled polygon."""
        self._draw.polygon([self._at(point) for point in points], _ink(colour))

    def disc(self, centre: Point, radius: float, colour: Colour, opacity: float = 1) -> None:
        """A filled circle."""
        self._draw.ellipse(self._round(centre, radius), _ink(colour, opacity))

    def ring(self, centre: Point, radius: float, width: float, colour: Colour, opacity: float = 1) -> None:
        """A circle's line; `radius` is that of its middle."""
        box = self._round(centre, radius + width / 2)
        self._draw.ellipse(box, None, _ink(colour, opacity), round(width * _FINER))

    def arc(
        self, centre: Point, radius: float, span: tuple[float, float], *, width: float, colour: Colour
    ) -> None:
        """A part of a circle's line; `span` in degrees clockwise from the right."""
        box = self._round(centre, radius + width / 2)
        self._draw.arc(box, *span, _ink(colour), round(width * _FINER))

    def path(self, points: Sequence[Point], width: float, colour: Colour) -> None:
        """A line through the points with round ends and corners."""
        ink = _ink(colour)
        self._draw.line([self._at(point) for point in points], ink, round(width * _FINER))
        for point in points:
            self._draw.ellipse(self._round(point, width / 2), ink)

    def rounded(
        self, box: tuple[float, float, float, float], radius: float, colour: Colour, opacity: float = 1
    ) -> None:
        """A filled rectangle with round corners."""
        left, top, right, bottom = box
        corners = (*self._at((left, top)), *self._at((right, bottom)))
        self._draw.rounded_rectangle(corners, radius * _FINER, _ink(colour, opacity))

    def letters(self, text: str, weight: Weight, size: float, centre: Point, colour: Colour) -> None:
        """A short text, its capitals centred on the point."""
        line = layout(text, weight, round(size * _FINER))
        x, y = self._at(centre)
        start, baseline = x - line.width / 2, y + line.cap_height / 2
        line.draw(self._image, start, baseline, colour)

    def sprite(self, shadow: Shadow | None = None) -> Sprite:
        """The finished sprite, over its shadow if it throws one, without the empty rim of the sheet."""
        image = self._image.reduce(_FINER)
        if shadow is not None:
            alpha = image.getchannel("A").filter(ImageFilter.GaussianBlur(shadow.blur))
            moved = Image.new("L", image.size)
            moved.paste(
                alpha.point([round(level * shadow.opacity) for level in range(256)]), (0, round(shadow.drop))
            )
            ground = Image.new("RGBA", image.size, (*shadow.colour, 0))
            ground.putalpha(moved)
            ground.alpha_composite(image)
            image = ground
        left, top, right, bottom = image.getbbox() or (0, 0, 1, 1)
        anchor = -self._left - left, -self._top - top
        return Sprite(image.crop((left, top, right, bottom)), anchor)

    def _at(self, point: Point) -> Point:
        return (point[0] - self._left) * _FINER, (point[1] - self._top) * _FINER

    def _round(self, centre: Point, radius: float) -> tuple[float, float, float, float]:
        x, y = self._at(centre)
        reach = radius * _FINER
        far = max(reach - 1, -reach)
        return x - reach, y - reach, x + far, y + far


class Shadow(NamedTuple):
    """A soft shadow below a sprite; lengths in pixels."""

    colour: Colour
    opacity: float
    drop: float
    blur: float

    @classmethod
    def of_piece(cls, theme: Theme, size: float) -> Shadow:
        """The shadow of a piece, `size` pixels from its middle to its edge."""
        return cls(theme.shadow, 0.55, max(size * 0.07, 1), max(size * 0.07, 0.5))


class Canvas:
    """A picture under work. Lengths are given for a picture 1000 wide and scaled to its real width."""

    def __init__(self, image: Image.Image, theme: Theme) -> None:
        self.image = image
        self.theme = theme
        self.scale = image.width / 1000

    @classmethod
    def blank(cls, width: int, height: float, theme: Theme) -> Canvas:
        """An empty picture `width` pixels wide; `height` as for a width of 1000."""
        return cls(Image.new("RGB", (width, round(height * width / 1000)), theme.surface), theme)

    def px(self, length: float) -> int:
        """A length in whole pixels of this picture."""
        return round(length * self.scale)

    def stamp(self, sprite: Sprite, x: float, y: float, opacity: float = 1) -> None:
        """Put a sprite with its anchor at a point, with the given opacity (0 .. 1)."""
        image, (left, top) = sprite
        mask = image if image.mode == "RGBA" else None
        if opacity < 1:
            mask = image.getchannel("A").point([round(level * opacity) for level in range(256)])
        at = self.px(x) - left, self.px(y) - top
        self.image.paste(image, at, mask)

    def write(
        self,
        text: str,
        x: float,
        baseline: float,
        size: float,
        colour: Colour,
        *,
        weight: Weight = "medium",
        anchor: float = 0,
        width: float | None = None,
        smallest: float | None = None,
        ltr: bool = False,
    ) -> float:
        """Write a line and return its width. `anchor`: 0 starts at `x`, 0.5 is centred on it, 1 ends there.

        With `width` it is made to fit: smaller down to `smallest`, then cut short. `ltr`: `layout`.
        """
        line = self.line(text, size, weight=weight, width=width, smallest=smallest, ltr=ltr)
        self.put(line, x - anchor * line.width / self.scale, baseline, colour)
        return line.width / self.scale

    def line(
        self,
        text: str,
        size: float,
        *,
        weight: Weight = "medium",
        width: float | None = None,
        smallest: float | None = None,
        ltr: bool = False,
    ) -> Line:
        """The line that `write` would draw; its width is in pixels."""
        if width is None:
            return layout(text, weight, self.px(size), ltr=ltr)
        least = None if smallest is None else self.px(smallest)
        return fit(text, weight, self.px(size), max(self.px(width), 1), least, ltr=ltr)

    def put(self, line: Line, x: float, baseline: float, colour: Colour) -> None:
        """Draw a line that was laid out before."""
        line.draw(self.image, x * self.scale, baseline * self.scale, colour)


def polar(length: float, degrees: float) -> Point:
    """The point at this distance from the origin, at this angle in degrees clockwise from straight up."""
    angle = math.radians(degrees)
    return length * math.sin(angle), -length * math.cos(angle)


def star(points: int, outer: float, inner: float) -> list[Point]:
    """The outline of a star with this number of points, one of them straight up."""
    return [polar(inner if step % 2 else outer, 180 * step / points) for step in range(2 * points)]


def rounded_corners(points: Sequence[Point], radius: float) -> list[Point]:
    """A convex polygon with each corner replaced by a curve that begins `radius` before it."""
    result: list[Point] = []
    steps = 6
    for before, corner, after in zip(
        (points[-1], *points[:-1]), points, (*points[1:], points[0]), strict=True
    ):
        start, end = _towards(corner, before, radius), _towards(corner, after, radius)
        for step in range(steps + 1):
            share = step / steps
            result.append(curve(start, corner, end, share))
    return result


def curve(start: Point, bend: Point, end: Point, share: float) -> Point:
    """The point at this share of the way along a curve that begins and ends in the direction of the bend."""
    return between(between(start, bend, share), between(bend, end, share), share)


def cut(points: Sequence[Point], normal: Point, reach: float) -> list[Point]:
    """The part of a convex polygon that lies no farther than `reach` along `normal` from the origin."""
    result: list[Point] = []
    for one, other in zip(points, (*points[1:], *points[:1]), strict=True):
        here = one[0] * normal[0] + one[1] * normal[1] - reach
        there = other[0] * normal[0] + other[1] * normal[1] - reach
        if here <= 0:
            result.append(one)
        if here * there < 0:
            result.append(between(one, other, here / (here - there)))
    return result


def between(one: Point, other: Point, share: float) -> Point:
    """The point at this share of the way from one to the other."""
    return one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def _towards(start: Point, goal: Point, length: float) -> Point:
    return between(start, goal, min(length / math.dist(start, goal), 0.5))


def _ink(colour: Colour, opacity: float = 1) -> tuple[int, int, int, int]:
    return (*colour, round(opacity * 255))
