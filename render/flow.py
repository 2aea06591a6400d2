"""Small items side by side, and below each other where they do not fit in one line."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from render.canvas import Canvas, Point, Sprite
from render.theme import Colour
from render.typeface import Weight

_NUMBER = 28.0
"""The size of numbers and words beside a piece."""
UNCOVERED = 872.0
"""How far right the lowest lines reach: Discord covers the corner to their right with a sign."""


class Item(NamedTuple):
    """A small thing to draw: a sign, a piece, a word."""

    width: float
    draw: Callable[[Point], object]
    """Draws the item with the middle of its left side at the point."""


def draw_flow(items: Iterable[Item], corner: Point, width: float, line: float, most: int) -> None:
    """Draw items in lines of this height and width, closer together if there would be more than `most`."""
    placed = list(items)
    share = 1.0
    while share > 0.5 and lines_of(placed, width, share) > most:
        share -= 0.05
    for item, (row, x) in zip(placed, _places(placed, width, share), strict=True):
        item.draw((corner[0] + x, corner[1] + line * (row + 0.5)))


def lines_of(items: Iterable[Item], width: float, share: float = 1.0) -> int:
    """How many lines of this width the items take, if each takes this share of its own width."""
    return _places(items, width, share)[-1][0] + 1


def _places(items: Iterable[Item], width: float, share: float) -> list[tuple[int, float]]:
    """The line of each item and its distance from the left, if each takes this share of its own width."""
    row, x = 0, 0.0
    found = []
    for item in items:
        if x and x + item.width * share > width:
            row, x = row + 1, 0.0
        found.append((row, x))
        x += item.width * share
    return found


def with_count(canvas: Canvas, sprite: Sprite, size: float, count: int, ink: Colour) -> Item:
    """A piece of this width with a number behind it."""
    return _signed(canvas, sprite, size, word(canvas, str(count), ink), 2)


def word(canvas: Canvas, text: str, ink: Colour, *, weight: Weight = "bold") -> Item:
    """A few letters."""
    line = canvas.line(text, _NUMBER, weight=weight)
    return Item(line.width / canvas.scale + 12, lambda at: canvas.put(line, at[0], at[1] + 10, ink))


def explained(canvas: Canvas, sprite: Sprite, size: float, text: str) -> Item:
    """A sign of this width with its meaning behind it, for a legend."""
    words = word(canvas, text, canvas.theme.muted, weight="medium")
    return _signed(canvas, sprite, size, words._replace(width=words.width + 20), 8)


def _signed(canvas: Canvas, sprite: Sprite, size: float, words: Item, gap: float) -> Item:
    def draw(point: Point) -> None:
        canvas.stamp(sprite, point[0] + size / 2, point[1])
        words.draw((point[0] + size + gap, point[1]))

    return Item(size + words.width + gap - 8, draw)
