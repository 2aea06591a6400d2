"""The pictures of Reef Encounter (section 16 of its rules)."""

from functools import lru_cache, partial

from PIL import Image

from engines.contract import SeatInfo
from engines.reef.info import INFO
from engines.reef.view import ReefView
from render.canvas import Canvas
from render.contract import Frame, ThemeName
from render.header import draw_header
from render.reef.plan import Plan, plan
from render.reef.players import draw_front, draw_held, draw_strip, draw_table, emblem_of, mark
from render.reef.reef import draw_changes, draw_reach, draw_reef, empty_reef
from render.reef.sea import draw_sea
from render.reef.tiles import draw_tiles
from render.reef.words import alt, changes, text
from render.theme import THEMES

__all__ = ["alt", "draw", "text"]


def draw(view: ReefView, frame: Frame) -> Image.Image:
    """The reefs, who eats whom, the open sea and what players have; secrets only where the view has them."""
    if frame.hand and view.own is not None:
        return draw_held(view, view.own, frame)
    strip = view.own is not None and not view.results
    places = plan(len(view.boards), len(view.players), strip=strip, table=bool(view.results))
    empty = ground(tuple(reef.id for reef in view.boards), places, frame.theme, frame.width)
    canvas = Canvas(empty.copy(), THEMES[frame.theme])
    draw_header(canvas, view, frame, title=INFO.title, seats=_seats(view), emblem=partial(emblem_of, view))
    changed = changes(view)
    owners = tuple((player.colour, mark(player)) for player in view.players)
    reefs = {reef.id: corner for reef, corner in zip(view.boards, places.reefs, strict=True)}
    for reef in view.boards:
        draw_reef(canvas, reef, reefs[reef.id], owners)
    if changed is not None:
        draw_changes(canvas, view, changed, reefs)
    draw_reach(canvas, view.reach, reefs)
    turned = () if changed is None else (*changed.flipped, changed.locked)
    draw_tiles(canvas, view.tiles, places.tiles, turned)
    draw_sea(canvas, view, places.sea, changed)
    for player, corner in zip(view.players, places.fronts, strict=False):
        draw_front(canvas, player, corner)
    if view.own is not None and places.strip is not None:
        draw_strip(canvas, view, view.own, places.strip)
    if places.table is not None:
        draw_table(canvas, view, frame.players, places.table)
    return canvas.image


@lru_cache(12)
def ground(reefs: tuple[str, ...], places: Plan, theme: ThemeName, width: int) -> Image.Image:
    """The empty reefs at their places. Copy it before drawing."""
    canvas = Canvas.blank(width, places.height, THEMES[theme])
    for name, corner in zip(reefs, places.reefs, strict=True):
        canvas.stamp(empty_reef(name, theme, width), *corner)
    return canvas.image


def _seats(view: ReefView) -> tuple[SeatInfo, ...]:
    """The seats by the colours that players have."""
    return tuple(SeatInfo(one.colour, one.colour.capitalize(), mark(one)) for one in view.players)
