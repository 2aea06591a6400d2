"""The line below the board of Flic Flac: what it takes to win, and the signs that are on this picture."""

from collections.abc import Callable
from functools import lru_cache, partial

from engines.flicflac.view import FlicFlacView
from render import legend
from render.canvas import Sketch, Sprite
from render.flicflac import signs
from render.flicflac.board import Ground
from render.theme import Colour

_DROP = 62.0
"""From the foot of the board to that of the letters."""
_SIGN = 1.3
"""The width of a sign, in sizes of the letters."""


def draw_legend(board: Ground, view: FlicFlacView, *, flipped: bool) -> None:
    """Draw it; `flipped` says whether a piece is marked as having just flipped."""
    theme, pieces = board.canvas.theme, view.pieces
    would_flip = view.reach is not None and bool(view.reach.flips)
    rows: tuple[tuple[str, bool, Callable[[float], Sprite], float], ...] = (
        ("would flip", would_flip, partial(signs.dot, theme, flips=True), 1),
        ("flipped", flipped, partial(signs.flip, theme), 0.9),
        ("empowered", any(one.empowered for one in pieces), partial(signs.star, theme), 0.9),
        ("free", any(one.free and not one.moved for one in pieces), partial(_loop, theme.accent_edge), 0.85),
        ("captor", any(one.captor for one in pieces), partial(signs.health, theme, 1, captor=True), 1.35),
        ("falls", any(one.doomed for one in pieces), partial(signs.health, theme, -1, captor=False), 1.35),
    )
    legend.draw_legend(
        board.canvas,
        f"{view.target} to win by {view.lead}",
        [
            legend.Entry(words, partial(_sized, sign, share), _SIGN)
            for words, shown, sign, share in rows
            if shown
        ],
        baseline=board.foot + _DROP,
        sizes=range(26, 17, -1),
        spacing=legend.Spacing(0.4, 0.85),
    )


def _sized(sign: Callable[[float], Sprite], share: float, size: float) -> Sprite:
    """A sign beside letters of this size; `share` is its radius in halves of its width."""
    return sign(size * _SIGN / 2 * share)


@lru_cache(16)
def _loop(colour: Colour, radius: float) -> Sprite:
    """A free piece's ring without its piece."""
    sketch = Sketch.square(radius * 1.3)
    sketch.ring((0, 0), radius, radius * 0.34, colour)
    return sketch.sprite()
