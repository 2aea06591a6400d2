"""The pictures of Reef Encounter (docs/rules/reef-encounter.md section 16)."""

from collections.abc import Hashable, Mapping

from PIL import Image

from engines.reef.components import BOARDS, place
from engines.reef.info import INFO
from engines.reef.view import ReefView
from render.contract import Frame
from render.header import chip_name, draw_headline
from render.reef.board import draw_changed, draw_changes, draw_choices, draw_reach, draw_reef, ground
from render.reef.plan import plan
from render.reef.players import draw_held, draw_player, draw_stock, second_line
from render.reef.table import draw_table, marked_in, sea_name, table_height
from render.reef.words import alt, brief, changes, text

__all__ = ["alt", "draw", "seen", "text"]


def draw(view: ReefView, frame: Frame) -> Image.Image:
    """The reefs, the players, the open sea and which coral eats which; secrets only if the view has them."""
    if frame.hand and view.own is not None:
        return draw_held(view, view.own, frame)
    names = tuple(reef.id for reef in view.boards)
    places = plan(len(names), len(view.players), table_height(view), second_line(view))
    board = ground(names, places, frame.theme, frame.width)
    canvas, last = board.canvas, None if frame.changed else changes(view)
    draw_headline(canvas, view, frame, INFO.seats[: len(view.players)], brief(view))
    for reef in view.boards:
        draw_reef(board, reef, view.players)
    if last is not None:
        draw_changes(board, view, last)
    draw_changed(board, view, frame)
    draw_reach(board, view.reach)
    for seat, box in enumerate(places.players):
        draw_player(canvas, view, frame, seat, box)
    draw_stock(canvas, view, places.stock)
    draw_table(canvas, view, places.table, marked_in(last, frame))
    draw_choices(board, view, frame)
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
