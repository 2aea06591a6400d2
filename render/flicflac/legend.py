"""The winning condition and the signs of this picture, in the lower corners beside the board."""

from collections.abc import Callable
from functools import partial

from engines.flicflac.view import FlicFlacView
from render.cache import cached
from render.canvas import Sketch, Sprite
from render.flicflac import signs
from render.flicflac.board import HEIGHT, Ground
from render.flicflac.colours import falling
from render.theme import Colour

_SIZE = 28.0
_STEP = 35.0
_LEFT = 12.0


def draw_legend(board: Ground, view: FlicFlacView, *, flipped: bool, flips: bool) -> None:
    """Draw the legend. `flipped`: a piece is marked as having just flipped; `flips`: a cell is marked where a
    piece that goes there flips.
    """
    canvas, theme, pieces = board.canvas, board.canvas.theme, view.pieces
    falls = view.phase != "over" and any(one.doomed for one in pieces)
    left: tuple[tuple[str, bool, Callable[[float], Sprite]], ...] = (
        ("empowered", any(one.empowered for one in pieces), partial(signs.star, theme)),
        ("to move", any(one.free and not one.moved for one in pieces), partial(_loop, theme.accent_edge)),
        ("flipped" if flipped else "flips", flipped or flips, partial(signs.flip, theme)),
    )
    right: tuple[tuple[str, bool, Callable[[float], Sprite]], ...] = (
        ("falls", falls, partial(_patch, falling(theme), theme.ink)),
        ("strikes", any(one.captor for one in pieces), partial(_patch, theme.accent, theme.on_accent)),
    )
    foot = HEIGHT - 16
    canvas.write(f"{view.target} to win by {view.lead}", _LEFT, foot, _SIZE, theme.muted)
    # Discord covers the lower right corner with a sign.
    for entries, start, first in ((left, _LEFT, 1), (right, 1000 - _LEFT - 122, 2)):
        for row, (words, sign) in enumerate(((words, sign) for words, on, sign in entries if on), first):
            canvas.stamp(sign(12 * canvas.scale), start + 13, foot - row * _STEP - 10)
            canvas.write(words, start + 32, foot - row * _STEP, _SIZE, theme.muted)


@cached
def _loop(colour: Colour, radius: float) -> Sprite:
    """A free piece's ring without its piece."""
    sketch = Sketch.square(radius * 1.3)
    sketch.ring((0, 0), radius, radius * 0.34, colour)
    return sketch.sprite()


@cached
def _patch(colour: Colour, edge: Colour, radius: float) -> Sprite:
    """The ground of a health."""
    sketch = Sketch.square(radius * 1.3)
    sketch.rounded((-radius, -radius, radius, radius), radius * 0.4, edge)
    half = radius * 5 / 6
    sketch.rounded((-half, -half, half, half), radius * 0.3, colour)
    return sketch.sprite()
