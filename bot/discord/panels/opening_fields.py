"""The fields of the panel that opens a game, and the options that its choices come to."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import discord
import msgspec

from bot.discord.interaction.components import SELECT_OPTIONS, number_in
from bot.service.game.term_options import SEPARATOR, offered
from bot.service.typed_fields import described_fields
from engines.contract import AnyEngine, Level
from engines.wording import capital, counted

SWITCHES: Final = "switches"
"""The name of the select that holds all options that are on or off."""
INVITED: Final = "invited"
"""The name of the select of people; its values are their ids."""
OPPONENTS: Final = ("opponent", "second", "third")
"""The options that name opponents."""
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
"""Selects of numbers in a message, which may have 40 components."""
USUAL: Final = "usual"
"""The value of an unchanged option."""
_ROUND = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 500, 1000)
_HOURS = (1, 6, 12, 24, 48, 72, 168, 336)
FIGURE: Final = re.compile(r"[0-9]{1,4}(\.[0-9]{1,2})?")
"""Hours as they are typed."""


Chosen: TypeAlias = Mapping[str, Sequence[str]]
"""The chosen values in a panel, by the names of its fields."""


class Choice(NamedTuple):
    """A value that a select of the panel offers."""

    text: str
    """The value as the select holds it."""
    value: Any
    """The value as the option takes it; None: the option is left out."""
    words: str


class SelectField(NamedTuple):
    """A select of the panel: an option with the values that it may take."""

    name: str
    label: str
    choices: Sequence[Choice]
    usual: tuple[str, ...]
    """The default choices."""
    most: int | None = None
    """The most choices at a time, which may also be none; None: exactly one is chosen."""


def fields_of(engine: AnyEngine, chosen: Chosen | None = None, *, alone: bool = False) -> list[SelectField]:
    """The selects of a game's panel for the chosen values. Terms and integer options get one each where they
    are to be changed, and defaults may depend on the others. `alone`: against computers.
    """
    chosen = chosen or {}
    usual = _usual(engine, chosen)
    fields = [*_players(engine, alone=alone), _seat(engine)]
    if engine.clock.seconds(usual) is None:
        fields.append(_hours(engine, chosen.get(HOURS, ())))
    fields += [*_enumerations(engine), *_switches(engine, usual, alone=alone)]
    # The select names each with its default; a field of its own appears once it is to be changed.
    changeable = [*_terms(engine), *_numbers(engine, usual, chosen)]
    if changeable:
        lines = [Choice(one.name, one.name, f"{one.label}; usually {usually}") for one, usually in changeable]
        most = min(len(lines), NUMBERS_AT_ONCE)
        fields.append(SelectField(NUMBERS, "Terms and figures to change", lines, (), most=most))
    fields += [field for field, _ in changeable if field.name in chosen.get(NUMBERS, ())]
    return [*fields, *_contribution(chosen.get(CONTRIBUTION, ()))]


def _players(engine: AnyEngine, *, alone: bool) -> Iterator[SelectField]:
    most, fewest = len(engine.info.seats), engine.info.min_seats
    if engine.computer is not None:
        yield _computers(fewest, most, alone=alone)
    if fewest < most and not alone:
        numbers = [Choice(str(n), n, f"{n} players") for n in range(fewest, most + 1)]
        numbers.insert(0, Choice("any", None, f"{fewest} to {most} players"))
        yield SelectField("players", "Players", numbers, ("any",))


def _seat(engine: AnyEngine) -> SelectField:
    names = engine.info.seat_names(len(engine.info.seats))
    seats = [Choice(name, name, f"You are {name}") for name in names]
    if engine.info.seating == "lot":
        seats.insert(0, Choice("random", "random", "Seats are drawn"))
    return SelectField("seat", "Your seat", seats, (seats[0].text,))


def _enumerations(engine: AnyEngine) -> Iterator[SelectField]:
    """The game's options that take one of a few values."""
    for option in options_of(engine):
        if isinstance(option.kind, msgspec.inspect.LiteralType):
            label, words_of = in_words(option.label), engine.option_words[option.name].values
            options = option.kind.values
            values = [Choice(str(one), one, f"{label}: {words_of.get(str(one), one)}") for one in options]
            yield SelectField(option.name, label, values, (str(getattr(engine.options({}), option.name)),))


def _switches(engine: AnyEngine, usual: Any, *, alone: bool) -> Iterator[SelectField]:
    """All options that are on or off. `usual`: the defaults. Direct messages have no threads."""
    switches = [] if alone else [Choice(THREAD, THREAD, "A thread of its own")]
    on = [switch.text for switch in switches]
    for option in options_of(engine):
        if isinstance(option.kind, msgspec.inspect.BoolType):
            switches.append(Choice(option.name, option.name, in_words(option.label)))
            on += [option.name] if getattr(usual, option.name) else []
    if switches:
        yield SelectField(SWITCHES, "On or off", switches, tuple(on), most=len(switches))


def _terms(engine: AnyEngine) -> Iterator[tuple[SelectField, str]]:
    for term, offers in offered(engine):
        choices = [Choice(USUAL, None, f"{term.label}: {offers[0].words}")]
        choices += [
            Choice(one.text, f"{term.name}: {one.text}", f"{term.label}: {one.words}") for one in offers[1:]
        ]
        yield SelectField(f"{TERMS}.{term.name}", term.label, choices, (USUAL,)), offers[0].words


def _numbers(engine: AnyEngine, usual: Any, chosen: Chosen) -> Iterator[tuple[SelectField, str]]:
    """The game's options that are integers. `usual`: the defaults."""
    for option in options_of(engine):
        if isinstance(option.kind, msgspec.inspect.IntType):
            value, label = getattr(usual, option.name), in_words(option.label)
            wanted = {int(one) for one in chosen.get(option.name, ()) if one.isdecimal()}
            numbers = _steps(*ends_of(option.kind), value, wanted)
            choices = [Choice(USUAL, None, f"{label}: as usual")]
            choices += [Choice(str(n), n, f"{label}: {n}") for n in numbers]
            yield SelectField(option.name, f"{label}: {option.description}", choices, (USUAL,)), str(value)


def _computers(fewest: int, most: int, *, alone: bool) -> SelectField:
    least = fewest - 1 if alone else 1
    choices = [
        Choice(f"{count} {level.word}", (count, level.word), counted(count, f"{level.word} computer"))
        for count in range(least, most)
        for level in Level
    ]
    if alone:
        return SelectField(COMPUTERS, "Against whom", choices, (f"{least} {Level.STEADY.word}",))
    none = Choice("0", (0, None), "No computers")
    return SelectField(COMPUTERS, "Computers", [none, *choices], ("0",))


def _hours(engine: AnyEngine, chosen: Sequence[str]) -> SelectField:
    info = engine.info
    wanted = {float(one) for one in chosen if FIGURE.fullmatch(one)}
    hours = sorted({*_HOURS, info.default_deadline_hours, *wanted})
    fitting = [one for one in hours if info.min_deadline_hours <= one <= info.max_deadline_hours]
    choices = [Choice(f"{one:g}", float(one), f"{_duration(one)} a {info.deadline_unit}") for one in fitting]
    choices.append(Choice("0", 0.0, "No clock"))
    return SelectField(
        "hours", f"Time for a {info.deadline_unit}", choices, (str(info.default_deadline_hours),)
    )


def _duration(hours: float) -> str:
    days, rest = divmod(hours, 24)
    return f"{hours:g} hour{'' if hours == 1 else 's'}" if rest else counted(int(days), "day")


def _contribution(chosen: Sequence[str]) -> Iterator[SelectField]:
    """The text typed for the draw, to be kept or dropped."""
    for words in chosen:
        if words and words != USUAL:
            own = Choice(words, words, f"Your words: {words}")
            choices = [Choice(USUAL, None, "No words of yours"), own]
            yield SelectField(CONTRIBUTION, "Your words for the draw", choices, (USUAL,))


def _usual(engine: AnyEngine, chosen: Chosen) -> Any:
    """The default options, given the chosen ones of a few values: a preset sets the figures of others."""
    values: dict[str, object] = {}
    for option in options_of(engine):
        if isinstance(option.kind, msgspec.inspect.LiteralType):
            on = chosen.get(option.name, ())
            values.update((option.name, one) for one in option.kind.values if str(one) in on)
    return engine.options(values)


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
            values |= {name: name in on for name in set(on) ^ set(field.usual)}
        elif on and on != field.usual:
            value = next(one.value for one in field.choices if one.text in on)
            if field.name.startswith(f"{TERMS}."):
                values[TERMS] = SEPARATOR.join(filter(None, (values.get(TERMS), value)))
            elif field.name == COMPUTERS:
                values[COMPUTERS], values[LEVEL] = value
            else:
                values[field.name] = value
    return values


def ends_of(kind: msgspec.inspect.Type) -> tuple[int, int]:
    """The least and the greatest number of a field's type."""
    low, high = getattr(kind, "ge", None), getattr(kind, "le", None)
    return low or 0, _ROUND[-1] if high is None else high


def range_words(kind: msgspec.inspect.Type) -> str:
    """The range of a field's type: ``from 1 to 200``."""
    low, high = ends_of(kind)
    return f"from {low} to {high}"


def _steps(low: int, high: int, usual: int, wanted: Collection[int]) -> Sequence[int]:
    """The numbers of a range to choose from: all, or at most 24 that are round or `wanted`, and its ends."""
    within = range(low, high + 1)
    if len(within) < SELECT_OPTIONS:
        return within
    kept = {low, high, usual, *(one for one in wanted if one in within)}
    round_ones = [one for one in _ROUND if one in within and one not in kept]
    return sorted([*kept, *round_ones[: SELECT_OPTIONS - 1 - len(kept)]])


class GameOption(NamedTuple):
    """An option of a game's own."""

    name: str
    label: str
    description: str
    kind: msgspec.inspect.Type


def options_of(engine: AnyEngine) -> Iterator[GameOption]:
    """The game's own options."""
    for field, kind, described in described_fields(engine.options_type):
        name = field.encode_name
        yield GameOption(name, engine.option_words[name].label, described.get("description", ""), kind)


def in_words(label: str) -> str:
    """The name of an option for players, with a capital letter."""
    return capital(label.replace("_", " "))
