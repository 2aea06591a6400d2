"""The pictures of Guerre des Deux Roses (docs/rules/guerre-des-deux-roses.md section 10)."""

import math
from collections.abc import Collection, Hashable, Mapping

from PIL import Image

from engines.contract import Seat
from engines.roses.board import CASTLES, CELLS, RED_CELLS, Direction
from engines.roses.info import INFO
from engines.roses.view import LastAction, RosesView
from render import marks
from render.canvas import Canvas, Point
from render.contract import Frame
from render.header import draw_chips, draw_headline
from render.roses.board import (
    CELL_WIDTH,
    NAME_RISE,
    PIECE_RADIUS,
    SLOT_RADIUS,
    Ground,
    draw_legend,
    empty_slot,
    ground,
    write_name,
)
from render.roses.pieces import keep, ruin, soldier
from render.roses.words import alt, text

__all__ = ["alt", "draw", "seen", "text"]

_RING = PIECE_RADIUS + 4
_ARROW = 12.0
BEARINGS: dict[Direction, int] = {"e": 0, "se": 60, "sw": 120, "w": 180, "nw": 240, "ne": 300}
"""Directions on the board in degrees clockwise from east, seen with Black on top."""
_FALL = 0.84
"""The distance of a fallen piece from its cell, in cell widths."""
_FALL_SHORT = 0.62
"""That distance to the left and right, and beside a castle, where there is less room."""
GHOST_RADIUS = 27.0
_FAINT = 0.8
"""The opacity of pieces that are lost."""


def draw(view: RosesView, frame: Frame) -> Image.Image:
    """The board with the pieces, the last action, and the soldiers beside it."""
    turned, last = frame.perspective == 1, None if frame.changed else view.last
    board = ground(frame.theme, turned, frame.width)
    canvas = board.canvas
    draw_headline(canvas, view, frame, INFO.seats)
    draw_chips(canvas, view, frame, seats=INFO.seats, boxes=board.chips, emblem=soldier)
    for seat in (0, 1):
        _draw_shelf(board, view, seat)
    if view.phase == "drop":
        draw_legend(canvas)
    if last is not None:
        _draw_left(board, last)
    _draw_pieces(board, view)
    if last is not None:
        _draw_action(board, last, turned=turned)
    for origin, target in view.attacks:
        canvas.stamp(marks.pushed_ring(_RING * canvas.scale, canvas.theme), *board.spots[target])
        _draw_way(canvas, marks.push_arrow, board.spots[origin], board.spots[target], begin=_RING - 8)
    occupied = {*CASTLES, *view.soldiers[0], *view.soldiers[1]}
    places = {
        cell: marks.Place(*spot, _RING, cell in occupied, rise=(NAME_RISE + 11) / _RING)
        for cell, spot in board.spots.items()
    }
    marks.draw_changed(canvas, frame, places)
    _write_names(board, last, frame.changed, {*frame.choices, *frame.chosen})
    marks.draw_choices(canvas, frame, places)
    return canvas.image


def seen(view: RosesView) -> Mapping[str, Hashable]:
    """The cells, and the owner of the soldier or castle there."""
    soldiers = {cell: ("soldier", seat) for seat, cells in enumerate(view.soldiers) for cell in cells}
    castles = {CASTLES[seat]: ("castle", stands) for seat, stands in enumerate(view.castles)}
    return {cell: soldiers.get(cell) or castles.get(cell) for cell in CELLS}


def _draw_shelf(board: Ground, view: RosesView, seat: Seat) -> None:
    """Draw beside the board a side's soldiers that are not on it: in reserve, or lost and crossed."""
    canvas, theme = board.canvas, board.canvas.theme
    radius = SLOT_RADIUS * canvas.scale
    lost, reserve, slots = view.lost[seat], view.reserves[seat], board.shelves[seat]
    if view.phase == "drop":
        for slot in slots:
            canvas.stamp(empty_slot(radius, theme), *slot)
    piece = soldier(theme, seat, radius, lettered=False)
    for slot in slots[:lost]:
        canvas.stamp(piece, *slot, _FAINT)
        canvas.stamp(marks.cross(radius * 0.5, theme), *slot)
    for slot in slots[lost : lost + reserve]:
        canvas.stamp(piece, *slot)


def _draw_pieces(board: Ground, view: RosesView) -> None:
    canvas = board.canvas
    size = PIECE_RADIUS * canvas.scale
    for seat in (0, 1):
        castle = keep if view.castles[seat] else ruin
        canvas.stamp(castle(canvas.theme, seat, size), *board.spots[CASTLES[seat]])
    for seat, cells in enumerate(view.soldiers):
        for cell in cells:
            canvas.stamp(soldier(canvas.theme, seat, size), *board.spots[cell])


def _draw_left(board: Ground, last: LastAction) -> None:
    """Draw rings where soldiers left, below the pieces, as another may have moved in."""
    canvas = board.canvas
    arrived = {target for _, target in last.moved}
    for origin, _ in last.moved:
        if origin not in arrived:
            ring = marks.left_ring(PIECE_RADIUS * 0.9 * canvas.scale, canvas.theme)
            canvas.stamp(ring, *board.spots[origin])


def _draw_action(board: Ground, last: LastAction, *, turned: bool) -> None:
    canvas = board.canvas
    arrived = [target for _, target in last.moved]
    for cell in (*arrived, *((last.dropped,) if last.dropped else ())):
        canvas.stamp(marks.arrived_ring(_RING * canvas.scale, canvas.theme), *board.spots[cell])
    if last.dropped is not None:
        x, y = board.spots[last.dropped]
        reach = _RING * math.sqrt(0.5)
        canvas.stamp(marks.plus_badge(15 * canvas.scale, canvas.theme), x + reach, y + reach)
    for origin, target in last.moved:
        # Where a piece has moved in behind the mover, the arrow begins beside that piece.
        begin = _RING + 4 if origin in arrived else PIECE_RADIUS * 0.2
        _draw_way(canvas, marks.arrow, board.spots[origin], board.spots[target], begin=begin)
    if last.pushed is not None:
        start, end = (board.spots[cell] for cell in last.pushed)
        canvas.stamp(marks.pushed_ring(_RING * canvas.scale, canvas.theme), *end)
        _draw_way(canvas, marks.push_arrow, start, end, begin=_RING + 5)
    if last.fallen is not None and last.fell_towards is not None:
        _draw_fall(board, last, last.fallen, BEARINGS[last.fell_towards] + 180 * turned)


def _write_names(
    board: Ground, last: LastAction | None, changed: Collection[str], choices: Collection[str]
) -> None:
    """Write the names of the cells above the marks, those of marked and red cells in full ink. Possible picks
    get their names with their marks.
    """
    full = {*RED_CELLS, *changed}
    if last is not None:
        ways = (*last.moved, last.pushed or (), (last.dropped, last.fallen))
        full.update(cell for way in ways for cell in way if cell)
    theme = board.canvas.theme
    for cell in CELLS:
        if cell not in choices:
            write_name(board.canvas, cell, board.spots[cell], theme.ink if cell in full else theme.muted)


def _draw_way(
    canvas: Canvas, shaft: marks.Shaft, start: Point, end: Point, *, begin: float, short: float = _RING + 5
) -> None:
    """Draw an arrow that ends short of the end: before the ring where something arrived."""
    stop = math.dist(start, end) - short
    marks.lay(canvas, shaft, start, end, begin=begin, stop=stop, thick=_ARROW)


def _draw_fall(board: Ground, last: LastAction, cell: str, bearing: float) -> None:
    """Draw the piece that went over the edge beyond it, small, faint and crossed."""
    canvas, seat = board.canvas, 1 - last.seat
    start, end = board.spots[cell], beyond(board.spots, cell, bearing)
    size = GHOST_RADIUS * canvas.scale
    piece = keep if cell == CASTLES[seat] else soldier
    canvas.stamp(piece(canvas.theme, seat, size, lettered=False), *end, _FAINT)
    canvas.stamp(marks.cross(size * 0.7, canvas.theme), *end)
    _draw_way(canvas, marks.push_arrow, start, end, begin=_RING + 2, short=GHOST_RADIUS + 2)


def beyond(spots: Mapping[str, Point], cell: str, bearing: float) -> Point:
    """The point at which a piece over the edge is drawn; `bearing` in degrees clockwise from the right."""
    x, y = spots[cell]
    angle = math.radians(bearing)
    near = cell in CASTLES or abs(math.sin(angle)) < 0.1
    reach = (_FALL_SHORT if near else _FALL) * CELL_WIDTH
    return x + reach * math.cos(angle), y + reach * math.sin(angle)
