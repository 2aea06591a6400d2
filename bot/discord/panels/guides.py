"""The guide for a player's first turn in an unfamiliar game: private, and shown once."""

from bot.discord.interaction.components import ButtonHandler, ButtonState
from bot.discord.interaction.responder import Responder
from engines.contract import GameInfo, Guide


def guided(handler: ButtonHandler) -> ButtonHandler:
    """The handler, followed by the guide where the person's first turn has just come up."""

    async def press(responder: Responder, state: ButtonState) -> None:
        await handler(responder, state)
        info = await responder.service.preferences.first_turn(responder.person, state.code)
        if info is not None and info.guide is not None:
            await responder.send_followup(guide_text(info, info.guide))

    return press


def guide_text(info: GameInfo, guide: Guide) -> str:
    """What to aim at, what the picture shows, what to do and to press."""
    return (
        f"👋 **Your first {info.title}**\n"
        f"**The goal.** {guide.goal}\n"
        f"**The picture.** {guide.picture}\n"
        f"**Your turn.** {guide.turn} {guide.press}\n"
        f"-# Shown once, to you alone. `/{info.key} help` has the rules."
    )
