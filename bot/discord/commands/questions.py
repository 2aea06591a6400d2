"""The commands that ask about a position, one for each kind of question; only the asker sees the answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from discord import app_commands

from bot.discord.commands.autocomplete import agrees, fields_by_name, game_option, narrowed, resolve_game
from bot.discord.commands.play import convert
from bot.discord.context import Request
from bot.discord.markdown import title
from bot.discord.options import Focus, build_command, fields_of
from bot.discord.responder import Responder
from bot.discord.viewer_pictures import picture_for
from bot.service.summaries import Refused
from engines.contract import Question, Words


def question_command(kind: type[Question]) -> app_commands.Command[Any, Any, Any]:
    """One kind of question as a command."""
    name = str(kind.__struct_config__.tag)

    async def complete(request: Request, focus: Focus) -> Sequence[app_commands.Choice[Any]]:
        person = request.person
        summary = await resolve_game(request, focus.options, "running")
        asked = await request.service.reading.questions(summary.code, person)
        return narrowed([(question, _no_words) for question in asked if isinstance(question, kind)], focus)

    help_text = (kind.__doc__ or name).strip().splitlines()[0]
    options = [*fields_of(kind, complete=complete), game_option("running")]
    return build_command(name, help_text, options, partial(ask, kind=kind))


async def ask(responder: Responder, options: Mapping[str, Any], *, kind: type[Question]) -> None:
    """Answer in words, with a picture where the game draws one. Raises Refused."""
    person = responder.person
    values = dict(options)
    summary = await resolve_game(responder, {"game": values.pop("game", None)}, "running")
    if summary.status == "lobby" or kind not in responder.engines[summary.key].questions.types:
        raise Refused("wrong_game", f"{title(summary)} has no answer to that now.")
    asked = await responder.service.reading.questions(summary.code, person)
    fitting = [q for q in asked if isinstance(q, kind) and agrees(fields_by_name(q), values)]
    question = fitting[0] if len(fitting) == 1 else convert(kind, values, asked)
    told = await responder.service.reading.ask(summary.code, person, question)
    pictures = [] if told.view is None else [await picture_for(responder, summary, told.view)]
    await responder.say(f"{title(summary)}\n{told.text}", files=pictures)


def _no_words() -> Words:
    return "", ""
