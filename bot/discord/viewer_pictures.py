"""Pictures for one pair of eyes: in the theme and from the side of whoever asked."""

from __future__ import annotations

from typing import Any

import discord

from bot.discord.cards import frame_of
from bot.discord.context import Request
from bot.discord.markdown import seat_of
from bot.service.summaries import GameSummary
from engines.contract import Seat, View
from render.contract import Frame


async def frame_for(
    request: Request, summary: GameSummary, *, side: Seat | None = None, **shown: Any
) -> Frame:
    """The frame that suits the user, from the own seat unless a side is named. `shown`: as in `frame_of`."""
    theme = (await request.service.players.preferences(request.person)).theme
    perspective = seat_of(summary, request.person.id) if side is None else side
    return frame_of(summary, theme=theme, perspective=perspective, **shown)


async def picture_for(request: Request, summary: GameSummary, view: View, **shown: Any) -> discord.File:
    """A view drawn for the user. `shown`: as in `frame_of`."""
    frame = await frame_for(request, summary, **shown)
    return await request.pictures.picture(summary.key, view, frame)


async def own_picture(request: Request, summary: GameSummary) -> discord.File:
    """The position as the user may know it."""
    view = await request.service.reading.view(summary.code, request.person)
    return await picture_for(request, summary, view)
