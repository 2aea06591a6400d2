"""`/notes`: what a player writes down for themselves about a game."""

from io import BytesIO
from typing import Final

import discord

from bot.discord.commands.lookups import fitting
from bot.discord.formatting.markdown import MESSAGE_LIMIT, title, written
from bot.discord.interaction.responder import Options, Responder
from bot.sentences.answers import note_line
from bot.service.values.game_summary import GameSummary

_MARGIN: Final = 60
"""Characters kept free for the line about notes that are left out."""


async def note(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Change the notes as the options say, and show them. Raises Refused."""
    noted = await responder.service.notes.noted(
        responder.person,
        summary.code,
        options.get("text"),
        clear=bool(options.get("clear", False)),
        cause=responder.cause,
    )
    if not noted.notes:
        await responder.say(f"{title(noted.summary)}\nYou have no notes. `/notes text:` writes one.")
        return
    newest = noted.notes[::-1]
    lines = [note_line(note, written(note.body)) for note in newest]
    head = f"{title(noted.summary)}\nYour notes, for you alone, the newest first"
    shown = fitting(lines, MESSAGE_LIMIT - len(head) - _MARGIN)
    files = list[discord.File]()
    if shown != "\n".join(lines):
        whole = "\n".join(note_line(note, note.body) for note in newest)
        files.append(discord.File(BytesIO(whole.encode()), f"{noted.summary.code}-notes.txt"))
        head += ", all of them in the file"
    await responder.say(f"{head}:\n{shown}", files=files)
