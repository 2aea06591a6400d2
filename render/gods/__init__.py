"""The pictures of Battle of the Four Gods: how everybody stands, and a round as a drawn diagram."""

import math
from functools import lru_cache

from PIL import Image

from engines.contract import Seat
from engines.gods.info import INFO
from engines.gods.view import GodsView
from render import marks
from render.canvas import Canvas
from render.contract import Frame, ThemeName
from render.gods.emblems import crown, emblem
from render.gods.legend import LEGEND_HEIGHT, draw_legend
from render.gods.panel import draw_panel
from render.gods.reading import caption, is_out, prices, standing, warning, ways
from render.gods.ring import EMBLEM, FOOT, SPOTS, draw_roads, draw_ways
from render.gods.words import alt, text
from render.header import draw_header
from render.theme import THEMES

__all__ = ["alt", "draw", "text"]

_CROWN, _LEAN = 42.0, 58.0
"""The radius of a winner's crown, and by how many degrees it leans outward, clear of the arrows."""
_CROSS, _BESIDE = 25.0, 62.0
"""The radius of the cross on a fallen god, and how far outward and down it stands, clear of the letter."""
_CAPTION = 30.0
"""The size of the words between the gods."""


def draw(view: GodsView, frame: Frame) -> Image.Image:
    """How the gods stand and what they did to each other, or what the viewer plans."""
    canvas = _ground(frame.theme, frame.width).copy()
    # Where everybody has resigned nobody shares anything.
    drawn = "" if view.outcome is not None and view.outcome.why == "none" else "DRAW"
    draw_header(canvas, view, frame, title=INFO.title, seats=INFO.seats, emblem=emblem, drawn=drawn)
    lying = ways(view)
    draw_ways(canvas, lying)
    for seat in range(4):
        _draw_god(canvas, view, seat)
        draw_panel(canvas, standing(view, seat))
    _draw_captions(canvas, view)
    draw_legend(canvas, prices(view), {way.fate for way in lying})
    return canvas.image


@lru_cache(12)
def _ground(theme_name: ThemeName, width: int) -> Canvas:
    """The ways between the gods, empty. Copy it before drawing."""
    canvas = Canvas.blank(width, FOOT + LEGEND_HEIGHT, THEMES[theme_name])
    draw_roads(canvas)
    return canvas


def _draw_god(canvas: Canvas, view: GodsView, seat: Seat) -> None:
    """A god's emblem: grey and crossed if it is out, crowned if it has won."""
    theme, (x, y), fallen = canvas.theme, SPOTS[seat], is_out(view, seat)
    outward = 1 if x > 500 else -1
    canvas.stamp(emblem(theme, seat, EMBLEM * canvas.scale, fallen=fallen), x, y)
    if fallen:
        canvas.stamp(marks.cross(_CROSS * canvas.scale, theme), x + outward * _BESIDE, y + _BESIDE)
    if standing(view, seat).won:
        sprite = crown(theme, _CROWN * canvas.scale, outward * _LEAN)
        lean = math.radians(_LEAN)
        reach = EMBLEM * 0.86
        canvas.stamp(sprite, x + outward * reach * math.sin(lean), y - reach * math.cos(lean))


def _draw_captions(canvas: Canvas, view: GodsView) -> None:
    """Above what the diagram shows, below what silence would cost."""
    theme = canvas.theme
    room = SPOTS[1][0] - SPOTS[0][0] - 2 * EMBLEM - 24
    told, own = caption(view)
    ink = theme.last if own else theme.muted
    canvas.write(
        told, 500, SPOTS[0][1] - 64, _CAPTION, ink, weight="bold", anchor=0.5, width=room, smallest=25
    )
    canvas.write(warning(view), 500, SPOTS[2][1] + 84, 28, theme.danger, anchor=0.5, width=room, smallest=25)
