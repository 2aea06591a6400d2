"""The pictures of Battle of the Four Gods: a diagram of a round, and a row for each god."""

import math
from collections.abc import Hashable, Mapping

from PIL import Image

from engines.contract import Seat
from engines.gods.colours import NAMES
from engines.gods.info import INFO
from engines.gods.view import GodsView
from render import marks
from render.cache import cached_ground
from render.canvas import Canvas
from render.contract import Frame, ThemeName
from render.gods.colours import THEMES
from render.gods.emblems import crown, emblem
from render.gods.legend import LEGEND_HEIGHT, draw_legend
from render.gods.panel import ROW_HEIGHT, draw_row
from render.gods.reading import brief, caption, effects, is_out, panel_of, past, prices, warning, ways
from render.gods.ring import EMBLEM, FOOT, SPOTS, draw_roads, draw_ways
from render.gods.words import alt, text
from render.header import draw_headline

__all__ = ["alt", "draw", "seen", "text"]

_CROWN, _LEAN = 36.0, 58.0
"""The radius of a winner's crown, and by how many degrees it leans outward, clear of the arrows."""
_CROSS, _BESIDE = 22.0, 52.0
"""The radius of the cross on a fallen god, and its distance outward and down, clear of the letter."""
_ROWS_FOOT = FOOT + 4 * ROW_HEIGHT


def draw(view: GodsView, frame: Frame) -> Image.Image:
    """The actions of a round, or the viewer's plan, and the gods' rows."""
    canvas = Canvas(_ground(frame.theme, frame.width), THEMES[frame.theme])
    draw_headline(canvas, view, frame, INFO.seats, brief(view))
    lying = ways(view)
    draw_ways(canvas, lying)
    for seat, god in enumerate(NAMES):
        name = frame.person(seat) or god
        _draw_god(canvas, view, seat, name)
        draw_row(canvas, panel_of(view, seat), name, to_act=seat in view.to_act and past(view) is None)
    _draw_captions(canvas, view)
    draw_legend(canvas, {way.fate for way in lying}, _ROWS_FOOT)
    places = {name: marks.Place(*spot, EMBLEM) for name, spot in zip(NAMES, SPOTS, strict=True)}
    marks.draw_changed(
        canvas, frame, {name: place._replace(reach=EMBLEM + 4) for name, place in places.items()}
    )
    marks.draw_choices(canvas, frame, places)
    return canvas.image


def seen(view: GodsView) -> Mapping[str, Hashable]:
    """The gods' rows."""
    stand = zip(NAMES, view.gods, strict=True)
    return {name: (god.ep, god.alive, god.resigned, god.asks_draw) for name, god in stand}


@cached_ground
def _ground(theme_name: ThemeName, width: int) -> Image.Image:
    """The empty diagram: the ways between the gods."""
    canvas = Canvas.blank(width, _ROWS_FOOT + LEGEND_HEIGHT, THEMES[theme_name])
    draw_roads(canvas)
    return canvas.image


def _draw_god(canvas: Canvas, view: GodsView, seat: Seat, name: str) -> None:
    """Draw a god's emblem and person: grey and crossed if it is out, crowned if it has won."""
    theme, (x, y), fallen = canvas.theme, SPOTS[seat], is_out(view, seat)
    outward = 1 if x > 500 else -1
    canvas.stamp(emblem(theme, seat, EMBLEM * canvas.scale, fallen=fallen), x, y)
    baseline = y - EMBLEM - 12 if seat < 2 else y + EMBLEM + 36
    ink = theme.muted if fallen else theme.ink
    line = canvas.line(name, 32, weight="bold", width=276, smallest=28)
    half = line.width / canvas.scale / 2
    # A long name reaches outward: towards the middle the costs of actions are written.
    canvas.put(line, x + outward * max(28, half - 88) - half, baseline, ink)
    if fallen:
        canvas.stamp(marks.cross(_CROSS * canvas.scale, theme), x + outward * _BESIDE, y + _BESIDE)
    if panel_of(view, seat).won:
        sprite = crown(theme, _CROWN * canvas.scale, outward * _LEAN)
        lean = math.radians(_LEAN)
        reach = EMBLEM * 0.86
        canvas.stamp(sprite, x + outward * reach * math.sin(lean), y - reach * math.cos(lean))


def _draw_captions(canvas: Canvas, view: GodsView) -> None:
    """Write above the diagram what it shows, below what actions cost and do, or what silence would cost."""
    theme = canvas.theme
    text, own = caption(view)
    _, top = SPOTS[0]
    _, low = SPOTS[2]
    room = SPOTS[1][0] - SPOTS[0][0] - 2 * EMBLEM - 24
    looming = warning(view)
    lines = (
        (text, top - 60, 31, theme.last if own else theme.muted),
        (prices(view), low + 77, 28, theme.muted),
        (looming or effects(view), low + 109, 28, theme.danger if looming else theme.muted),
    )
    for words, baseline, size, ink in lines:
        canvas.write(words, 500, baseline, size, ink, anchor=0.5, width=room, smallest=27)
