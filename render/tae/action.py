"""The last action of a game of TaE on its map, and its result."""

import math

from engines.tae.board_masks import OUTER
from engines.tae.constants import ColonyType, cell_name
from engines.tae.view import LastView, TaeView
from render import marks
from render.canvas import Sprite
from render.tae.board import Ground, contents
from render.tae.pieces import CORNER, artifact, colony, kind_badge, leader
from render.tae.regions import square_frame

_OUTER = frozenset(cell_name(cell) for cell in OUTER)
_FAINT = 0.6
"""The opacity of lost leaders and colonies."""
_WAY = 9.0
"""The thickness of a leader's arrow."""


def draw_gone(board: Ground, view: TaeView, last: LastView) -> None:
    """Draw the leaders and colonies that the action cost where they were, faint and crossed."""
    theme, size = board.canvas.theme, board.size
    signs, leader_cells = contents(view), {one.cell for one in view.leaders}
    free = {name for name in board.spots if signs[name] == "." and name not in leader_cells}
    for seat, kind, cell in _fallen_leaders(last):
        if cell in free:
            _ghost(board, leader(theme, seat, kind, size, badge=False), kind, cell)
    for result in last.results:
        for cell in result.removed:
            if cell in free:
                _ghost(board, colony(theme, result.kind, size, letters=False), result.kind, cell)


def draw_way(board: Ground, last: LastView) -> None:
    """Draw the path of a leader, below the contents of the cells."""
    canvas, cell = board.canvas, board.cell
    for left in board.shown([last.came_from] if last.came_from else []):
        ring = marks.left_ring(cell * 0.42 * canvas.scale, canvas.theme, haloed=True)
        canvas.stamp(ring, *board.spots[left])
        for arrived in board.shown(last.cells):
            start, end = board.spots[left], board.spots[arrived]
            stop = math.dist(start, end) - cell * 0.62
            begin = min(cell * 0.5, stop - cell * 0.3)
            marks.lay(canvas, marks.arrow, start, end, begin=begin, stop=stop, thick=_WAY)


def draw_action(board: Ground, view: TaeView, last: LastView) -> None:
    """Frame the cells of the action in the colour of last actions; a bomb's hole is crossed."""
    canvas, theme = board.canvas, board.canvas.theme
    size, lost = board.size, {cell for _, _, cell in _fallen_leaders(last)}
    holes = {name for name, sign in contents(view).items() if sign == "#"}
    cells = board.shown(last.cells)
    if len(cells) == 4:
        x, y = (sum(board.spots[cell][axis] for cell in cells) / 4 for axis in (0, 1))
        canvas.stamp(square_frame(size * 1.96, size * 0.07, theme.last, theme.halo), x, y)
    else:
        for cell in cells:
            if cell in holes:
                canvas.stamp(marks.cross(size * 0.2, theme), *board.spots[cell])
            if cell not in lost:
                frame = square_frame(size * 0.94, size * 0.07, theme.last, theme.halo)
                canvas.stamp(frame, *board.spots[cell])
    for cell in board.shown(cell for _, cell in last.taken):
        x, y = board.spots[cell][0] + board.cell * CORNER, board.spots[cell][1] - board.cell * CORNER
        canvas.stamp(artifact(size * 0.19, outer=cell in _OUTER), x, y, _FAINT)
        canvas.stamp(marks.left_ring(size * 0.25, theme, haloed=True), x, y)


def _fallen_leaders(last: LastView) -> list[tuple[int, ColonyType, str]]:
    """The leaders that went home: seat, kind, and where they stood."""
    beaten = [(seat, result.kind, cell) for result in last.results for seat, cell in result.lost]
    return [*beaten, *last.sent_home]


def _ghost(board: Ground, sprite: Sprite, kind: ColonyType, cell: str) -> None:
    canvas = board.canvas
    x, y = board.spots[cell]
    canvas.stamp(sprite, x, y, _FAINT)
    aside = board.cell * 0.11
    canvas.stamp(marks.cross(board.size * 0.2, canvas.theme), x - aside, y - aside)
    canvas.stamp(kind_badge(kind, board.size), x, y)
