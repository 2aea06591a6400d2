"""`/game pause`: pauses until a day, by agreement."""

from typing import Literal

from bot.discord.commands.away import DAY_HINT, DAY_LENGTH
from bot.discord.formatting.markdown import Markdown, title
from bot.discord.interaction.components import ButtonState, Form, FormField
from bot.discord.interaction.context import Interaction
from bot.discord.interaction.responder import Options, Responder
from bot.sentences.answers import PAUSE_DECLINED, pause_words
from bot.service.values.days import day_of
from bot.service.values.game_summary import GameSummary


async def ask(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Ask for a pause until a day or, without one, to go on now. Raises Refused."""
    service, person, day = responder.service, responder.person, None
    if "day" in options:
        day = day_of(options["day"], await service.preferences.today(person))
    now = await service.pausing.ask(person, summary.code, day, cause=responder.cause)
    await _say(responder, now, "asked")


def day_form(_interaction: Interaction, _state: ButtonState) -> Form:
    """A form for the day on which the game resumes."""
    return "Ask for a pause", [FormField("day", "The day on which play goes on", DAY_HINT, "", DAY_LENGTH)]


async def ask_for(responder: Responder, state: ButtonState) -> None:
    """Ask for a pause until the day that was typed. Raises Refused."""
    summary = await responder.service.reading.summary(state.code)
    await ask(responder, summary, {"day": "".join(state.values).partition("=")[2]})


async def respond(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Answer a pause request as the option says. Raises Refused."""
    await answer(responder, summary.code, agree=options["answer"] == "agree")


async def press(responder: Responder, state: ButtonState) -> None:
    """A button of a request: `payload` holds the answer and what is asked for. Raises Refused."""
    answered, _, wanted = state.payload.partition("/")
    await answer(responder, state.code, agree=answered == "yes", wanted=wanted or None)


async def answer(responder: Responder, code: str, *, agree: bool, wanted: str | None = None) -> None:
    """Agree to a pause request, or decline it. Raises Refused."""
    pausing = responder.service.pausing
    now = await pausing.answer(responder.person, code, agree, cause=responder.cause, wanted=wanted)
    if agree:
        await _say(responder, now, "agreed")
    else:
        await responder.say(f"{title(now)}\n{PAUSE_DECLINED}\n{responder.status_line(now)}")


async def _say(responder: Responder, now: GameSummary, did: Literal["asked", "agreed"]) -> None:
    """Who must still agree, or the result of the request."""
    words = pause_words(now, did, responder.status_line(now), Markdown())
    await responder.say(f"{title(now)}\n{words}")
