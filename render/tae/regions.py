"""Regions on the map of TaE: their outlines, their shades, and the sides of a combat."""

from collections.abc import Iterable
from functools import lru_cache

from engines.tae.view import CombatView, RegionView, TaeView
from render.canvas import Sketch, Sprite
from render.tae.board import CELL, Ground
from render.tae.colours import OUTLINE, SHADES, SPACE, UNLED
from render.theme import Colour, Theme, mix

_WIDTH = 3.0
_BOLD = 6.0
"""Of the line round a side of a combat."""


def draw_regions(board: Ground, view: TaeView) -> None:
    """Outline regions with leaders or several cells; after a question shade all, and mark those meant."""
    theme, numbers, asked = board.canvas.theme, numbered(view), set(view.mark)
    for region in view.regions:
        fill = shade(theme, numbers.get(region.cells[0])) if asked else SPACE[theme.name]
        if asked.intersection(region.cells):
            outline(board, region.cells, theme.on_reach, fill, _BOLD + 2)
            outline(board, region.cells, theme.reach, fill, _BOLD)
        elif region.leaders:
            outline(board, region.cells, OUTLINE[theme.name], fill, _WIDTH)
        elif asked or len(region.cells) > 1:
            outline(board, region.cells, mix(OUTLINE[theme.name], fill, 0.55), fill, _WIDTH)


def draw_sides(board: Ground, combat: CombatView) -> None:
    """The sides of a combat, each in a bold line of its own."""
    theme = board.canvas.theme
    for side in combat.sides:
        cells = dict.fromkeys((side.cell, *side.region))
        outline(board, cells, theme.accent_edge, SPACE[theme.name], _BOLD)


def numbered(view: TaeView) -> dict[str, int]:
    """The numbers of the regions with leaders, from 1 in reading order, by their first cells."""
    led = (region for region in view.regions if region.leaders)
    return {region.cells[0]: number for number, region in enumerate(led, start=1)}


def shade(theme: Theme, number: int | None) -> Colour:
    """The colour of a region with this number, or of one without leaders."""
    shades = SHADES[theme.name]
    return UNLED[theme.name] if number is None else shades[(number - 1) % len(shades)]


def strength(region: RegionView, kind: str) -> int:
    """What a leader of this kind has in an external combat, before anybody reinforces."""
    return int(getattr(region.colonies, kind))


def outline(board: Ground, cells: Iterable[str], line: Colour, fill: Colour, width: float) -> None:
    """A line round these cells, which are filled; what lies on them has to be drawn again."""
    canvas, cells = board.canvas, tuple(cells)
    for grown, colour in ((width, line), (0.0, fill)):
        half = round((CELL / 2 + grown) * canvas.scale, 1)
        sprite = _tile(half, half, canvas.px(CELL * 0.14), colour)
        for cell in cells:
            canvas.stamp(sprite, *board.spots[cell])
        if grown == 0:
            _bridge(board, cells, fill)


def _bridge(board: Ground, cells: tuple[str, ...], fill: Colour) -> None:
    """Fill the notches that round corners leave between neighbouring cells of a region."""
    canvas, spots = board.canvas, {board.spots[cell] for cell in cells}
    long, short = round(CELL / 2 * canvas.scale, 1), round(CELL * 0.16 * canvas.scale, 1)
    for x, y in spots:
        if (x + CELL, y) in spots:
            canvas.stamp(_tile(short, long, 0, fill), x + CELL / 2, y)
        if (x, y + CELL) in spots:
            canvas.stamp(_tile(long, short, 0, fill), x, y + CELL / 2)


@lru_cache(256)
def _tile(across: float, down: float, corner: float, colour: Colour) -> Sprite:
    sketch = Sketch(-across - 1, -down - 1, across + 1, down + 1)
    sketch.rounded((-across, -down, across - 0.25, down - 0.25), corner, colour)
    return sketch.sprite()


@lru_cache(64)
def square_frame(size: float, width: float, colour: Colour, halo: Colour, *, dashed: bool = False) -> Sprite:
    """A square line round something `size` pixels wide, set off by a halo."""
    half = size / 2 + width / 2
    corner = half * 0.3
    sketch = Sketch.square(half + width * 2)
    for grown, ink in ((width * 1.1, halo), (width * 0.5, colour)):
        reach = half + grown
        sketch.rounded((-reach, -reach, reach - 0.25, reach - 0.25), corner + grown, ink)
    reach = half - width * 0.5
    sketch.rounded((-reach, -reach, reach - 0.25, reach - 0.25), max(corner - width * 0.5, 1), halo, 0)
    if dashed:
        for part in range(-3, 4):
            middle = part * half * 0.5
            gap, far = half * 0.13, half + width * 2
            for box in (
                (middle - gap, -far, middle + gap, -half * 0.8),
                (middle - gap, half * 0.8, middle + gap, far),
                (-far, middle - gap, -half * 0.8, middle + gap),
                (half * 0.8, middle - gap, far, middle + gap),
            ):
                sketch.rounded(box, 0, halo, 0)
    return sketch.sprite()
