"""Opening a game by a private panel: titles, a select for each option, a form for what no select offers.

No state is kept between presses: the selects of the message show the choices so far.
"""

from collections.abc import Sequence
from math import nan
from typing import Any

import discord
import msgspec
from discord import ButtonStyle, ui

from bot.discord.formatting.layouts import boxed
from bot.discord.interaction.components import (
    SELECT_OPTIONS,
    ButtonState,
    Form,
    FormField,
    StatefulItem,
    number_in,
    select_option,
    states_in,
)
from bot.discord.interaction.context import Interaction
from bot.discord.panels.opening_fields import (
    CHANNEL,
    CONTRIBUTION,
    FIGURE,
    HOURS,
    INVITED,
    NUMBERS,
    NUMBERS_AT_ONCE,
    OPPONENTS,
    PLACES,
    USUAL,
    Chosen,
    ends_of,
    fields_of,
    in_words,
    options_of,
    range_words,
)
from bot.service.game.commitment import CONTRIBUTION_LIMIT
from bot.service.usecases import Engines
from bot.service.values.refused import Refused
from bot.service.values.titles import pitch_line, table_words
from bot.service.values.typed import quoted
from engines.contract import AnyEngine
from engines.wording import capital, shorten, spelled

FIELDS_AT_ONCE = 5
"""Fields of a form."""
_LABEL = 45
"""Characters of a field's label."""
_HINT = 100
"""Characters of a field's description."""


def titles_panel(engines: Engines) -> ui.LayoutView:
    """A panel with every game to choose from."""
    infos = [engine.info for engine in engines.values()]
    selects = []
    for at in range(0, len(infos), SELECT_OPTIONS):
        options = [
            select_option(f"{info.title} · {table_words(info)}", info.key, pitch_line(info))
            for info in infos[at : at + SELECT_OPTIONS]
        ]
        between = f"{options[0].label.partition(' · ')[0]} … {options[-1].label.partition(' · ')[0]}"
        placeholder = "Which game?" if len(infos) <= SELECT_OPTIONS else between
        selects.append([ButtonState("title", payload=str(at)).select(placeholder, options)])
    return boxed("**Open a game**: which one?", *selects, [_close()])


def options_panel(engine: AnyEngine, chosen: Chosen, *, alone: bool = False) -> ui.LayoutView:
    """A panel with the options of a game; `chosen`: the changed ones. `alone`: in direct messages."""
    info = engine.info
    rows = [[_people(engine, chosen.get(INVITED, ()))], [_channels(engine, chosen.get(CHANNEL, ()))]]
    for field in fields_of(engine, chosen, alone=alone):
        on = chosen.get(field.name, field.usual)
        options = [select_option(one.words, one.text, default=one.text in on) for one in field.choices]
        rows.append([_option(engine, field.name).select(field.label, options, field.most)])
    last = "A seat is kept for everybody you invite. **Type values** takes values that no list has."
    if alone:
        rows = rows[2:]
        last = "You play alone against computers. **Type values** takes values that no list has."
    usual = "All is as usual unless you choose something else."
    text = f"## {info.title}\n{info.pitch}\n-# {table_words(info)}\n{usual}\n-# {last}"
    state = ButtonState("open", payload=info.key)
    open_it = state.button("Open the game", ButtonStyle.success)
    type_it = state._replace(action="typed").button("Type values")
    return boxed(text, *rows, [open_it, type_it, _close()])


def chosen_in(message: discord.Message | None) -> dict[str, tuple[str, ...]]:
    """The values that the selects of a panel show as chosen, by the names of the fields."""
    if message is None:
        return {}
    return {
        state.payload.partition("/")[2]: (
            *(option.value for option in part.options if option.default),
            *(str(person.id) for person in part.default_values),
        )
        for part, state in states_in(message)
        if state.action == "option"
    }


def _option(engine: AnyEngine, name: str) -> ButtonState:
    return ButtonState("option", payload=f"{engine.info.key}/{name}")


def _people(engine: AnyEngine, invited: Sequence[str]) -> StatefulItem:
    state = _option(engine, INVITED)
    select: ui.UserSelect[Any] = ui.UserSelect(
        custom_id=state.custom_id("ts"),
        placeholder="Invite people (anybody may join)",
        min_values=0,
        max_values=min(len(OPPONENTS), len(engine.info.seats) - 1),
        default_values=[discord.Object(number_in(one), type=discord.User) for one in invited],
    )
    return StatefulItem(select, state)


def _channels(engine: AnyEngine, chosen: Sequence[str]) -> StatefulItem:
    state = _option(engine, CHANNEL)
    select: ui.ChannelSelect[Any] = ui.ChannelSelect(
        custom_id=state.custom_id("ts"),
        placeholder="Where: in this channel",
        channel_types=list(PLACES),
        min_values=0,
        default_values=[discord.Object(number_in(one)) for one in chosen],
    )
    return StatefulItem(select, state)


def _close() -> StatefulItem:
    return ButtonState("close").button("Close")


def typed_form(interaction: Interaction, state: ButtonState) -> Form | None:
    """The form of a panel; None for one of a game that is no longer here."""
    engine = interaction.client.context.service.engines.get(state.payload)
    return None if engine is None else ("Type values", typed_fields(engine, chosen_in(interaction.message)))


def typed_fields(engine: AnyEngine, chosen: Chosen) -> list[FormField]:
    """The fields of the form: changed integers first, texts, hours, then other integers."""

    def value(name: str) -> str:
        return next((one for one in chosen.get(name, ()) if one != USUAL), "")

    first, others = list[FormField](), list[FormField]()
    for option in options_of(engine):
        if isinstance(option.kind, msgspec.inspect.IntType):
            name, within = option.name, range_words(option.kind)
            hint = f"{option.description}, {within}" if option.description else capital(within)
            label, most = in_words(option.label), max(len(str(end)) for end in ends_of(option.kind))
            field = FormField(name, shorten(label, _LABEL), shorten(hint, _HINT), value(name), most)
            (first if name in chosen.get(NUMBERS, ()) else others).append(field)
    if engine.draws(engine.options({})) or engine.info.seating == "lot":
        hint, words = "They change what is drawn; everybody sees them", value(CONTRIBUTION)
        first.append(FormField(CONTRIBUTION, "Your words for the draw", hint, words, CONTRIBUTION_LIMIT))
    if HOURS in chosen:
        hint = f"A number of hours, {_hours_range(engine)}, or 0 for no clock"
        first.append(FormField(HOURS, f"Time for a {engine.info.deadline_unit}", hint, value(HOURS), 7))
    return [*first, *others][:FIELDS_AT_ONCE]


def read_typed(engine: AnyEngine, chosen: Chosen, typed: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The choices added by a form, from its ``name=text``. Raises Refused for invalid ones."""
    options = {option.name: option for option in options_of(engine)}
    added: dict[str, tuple[str, ...]] = {}
    numbers = list(chosen.get(NUMBERS, ()))
    for name, _, text in (one.partition("=") for one in typed):
        if name == CONTRIBUTION:
            added[CONTRIBUTION] = (text,)
        elif name == HOURS:
            added[HOURS] = (_read_hours(engine, text),)
        elif name in options:
            label, kind = in_words(options[name].label), options[name].kind
            low, high = ends_of(kind)
            if text and not (text.isdecimal() and text.isascii() and low <= int(text) <= high):
                raise Refused("syntax", f"{label} is a whole number {range_words(kind)}, not {quoted(text)}.")
            if text and name not in numbers:
                numbers.append(name)
            added[name] = (str(int(text)) if text else USUAL,)
    if len(numbers) > NUMBERS_AT_ONCE:
        room = f"The panel has room for {spelled(NUMBERS_AT_ONCE)} terms and figures at a time"
        instead = f"take one away there, or type all of them with `/{engine.info.key} new`"
        raise Refused("many_values", f"{room}, and with these it would have {len(numbers)}: {instead}.")
    return added | {NUMBERS: tuple(numbers)}


def _read_hours(engine: AnyEngine, text: str) -> str:
    info = engine.info
    hours = float(text) if FIGURE.fullmatch(text) else nan
    if text and hours and not info.min_deadline_hours <= hours <= info.max_deadline_hours:
        fitting = f"a number of hours {_hours_range(engine)}, or 0 for no clock"
        raise Refused("syntax", f"The time for a {info.deadline_unit} is {fitting}, not {quoted(text)}.")
    return f"{hours:g}" if text else str(info.default_deadline_hours)


def _hours_range(engine: AnyEngine) -> str:
    return f"from {engine.info.min_deadline_hours:.3g} to {engine.info.max_deadline_hours}"
