"""Opening a game by a private panel: the titles, then a select for each option of the game chosen.

No state is kept between presses: the message's selects show the choices so far.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import discord
import msgspec
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
from bot.service.game.term_options import SEPARATOR, offered
from bot.service.typed_fields import described_fields
from bot.service.usecases import Engines
from bot.service.values.titles import pitch_line, table_words
from engines.contract import AnyEngine, Level
from engines.wording import capital, counted

SWITCHES: Final = "switches"
"""The name of the select that holds all options that are on or off."""
INVITED: Final = "invited"
"""The name of the select of people; its values are their ids."""
OPPONENTS: Final = ("opponent", "second", "third")
"""The options that name for whom a game is opened."""
PLACES: Final = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum)
"""Channels in which games are opened."""
THREAD: Final = "thread"
NUMBERS: Final = "numbers"
"""The name of the select of terms and of options that are numbers: each chosen there gets its own select."""
TERMS: Final = "terms"
"""The option that holds all terms; each has a select in the panel, named ``terms.bank``."""
CHANNEL: Final = "channel"
COMPUTERS: Final = "computers"
LEVEL: Final = "level"
CONTRIBUTION: Final = "words"
HOURS: Final = "hours"
NUMBERS_AT_ONCE: Final = 4
"""Numbers per message: it has room for these, of the 40 components that Discord allows."""
USUAL: Final = "usual"
"""The value of an unchanged option."""
_ROUND = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 500, 1000)
_HOURS = (1, 6, 12, 24, 48, 72, 168, 336)
FIGURE: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{1,2})?")
"""Hours as they are typed."""


Chosen: TypeAlias = Mapping[str, Sequence[str]]
"""What is chosen in a panel, by the names of its fields."""


class Field(NamedTuple):
    """A select of the panel: an option with the values that it may take."""

    name: str
    label: str
    choices: Sequence[tuple[str, Any, str]]
    """Each choice as text, as the option takes it, and in words."""
    usual: tuple[str, ...]
    """The default choices."""
    most: int | None = None
    """How many may be chosen at once, or none; None: one is chosen."""


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


def fields_of(engine: AnyEngine, chosen: Chosen | None = None, *, alone: bool = False) -> list[Field]:
    """The selects of a game's panel for the chosen values. Integer options get one each where they are to be
    changed, and defaults may depend on the others. `alone`: against computers.
    """
    chosen = chosen or {}
    changed = chosen.get(NUMBERS, ())
    info, usual = engine.info, _usual(engine, chosen)
    most, fewest = len(info.seats), info.min_seats
    fields = []
    if engine.computer is not None:
        fields.append(_computers(fewest, most, alone=alone))
    if fewest < most and not alone:
        numbers: list[tuple[str, Any, str]] = [(str(n), n, f"{n} players") for n in range(fewest, most + 1)]
        numbers.insert(0, ("any", None, f"{fewest} to {most} players"))
        fields.append(Field("players", "Players", numbers, ("any",)))
    seats = [(name, name, f"You are {name}") for name in info.seat_names(most)]
    if info.seating == "lot":
        seats.insert(0, ("random", "random", "Seats are drawn"))
    fields.append(Field("seat", "Your seat", seats, (seats[0][0],)))
    if engine.clock.seconds(usual) is None:
        fields.append(_hours(engine, chosen.get(HOURS, ())))
    switches = [(THREAD, THREAD, "A thread of its own")]
    on = [THREAD]
    numbers_to_change, changing = list[tuple[str, Any, str]](), list[Field]()
    for term, offers in offered(engine):
        name = f"{TERMS}.{term.name}"
        numbers_to_change.append((name, name, f"{term.label}; usually {offers[0].words}"))
        if name in changed:
            choices: list[tuple[str, Any, str]] = [
                (one.text, f"{term.name}: {one.text}", f"{term.label}: {one.words}") for one in offers[1:]
            ]
            choices.insert(0, (USUAL, None, f"{term.label}: {offers[0].words}"))
            changing.append(Field(name, term.label, choices, (USUAL,)))
    for name, label, description, kind in options_of(engine):
        value = getattr(usual, name)
        if isinstance(kind, msgspec.inspect.BoolType):
            switches.append((name, name, in_words(label)))
            on += [name] if value else []
        elif isinstance(kind, msgspec.inspect.LiteralType):
            words_of = engine.option_values.get(name, {})
            values = [
                (str(one), one, f"{in_words(label)}: {words_of.get(str(one), one)}") for one in kind.values
            ]
            fields.append(Field(name, in_words(label), values, (str(getattr(engine.options({}), name)),)))
        elif isinstance(kind, msgspec.inspect.IntType):
            words = f"{in_words(label)}: {description}"
            numbers_to_change.append((name, name, f"{words}; usually {value}"))
            if name in changed:
                wanted = {int(one) for one in chosen.get(name, ()) if one.isdecimal()}
                ends = ends_of(kind)
                steps = [(str(n), n, f"{in_words(label)}: {n}") for n in _steps(*ends, value, wanted)]
                as_usual = (USUAL, None, f"{in_words(label)}: as usual")
                changing.append(Field(name, words, [as_usual, *steps], (USUAL,)))
    fields.append(Field(SWITCHES, "On or off", switches, tuple(on), most=len(switches)))
    if numbers_to_change:
        most = min(len(numbers_to_change), NUMBERS_AT_ONCE)
        fields.append(Field(NUMBERS, "Terms and figures to change", numbers_to_change, (), most=most))
    return [*fields, *changing, *_contribution(chosen.get(CONTRIBUTION, ()))]


def _computers(fewest: int, most: int, *, alone: bool) -> Field:
    """How many computers play, and how well."""
    least = fewest - 1 if alone else 1
    choices: list[tuple[str, Any, str]] = [
        (f"{count} {level.word}", (count, level.word), counted(count, f"{level.word} computer"))
        for count in range(least, most)
        for level in Level
    ]
    if alone:
        return Field(COMPUTERS, "Against whom", choices, (f"{least} {Level.STEADY.word}",))
    return Field(COMPUTERS, "Computers", [("0", (0, None), "No computers"), *choices], ("0",))


def values_of(engine: AnyEngine, chosen: Chosen, *, alone: bool = False) -> dict[str, Any]:
    """The chosen values that differ from the defaults, as options of `new`. `alone`: as `fields_of`."""
    invited = (discord.Object(number_in(one), type=discord.User) for one in chosen.get(INVITED, ()))
    values: dict[str, Any] = dict(zip(OPPONENTS, invited, strict=False))
    if place := chosen.get(CHANNEL):
        values[CHANNEL] = discord.Object(number_in(place[0]))
    for field in fields_of(engine, chosen, alone=alone):
        on = tuple(chosen.get(field.name, field.usual))
        if field.name == NUMBERS:
            continue
        if field.name == SWITCHES:
            changed = set(on) ^ set(field.usual)
            values |= {name: name in on for name in changed}
        elif on and on != field.usual:
            value = next(value for text, value, _ in field.choices if text in on)
            if field.name.startswith(f"{TERMS}."):
                values[TERMS] = SEPARATOR.join(filter(None, (values.get(TERMS), value)))
            elif field.name == COMPUTERS:
                values[COMPUTERS], values[LEVEL] = value
            else:
                values[field.name] = value
    return values


def _usual(engine: AnyEngine, chosen: Chosen) -> Any:
    """The options as they are where those of a few values are as chosen: a preset sets figures."""
    values: dict[str, object] = {}
    for name, _, __, kind in options_of(engine):
        if isinstance(kind, msgspec.inspect.LiteralType):
            values.update((name, one) for one in kind.values if str(one) in chosen.get(name, ()))
    return engine.options(values)


def _contribution(chosen: Sequence[str]) -> Iterator[Field]:
    """The text typed for the draw, to be kept or dropped."""
    for words in chosen:
        if words and words != USUAL:
            kept = (words, words, f"Your words: {words}")
            yield Field(
                CONTRIBUTION, "Your words for the draw", [(USUAL, None, "No words of yours"), kept], (USUAL,)
            )


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


def _hours(engine: AnyEngine, chosen: Sequence[str]) -> Field:
    info = engine.info
    wanted = {float(one) for one in chosen if FIGURE.fullmatch(one)}
    hours = sorted({*_HOURS, info.default_deadline_hours, *wanted})
    fitting = [one for one in hours if info.min_deadline_hours <= one <= info.max_deadline_hours]
    choices = [(f"{one:g}", float(one), f"{_duration(one)} a turn") for one in fitting]
    choices.append(("0", 0.0, "No clock"))
    return Field("hours", "Time for a turn", choices, (str(info.default_deadline_hours),))


def _duration(hours: float) -> str:
    return (
        counted(int(hours) // 24, "day") if hours % 24 == 0 else f"{hours:g} hour{'' if hours == 1 else 's'}"
    )


def ends_of(kind: msgspec.inspect.Type) -> tuple[int, int]:
    """The least and the greatest number."""
    low, high = getattr(kind, "ge", None), getattr(kind, "le", None)
    return low or 0, _ROUND[-1] if high is None else high


def range_words(kind: msgspec.inspect.Type) -> str:
    """``from 1 to 200``."""
    low, high = ends_of(kind)
    return f"from {low} to {high}"


def _steps(low: int, high: int, usual: int, wanted: Collection[int]) -> Sequence[int]:
    """Numbers of a range; of a long one round and chosen ones: at most 24, without the default."""
    if high - low < SELECT_OPTIONS - 1:
        return range(low, high + 1)
    kept = {low, high, usual, *(one for one in wanted if low <= one <= high)}
    round_ones = [one for one in _ROUND if low <= one <= high and one not in kept]
    return sorted([*kept, *round_ones[: SELECT_OPTIONS - 1 - len(kept)]])


def options_of(engine: AnyEngine) -> Iterator[tuple[str, str, str, msgspec.inspect.Type]]:
    """The game's own options: names, labels, descriptions, types."""
    for field, kind, described in described_fields(engine.options_type):
        name = field.encode_name
        yield name, engine.option_labels.get(name, name), described.get("description", ""), kind


def in_words(label: str) -> str:
    """What players call an option, as a line begins."""
    return capital(label.replace("_", " "))


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
