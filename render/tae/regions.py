"""Regions on the map of TaE: their outlines, their shades, and the sides of a combat."""

from collections.abc import Iterable

from engines.tae.constants import CELL_NUMBERS, WIDTH
from engines.tae.view import CombatView, RegionView, TaeView
from render.cache import cached
from render.canvas import Sketch, Sprite
from render.tae.board import Ground
from render.tae.colours import LED, OUTLINE, SPACE, UNLED
from render.theme import Colour, mix

_WIDTH = 3.0
_BOLD = 6.0
"""The width of the line round a side of a combat."""


def draw_regions(board: Ground, view: TaeView) -> None:
    """Outline regions with leaders or several cells; after a question shade all, and mark the ones asked
    about.
    """
    theme, asked = board.canvas.theme, set(view.mark)
    all_asked = asked.issuperset(cell for region in view.regions for cell in region.cells)
    for region in view.regions:
        fill = (LED if region.leaders else UNLED)[theme.name] if asked else SPACE[theme.name]
        if asked.intersection(region.cells) and not all_asked:
            outline(board, region.cells, theme.on_reach, fill, _BOLD + 2)
            outline(board, region.cells, theme.reach, fill, _BOLD)
        elif region.leaders:
            outline(board, region.cells, OUTLINE[theme.name], fill, _WIDTH)
        elif asked or len(region.cells) > 1:
            outline(board, region.cells, mix(OUTLINE[theme.name], fill, 0.55), fill, _WIDTH)


def draw_sides(board: Ground, combat: CombatView) -> None:
    """Draw a bold outline round each side of a combat."""
    theme = board.canvas.theme
    for side in combat.sides:
        cells = dict.fromkeys((side.cell, *side.region))
        outline(board, cells, theme.accent_edge, SPACE[theme.name], _BOLD)


def strength(region: RegionView, kind: str) -> int:
    """The strength of a leader of this kind in an external combat, before anybody reinforces."""
    return int(getattr(region.colonies, kind))


def outline(board: Ground, cells: Iterable[str], line: Colour, fill: Colour, width: float) -> None:
    """Outline these cells and fill them: their contents must be drawn again."""
    canvas, cells = board.canvas, tuple(board.shown(cells))
    for grown, colour in ((width, line), (0.0, fill)):
        half = round((board.cell / 2 + grown) * canvas.scale, 1)
        sprite = _tile(half, half, canvas.px(board.cell * 0.14), colour)
        for cell in cells:
            canvas.stamp(sprite, *board.spots[cell])
        if grown == 0:
            _bridge(board, cells, fill)


def _bridge(board: Ground, cells: tuple[str, ...], fill: Colour) -> None:
    """Fill the notches that round corners leave between neighbouring cells of a region."""
    canvas, side, found = board.canvas, board.cell, {CELL_NUMBERS[cell] for cell in cells}
    long, short = round(board.size / 2, 1), round(board.size * 0.16, 1)
    for cell in cells:
        (x, y), number = board.spots[cell], CELL_NUMBERS[cell]
        if number + 1 in found and (number + 1) % WIDTH:
            canvas.stamp(_tile(short, long, 0, fill), x + side / 2, y)
        if number + WIDTH in found:
            canvas.stamp(_tile(long, short, 0, fill), x, y + side / 2)


@cached
def _tile(across: float, down: float, corner: float, colour: Colour) -> Sprite:
    sketch = Sketch(-across - 1, -down - 1, across + 1, down + 1)
    sketch.rounded((-across, -down, across - 0.25, down - 0.25), corner, colour)
    return sketch.sprite()


@cached
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
