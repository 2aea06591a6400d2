"""The pictures of Reef Encounter (section 16 of its rules)."""

from collections.abc import Hashable, Mapping

from PIL import Image

from engines.reef.components import BOARDS, place
from engines.reef.info import INFO
from engines.reef.view import ReefView
from render.canvas import Canvas
from render.contract import Frame, ThemeName
from render.header import chip_name, draw_headline
from render.kept import kept_ground
from render.reef.plan import Plan, plan
from render.reef.players import draw_held, draw_player, draw_stock
from render.reef.reef import (
    draw_changed,
    draw_changes,
    draw_choices,
    draw_reach,
    draw_reef,
    draw_rims,
    empty_reef,
    finder,
)
from render.reef.table import draw_table, marked_in, sea_name, table_height
from render.reef.words import alt, changes, text
from render.theme import THEMES

__all__ = ["alt", "draw", "seen", "text"]


def draw(view: ReefView, frame: Frame) -> Image.Image:
    """The reefs, what players have, the open sea and who eats whom; secrets only where the view has them."""
    if frame.hand and view.own is not None:
        return draw_held(view, view.own, frame)
    names = tuple(reef.id for reef in view.boards)
    places = plan(len(names), len(view.players), table_height(view))
    canvas = Canvas(ground(names, places, frame.theme, frame.width), THEMES[frame.theme])
    draw_headline(canvas, view, frame, INFO.seats[: len(view.players)])
    last, at = None if frame.changed else changes(view), finder(places, names)
    for reef in view.boards:
        draw_reef(canvas, reef, at, places.cell, view.players)
    if last is not None:
        draw_changes(canvas, view, last, at, places.cell)
    draw_changed(canvas, view, frame, at, places.cell)
    draw_reach(canvas, view.reach, at, places.cell)
    for seat, box in enumerate(places.players):
        draw_player(canvas, view, frame, seat, box)
    draw_stock(canvas, view, places.stock)
    draw_table(canvas, view, places.table, marked_in(last, frame))
    draw_choices(canvas, view, frame, at, places.cell)
    return canvas.image


def seen(view: ReefView) -> Mapping[str, Hashable]:
    """The cells with polyp and shrimp, the coral tiles, the open sea, and what players have in front."""
    lying = {one.cell: one.colour for reef in view.boards for one in reef.polyps}
    guards = {one.cell: one.seat for reef in view.boards for one in reef.shrimps}
    cells = [cell for reef in view.boards for cell in BOARDS[reef.id].cells]
    places: dict[str, Hashable] = {place(cell): (lying.get(cell), guards.get(cell)) for cell in cells}
    places |= {one.id: (one.stronger, one.locked) for one in view.tiles}
    places |= {sea_name(one.colour): (one.cube, one.tiles) for one in view.sea}
    return places | {chip_name(one.seat): (one.front, one.eaten) for one in view.players}


@kept_ground
def ground(reefs: tuple[str, ...], places: Plan, theme: ThemeName, width: int) -> Image.Image:
    """The empty reefs at their places."""
    canvas = Canvas.blank(width, places.height, THEMES[theme])
    draw_rims(canvas, places)
    for name, corner in zip(reefs, places.reefs, strict=True):
        canvas.stamp(empty_reef(name, theme, width, places.cell), *corner)
    return canvas.image
