"""`/away`, and the question to a player who acts during a vacation."""

import contextlib
from typing import Final

from discord import ButtonStyle

from bot.discord.formatting.markdown import Markdown, absolute
from bot.discord.interaction.components import NO_GAME, ButtonState, Form, FormField, StatefulItem
from bot.discord.interaction.context import Interaction
from bot.discord.interaction.responder import Options, Responder
from bot.discord.panels import panel
from bot.sentences.answers import days_left, vacation_over_words, vacation_words
from bot.service.values.answers import Vacation
from bot.service.values.days import day_of
from bot.service.values.refused import IsAway, Refused

DAY_HINT: Final = "Such as 3 Aug, Friday or 2026-08-03"
DAY_LENGTH: Final = 40
_UTC: Final = " Days are those of UTC until you name your time zone in `/game settings`."


async def go(responder: Responder, options: Options) -> None:
    """Begin or plan a vacation, end it, or show it, as the options say. Raises Refused."""
    vacations, person = responder.service.vacations, responder.person
    if options.get("end"):
        await responder.say(vacation_over_words(await vacations.end(person)))
        return
    if "until" not in options:
        if "from" in options:
            raise Refused("no_end", "Say with `until:` which day is the last one of your vacation.")
        await _show(responder, await vacations.of(person))
        return
    today = await responder.service.preferences.today(person)
    last = day_of(options["until"], today)
    first = day_of(options["from"], today) if "from" in options else None
    await _show(responder, await vacations.plan(person, last, first))


def go_button() -> StatefulItem:
    """What leads to the days of a vacation."""
    return ButtonState("leaving").button("Go away…")


def days_form(_interaction: Interaction, _state: ButtonState) -> Form:
    """A form for the days of a vacation."""
    until = FormField("until", "The last day of your vacation", DAY_HINT, "", DAY_LENGTH)
    return "Go away", [until, FormField("from", "The first day", "Empty: from now on", "", DAY_LENGTH)]


async def leave(responder: Responder, state: ButtonState) -> None:
    """Begin or plan a vacation as it was typed. Raises Refused."""
    typed = (value.partition("=") for value in state.values)
    await go(responder, {name: day for name, _, day in typed if day})


async def _show(responder: Responder, vacation: Vacation) -> None:
    words = vacation_words(vacation, "`/away until:`", Markdown())
    if vacation.dates is None:
        await responder.show_box(words, [go_button()])
        return
    zone = "" if vacation.time_zone else _UTC
    way_back = " You come back at any time: play, or press the button." if vacation.begun else ""
    told = f"Each table is told when it begins and when it ends.\n-# {days_left(vacation)}{zone}{way_back}"
    button = _back_button(NO_GAME, "I am back" if vacation.begun else "Call it off")
    await responder.show_box(f"{words} {told}", [button])


def _back_button(code: str, label: str = "I am back") -> StatefulItem:
    return ButtonState("back", code).button(label, ButtonStyle.primary)


async def ask(responder: Responder, away: IsAway) -> None:
    """Ask a player who acts during a vacation whether they are back."""
    text = f"You are away until {absolute(away.until)}: come back and play?"
    no = ButtonState("close").button("Stay away")
    await responder.show_box(text, [_back_button(away.game_code), no])


async def come_back(responder: Responder, state: ButtonState) -> None:
    """End the vacation, and lead back to the game where it is the user's turn. Raises Refused."""
    words = vacation_over_words(await responder.service.vacations.end(responder.person))
    if state.code != NO_GAME:
        with contextlib.suppress(Refused):
            await panel.start(responder, state.code, note=words)
            return
    await responder.replace_with(words)
