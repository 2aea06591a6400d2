"""What a player holds, as a picture of its own: for direct messages, where no map need be seen."""

from __future__ import annotations

from PIL import Image

from engines.contract import Seat
from engines.tae.info import INFO
from engines.tae.view import PlayerView, TaeView
from engines.wording import counted
from render.canvas import Canvas
from render.contract import Frame
from render.header import MARGIN, draw_title
from render.tae.pieces import leader
from render.tae.strips import ACROSS, draw_ledger, ledger_height
from render.theme import THEMES

_TOP = 78.0
_LEADERS = 84.0
"""The height of the row of leaders."""
_APART = 168.0
"""From one leader to the next."""
_FOOT = 26.0


def draw_held(view: TaeView, own: PlayerView, frame: Frame) -> Image.Image:
    """Ships and points; below them the four leaders with where each stands, and the bombs that are left."""
    ledger = ledger_height([own])
    canvas = Canvas.blank(frame.width, _TOP + ledger + _LEADERS + _FOOT, THEMES[frame.theme])
    draw_title(canvas, view, frame, INFO.title)
    draw_ledger(canvas, [own], _TOP, over=view.outcome is not None)
    _draw_leaders(canvas, view, own.seat, _TOP + ledger + _LEADERS / 2)
    canvas.write(
        counted(own.bombs, "bomb"),
        1000 - MARGIN,
        _TOP + ledger + _LEADERS / 2 + 11,
        31,
        canvas.theme.ink,
        weight="bold",
        anchor=1,
    )
    return canvas.image


def _draw_leaders(canvas: Canvas, view: TaeView, seat: Seat, middle: float) -> None:
    theme = canvas.theme
    for index, one in enumerate(one for one in view.leaders if one.seat == seat):
        x = MARGIN + ACROSS + index * _APART
        canvas.stamp(leader(theme, seat, one.kind, 58 * canvas.scale), x + 29, middle)
        ink = theme.muted if one.cell is None else theme.ink
        canvas.write(one.cell or "home", x + 68, middle + 10, 28, ink, width=_APART - 76, smallest=22)
