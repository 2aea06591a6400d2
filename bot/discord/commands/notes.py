"""`/notes`: what a player writes down for themselves about a game."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.discord.commands.about_game import shared_game_command
from bot.discord.commands.lookups import fitting
from bot.discord.markdown import title, written
from bot.discord.responder import Responder
from bot.service.game_summary import GameSummary


def notes_command() -> app_commands.Command[Any, Any, Any]:
    """`/notes`."""
    return shared_game_command("notes", _notes)


async def _notes(responder: Responder, summary: GameSummary, options: Mapping[str, Any]) -> None:
    noted = await responder.service.notes.noted(
        responder.person,
        summary.code,
        options.get("text"),
        clear=bool(options.get("clear", False)),
        cause=responder.cause,
    )
    # Of very many the newest are shown.
    lines = [f"- {f'{note.turn}: ' if note.turn else ''}{written(note.body)}" for note in noted.notes]
    text = fitting(reversed(lines)) if lines else "You have noted nothing. `/notes text:` does."
    await responder.say(f"{title(noted.summary)}\nYour notes, for you alone, the newest first:\n{text}")
