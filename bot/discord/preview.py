"""An action before it is done: what would follow, for its mover alone, to be played or left."""

from __future__ import annotations

import discord
from discord import ButtonStyle

from bot.discord.components import ButtonState, StatefulButton
from bot.discord.layouts import boxed
from bot.discord.markdown import sentence, title
from bot.discord.responder import Responder
from bot.discord.viewer_pictures import picture_for
from bot.service.summaries import Preview
from render.phrases import shorten

_LONGEST = 3000
"""Characters of the words under which there is room for a title."""


async def show_preview(responder: Responder, seen: Preview, back: ButtonState | None = None) -> None:
    """Words, a picture where one may be drawn, and the buttons. `back` leads to other choices, where there
    are any to go back to.
    """
    summary = seen.summary
    words = seen.words or sentence(seen.summary_lines)
    lines = (title(summary), f"**{seen.notation}**", shorten(words, _LONGEST), "Only you see this. Play it?")
    pictures: list[discord.File] = []
    if seen.view is not None:
        picture = await picture_for(responder, summary, seen.view, happened=seen.notation, preview=True)
        pictures.append(picture)
    play = ButtonState("play", summary.code, summary.public_version, seen.seat, seen.action)
    buttons = [StatefulButton(play, "Play it", ButtonStyle.success)]
    if back is not None:
        buttons.append(StatefulButton(back, "Back"))
    buttons.append(StatefulButton(play._replace(action="close", payload=""), "Close"))
    text = "\n".join(line for line in lines if line)
    await responder.show(boxed(text, *pictures, buttons), files=pictures)
