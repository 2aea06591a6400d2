"""Panels, and counts of pieces by colour: what the parts below the reefs are made of."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engines.reef.components import CORALS
from render import header
from render.canvas import Canvas, Point, Sprite
from render.theme import Colour, Theme

Piece: TypeAlias = Callable[[Theme, str, float], Sprite]
"""Draws a piece of a coral's colour, so wide."""
_FAINT = 0.22
"""The opacity of a piece of which there is none."""


def panel(canvas: Canvas, corner: Point, width: float, height: float, edge: Colour | None = None) -> None:
    """A rectangle with round corners and a line round it, which is thicker in a colour of its own."""
    line = (canvas.theme.grid, 2) if edge is None else (edge, 3)
    canvas.stamp(header.panel(canvas, width, height, canvas.theme.panel, line), *corner)


def draw_counts(
    canvas: Canvas,
    counts: Sequence[int],
    piece: Piece,
    start: Point,
    *,
    step: float,
    width: float,
    numbers: bool = True,
) -> None:
    """How many there are of each colour, faint where there is none; `start` is the first one's middle."""
    theme = canvas.theme
    x, y = start
    for coral, count in zip(CORALS, counts, strict=True):
        sprite = piece(theme, coral, width * canvas.scale)
        canvas.stamp(sprite, x, y, 1 if count else _FAINT)
        if count and numbers:
            size = 28 if count < 10 else 23
            canvas.write(str(count), x + width * 0.56, y + 10, size, theme.ink, weight="bold")
        x += step
