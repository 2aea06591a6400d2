"""Sentences on the players, options and clock that a lobby agrees on."""

from typing import Any

from bot.service.game.term_options import words_of
from bot.service.values.game_summary import GameSummary
from engines.contract import AnyEngine, OptionWords
from engines.wording import spelled


def can_start(summary: GameSummary) -> bool:
    """Whether a lobby has enough players."""
    people = sum(seat.person is not None for seat in summary.seats)
    return people >= (summary.min_seats or len(summary.seats))


def how_it_starts(summary: GameSummary, start: str) -> str:
    """When a lobby's game starts, for one of its players.

    `start`: how a player starts it, as in “when one of you …”.
    """
    most, least = len(summary.seats), summary.min_seats or len(summary.seats)
    if can_start(summary):
        return f"It starts when one of you {start}, or with {spelled(most)} players."
    missing = least - sum(seat.person is not None for seat in summary.seats)
    players = f"{spelled(missing)} more {'player' if missing == 1 else 'players'}"
    return f"It starts with {players}{'' if least == most else f', when one of you {start}'}."


def left_words(summary: GameSummary, game: str) -> str:
    """What leaving a lobby has changed, for whoever left it. `game`: its title and code."""
    if summary.status == "abandoned":
        return f"You have left {game}. As nobody is left, the game is called off."
    return f"You have left {game}: your seat is free again."


def _unusual_options(summary: GameSummary, engine: AnyEngine) -> dict[str, Any]:
    usual = engine.options({})
    return {name: value for name, value in summary.options.items() if value != getattr(usual, name, None)}


def headlines(summary: GameSummary, engine: AnyEngine) -> list[str]:
    """The words of unusual options in a lobby's first line."""
    unusual = _unusual_options(summary, engine)
    return [one.headline for name, one in engine.option_words.items() if name in unusual and one.headline]


def option_words(summary: GameSummary, engine: AnyEngine) -> list[str]:
    """The unusual options in words, except those in the lobby's first line."""
    unusual = _unusual_options(summary, engine).items()
    words = [(engine.option_words.get(name) or OptionWords(name, None, {}), value) for name, value in unusual]
    return [f"{one.label.replace('_', ' ')}: {_value(one, it)}" for one, it in words if one.headline is None]


def _value(option: OptionWords, value: object) -> object:
    return ("off", "on")[value] if isinstance(value, bool) else option.values.get(str(value), value)


def clock_words(summary: GameSummary, engine: AnyEngine) -> str:
    """The length of a turn, in words."""
    unit = engine.info.deadline_unit
    if summary.seconds_per_period is not None:
        return f"{summary.seconds_per_period:g} s a {unit}"
    hours, terms = summary.deadline_hours, summary.terms
    if terms.bank_days is not None:
        more = f", {terms.increment_hours:g} h more with each {unit}" if terms.increment_hours else ""
        return f"{terms.bank_days:g} day{'' if terms.bank_days == 1 else 's'} each{more}"
    if hours is None:
        return "no clock"
    days, rest = divmod(hours, 24)
    return f"{days:g} days a {unit}" if days > 1 and not rest else f"{hours:g} h a {unit}"


def agreed_words(summary: GameSummary, engine: AnyEngine) -> list[str]:
    """The clock, the other terms about time, and the unusual options."""
    timed = summary.deadline_hours or summary.seconds_per_period or summary.terms.bank_days
    terms = words_of(engine, summary.terms) if timed else []
    return [clock_words(summary, engine), *terms, *option_words(summary, engine)]
