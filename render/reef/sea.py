"""The open sea: its five spaces clockwise, the alga between them, the bonus row, the bag and the supplies."""

from engines.reef.components import ALGAE, Coral
from engines.reef.counts import singly
from engines.reef.view import Marks, ReefView, SpaceView
from render.canvas import Canvas, Point, Sprite
from render.reef.colours import ALGAE as ALGA_COLOURS
from render.reef.colours import FOAM, WATERS
from render.reef.panel import draw_counts
from render.reef.pieces import laid_ring, larva, pill, polyp, ripples
from render.reef.plan import CELL, HALF, PANEL_HEIGHT
from render.theme import Theme, mix

_WIDE, _HIGH = 136.0, 108.0
"""A space."""
_TILE = 40.0
_PLACES: tuple[tuple[int, int], ...] = ((0, 0), (1, 0), (2, 0), (2, 1), (0, 1))
"""Column and row of the spaces, clockwise from white; the alga's place is between the last two."""


def draw_sea(canvas: Canvas, view: ReefView, corner: Point, changed: Marks | None) -> None:
    """The panel; `changed` is what the last turn took and the refill that followed."""
    theme = canvas.theme
    left, top = corner
    step = CELL * 0.62 * canvas.scale
    canvas.stamp(ripples(theme, canvas.px(HALF), canvas.px(PANEL_HEIGHT), step), left, top)
    used = canvas.write("Open sea", left + 18, top + 36, 27, theme.ink, weight="bold")
    canvas.write("×: worth", left + 18 + used + 14, top + 36, 25, WATERS[theme.name].ink)
    canvas.write(f"Bag {view.bag}", left + HALF - 18, top + 36, 27, theme.ink, weight="bold", anchor=1)
    added = {} if changed is None else dict(changed.filled)
    for space, (column, row) in zip(view.sea, _PLACES, strict=True):
        middle = _middle(corner, column, row)
        marked = changed is not None and changed.collected == space.colour
        _draw_space(canvas, space, middle, added.get(space.colour), marked=marked)
    _draw_cylinder(canvas, view, _middle(corner, 1, 1))
    ink = WATERS[theme.name].ink
    y = top + 310
    canvas.write("Bonus", left + 18, y + 9, 25, ink)
    if view.bonus_closed:
        canvas.write("closed: no more growth", left + 112, y + 9, 25, ink)
    else:
        draw_counts(canvas, view.bonus, polyp, (left + 132, y), step=65, width=38, numbers=False)
    canvas.write("Cubes", left + 18, y + 53, 25, ink)
    draw_counts(canvas, view.cubes, larva, (left + 132, y + 44), step=65, width=34)
    _draw_supply(canvas, view, (left, y + 88))


def _middle(corner: Point, column: int, row: int) -> Point:
    return (
        corner[0] + 12 + _WIDE / 2 + column * (_WIDE + 9),
        corner[1] + 52 + _HIGH / 2 + row * (_HIGH + 10),
    )


def _draw_space(
    canvas: Canvas, space: SpaceView, middle: Point, added: Coral | None, *, marked: bool
) -> None:
    """Its cube, what its colour is worth, and its tiles, ringed the one that the refill has `added`."""
    theme, scale = canvas.theme, canvas.scale
    water = WATERS[theme.name]
    x, y = middle
    edge, line = (theme.last, 4.0) if marked else (water.rim, 2.0)
    canvas.stamp(pill(_WIDE * scale, _HIGH * scale, water.rock, edge, line * scale), x, y)
    canvas.stamp(larva(theme, space.colour, 42 * scale), x - 38, y - 26, 1 if space.cube else 0.3)
    canvas.write(f"×{space.value}", x + 54, y - 15, 34, theme.ink, weight="bold", anchor=1)
    tiles = singly(space.tiles)
    pitch = min(_TILE + 2, (_WIDE - _TILE) / max(len(tiles) - 1, 1))
    for index, coral in enumerate(tiles):
        canvas.stamp(polyp(theme, coral, _TILE * scale), x - 43 + index * pitch, y + 27)
    if added in tiles:
        canvas.stamp(laid_ring(theme, _TILE * scale), x - 43 + tiles.index(added) * pitch, y + 27)


def _draw_cylinder(canvas: Canvas, view: ReefView, middle: Point) -> None:
    """The place for the alga that was played last."""
    theme, scale = canvas.theme, canvas.scale
    x, y = middle
    water = WATERS[theme.name]
    alga = view.sea_cylinder
    canvas.write("Alga", x, y - 20, 25, water.ink, anchor=0.5)
    if alga is None:
        canvas.stamp(pill(96 * scale, 40 * scale, water.deep, water.rim, 2 * scale), x, y + 18)
        canvas.write("none", x, y + 26, 25, water.ink, anchor=0.5)
        return
    canvas.stamp(_drop(theme, alga, 96 * scale, 42 * scale), x, y + 18)
    canvas.write(alga, x, y + 27, 26, FOAM, weight="bold", anchor=0.5, width=88, smallest=22)


def _drop(theme: Theme, alga: str, width: float, height: float) -> Sprite:
    colour = ALGA_COLOURS[alga]
    return pill(width, height, colour, mix(colour, theme.ink, 0.35), height * 0.04)


def _draw_supply(canvas: Canvas, view: ReefView, corner: Point) -> None:
    """The cylinders that nobody has played, with their words."""
    theme, scale = canvas.theme, canvas.scale
    for index, (alga, count) in enumerate(zip(ALGAE, view.cylinders, strict=True)):
        x, y = corner[0] + 65 + 107 * index, corner[1]
        canvas.stamp(_drop(theme, alga, 99 * scale, 37 * scale), x, y)
        canvas.write(f"{alga} {count}", x, y + 8, 23, FOAM, weight="bold", anchor=0.5, width=94, smallest=19)
