"""The pictures of Flic Flac (docs/rules/flic-flac.md section 15)."""

import math
from collections.abc import Collection, Hashable, Mapping

from msgspec.structs import replace
from PIL import Image

from engines.flicflac.board import board as cells_of
from engines.flicflac.info import INFO
from engines.flicflac.pieces import OWNER
from engines.flicflac.view import Capture, FlicFlacView, MoveView, PieceView
from render import marks
from render.canvas import Point
from render.contract import Frame
from render.flicflac import signs
from render.flicflac.board import Ground, ground, hue_letter, tile
from render.flicflac.legend import draw_legend
from render.flicflac.pieces import emblem, piece, ring
from render.flicflac.words import alt, text
from render.header import draw_chips, draw_headline
from render.theme import Colour, Theme

__all__ = ["alt", "draw", "seen", "text"]

_FAINT = 0.6
"""The opacity of pieces that were captured."""
_CORNER = 0.76
"""Where a sign is put on a piece, across and down from its middle, in radii."""
_HEALTH_STEP = 44.0
_MOST_IN_CHIP = 19
"""The highest number of captures to win that a chip has room for beside those made."""


def draw(view: FlicFlacView, frame: Frame) -> Image.Image:
    """The pieces, what a melee does to them, and a phase's moves; both sides see it the same way up."""
    board = ground(view.size, view.slide, frame.theme, frame.width)
    draw_headline(board.canvas, view, frame, INFO.seats)
    # The legend says how many captures win, where a chip has no room for it.
    scored = replace(view, chips=tuple(map(str, view.score))) if view.target > _MOST_IN_CHIP else view
    draw_chips(board.canvas, scored, frame, seats=INFO.seats, boxes=board.chips, emblem=emblem)
    # Possible picks and the moves of the phase under way are shown alone, else the moves of the last phase.
    asked = view.reach.cells if view.reach is not None else ()
    goals = [name for name in (*frame.choices, *frame.chosen, *asked) if name in board.hues]
    ended = None if view.staged or view.reach is not None or frame.choices or frame.changed else view.last
    moves = view.staged if ended is None else ended.moves
    chance = None if ended is None else ended.chance
    fallen = (*(ended.captures if ended else ()), *(chance.gone if chance else ()))
    gone = {capture.piece for capture in fallen}
    _clear(board, goals)
    for capture in fallen:
        _draw_ghost(board, view, capture)
    _draw_ways(board, moves, planned=bool(view.staged))
    arrived = {move.piece for move in moves} - gone
    arrived |= {one.code for one in view.pieces if (one.cell or one.code) in frame.changed}
    held = {one.cell for one in view.pieces}
    empty = [name for name in board.hues if name not in held]
    left = {name: marks.Place(*board.spots[name], board.radius, occupied=False) for name in empty}
    marks.draw_changed(board.canvas, frame, left)
    _draw_pieces(board, view, arrived)
    flipped = {move.piece for move in moves if move.flipped}.union(chance.flipped if chance else ()) - gone
    _draw_signs(board, view, moves, flipped)
    _draw_healths(board, view)
    places = _places(board, view)
    for name in asked:
        marks.choice(board.canvas, places[name], name)
    marks.draw_choices(board.canvas, frame, places)
    draw_legend(board, view, flipped=bool(flipped), flips=any(board.hues[name] == "K" for name in goals))
    return board.canvas.image


def _places(board: Ground, view: FlicFlacView) -> dict[str, marks.Place]:
    """The places of all cells and pieces by name: at the upper edge of each there is room for its name."""
    reach = board.across * 0.53
    cells = {name: marks.Place(*board.spots[name], reach, rise=0.43) for name in board.hues}
    pieces = {
        one.code: marks.Place(*board.spots[one.cell or one.code], board.radius * 1.1, rise=0.45)
        for one in view.pieces
    }
    return cells | pieces


def seen(view: FlicFlacView) -> Mapping[str, Hashable]:
    """The cells with their pieces and sides, and the pieces that are at home."""
    piece_at = {one.cell: (one.code, one.flipped) for one in view.pieces}
    home = {one.code: "home" for one in view.pieces if one.cell is None}
    return {cell.name: piece_at.get(cell.name) for cell in cells_of(view.size, view.slide).cells} | home


def _clear(board: Ground, goals: Collection[str]) -> None:
    """Make room for the names of these cells: move the colour's letter down; on black show the flip sign."""
    canvas, across = board.canvas, board.across
    for name in goals:
        (x, y), hue = board.spots[name], board.hues[name]
        canvas.stamp(tile(canvas.theme, hue, across * canvas.scale), x, y)
        if hue == "K":
            canvas.stamp(signs.flip(canvas.theme, across * 0.15 * canvas.scale), x, y + across * 0.25)
        else:
            canvas.stamp(hue_letter(canvas.theme, hue, across * 0.93 * canvas.scale), x, y + across * 0.25)


def _draw_ghost(board: Ground, view: FlicFlacView, fallen: Capture) -> None:
    """Draw a piece that went home, faint and crossed, where it stood."""
    canvas, spot, size = board.canvas, board.spots[fallen.cell], board.radius * board.canvas.scale
    flying = next(one.flying for one in view.pieces if one.code == fallen.piece)
    canvas.stamp(tile(canvas.theme, board.hues[fallen.cell], board.across * canvas.scale), *spot)
    ghost = piece(canvas.theme, fallen.piece, flying, size * 0.9, doomed=True, lettered=False)
    canvas.stamp(ghost, *spot, _FAINT)
    canvas.stamp(marks.cross(size * 0.5, canvas.theme), *spot)


def _draw_ways(board: Ground, moves: tuple[MoveView, ...], *, planned: bool) -> None:
    """Draw, below the pieces, where they left and how they went; pieces that entered get a sign instead."""
    canvas, radius = board.canvas, board.radius
    arrow = marks.planned_arrow if planned else marks.arrow
    ways = []
    for move in moves:
        if move.origin is not None:
            start, end = board.spots[move.origin], board.spots[move.target]
            stop = math.dist(start, end) - radius * 1.18
            ways.append((start, end, min(radius * 0.86, stop - radius * 0.62), stop))
    for name, hue in board.hues.items():
        # A letter that an arrow would cut in two is left out; the cell's hatching stays.
        if any(_passes(board.spots[name], *way) < board.across * 0.32 for way in ways):
            canvas.stamp(tile(canvas.theme, hue, board.across * canvas.scale), *board.spots[name])
    for start, *_ in ways:
        canvas.stamp(marks.left_ring(radius * 0.86 * canvas.scale, canvas.theme, haloed=True), *start)
    for start, end, begin, stop in ways:
        marks.lay(canvas, arrow, start, end, begin=begin, stop=stop, thick=radius * 0.22)


def _passes(spot: Point, start: Point, end: Point, begin: float, stop: float) -> float:
    """The distance from a point to an arrow that is laid from `begin` to `stop` along the line."""
    length = math.dist(start, end)
    across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    along = (spot[0] - start[0]) * across + (spot[1] - start[1]) * down
    nearest = min(max(along, begin), stop)
    return math.dist(spot, (start[0] + across * nearest, start[1] + down * nearest))


def _draw_pieces(board: Ground, view: FlicFlacView, arrived: Collection[str]) -> None:
    """Draw the pieces: ringed in gold if they may still move, in blue if they have just moved."""
    canvas, theme, radius = board.canvas, board.canvas.theme, board.radius * board.canvas.scale
    for one in view.pieces:
        if (line := _line_round(view, one, theme, arrived=one.code in arrived)) is not None:
            width, colour, edge = line
            sprite = ring(one.code[0], radius, radius * width, colour, edge)
            canvas.stamp(sprite, *board.spots[one.cell or one.code])
    for one in view.pieces:
        sprite = piece(theme, one.code, one.flying, radius, doomed=one.doomed)
        canvas.stamp(sprite, *board.spots[one.cell or one.code])


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


def _draw_signs(
    board: Ground, view: FlicFlacView, moves: tuple[MoveView, ...], flipped: Collection[str]
) -> None:
    """Draw a star on pieces that are empowered, a plus where they have entered, arrows where they flipped."""
    canvas, theme, corner = board.canvas, board.canvas.theme, board.radius * _CORNER
    arrivals = {move.target: move for move in moves}
    for one in view.pieces:
        x, y = board.spots[one.cell or one.code]
        if one.empowered:
            canvas.stamp(signs.star(theme, board.radius * 0.32 * canvas.scale), x + corner, y - corner)
        if (arrival := arrivals.get(one.cell or "")) is not None and arrival.origin is None:
            badge = marks.plus_badge(board.radius * 0.3 * canvas.scale, theme, planned=bool(view.staged))
            canvas.stamp(badge, x - corner, y + corner)
        if one.code in flipped:
            _draw_flip(board, one, arrival)


def _draw_healths(board: Ground, view: FlicFlacView) -> None:
    """Draw beside the board, on each side, the healths of its pieces that are in a melee."""
    canvas, middle = board.canvas, board.spots["A1"][1] / 2 + board.spots[f"A{view.size}"][1] / 2
    for seat in (0, 1):
        fighting = [one for one in view.pieces if OWNER[one.code] == seat and (one.melee or one.health)]
        for row, one in enumerate(fighting):
            y = middle + (row - (len(fighting) - 1) / 2) * _HEALTH_STEP
            falls = one.doomed and view.phase != "over"
            state = "falls" if falls else "captor" if one.captor else ""
            sprite = signs.health(canvas.theme, one.code, one.health, 28 * canvas.scale, state=state)
            canvas.stamp(sprite, 2 if seat == 0 else 998 - signs.HEALTH_WIDTH * 28, y)


def _draw_flip(board: Ground, one: PieceView, arrival: MoveView | None) -> None:
    """Draw the sign of a flip on a piece, at a corner where its arrow does not come in."""
    x, y = board.spots[one.cell or one.code]
    across, down = -_CORNER, -_CORNER
    if arrival is not None and arrival.origin is not None:
        from_x, from_y = board.spots[arrival.origin]
        if from_x < x and from_y < y:
            across, down = -1.05, 0.5
    badge = signs.flip(board.canvas.theme, board.radius * 0.3 * board.canvas.scale)
    board.canvas.stamp(badge, x + board.radius * across, y + board.radius * down)
