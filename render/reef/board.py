"""The reefs: rock, sand, corals, the shrimps that guard them, and the changes of the last turn."""

import math
from itertools import product
from typing import NamedTuple

from PIL import Image

from engines.reef.components import BOARDS, Cell, board_of, place
from engines.reef.view import BoardView, Marks, PlayerView, PolypView, ReefView
from render import marks
from render.cache import cached, cached_ground
from render.canvas import Canvas, Point, Sketch, Sprite
from render.contract import Frame, ThemeName
from render.reef.colours import WATERS
from render.reef.pieces import Around, laid_ring, polyp, ripples, shrimp, star
from render.reef.plan import COLUMNS, ROWS, Plan
from render.theme import THEMES, Theme

RING = 0.43
"""The radius of the marks round a cell's polyp, in widths of a cell."""
_SHRIMP = 0.22
_ASIDE = 0.25
"""The distance of a shrimp from its cell's middle, to leave room for the letter beside it."""
_AROUND = {*product((-1, 0, 1), repeat=2)} - {(0, 0)}


class Ground(NamedTuple):
    """The empty reefs and where their cells are, in lengths of a picture 1000 wide."""

    canvas: Canvas
    cell: float
    """The width of a cell."""
    spots: dict[Cell, Point]
    """The middle of each cell."""

    @property
    def size(self) -> float:
        """The width of a cell in pixels."""
        return self.cell * self.canvas.scale

    def guard(self, cell: Cell) -> Point:
        """The position of a shrimp on a cell."""
        x, y = self.spots[cell]
        return x + _ASIDE * self.cell, y + _ASIDE * self.cell


def ground(names: tuple[str, ...], places: Plan, theme: ThemeName, width: int) -> Ground:
    """The empty reefs with these names, to draw on."""
    canvas = Canvas(_empty(names, places, theme, width), THEMES[theme])
    cells = [(number, cell) for number, name in enumerate(names) for cell in BOARDS[name].cells]
    return Ground(canvas, places.cell, {cell: places.spot(number, cell) for number, cell in cells})


@cached_ground
def _empty(names: tuple[str, ...], places: Plan, theme: ThemeName, width: int) -> Image.Image:
    canvas = Canvas.blank(width, places.height, THEMES[theme])
    _draw_rims(canvas, places)
    for name, corner in zip(names, places.reefs, strict=True):
        canvas.stamp(_empty_reef(name, theme, width, places.cell), *corner)
    return canvas.image


@cached
def _empty_reef(name: str, theme_name: ThemeName, width: int, cell: float) -> Sprite:
    """A reef without polyps, in a picture of this width. The anchor is its first cell's corner."""
    theme, scale = THEMES[theme_name], width / 1000
    size = round(COLUMNS * cell * scale), round(ROWS * cell * scale)
    water = ripples(theme, *size, cell * 0.62 * scale).image
    canvas = Canvas(water.convert("RGB"), theme)
    canvas.scale = scale
    ink = WATERS[theme_name].ink
    canvas.write(name, cell / 2, cell / 2 + 10, 30, ink, weight="bold", anchor=0.5)
    board = BOARDS[name]
    for one in board.cells:
        column, row = ord(one[-2]) - ord("A"), int(one[-1]) - 1
        growth = one == board.growth
        canvas.stamp(_rock(theme, cell * scale, growth=growth), (column + 0.5) * cell, (row + 0.5) * cell)
    image = canvas.image.convert("RGBA")
    image.info.update(canvas.image.info)
    image.putalpha(water.getchannel("A"))
    return Sprite(image, (0, 0))


def _draw_rims(canvas: Canvas, places: Plan) -> None:
    """Write the names of columns above the upper reefs, those of rows to the left of the left ones."""
    ink, (left, top) = canvas.theme.muted, places.reefs[0]
    for x in dict.fromkeys(corner[0] for corner in places.reefs):
        for column in range(COLUMNS):
            middle = x + (column + 0.5) * places.cell
            canvas.write("abcdefg"[column], middle, top - 8, 28, ink, anchor=0.5)
    for y in dict.fromkeys(corner[1] for corner in places.reefs):
        for row in range(ROWS):
            canvas.write(str(row + 1), left - 7, y + (row + 0.5) * places.cell + 10, 28, ink, anchor=1)


@cached
def _rock(theme: Theme, width: float, *, growth: bool) -> Sprite:
    water = WATERS[theme.name]
    half = width * 0.475
    sketch = Sketch.square(width / 2 + 1)
    sketch.rounded((-half, -half, half, half), width * 0.2, water.rim)
    ground = water.growth if growth else water.rock
    sketch.rounded((-half, -half + width * 0.045, half, half), width * 0.19, ground)
    sprite = sketch.sprite()
    return sprite.with_on_top(star(water.star, width * 0.3)) if growth else sprite


def draw_reef(board: Ground, reef: BoardView, players: tuple[PlayerView, ...]) -> None:
    """Draw the polyps and shrimps of a reef."""
    canvas, theme = board.canvas, board.canvas.theme
    polyp_at = {one.cell: one for one in reef.polyps}
    guarded = {one.cell for one in reef.shrimps}
    for one in reef.polyps:
        sprite = polyp(
            theme,
            one.colour,
            board.size,
            _joined(one, polyp_at),
            aside=one.cell in guarded,
            guarded=one.protected and one.cell not in guarded,
        )
        canvas.stamp(sprite, *board.spots[one.cell])
    for guard in reef.shrimps:
        sprite = shrimp(theme, players[guard.seat].colour, board.size * _SHRIMP)
        canvas.stamp(sprite, *board.guard(guard.cell))


def _taken(view: ReefView) -> set[Cell]:
    """The cells with a polyp or a shrimp."""
    polyps = {polyp.cell for reef in view.boards for polyp in reef.polyps}
    return polyps | {guard.cell for reef in view.boards for guard in reef.shrimps}


def draw_choices(board: Ground, view: ReefView, frame: Frame) -> None:
    """Mark the possible picks, and the picks so far."""
    taken = _taken(view)
    guarded = {guard.cell for reef in view.boards for guard in reef.shrimps}
    places = {}
    for one, spot in board.spots.items():
        # On a cell with a shrimp, the shrimp is picked.
        middle, reach = (board.guard(one), 0.33) if one in guarded else (spot, 0.46)
        places[place(one)] = marks.Place(*middle, board.cell * reach, one in taken, place(one)[3:])
    marks.draw_choices(board.canvas, frame, places)


def draw_changed(board: Ground, view: ReefView, frame: Frame) -> None:
    """Ring the cells that have changed since the viewer last looked: dashed where nothing is left."""
    theme, taken = board.canvas.theme, _taken(view)
    for one, spot in board.spots.items():
        if place(one) in frame.changed:
            gone = marks.left_ring(RING * board.size, theme, haloed=True)
            board.canvas.stamp(laid_ring(theme, board.size) if one in taken else gone, *spot)


def _joined(one: PolypView, polyp_at: dict[str, PolypView]) -> Around:
    """The sides on which a polyp's coral continues, and the corners that it fills: both sides and beyond."""
    column, row = ord(one.cell[-2]), int(one.cell[-1])

    def alike(across: int, down: int) -> bool:
        other = polyp_at.get(f"{one.cell[:-2]}{chr(column + across)}{row + down}")
        return other is not None and other.colour == one.colour

    return frozenset(
        (across, down)
        for across, down in _AROUND
        if alike(across, down) and alike(across, 0) and alike(0, down)
    )


def draw_changes(board: Ground, view: ReefView, changed: Marks) -> None:
    """Mark what a turn changed on the reefs."""
    canvas, cell, size, spots = board.canvas, board.cell, board.size, board.spots
    theme, taken = canvas.theme, _taken(view)
    for one in changed.eaten:
        if one not in taken:
            canvas.stamp(marks.left_ring(RING * 0.9 * size, theme, haloed=True), *spots[one])
            canvas.stamp(marks.cross(size * 0.15, theme), *spots[one])
    for one in dict.fromkeys((*changed.laid, *changed.grown)):
        if one in taken:
            canvas.stamp(laid_ring(theme, size), *spots[one])
    for one in changed.attacked:
        x, y = spots[one]
        canvas.stamp(marks.cross(size * 0.13, theme), x + cell * 0.36, y - cell * 0.36)
    for one in changed.grown:
        x, y = spots[one]
        canvas.stamp(marks.plus_badge(size * 0.15, theme), x + cell * 0.34, y - cell * 0.34)
    for start, end in ways(changed.shrimps):
        if start is not None:
            ring = marks.left_ring(_SHRIMP * 1.2 * size, theme, haloed=True)
            canvas.stamp(ring, *board.guard(start))
        if end is not None:
            canvas.stamp(marks.arrived_ring(_SHRIMP * 1.28 * size, theme), *board.guard(end))
        if start is not None and end is not None and board_of(start) == board_of(end):
            _draw_way(canvas, board.guard(start), board.guard(end), cell * _SHRIMP)


def ways(moves: tuple[tuple[Cell | None, Cell | None], ...]) -> list[tuple[Cell | None, Cell | None]]:
    """Where each shrimp was before a turn and is after it: its moves, taken together."""
    origins: dict[Cell, Cell | None] = {}
    back: list[Cell] = []
    for start, end in moves:
        first = None if start is None else origins.pop(start, start)
        if end is not None:
            origins[end] = first
        elif first is not None:
            back.append(first)
    gone: list[tuple[Cell | None, Cell | None]] = [(first, None) for first in back]
    return gone + [(first, end) for end, first in origins.items() if first != end]


def _draw_way(canvas: Canvas, start: Point, end: Point, radius: float) -> None:
    stop = math.dist(start, end) - radius * 1.3 - 7
    if stop > radius * 2:
        marks.lay(canvas, marks.arrow, start, end, begin=radius * 1.3, stop=stop, thick=8)


def draw_reach(board: Ground, cells: tuple[str, ...]) -> None:
    """Draw rings round the cells that a question was about."""
    for one in cells:
        board.canvas.stamp(marks.choice_ring(0.46 * board.size, board.canvas.theme), *board.spots[one])
