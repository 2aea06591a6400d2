"""The line below the board of Flic Flac: what it takes to win, and the signs that are on this picture."""

from __future__ import annotations

from functools import lru_cache

from engines.flicflac.view import FlicFlacView
from render.canvas import Sketch, Sprite
from render.flicflac import signs
from render.flicflac.board import Ground
from render.header import MARGIN
from render.theme import Colour, Theme

_SIZES = range(26, 17, -1)
"""Of the letters: the largest that lets everything stand on one line."""
_DROP = 62.0
"""From the foot of the board to that of the letters."""
_SIGN, _BESIDE, _BETWEEN = 1.3, 0.4, 0.85
"""The width of a sign, and the room after it and before the next, in sizes of the letters."""


def draw_legend(board: Ground, view: FlicFlacView, *, flipped: bool) -> None:
    """Draw it; `flipped` says whether a piece is marked as having just flipped."""
    canvas, theme = board.canvas, board.canvas.theme
    entries = _entries(view, flipped=flipped)
    left = f"{view.target} to win by {view.lead}"
    for size in _SIZES:
        words = sum(canvas.line(text, size).width for text in (left, *entries)) / canvas.scale
        if words + len(entries) * size * (_SIGN + _BESIDE + _BETWEEN) <= 1000 - 2 * MARGIN:
            break
    baseline = board.foot + _DROP
    canvas.write(left, MARGIN, baseline, size, theme.muted)
    x = 1000 - MARGIN
    for text in reversed(entries):
        x -= canvas.write(text, x, baseline, size, theme.muted, anchor=1) + size * (_BESIDE + _SIGN / 2)
        canvas.stamp(_sign(theme, text, size * _SIGN / 2 * canvas.scale), x, baseline - size * 0.36)
        x -= size * (_SIGN / 2 + _BETWEEN)


def _entries(view: FlicFlacView, *, flipped: bool) -> list[str]:
    """The words for the signs on the picture."""
    shown = {
        "would flip": view.reach is not None and bool(view.reach.flips),
        "flipped": flipped,
        "empowered": any(one.empowered for one in view.pieces),
        "free": any(one.free and not one.moved for one in view.pieces),
        "captor": any(one.captor for one in view.pieces),
        "falls": any(one.doomed for one in view.pieces),
    }
    return [text for text, needed in shown.items() if needed]


@lru_cache(64)
def _sign(theme: Theme, text: str, radius: float) -> Sprite:
    match text:
        case "would flip":
            return signs.dot(theme, radius, flips=True)
        case "flipped":
            return signs.flip(theme, radius * 0.9)
        case "empowered":
            return signs.star(theme, radius * 0.9)
        case "free":
            return _loop(theme.accent_edge, radius * 0.85)
        case "captor":
            return signs.health(theme, 1, radius * 1.35, captor=True)
        case _:
            return signs.health(theme, -1, radius * 1.35, captor=False)


def _loop(colour: Colour, radius: float) -> Sprite:
    """A free piece's ring without its piece."""
    sketch = Sketch.square(radius * 1.3)
    sketch.ring((0, 0), radius, radius * 0.34, colour)
    return sketch.sprite()
