"""Opening a game by a private panel: the titles, then a select for each option of the game chosen.

No state is kept between presses: the message's selects show the choices so far.
"""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ButtonStyle, ui

from bot.discord.formatting.layouts import boxed
from bot.discord.interaction.components import (
    SELECT_OPTIONS,
    ButtonState,
    StatefulItem,
    number_in,
    select_option,
    states_in,
)
from bot.discord.panels.opening_fields import CHANNEL, INVITED, OPPONENTS, PLACES, Chosen, fields_of
from bot.service.usecases import Engines
from bot.service.values.titles import pitch_line, table_words
from engines.contract import AnyEngine


def titles_panel(engines: Engines) -> ui.LayoutView:
    """Every game to choose from."""
    infos = [engine.info for engine in engines.values()]
    selects = []
    for at in range(0, len(infos), SELECT_OPTIONS):
        options = [
            select_option(f"{info.title} · {table_words(info)}", info.key, pitch_line(info))
            for info in infos[at : at + SELECT_OPTIONS]
        ]
        between = f"{options[0].label.partition(' · ')[0]} … {options[-1].label.partition(' · ')[0]}"
        placeholder = "Which game?" if len(infos) <= SELECT_OPTIONS else between
        state = ButtonState("title", payload=str(at))
        selects.append([state.select(placeholder, options)])
    return boxed("**Open a game**: which one?", *selects, [_close()])


def options_panel(engine: AnyEngine, chosen: Chosen, *, alone: bool = False) -> ui.LayoutView:
    """The options of a game; `chosen`: changed ones. `alone`: in direct messages."""
    info = engine.info
    rows = [[_people(engine, chosen.get(INVITED, ()))], [_channels(engine, chosen.get(CHANNEL, ()))]]
    for field in fields_of(engine, chosen, alone=alone):
        on = chosen.get(field.name, field.usual)
        options = [select_option(words, text, default=text in on) for text, _, words in field.choices]
        rows.append([_option(engine, field.name).select(field.label, options, field.most)])
    last = "Who is invited has a seat kept for them. **Type values** takes what no list has."
    if alone:
        rows, last = rows[2:], "You play alone against computers. **Type values** takes what no list has."
    text = (
        f"## {info.title}\n{info.pitch}\n-# {table_words(info)}\n"
        "All is as usual unless you choose something else.\n"
        f"-# {last}"
    )
    state = ButtonState("open", payload=info.key)
    open_it = state.button("Open the game", ButtonStyle.success)
    type_it = state._replace(action="typed").button("Type values")
    return boxed(text, *rows, [open_it, type_it, _close()])


def chosen_in(message: discord.Message | None) -> dict[str, tuple[str, ...]]:
    """What the selects of a panel show as chosen, by the names of the fields."""
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
