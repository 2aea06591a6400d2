"""The line below a board: a few words, then the signs that are on this picture, each before its own words."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from render.canvas import Canvas, Sprite

_MARGIN = 40.0


class Entry(NamedTuple):
    """A sign and what it means."""

    words: str
    sign: Callable[[float], Sprite]
    """Draws it for letters of this size in pixels; its anchor is in its middle."""
    width: float
    """Of the sign, in sizes of the letters."""


class Spacing(NamedTuple):
    """Room between the parts, in sizes of the letters."""

    after_sign: float
    between_entries: float


def draw_legend(
    canvas: Canvas,
    words: str,
    entries: Sequence[Entry],
    *,
    baseline: float,
    sizes: Iterable[int],
    spacing: Spacing,
) -> None:
    """Draw it in the first of the sizes that lets everything stand on one line, or else in the last."""
    ink = canvas.theme.muted
    size = 0
    for size in sizes:
        letters = sum(canvas.line(text, size).width for text in (words, *(one.words for one in entries)))
        rest = sum(one.width + sum(spacing) for one in entries) * size
        if letters / canvas.scale + rest <= 1000 - 2 * _MARGIN:
            break
    canvas.write(words, _MARGIN, baseline, size, ink)
    x = 1000 - _MARGIN
    for entry in reversed(entries):
        x -= canvas.write(entry.words, x, baseline, size, ink, anchor=1) + size * spacing.after_sign
        x -= entry.width * size / 2
        canvas.stamp(entry.sign(size * canvas.scale), x, baseline - size * 0.36)
        x -= (entry.width / 2 + spacing.between_entries) * size
