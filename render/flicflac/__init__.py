"""The pictures of Flic Flac (section 15 of its rules)."""

import math

from PIL import Image

from engines.flicflac.info import INFO
from engines.flicflac.view import Capture, FlicFlacView, MoveView, PieceView, Reach
from render import marks
from render.contract import Frame
from render.flicflac import signs
from render.flicflac.board import Ground, ground, write_name
from render.flicflac.legend import draw_legend
from render.flicflac.pieces import emblem, piece, ring
from render.flicflac.words import alt, text
from render.header import draw_header
from render.theme import Colour, Theme

__all__ = ["alt", "draw", "text"]

_FAINT = 0.6
"""The opacity of pieces that were captured."""
_CORNER = 0.78
"""Where a sign is put on a piece, across and down from its middle, in radii."""


def draw(view: FlicFlacView, frame: Frame) -> Image.Image:
    """The pieces, what a melee does to them, and a phase's moves; both sides see it the same way up."""
    empty = ground(view.size, view.slide, frame.theme, frame.width)
    board = empty._replace(canvas=empty.canvas.copy())
    draw_header(board.canvas, view, frame, title=INFO.title, seats=INFO.seats, emblem=emblem)
    # The moves of the phase under way or a piece's reach are shown alone, else what the phase before did.
    ended = None if view.staged or view.reach is not None else view.last
    moves = view.staged if ended is None else ended.moves
    chance = None if ended is None else ended.chance
    fallen = (*(ended.captures if ended else ()), *(chance.gone if chance else ()))
    gone = {capture.piece for capture in fallen}
    if view.reach is not None:
        _draw_reach(board, view.reach)
    for capture in fallen:
        _draw_ghost(board, view, capture)
    _draw_ways(board, moves, planned=bool(view.staged))
    arrived = {move.piece for move in moves} - gone
    for one in view.pieces:
        _draw_piece(board, view, one, arrived=one.code in arrived)
    flipped = {move.piece for move in moves if move.flipped}.union(chance.flipped if chance else ()) - gone
    arrivals = {move.target: move for move in moves}
    for one in view.pieces:
        _draw_signs(board, one)
        if one.code in flipped:
            _draw_flip(board, one, arrivals.get(one.cell or ""))
    draw_legend(board, view, flipped=bool(flipped))
    return board.canvas.image


def _draw_reach(board: Ground, reach: Reach) -> None:
    """Dots below the names of the cells where a piece may go."""
    canvas = board.canvas
    for cell in reach.cells:
        flips = cell in reach.flips
        dot = signs.dot(canvas.theme, board.radius * 0.98 * canvas.scale, flips=flips)
        canvas.stamp(dot, *board.spots[cell])
        write_name(board, cell, canvas.theme.on_reach, canvas.theme.on_reach)


def _draw_ghost(board: Ground, view: FlicFlacView, fallen: Capture) -> None:
    """A piece that went home, faint and crossed where it stood."""
    canvas = board.canvas
    flying = next(one.flying for one in view.pieces if one.code == fallen.piece)
    sprite = piece(canvas.theme, fallen.piece, flying, board.radius * 0.86 * canvas.scale, doomed=True)
    canvas.stamp(sprite, *board.spots[fallen.cell], _FAINT)
    canvas.stamp(marks.cross(board.radius * 0.5 * canvas.scale, canvas.theme), *board.spots[fallen.cell])


def _draw_ways(board: Ground, moves: tuple[MoveView, ...], *, planned: bool) -> None:
    """Where the pieces left and how they went, below the pieces."""
    canvas, radius = board.canvas, board.radius
    arrow = marks.planned_arrow if planned else marks.arrow
    for move in moves:
        if move.origin is not None:
            left = marks.left_ring(radius * 0.86 * canvas.scale, canvas.theme, haloed=True)
            canvas.stamp(left, *board.spots[move.origin])
    for move in moves:
        start, end = board.spots[move.origin or move.piece], board.spots[move.target]
        stop = math.dist(start, end) - radius * 1.18
        begin = min(radius * 0.86, stop - radius * 0.62)
        marks.lay(canvas, arrow, start, end, begin=begin, stop=stop, thick=radius * 0.22)


def _draw_piece(board: Ground, view: FlicFlacView, one: PieceView, *, arrived: bool) -> None:
    """A piece where it stands: ringed in gold if it may still move, in blue if it has just moved."""
    canvas, theme = board.canvas, board.canvas.theme
    spot, radius = board.spots[one.cell or one.code], board.radius * canvas.scale
    line = _line_round(view, one, theme, arrived=arrived)
    if line is not None:
        width, colour, edge = line
        canvas.stamp(ring(one.code[0], radius, radius * width, colour, edge), *spot)
    canvas.stamp(piece(theme, one.code, one.flying, radius, doomed=one.doomed), *spot)


def _line_round(
    view: FlicFlacView, one: PieceView, theme: Theme, *, arrived: bool
) -> tuple[float, Colour, Colour] | None:
    """The width in radii, the colour and the edge of the line round a piece, or None for a piece without."""
    striking = one.free and view.phase == "extra"
    if one.code == view.highlight:
        return 0.15, theme.reach, theme.on_reach
    if one.moved or (arrived and not striking):
        return 0.11, theme.last, theme.halo
    if one.free:
        return 0.16 if striking else 0.08, theme.accent_edge, theme.halo
    return None


def _draw_signs(board: Ground, one: PieceView) -> None:
    """Whether a piece is empowered, and its health in a melee."""
    canvas, theme = board.canvas, board.canvas.theme
    (x, y), radius = board.spots[one.cell or one.code], board.radius
    pixels = radius * canvas.scale
    if one.empowered:
        canvas.stamp(signs.star(theme, pixels * 0.33), x + radius * _CORNER, y - radius * _CORNER)
    if one.melee or one.health:
        canvas.stamp(signs.health(theme, one.health, pixels, captor=one.captor), x, y + radius * 0.88)


def _draw_flip(board: Ground, one: PieceView, arrival: MoveView | None) -> None:
    """That a piece has flipped, at the corner where its arrow does not come in."""
    x, y = board.spots[one.cell or one.code]
    across, down = -_CORNER, -_CORNER
    if arrival is not None:
        from_x, from_y = board.spots[arrival.origin or arrival.piece]
        if from_x < x and from_y < y:
            across, down = -1.05, 0.5
    badge = signs.flip(board.canvas.theme, board.radius * 0.35 * board.canvas.scale)
    board.canvas.stamp(badge, x + board.radius * across, y + board.radius * down)
