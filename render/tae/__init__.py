"""The pictures of TaE (rules/tae.md)."""

from PIL import Image

from engines.tae.constants import COLONY_TYPES, LETTERS, ColonyType
from engines.tae.info import INFO
from engines.tae.view import TaeView
from render.canvas import Canvas
from render.contract import Frame
from render.header import draw_header
from render.tae.action import draw_action, draw_gone, draw_way
from render.tae.board import CELL, Ground, contents, ground
from render.tae.colours import BODIES
from render.tae.emblems import emblem
from render.tae.pieces import (
    CORNER,
    artifact,
    colony,
    count_badge,
    hole,
    leader,
    monument,
    number_badge,
    symbol,
)
from render.tae.regions import draw_regions, draw_sides, numbered, shade, square_frame, strength
from render.tae.strips import draw_held, draw_strips, height
from render.tae.words import alt, text
from render.theme import letter_on

__all__ = ["alt", "draw", "text"]

_COLONIES: dict[str, ColonyType] = dict(zip(LETTERS, COLONY_TYPES, strict=True))

_ASIDE = 0.32
"""How far from a cell's middle a region's number stands, across and down, in cells."""


def draw(view: TaeView, frame: Frame) -> Image.Image:
    """The map with what lies on it, and below it what the viewer holds; everybody sees it the same way up.

    The view that answers a question has marks: it is drawn as the resource view, in which regions are shaded
    and numbered and leaders carry their strengths.
    """
    if frame.hand and view.viewer is not None:
        return draw_held(view, view.players[view.viewer], frame)
    board, seats = _sheet(view, frame), INFO.seats[: len(view.players)]
    canvas, resources = board.canvas, bool(view.mark)
    draw_header(canvas, view, frame, title=INFO.title, seats=seats, emblem=emblem)
    draw_regions(board, view)
    if view.combat is not None:
        draw_sides(board, view.combat)
    last = None if resources else view.last
    if last is not None:
        draw_gone(board, view, last)
        draw_way(board, last)
    _draw_systems(board, view, resources=resources)
    _draw_leaders(board, view)
    if last is not None:
        draw_action(board, view, last)
    for one in view.artifacts:
        _draw_artifact(board, view, one.cell, outer=one.outer)
    if resources:
        _draw_resources(board, view)
    _draw_strengths(board, view)
    _draw_choices(board, view)
    _draw_marks(board, view)
    draw_strips(canvas, view, board.foot, seats)
    return canvas.image


def _sheet(view: TaeView, frame: Frame) -> Ground:
    """The empty map on a sheet that is long enough for everything below it."""
    empty = ground(len(view.players), frame.theme, frame.width)
    canvas = Canvas.blank(frame.width, empty.foot + height(view), empty.canvas.theme)
    canvas.image.paste(empty.canvas.image)
    return empty._replace(canvas=canvas)


def _draw_systems(board: Ground, view: TaeView, *, resources: bool) -> None:
    """Colonies, monuments and holes."""
    canvas, theme = board.canvas, board.canvas.theme
    size = CELL * canvas.scale
    for cell, sign in contents(view).items():
        if sign == "#":
            canvas.stamp(hole(theme, size), *board.spots[cell])
        elif sign in _COLONIES:
            piece = (symbol if resources else colony)(theme, _COLONIES[sign], size)
            canvas.stamp(piece, *board.spots[cell])
    for one in view.monuments:
        xs, ys = zip(*(board.spots[cell] for cell in one.cells), strict=True)
        canvas.stamp(monument(theme, one.kinds, size), sum(xs) / 4, sum(ys) / 4)


def _draw_leaders(board: Ground, view: TaeView) -> None:
    canvas = board.canvas
    for one in view.leaders:
        if one.cell is not None:
            piece = leader(canvas.theme, one.seat, one.kind, CELL * canvas.scale)
            canvas.stamp(piece, *board.spots[one.cell])


def _draw_artifact(board: Ground, view: TaeView, cell: str, *, outer: bool) -> None:
    """In the upper right corner of what holds it, or large on an empty system."""
    canvas, (x, y) = board.canvas, board.spots[cell]
    held = contents(view)[cell] != "." or any(one.cell == cell for one in view.leaders)
    corner = CORNER * CELL if held else 0.0
    radius = CELL * (0.23 if held else 0.31) * canvas.scale
    canvas.stamp(artifact(radius, outer=outer), x + corner, y - corner)


def _draw_strengths(board: Ground, view: TaeView) -> None:
    """The initial strength of each side of a combat, on its leader."""
    canvas, theme = board.canvas, board.canvas.theme
    for side in () if view.combat is None else view.combat.sides:
        badge = count_badge(str(side.initial), theme.accent, theme.on_accent, CELL * 0.42 * canvas.scale)
        x, y = board.spots[side.cell]
        canvas.stamp(badge, x - CORNER * CELL, y - CORNER * CELL)


def _draw_resources(board: Ground, view: TaeView) -> None:
    """On each leader the colonies of its kind in its region, and in each led region its number."""
    canvas, theme = board.canvas, board.canvas.theme
    size, corner = CELL * 0.44 * canvas.scale, CELL * CORNER
    of_cell = {cell: region for region in view.regions for cell in region.cells}
    for one in view.leaders:
        if one.cell is not None:
            x, y = board.spots[one.cell]
            count = str(strength(of_cell[one.cell], one.kind))
            body = BODIES[one.kind]
            canvas.stamp(count_badge(count, body, letter_on(body), size), x - corner, y - corner)
    numbers = numbered(view)
    taken = {one.cell for one in view.leaders} | {one.cell for one in view.artifacts}
    for region in view.regions:
        if region.leaders:
            x, y = board.spots[next((cell for cell in region.cells if cell not in taken), region.cells[0])]
            number = numbers[region.cells[0]]
            badge = number_badge(theme, str(number), shade(theme, number), CELL * 0.4 * canvas.scale)
            canvas.stamp(badge, x - CELL * _ASIDE, y + CELL * _ASIDE)


def _draw_choices(board: Ground, view: TaeView) -> None:
    """What the active player may choose among: leaders in conflict, or squares for a monument."""
    canvas, theme = board.canvas, board.canvas.theme
    size = CELL * canvas.scale
    around = square_frame(size * 0.94, size * 0.08, theme.accent_edge, theme.halo)
    for region in view.regions:
        for kind in view.choices:
            rivals = [seat for seat, led in region.leaders if led == kind]
            for one in view.leaders if len(rivals) > 1 else ():
                if one.kind == kind and one.cell in region.cells:
                    canvas.stamp(around, *board.spots[one.cell])
    for square in view.squares:
        x, y = board.spots[square]
        broad = square_frame(size * 1.94, size * 0.08, theme.accent_edge, theme.halo, dashed=True)
        canvas.stamp(broad, x + CELL / 2, y + CELL / 2)


def _draw_marks(board: Ground, view: TaeView) -> None:
    """The systems that a question was about and that belong to no region."""
    canvas, theme = board.canvas, board.canvas.theme
    size = CELL * canvas.scale
    of_regions = {cell for region in view.regions for cell in region.cells}
    around = square_frame(size * 0.9, size * 0.08, theme.reach, theme.on_reach)
    for cell in view.mark:
        if cell not in of_regions:
            canvas.stamp(around, *board.spots[cell])
