"""The line below the board of Flic Flac: what it takes to win, and the signs that are on this picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from engines.flicflac.view import FlicFlacView
from render import legend
from render.canvas import Sketch, Sprite
from render.flicflac import signs
from render.flicflac.board import Ground
from render.theme import Colour, Theme

_DROP = 62.0
"""From the foot of the board to that of the letters."""
_SIGN = 1.3
"""The width of a sign, in sizes of the letters."""


def draw_legend(board: Ground, view: FlicFlacView, *, flipped: bool) -> None:
    """Draw it; `flipped` says whether a piece is marked as having just flipped."""
    theme = board.canvas.theme
    legend.draw_legend(
        board.canvas,
        f"{view.target} to win by {view.lead}",
        [legend.Entry(text, partial(_sign, theme, text), _SIGN) for text in _entries(view, flipped=flipped)],
        baseline=board.foot + _DROP,
        sizes=range(26, 17, -1),
        spacing=legend.Spacing(0.4, 0.85),
    )


def _entries(view: FlicFlacView, *, flipped: bool) -> Iterator[str]:
    """The words for the signs on the picture."""
    shown = {
        "would flip": view.reach is not None and bool(view.reach.flips),
        "flipped": flipped,
        "empowered": any(one.empowered for one in view.pieces),
        "free": any(one.free and not one.moved for one in view.pieces),
        "captor": any(one.captor for one in view.pieces),
        "falls": any(one.doomed for one in view.pieces),
    }
    return (text for text, needed in shown.items() if needed)


@lru_cache(64)
def _sign(theme: Theme, text: str, size: float) -> Sprite:
    radius = size * _SIGN / 2
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
