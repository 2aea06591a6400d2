"""Absences: `/away`, with the question to a player who acts meanwhile, `/game pause`, `/game substitute`."""

import contextlib
from typing import Final, Literal

from discord import ButtonStyle

from bot.discord.api.membership import check_joined
from bot.discord.formatting.markdown import Markdown, absolute, jump_link, relative, title
from bot.discord.interaction.components import NO_GAME, ButtonState, Form, FormField, StatefulItem
from bot.discord.interaction.context import Interaction
from bot.discord.interaction.responder import Options, Responder
from bot.discord.panels import panel
from bot.sentences.answers import (
    PAUSE_DECLINED,
    days_left,
    pause_words,
    vacation_over_words,
    vacation_words,
    vanished_words,
)
from bot.service.values.answers import Vacation
from bot.service.values.days import day_of
from bot.service.values.game_summary import GameSummary
from bot.service.values.refused import IsAway, Refused
from bot.service.values.typed import seat_named
from engines.contract import Seat

_DAY_HINT: Final = "Such as 3 Aug, Friday or 2026-08-03"
_DAY_LENGTH: Final = 40
_UTC: Final = " Days are those of UTC until you name your time zone in `/game settings`."


async def go(responder: Responder, options: Options) -> None:
    """Begin or plan a vacation, end it, or show it, as the options say. Raises Refused."""
    vacations, person = responder.service.vacations, responder.person
    if options.get("end"):
        await responder.say(vacation_over_words(await vacations.end(person)))
        return
    if "until" not in options:
        if "from" in options:
            raise Refused("no_end", "Name the last day of your vacation with `until:`.")
        await _show(responder, await vacations.of(person))
        return
    today = await responder.service.preferences.today(person)
    last = day_of(options["until"], today)
    first = day_of(options["from"], today) if "from" in options else None
    await _show(responder, await vacations.plan(person, last, first))


def go_button() -> StatefulItem:
    """The button that opens the form for the days of a vacation."""
    return ButtonState("leaving").button("Go away…")


def days_form(_interaction: Interaction, _state: ButtonState) -> Form:
    """A form for the days of a vacation."""
    until = FormField("until", "The last day of your vacation", _DAY_HINT, "", _DAY_LENGTH)
    return "Go away", [until, FormField("from", "The first day", "Empty: from now on", "", _DAY_LENGTH)]


async def leave(responder: Responder, state: ButtonState) -> None:
    """Begin or plan a vacation on the days that were typed. Raises Refused."""
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


async def ask_back(responder: Responder, away: IsAway) -> None:
    """Ask a player who acts during a vacation whether they are back."""
    text = f"You are away until {absolute(away.until)}: come back and play?"
    no = ButtonState("close").button("Stay away")
    await responder.show_box(text, [_back_button(away.game_code), no])


async def come_back(responder: Responder, state: ButtonState) -> None:
    """End the vacation, and show the panel of the button's game if it is the user's turn. Raises Refused."""
    words = vacation_over_words(await responder.service.vacations.end(responder.person))
    if state.code != NO_GAME:
        with contextlib.suppress(Refused):
            await panel.start(responder, state.code, note=words)
            return
    await responder.replace_with(words)


async def ask_for_pause(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Ask for a pause until a day or, without one, to go on now. Raises Refused."""
    service, person, day = responder.service, responder.person, None
    if "day" in options:
        day = day_of(options["day"], await service.preferences.today(person))
    now = await service.pausing.ask(person, summary.code, day, cause=responder.cause)
    await _say_pause(responder, now, "asked")


def day_form(_interaction: Interaction, _state: ButtonState) -> Form:
    """A form for the day on which the game resumes."""
    return "Ask for a pause", [FormField("day", "The day on which play goes on", _DAY_HINT, "", _DAY_LENGTH)]


async def ask_for_typed_pause(responder: Responder, state: ButtonState) -> None:
    """Ask for a pause until the day that was typed. Raises Refused."""
    summary = await responder.service.reading.summary(state.code)
    await ask_for_pause(responder, summary, {"day": "".join(state.values).partition("=")[2]})


async def answer_pause(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Answer a pause request as the option says. Raises Refused."""
    await _answer_pause(responder, summary.code, agree=options["answer"] == "agree")


async def press_pause(responder: Responder, state: ButtonState) -> None:
    """Answer a pause request by a button: `payload` holds the answer and the request. Raises Refused."""
    answered, _, wanted = state.payload.partition("/")
    await _answer_pause(responder, state.code, agree=answered == "yes", wanted=wanted or None)


async def _answer_pause(responder: Responder, code: str, *, agree: bool, wanted: str | None = None) -> None:
    """Agree to a pause request, or decline it. Raises Refused."""
    pausing = responder.service.pausing
    now = await pausing.answer(responder.person, code, agree, cause=responder.cause, wanted=wanted)
    if agree:
        await _say_pause(responder, now, "agreed")
    else:
        await responder.say(f"{title(now)}\n{PAUSE_DECLINED}\n{responder.status_line(now)}")


async def _say_pause(responder: Responder, now: GameSummary, did: Literal["asked", "agreed"]) -> None:
    """Say who must still agree, or the result of the request."""
    words = pause_words(now, did, responder.status_line(now), Markdown())
    await responder.say(f"{title(now)}\n{words}")


async def substitute(responder: Responder, summary: GameSummary, options: Options) -> None:
    """Report a vanished player, confirm one's presence, or take a seat over, depending on the user.

    Raises Refused.
    """
    seat = seat_named(summary, str(options["seat"]))
    own = summary.seat_of(responder.person.id)
    if own is None:
        await take_over(responder, summary.code, seat)
    elif own == seat:
        await confirm_presence(responder, ButtonState("here", summary.code))
    else:
        await propose(responder, summary.code, seat)


async def propose(responder: Responder, code: str, seat: Seat) -> None:
    """Report that the player of a seat has vanished. Raises Refused."""
    after = await responder.service.substitutes.propose(responder.person, code, seat, cause=responder.cause)
    how = f"{relative(dict(after.open)[seat])}, by **Take over** on the card"
    await responder.say(f"{title(after)}\n{vanished_words(after, seat, how, Markdown())}")


async def confirm_presence(responder: Responder, state: ButtonState) -> None:
    """Confirm one's presence in an opened seat. Raises Refused."""
    kept = await responder.service.substitutes.here(responder.person, state.code, cause=responder.cause)
    await responder.say(f"✅ Your seat in {title(kept)} is yours: {jump_link(kept)}")


async def take_over(responder: Responder, code: str, seat: Seat | None) -> None:
    """Sit down in a seat that is open. Raises Refused."""
    before = await responder.service.reading.summary(code)
    if seat is None or before.place is None:
        raise Refused("not_open", f"No seat of game {code} is open to others.")
    await check_joined(responder.interaction, before.place.guild_id)
    taken = await responder.service.substitutes.take_over(responder.person, code, seat, cause=responder.cause)
    name = taken.seats[seat].name
    yours = f"✅ You play **{name}** in {title(taken)}, with all that the seat holds: {jump_link(taken)}"
    await responder.say(f"{yours}\n-# What was said to your predecessor in private stays theirs.")
