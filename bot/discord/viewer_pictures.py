"""Pictures for one pair of eyes: in the theme and from the side of whoever asked."""

from __future__ import annotations

import discord

from bot.discord.cards import frame_of
from bot.discord.context import Request
from bot.discord.markdown import seat_of
from bot.service.reports import GameReport
from engines.contract import Seat, View
from render.contract import Frame


async def frame_for(
    request: Request,
    report: GameReport,
    *,
    side: Seat | None = None,
    happened: str = "",
    preview: bool = False,
    hand: bool = False,
) -> Frame:
    """The frame that suits the user; seen from the own seat unless a side is named."""
    person = request.person
    theme = (await request.service.players.preferences(person)).theme
    perspective = seat_of(report, person.id) if side is None else side
    return frame_of(
        report, happened=happened, theme=theme, perspective=perspective, preview=preview, hand=hand
    )


async def picture_for(
    request: Request, report: GameReport, view: View, *, happened: str = "", preview: bool = False
) -> discord.File:
    """A view drawn for the user."""
    frame = await frame_for(request, report, happened=happened, preview=preview)
    return await request.pictures.picture(report.key, view, frame)


async def own_picture(request: Request, report: GameReport) -> discord.File:
    """The position as the user may know it."""
    view = await request.service.reading.view(report.code, request.person)
    return await picture_for(request, report, view)
