"""Panels, and counts of pieces by colour: what the parts below the reefs are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeAlias

from engines.reef.components import CORALS
from render.canvas import Canvas, Point, Sketch, Sprite
from render.theme import Colour, Theme

Piece: TypeAlias = Callable[[Theme, str, float], Sprite]
"""Draws a piece of a coral's colour, so wide."""
_FAINT = 0.22
"""The opacity of a piece of which there is none."""


def panel(canvas: Canvas, corner: Point, width: float, height: float, edge: Colour | None = None) -> None:
    """A rectangle with round corners and a line round it."""
    theme = canvas.theme
    size = (canvas.px(width), canvas.px(height))
    line = max(canvas.px(2 if edge is None else 3), 1)
    canvas.stamp(_panel(size, canvas.px(22), theme.panel, edge or theme.grid, line), *corner)


@lru_cache(32)
def _panel(size: tuple[int, int], radius: int, colour: Colour, edge: Colour, line: int) -> Sprite:
    width, height = size
    sketch = Sketch(0, 0, width, height)
    sketch.rounded((0, 0, width - 0.25, height - 0.25), radius, edge)
    box = (line, line, width - 0.25 - line, height - 0.25 - line)
    sketch.rounded(box, max(radius - line, 1), colour)
    return sketch.sprite()


def draw_counts(
    canvas: Canvas, counts: Sequence[int], piece: Piece, start: Point, *, step: float, width: float
) -> None:
    """How many there are of each colour, faint where there is none; `start` is the first one's middle."""
    theme = canvas.theme
    x, y = start
    for coral, count in zip(CORALS, counts, strict=True):
        sprite = piece(theme, coral, width * canvas.scale)
        if count:
            canvas.stamp(sprite, x, y)
            size = 28 if count < 10 else 23
            canvas.write(str(count), x + width * 0.56, y + 10, size, theme.ink, weight="bold")
        else:
            canvas.stamp(sprite, x, y, _FAINT)
        x += step
