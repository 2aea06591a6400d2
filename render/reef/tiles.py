"""Who eats whom: the ten coral tiles, each in its stronger coral's row and its weaker one's column."""

from functools import lru_cache

from engines.reef.components import CORALS
from engines.reef.view import TileView
from render.canvas import Canvas, Point, Sketch, Sprite
from render.reef.colours import ALGAE, FOAM
from render.reef.panel import panel
from render.reef.pieces import padlock, pill, polyp
from render.reef.plan import HALF, PANEL_HEIGHT
from render.theme import Theme, mix

_LEFT, _TOP = 58.0, 102.0
"""Where the columns and the rows begin in the panel."""
_ACROSS, _DOWN = 76.8, 64.5
_WIDE, _HIGH = 71.0, 42.0
"""The word of an alga on its ground."""
_POLYP = 42.0


def draw_tiles(
    canvas: Canvas, tiles: tuple[TileView, ...], corner: Point, changed: tuple[str | None, ...]
) -> None:
    """The panel; `changed` are the tiles that the last turn flipped or locked."""
    theme, scale = canvas.theme, canvas.scale
    left, top = corner
    panel(canvas, corner, HALF, PANEL_HEIGHT)
    used = canvas.write("Row eats column", left + 18, top + 36, 27, theme.ink, weight="bold")
    canvas.write("faint: if flipped", left + 18 + used + 14, top + 36, 25, theme.muted)
    for index, coral in enumerate(CORALS):
        sprite = polyp(theme, coral, _POLYP * scale)
        canvas.stamp(sprite, *_middle(corner, index, -1))
        canvas.stamp(sprite, *_middle(corner, -1, index))
        canvas.stamp(_nothing(theme, 7 * scale), *_middle(corner, index, index))
    for tile in tiles:
        row, column = CORALS.index(tile.stronger), CORALS.index(tile.weaker)
        x, y = _middle(corner, row, column)
        canvas.stamp(_ground(theme, tile, scale, changed=tile.id in changed), x, y)
        ink = FOAM if tile.locked else theme.ink
        canvas.write(tile.large, x, y + 8, 23, ink, weight="bold", anchor=0.5, width=_WIDE - 8, smallest=18)
        if tile.locked:
            canvas.stamp(padlock(theme, 21 * scale), x + _WIDE / 2 - 10, y - _HIGH / 2 - 2)
        else:
            x, y = _middle(corner, column, row)
            canvas.write(tile.small, x, y + 7, 21, theme.muted, anchor=0.5)


def _middle(corner: Point, row: int, column: int) -> Point:
    """The middle of a square; row and column -1 are the heads."""
    x = corner[0] + (34 if column < 0 else _LEFT + (column + 0.5) * _ACROSS)
    y = corner[1] + (74 if row < 0 else _TOP + (row + 0.5) * _DOWN)
    return x, y


def _ground(theme: Theme, tile: TileView, scale: float, *, changed: bool) -> Sprite:
    """Full where a cylinder locks the tile, else an outline."""
    colour = ALGAE[tile.large]
    edge = mix(colour, theme.ink, 0.28) if theme.name == "dark" else colour
    inner = colour if tile.locked else mix(theme.panel, colour, 0.28 if theme.name == "dark" else 0.14)
    return _box(_WIDE * scale, _HIGH * scale, inner, edge, theme if changed else None)


@lru_cache(64)
def _box(
    wide: float, high: float, colour: tuple[int, int, int], edge: tuple[int, int, int], marked: Theme | None
) -> Sprite:
    base = pill(wide - high * 0.14, high - high * 0.14, colour, edge, high * 0.07)
    if marked is None:
        return base
    sketch = Sketch.square(wide / 2 + high * 0.3)
    for spare, ink in ((0.16, marked.halo), (0.13, marked.last), (0.02, marked.halo)):
        reach = high * spare
        box = (-wide / 2 - reach, -high / 2 - reach, wide / 2 + reach, high / 2 + reach)
        sketch.rounded(box, high * 0.32 + reach, ink)
    return sketch.sprite().with_on_top(base)


@lru_cache(8)
def _nothing(theme: Theme, radius: float) -> Sprite:
    """Where a coral meets itself."""
    sketch = Sketch.square(radius)
    sketch.disc((0, 0), radius * 0.6, theme.grid)
    return sketch.sprite()
