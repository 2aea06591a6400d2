"""`/game pause`: pauses until a day, by agreement."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from discord import app_commands

from bot.discord.commands.about_game import game_command
from bot.discord.commands.away import day_of
from bot.discord.markdown import person_in, status_line, title
from bot.discord.options import Option
from bot.discord.responder import Responder
from bot.service.summaries import GameSummary
from engines.wording import listed


def pause_commands(running: Option) -> Sequence[app_commands.Command[Any, Any, Any]]:
    """`/game pause until | answer`."""
    day = Option("day", "The day on which play goes on, such as 2026-08-03", str)
    answers = Option("answer", "What you say to it", Literal["agree", "decline"])
    return [
        game_command("until", "Ask the others to pause the game until a day", [day, running], ask),
        game_command("answer", "Agree to a pause, or to its end, or decline it", [answers, running], _answer),
    ]


async def ask(responder: Responder, summary: GameSummary, options: Mapping[str, Any]) -> None:
    """Ask for a pause until a day or, without one, to go on now. Raises Refused."""
    day = day_of(options["day"]) if "day" in options else None
    wished = responder.service.pausing.wish
    now = await wished(responder.person, summary.code, day, cause=responder.cause)
    await _say(responder, now, "You asked; {} must agree within two days.")


async def _answer(responder: Responder, summary: GameSummary, options: Mapping[str, Any]) -> None:
    await answer(responder, summary.code, agree=options["answer"] == "agree")


async def answer(responder: Responder, code: str, *, agree: bool) -> None:
    """Agree to what is wished, or decline it. Raises Refused."""
    now = await responder.service.pausing.answer(responder.person, code, agree, cause=responder.cause)
    if agree:
        await _say(responder, now, "You agreed; {} must agree too.")
    else:
        await responder.say(f"{title(now)}\nYou declined, so nothing changes.\n{status_line(now)}")


async def _say(responder: Responder, now: GameSummary, waits: str) -> None:
    """Tell who is still to agree, or what has come of it."""
    asked = [person_in(now, seat) for seat in now.pausing_asked]
    words = waits.format(listed(asked)) if asked else status_line(now)
    await responder.say(f"{title(now)}\n{words}")
