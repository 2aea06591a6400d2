"""The titles of games, completed while they are typed."""

from collections.abc import Sequence
from typing import Any

from discord import app_commands

from bot.discord.interaction.context import Request
from bot.discord.interaction.options import Focus, choice
from bot.service.values.titles import matching_titles, pitch_line, table_words


async def complete_title(request: Request, focus: Focus) -> Sequence[app_commands.Choice[Any]]:
    """The games that match the typed text, titles that begin with it first."""
    return [
        choice(f"{info.title} · {table_words(info)} · {pitch_line(info)}", info.key)
        for info in matching_titles(request.engines, focus.current)
    ]
