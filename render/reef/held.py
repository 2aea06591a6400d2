"""What a player holds, as a picture of its own: for direct messages, where no reef need be seen."""

from __future__ import annotations

from PIL import Image

from engines.reef.components import CORALS
from engines.reef.info import INFO
from engines.reef.view import OwnView, ReefView
from render.canvas import Canvas, Point
from render.contract import Frame
from render.header import MARGIN, draw_title
from render.reef.panel import panel
from render.reef.pieces import polyp
from render.reef.plan import COLUMNS, FRONT_HEIGHT, GAP, HALF, STRIP_HEIGHT
from render.reef.players import draw_front, draw_strip
from render.theme import THEMES

_TOP = 78.0
_SECOND = _TOP + STRIP_HEIGHT + GAP
HEIGHT = _SECOND + FRONT_HEIGHT + 30


def draw_held(view: ReefView, own: OwnView, frame: Frame) -> Image.Image:
    """Hand, cubes, fish and score; below them what lies in front of the screen, and the colours' worth."""
    canvas = Canvas.blank(frame.width, HEIGHT, THEMES[frame.theme])
    draw_title(canvas, view, frame, INFO.title)
    draw_strip(canvas, view, own, (MARGIN, _TOP))
    draw_front(canvas, view.players[view.viewer or 0], (COLUMNS[0], _SECOND))
    _draw_values(canvas, view, (COLUMNS[1], _SECOND))
    return canvas.image


def _draw_values(canvas: Canvas, view: ReefView, corner: Point) -> None:
    left, top = corner
    middle = top + FRONT_HEIGHT / 2
    panel(canvas, corner, HALF, FRONT_HEIGHT)
    step = (HALF - 36) / len(CORALS)
    for index, space in enumerate(view.sea):
        x = left + 40 + step * index
        canvas.stamp(polyp(canvas.theme, space.colour, 34 * canvas.scale), x, middle)
        canvas.write(f"×{space.value}", x + 22, middle + 10, 27, canvas.theme.ink, weight="bold")
