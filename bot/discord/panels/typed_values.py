"""Values for the panel that opens a game which are in none of its lists: typed into a form."""

from collections.abc import Sequence
from math import nan

import msgspec

from bot.discord.interaction.components import ButtonState, Form, FormField
from bot.discord.interaction.context import Interaction
from bot.discord.panels.opening import chosen_in
from bot.discord.panels.opening_fields import (
    CONTRIBUTION,
    FIGURE,
    HOURS,
    NUMBERS,
    NUMBERS_AT_ONCE,
    USUAL,
    Chosen,
    ends_of,
    in_words,
    options_of,
    range_words,
)
from bot.service.game.commitment import CONTRIBUTION_LIMIT
from bot.service.values.refused import Refused
from bot.service.values.typed import quoted
from engines.contract import AnyEngine
from engines.wording import capital, shorten, spelled

FIELDS_AT_ONCE = 5
"""Fields of a form."""
_LABEL = 45
"""Characters of what a field is called."""
_HINT = 100
"""Characters of the description below that."""


def typed_form(interaction: Interaction, state: ButtonState) -> Form | None:
    """The form of a panel; None for one of a game that is no longer here."""
    engine = interaction.client.context.service.engines.get(state.payload)
    return None if engine is None else ("Type values", typed_fields(engine, chosen_in(interaction.message)))


def typed_fields(engine: AnyEngine, chosen: Chosen) -> list[FormField]:
    """The fields of the form: changed integers first, texts, hours, then other integers."""

    def value(name: str) -> str:
        return next((one for one in chosen.get(name, ()) if one != USUAL), "")

    figures, others = list[FormField](), list[FormField]()
    for name, label, description, kind in options_of(engine):
        if isinstance(kind, msgspec.inspect.IntType):
            hint = shorten(
                f"{description}, {range_words(kind)}" if description else capital(range_words(kind)), _HINT
            )
            most = max(len(str(end)) for end in ends_of(kind))
            field = FormField(name, shorten(in_words(label), _LABEL), hint, value(name), most)
            (figures if name in chosen.get(NUMBERS, ()) else others).append(field)
    contribution, clock = list[FormField](), list[FormField]()
    if engine.draws(engine.options({})) or engine.info.seating == "lot":
        hint = "They change what is drawn; everybody sees them"
        contribution = [
            FormField(CONTRIBUTION, "Your words for the draw", hint, value(CONTRIBUTION), CONTRIBUTION_LIMIT)
        ]
    if HOURS in chosen:
        hint = f"A number of hours, {_hours_range(engine)}, or 0 for no clock"
        clock = [FormField(HOURS, f"Time for a {engine.info.period}", hint, value(HOURS), 7)]
    return [*figures, *contribution, *clock, *others][:FIELDS_AT_ONCE]


def read_typed(engine: AnyEngine, chosen: Chosen, typed: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """The choices added by a form, from its ``name=text``. Raises Refused for invalid ones."""
    kinds = {name: (in_words(label), kind) for name, label, _, kind in options_of(engine)}
    added: dict[str, tuple[str, ...]] = {}
    numbers = list(chosen.get(NUMBERS, ()))
    for name, _, text in (one.partition("=") for one in typed):
        if name == CONTRIBUTION:
            added[CONTRIBUTION] = (text,)
        elif name == HOURS:
            added[HOURS] = (_read_hours(engine, text),)
        elif name in kinds:
            label, kind = kinds[name]
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
        raise Refused("syntax", f"The time for a {info.period} is {fitting}, not {quoted(text)}.")
    return f"{hours:g}" if text else str(info.default_deadline_hours)


def _hours_range(engine: AnyEngine) -> str:
    return f"from {engine.info.min_deadline_hours:.3g} to {engine.info.max_deadline_hours}"
