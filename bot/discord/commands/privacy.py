"""`/privacy`: export what is stored about the user, or delete it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

import discord
from discord import ButtonStyle, app_commands

from bot.discord.components import NO_GAME, ButtonState, stateful_button
from bot.discord.layouts import boxed
from bot.discord.options import build_command, group
from bot.discord.responder import Responder
from bot.service.privacy import FORMER, Forgetting

ACTION = "forget"


def privacy_group() -> app_commands.Group:
    """`/privacy export | delete`."""
    commands = group("privacy", "See what is stored about you, or have it forgotten")
    commands.add_command(
        build_command("export", "Get everything that is stored about you, as a file", [], _export)
    )
    commands.add_command(build_command("delete", "Have everything about you forgotten", [], _ask))
    return commands


async def _export(responder: Responder, _options: Mapping[str, Any]) -> None:
    data = await responder.service.privacy.export(responder.person.id)
    file = discord.File(BytesIO(data), filename=f"turnpost-{responder.identity.external_id}.json")
    await responder.say("This is all that is stored about you here.", files=[file])


async def _ask(responder: Responder, _options: Mapping[str, Any]) -> None:
    """Say what being forgotten means, and ask for confirmation."""
    planned = await responder.service.privacy.forgetting(responder.person.id)
    buttons = [
        stateful_button(ButtonState(ACTION, NO_GAME), "Forget me", ButtonStyle.danger),
        stateful_button(ButtonState("close", NO_GAME), "Leave it"),
    ]
    text = "\n".join(["### Be forgotten", *forgetting_lines(planned), "-# Nothing has been done yet."])
    await responder.show(boxed(text, buttons))


def forgetting_lines(planned: Forgetting) -> list[str]:
    """What being forgotten means, a line each."""
    lines = [
        "Your name, your id and your preferences are removed, and direct messages and invitations to you are "
        f"forgotten. In the records of games you become “{FORMER}”, a pseudonym that leads back to nobody.",
    ]
    if planned.running:
        lines.append(
            f"⚠️ You still play in {_codes(planned.running)}. Those seats stay without you; the other players "
            "wait for the clock or for an admin: resign first if you would rather end these games."
        )
    if planned.waiting:
        lines.append(f"You leave {_codes(planned.waiting)}, which have not started.")
    if planned.over:
        count = "One game" if planned.over == 1 else f"{planned.over} games"
        lines.append(f"{count} that you have played stay as they were played, under the pseudonym.")
    if planned.said:
        lines.append("What you said to other players is removed here, not where they have it already.")
    lines.append(
        "A running game with secrets in which you have sat keeps a keyed hash of your account until it is "
        "over, so that nobody comes back to see through it."
    )
    lines.append("What was posted on Discord stays there. This cannot be undone.")
    return lines


def _codes(codes: Sequence[str]) -> str:
    shown = ", ".join(f"`{code}`" for code in codes[:20])
    return shown if len(codes) <= 20 else f"{shown} and {len(codes) - 20} more"


async def forgotten(responder: Responder, _state: ButtonState) -> None:
    """Forget the user, who has confirmed it."""
    await responder.service.privacy.forget(responder.person.id)
    await responder.replace_with("✅ You are forgotten here. If you use Turnpost again, you begin anew.")
