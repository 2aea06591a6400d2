"""`/game settings`: a private panel of a person's preferences, for all games or, for notices, for one.

A choice takes effect immediately. All can be given as options as well.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

from bot.discord.commands.about_game import resolve_game
from bot.discord.commands.absences import go_button
from bot.discord.formatting.layouts import Part
from bot.discord.interaction.components import (
    NO_GAME,
    ButtonState,
    Form,
    FormField,
    StatefulItem,
    select_option,
)
from bot.discord.interaction.context import Interaction, Request
from bot.discord.interaction.options import MAX_CHOICES, Completions, Focus, choice
from bot.discord.interaction.responder import Options, Responder
from bot.service.people import notice_settings
from bot.service.people.preferences import NoticeSettingsFor, change_settings

_WHERE: Final = {
    "thread": "Mention me in the game's thread",
    "dm": "Send me a direct message",
    "none": "Tell me nothing",
}
_BY: Final = {
    "discord": "What is for me alone comes on Discord",
    "mail": "What is for me alone comes by mail",
}
_PRIVATE_BY_MAIL: Final = {
    "off": "Hands and private messages never come by mail",
    "on": "Hands and private messages may come by mail",
}
_WHEN: Final = {
    "at_once": "At once, in quiet hours as well",
    "after_quiet_hours": "At once, but not in quiet hours",
    "digest": "All games together, once a day",
}
_CONFIRMED: Final = {
    "always": "Ask me before every move",
    "weighty": "Ask me before a move that I cannot undo",
    "never": "Do not ask me before a move",
}
_FOLLOWED: Final = {
    "each_card": "Games that I follow: each new card",
    "digest": "Games that I follow: together, once a day",
}
_THEMES: Final = {"dark": "Show me dark pictures", "light": "Show me light pictures"}
_HANDS: Final = {
    "on": "Keep my hand in a direct message",
    "off": "Show my hand only when I ask",
}
_SCHEDULES: Final = ("1/2, 1/8", "1 d, 4 h, 1 h", "8 h, 4 h, 1 h", "4 h", "1 h", "none")
_HINTS: Final = {
    "time_zone": "Such as Europe/Paris, or UTC+2",
    "quiet_hours": "Such as 22:00-8:00, or none",
    "quiet_days": "Such as sat, sun, or none",
    "digest_at": "A time of day such as 18:30",
    "reminders": "Before a deadline: 8 h, 4 h, 1 h, or none",
}
_EVERYWHERE: Final = "everywhere"


async def complete_zone(request: Request, focus: Focus) -> Completions:
    """The time zones that match the typed text, with their present time. Raises Refused."""
    fixed = notice_settings.offset_zone_in(focus.current)
    found = [fixed] if fixed else await _zones_named(focus.current)
    now = request.interaction.created_at

    def label(name: str) -> str:
        local = now.astimezone(notice_settings.zone_of(name))
        return f"{notice_settings.zone_words(name)} · {local:%H:%M}"

    return [choice(label(name), name) for name in found[:MAX_CHOICES]]


async def _zones_named(text: str) -> list[str]:
    """The time zones whose names contain a text, first those whose cities begin with it."""
    names = await asyncio.to_thread(notice_settings.zone_names)
    typed = text.strip().replace(" ", "_").lower()
    found = [name for name in names if typed in name.lower()]
    return sorted(found, key=lambda name: not name.rpartition("/")[2].lower().startswith(typed))


async def settings(responder: Responder, options: Options) -> None:
    """Change the given settings, and show the result. Raises Refused."""
    filled = dict(options)
    code = (await resolve_game(responder, filled)).code if "game" in filled else None
    filled.pop("game", None)
    await change_settings(responder.service.preferences, responder.person, code, filled)
    await _show(responder, code)


async def choose_setting(responder: Responder, state: ButtonState) -> None:
    """Change the setting that was chosen in the panel, or those that were typed. Raises Refused."""
    preferences, code = responder.service.preferences, None if state.code == NO_GAME else state.code
    if state.payload == _EVERYWHERE and code is not None:
        await preferences.set_notice_settings(responder.person, None, code)
    else:
        typed = (value.partition("=") for value in state.values)
        given = {name: value for name, _, value in typed if value}
        if state.payload:
            given = {state.payload: "".join(state.values)}
        await change_settings(preferences, responder.person, code, given)
    await _show(responder, code)


def settings_form(_interaction: Interaction, state: ButtonState) -> Form:
    """A form of settings: empty fields change nothing."""
    fields = [
        FormField(name, name.replace("_", " ").capitalize(), hint, "", 64)
        for name, hint in _HINTS.items()
        if name != "time_zone" or state.code == NO_GAME
    ]
    return "Type times", fields


async def _show(responder: Responder, code: str | None) -> None:
    """Show all present settings, or those of notices for one game, with selects to change them."""
    person, name, preferences = responder.person, "all your games", None
    found = await responder.service.preferences.notice_settings(person, code)
    address = (await responder.service.addresses.status(person)).address
    if code is None:
        preferences = await responder.service.preferences.of(person)
    else:
        summary = await responder.service.reading.summary(code)
        name = f"{summary.title} `{summary.code}` alone"
    state = ButtonState("setting", code or NO_GAME)
    parts = _about_notices(found, state, name, mailed=address is not None)
    if preferences is not None:
        hands = "on" if preferences.dm_hands else "off"
        parts += [
            [_select(state, "followed", _FOLLOWED, found.settings.followed)],
            "**When you play**",
            [_select(state, "confirm", _CONFIRMED, preferences.confirm)],
            [_select(state, "hand_messages", _HANDS, hands)],
            [_select(state, "theme", _THEMES, preferences.theme)],
        ]
    note = "-# What you choose holds at once, and nobody else learns of it."
    leaving = [] if preferences is None else [go_button()]
    await responder.show_box(*parts, note, [*leaving, state._replace(action="close").button("Close")])


def _about_notices(found: NoticeSettingsFor, state: ButtonState, name: str, *, mailed: bool) -> list[Part]:
    """The settings of notices. `name`: for which games; `mailed`: whether the person has a mail address."""
    chosen = found.settings
    schedule = notice_settings.schedule_of(chosen)
    schedules = {
        text: f"Remind me {notice_settings.schedule_words(notice_settings.reminders_in(text))}"
        for text in (*_SCHEDULES, schedule)
    }
    parts: list[Part] = [
        f"**When it is your turn**: {name}",
        [_select(state, "where", _WHERE, chosen.where)],
        [_select(state, "when", _WHEN, chosen.when)],
        [_select(state, "reminders", schedules, schedule)],
    ]
    if mailed:
        parts += [
            [_select(state, "by", _BY, chosen.by or "discord")],
            [_select(state, "private_by_mail", _PRIVATE_BY_MAIL, "on" if chosen.private_by_mail else "off")],
        ]
    buttons = [state._replace(action="times").button("Type times")]
    if found.own:
        buttons.append(state._replace(payload=_EVERYWHERE).button("As in all games"))
    return [*parts, _words(found), buttons]


def _words(found: NoticeSettingsFor) -> str:
    chosen, zone = found.settings, notice_settings.zone_words(found.time_zone)
    lines = [f"Quiet time: {notice_settings.quiet_words(chosen)}. Your time zone: {zone}."]
    if note := notice_settings.zone_note(found.time_zone):
        lines.append(note)
    if "digest" in (chosen.when, chosen.followed):
        at = notice_settings.time_words(chosen.digest_at)
        lines.append(f"Your daily digest comes by direct message at {at}.")
    if found.closed:
        lines.append(
            "⚠️ Your direct messages are closed to me, so nothing comes by them. "
            "Open them and choose anything here: then I try again."
        )
    return "\n".join(lines)


def _select(state: ButtonState, name: str, choices: Mapping[str, str], on: str) -> StatefulItem:
    options = [select_option(words, value, default=value == on) for value, words in choices.items()]
    return state._replace(payload=name).select(name.replace("_", " ").capitalize(), options)
