"""The reefs: rock, sand, what grows on it, whose shrimps guard it, and what the last turn changed."""

import math
from functools import lru_cache
from itertools import product

from engines.reef.components import BOARDS, Cell, board_of
from engines.reef.view import BoardView, Marks, PolypView, ReefView
from render import marks
from render.canvas import Canvas, Point, Sketch, Sprite
from render.contract import ThemeName
from render.reef.colours import WATERS
from render.reef.pieces import Around, laid_ring, polyp, ripples, shrimp, star
from render.reef.plan import CELL, HALF, REEF_HEIGHT, spot
from render.theme import THEMES, Theme

RING = CELL * 0.43
"""The radius of the marks round a cell's polyp."""
_SHRIMP = CELL * 0.24
_ASIDE = (8.5, 8.0)
"""How far a shrimp stands from its cell's middle, to leave room for the letter below it."""
_AROUND = {*product((-1, 0, 1), repeat=2)} - {(0, 0)}


@lru_cache(16)
def empty_reef(name: str, theme_name: ThemeName, width: int) -> Sprite:
    """A reef without polyps in a picture so wide, drawn once. The anchor is its upper left corner."""
    theme, scale = THEMES[theme_name], width / 1000
    water = WATERS[theme_name]
    canvas = Canvas.blank(width, REEF_HEIGHT + 1, theme)
    canvas.stamp(ripples(theme, canvas.px(HALF), canvas.px(REEF_HEIGHT), CELL * 0.62 * scale), 0, 0)
    canvas.write(name, 11, 32, 27, theme.ink, weight="bold")
    for column in range(7):
        x, _ = spot((0, 0), f"{'ABCDEFG'[column]}1")
        canvas.write("ABCDEFG"[column], x, 31, 25, water.ink, anchor=0.5)
    for row in range(1, 7):
        _, y = spot((0, 0), f"A{row}")
        canvas.write(str(row), 20, y + 9, 25, water.ink, anchor=0.5)
    board = BOARDS[name]
    for cell in board.cells:
        canvas.stamp(_rock(theme, CELL * scale, growth=cell == board.growth), *spot((0, 0), cell))
    size = canvas.px(HALF), canvas.px(REEF_HEIGHT)
    mask = ripples(theme, *size, CELL * 0.62 * scale).image.getchannel("A")
    image = canvas.image.crop((0, 0, *mask.size)).convert("RGBA")
    image.putalpha(mask)
    return Sprite(image, (0, 0))


@lru_cache(16)
def _rock(theme: Theme, width: float, *, growth: bool) -> Sprite:
    water = WATERS[theme.name]
    half = width * 0.475
    sketch = Sketch.square(width / 2 + 1)
    sketch.rounded((-half, -half, half, half), width * 0.2, water.rim)
    ground = water.growth if growth else water.rock
    sketch.rounded((-half, -half + width * 0.045, half, half), width * 0.19, ground)
    sprite = sketch.sprite()
    return sprite.with_on_top(star(water.star, width * 0.3)) if growth else sprite


def draw_reef(canvas: Canvas, reef: BoardView, corner: Point, owners: tuple[tuple[str, str], ...]) -> None:
    """The polyps and shrimps of a reef; `owners` are the colour and mark of each seat."""
    theme, cell = canvas.theme, CELL * canvas.scale
    standing = {one.cell: one for one in reef.polyps}
    guarded = {one.cell for one in reef.shrimps}
    for one in reef.polyps:
        sprite = polyp(
            theme,
            one.colour,
            cell,
            _joined(one, standing),
            aside=one.cell in guarded,
            guarded=one.protected and one.cell not in guarded,
        )
        canvas.stamp(sprite, *spot(corner, one.cell))
    for guard in reef.shrimps:
        sprite = shrimp(theme, *owners[guard.seat], _SHRIMP * canvas.scale)
        canvas.stamp(sprite, *_guard(spot(corner, guard.cell)))


def _joined(one: PolypView, standing: dict[str, PolypView]) -> Around:
    """The sides on which its coral goes on, and the corners where it does on both sides and beyond."""
    column, row = ord(one.cell[-2]), int(one.cell[-1])

    def alike(across: int, down: int) -> bool:
        other = standing.get(f"{one.cell[:-2]}{chr(column + across)}{row + down}")
        return other is not None and other.colour == one.colour

    return frozenset(
        (across, down)
        for across, down in _AROUND
        if alike(across, down) and alike(across, 0) and alike(0, down)
    )


def draw_changes(canvas: Canvas, view: ReefView, changed: Marks, reefs: dict[str, Point]) -> None:
    """What a turn changed on the reefs whose upper left corners these are."""
    theme, scale = canvas.theme, canvas.scale
    taken = {polyp.cell for reef in view.boards for polyp in reef.polyps}
    taken |= {guard.cell for reef in view.boards for guard in reef.shrimps}

    def at(cell: str) -> Point:
        return spot(reefs[cell[:2]], cell)

    for cell in changed.eaten:
        if cell not in taken:
            canvas.stamp(marks.left_ring(RING * 0.9 * scale, theme, haloed=True), *at(cell))
            canvas.stamp(marks.cross(CELL * 0.15 * scale, theme), *at(cell))
    for cell in dict.fromkeys((*changed.laid, *changed.grown)):
        if cell in taken:
            canvas.stamp(laid_ring(theme, CELL * scale), *at(cell))
    for cell in changed.attacked:
        x, y = at(cell)
        canvas.stamp(marks.cross(CELL * 0.12 * scale, theme), x + CELL * 0.36, y - CELL * 0.36)
    for cell in changed.grown:
        x, y = at(cell)
        canvas.stamp(marks.plus_badge(CELL * 0.15 * scale, theme), x + CELL * 0.33, y - CELL * 0.33)
    for start, end in ways(changed.shrimps):
        if start is not None:
            canvas.stamp(marks.left_ring(_SHRIMP * 1.2 * scale, theme, haloed=True), *_guard(at(start)))
        if end is not None:
            canvas.stamp(marks.arrived_ring(_SHRIMP * 1.28 * scale, theme), *_guard(at(end)))
        if start is not None and end is not None and board_of(start) == board_of(end):
            _draw_way(canvas, _guard(at(start)), _guard(at(end)))


def ways(moves: tuple[tuple[Cell | None, Cell | None], ...]) -> list[tuple[Cell | None, Cell | None]]:
    """Where each shrimp was before a turn and where it is after it: its moves in between run into one."""
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


def _guard(middle: Point) -> Point:
    """Where a shrimp stands on the cell with this middle."""
    return middle[0] + _ASIDE[0], middle[1] + _ASIDE[1]


def _draw_way(canvas: Canvas, start: Point, end: Point) -> None:
    stop = math.dist(start, end) - _SHRIMP * 1.3 - 7
    if stop > _SHRIMP * 2:
        marks.lay(canvas, marks.arrow, start, end, begin=_SHRIMP * 1.3, stop=stop, thick=8)


def draw_reach(canvas: Canvas, cells: tuple[str, ...], reefs: dict[str, Point]) -> None:
    """Rings round the cells that a question was about."""
    for cell in cells:
        canvas.stamp(_reach_ring(canvas.theme, RING * canvas.scale), *spot(reefs[cell[:2]], cell))


@lru_cache(8)
def _reach_ring(theme: Theme, radius: float) -> Sprite:
    sketch = Sketch.square(radius * 1.3)
    sketch.ring((0, 0), radius, radius * 0.3, theme.on_reach)
    sketch.ring((0, 0), radius, radius * 0.18, theme.reach)
    return sketch.sprite()
