"""Pictures for one pair of eyes: in the theme and from the side of whoever asked."""

from __future__ import annotations

import discord

from bot.discord.cards import frame_of
from bot.discord.context import Interaction, person_of
from bot.discord.markdown import seat_of
from bot.service.reports import GameReport
from engines.contract import Seat, View
from render.contract import Frame


async def frame_for(
    interaction: Interaction,
    report: GameReport,
    *,
    side: Seat | None = None,
    happened: str = "",
    preview: bool = False,
    hand: bool = False,
) -> Frame:
    """The frame that suits the user; seen from the own seat unless a side is named."""
    person = person_of(interaction)
    theme = (await interaction.client.context.service.players.preferences(person)).theme
    perspective = seat_of(report, person.id) if side is None else side
    return frame_of(
        report, happened=happened, theme=theme, perspective=perspective, preview=preview, hand=hand
    )


async def picture_for(
    interaction: Interaction, report: GameReport, view: View, *, happened: str = "", preview: bool = False
) -> discord.File:
    """A view drawn for the user."""
    frame = await frame_for(interaction, report, happened=happened, preview=preview)
    return await interaction.client.context.pictures.picture(report.key, view, frame)


async def own_picture(interaction: Interaction, report: GameReport) -> discord.File:
    """The position as the user may know it."""
    view = await interaction.client.context.service.reading.view(report.code, person_of(interaction))
    return await picture_for(interaction, report, view)
