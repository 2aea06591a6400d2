"""The terms that a game may be opened with: one table, for commands, panels and text."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from bot.service.values.refused import Refused
from bot.service.values.terms import Absence, Terms
from bot.service.values.typed import quoted
from engines.contract import AnyEngine, AtZero, Level
from engines.wording import times

SEPARATOR: Final = ","
_BANK = re.compile(r"(\d{1,3}(?:\.\d)?)(?:\s*\+\s*(\d{1,3}(?:\.\d)?))?")
_LONGEST_BANK, _LONGEST_INCREMENT = 90.0, 168.0


class TermChoice(NamedTuple):
    """One of the values of a term."""

    text: str
    """The text as it is typed."""
    words: str
    values: Mapping[str, Any]
    """The fields of `Terms`."""


class Term(NamedTuple):
    """Something to agree on."""

    name: str
    """The name as it is typed."""
    label: str
    choices: Callable[[AnyEngine], Sequence[TermChoice]]
    """The default first; a single one leaves no choice."""
    meaning: str = ""
    """The meaning of the figures that people type."""
    read: Callable[[str], Mapping[str, Any] | None] = lambda _: None
    """Parses typed text that is in no list to fields of `Terms`; None: no match."""


_AT_ZERO: Mapping[AtZero, str] = {
    "rules": "as the game's rules say",
    "wait": "everybody is told, and play waits",
    "lose": "whoever has none left gives the game up",
}
_ABSENCE: Mapping[Absence, str] = {
    "pause": "the game pauses until somebody resumes it",
    "substitute": "the seat opens to a substitute",
    "computer": "a computer plays on until they come back",
    "rules": "the game goes on as when time runs out",
}


_VACATION: Mapping[str, str] = {
    "stand": "the clock stands while somebody is on vacation",
    "run": "the clock runs on while somebody is on vacation",
}


def has_turns(engine: AnyEngine) -> bool:
    """Whether turns are counted in hours, whatever the options."""
    return engine.clock.seconds(engine.options({})) is None


def _banks(engine: AnyEngine) -> Sequence[TermChoice]:
    none = TermChoice("none", "no bank: each turn has its own time", {})
    if not engine.clock.banks:
        return (none,)
    sizes = ((3, 6), (7, 12), (14, 24), (30, 24))
    return (
        none,
        *(
            TermChoice(
                f"{days} + {hours}",
                f"{days} days each for the whole game, and {hours} hours with each turn",
                _bank(days, hours),
            )
            for days, hours in sizes
        ),
    )


def _read_bank(text: str) -> Mapping[str, Any] | None:
    if (found := _BANK.fullmatch(text)) is None:
        return None
    days, hours = float(found[1]), float(found[2] or 0)
    return _bank(days, hours) if 0 < days <= _LONGEST_BANK and hours <= _LONGEST_INCREMENT else None


def _bank(days: float, hours: float) -> Mapping[str, Any]:
    return {"bank_days": float(days), "increment_hours": float(hours)}


def _absences(engine: AnyEngine) -> Iterator[TermChoice]:
    absences: tuple[Absence, ...] = ("pause", "substitute", "rules")
    for one in absences:
        yield TermChoice(one, _ABSENCE[one], {"absence": one})
    for level in Level if engine.computer is not None else ():
        words = _caretaker_words(level)
        yield TermChoice(f"{level.word} computer", words, {"absence": "computer", "caretaker": level})


def _caretaker_words(level: Level) -> str:
    return f"a {level.word} computer plays on until they come back"


TERMS: Final = (
    Term(
        "bank",
        "A bank of time",
        _banks,
        "“bank: 7 + 12” is 7 days for the whole game and 12 hours more with each turn.",
        _read_bank,
    ),
    Term(
        "zero",
        "When time runs out",
        lambda engine: [TermChoice(one, _AT_ZERO[one], {"at_zero": one}) for one in engine.clock.at_zero],
    ),
    Term(
        "vacation",
        "Vacations, 30 days a year",
        lambda engine: [
            TermChoice(one, words, {"vacation": one}) for one, words in _VACATION.items() if has_turns(engine)
        ],
    ),
    Term("absence", "Who stays away", lambda engine: [*_absences(engine)]),
    Term(
        "after",
        "Deadlines missed before one counts as absent",
        lambda _: [TermChoice(str(n), f"{n} in a row", {"absent_after": n}) for n in (2, 1, 3, 4, 5)],
    ),
)
"""All terms; one is chosen by its name and a value: ``bank: 7 + 12, after: 3``."""


def offered(engine: AnyEngine) -> list[tuple[Term, Sequence[TermChoice]]]:
    """The terms that a game leaves a choice of, with their values."""
    return [(term, choices) for term in TERMS if len(choices := term.choices(engine)) > 1]


def agreed(engine: AnyEngine, text: str) -> Terms:
    """The terms chosen by a text such as ``bank: 7 + 12, after: 3``. Raises Refused."""
    terms = Terms()
    for part in filter(str.strip, text.split(SEPARATOR)):
        name, _, value = (piece.strip().lower() for piece in part.partition(":"))
        terms = replace(terms, **_chosen(engine, name, value))
    return terms


def check_terms(engine: AnyEngine, terms: Terms, *, sets_periods: bool) -> None:
    """Raises Refused for terms that the game does not allow; `sets_periods`: it sets its rounds' seconds."""
    if terms.bank_days is not None and (sets_periods or not engine.clock.banks):
        raise Refused("no_banks", f"{engine.info.title} is played without banks of time.")
    if terms.absence == "computer" and engine.computer is None:
        raise Refused("no_computer", f"There is no computer player for {engine.info.title} yet.")
    if terms.at_zero not in engine.clock.at_zero:
        raise Refused("bad_terms", f"{engine.info.title} does not allow that {_AT_ZERO[terms.at_zero]}.")


def _chosen(engine: AnyEngine, name: str, value: str) -> Mapping[str, Any]:
    found = next(((term, choices) for term, choices in offered(engine) if term.name == name), None)
    if found is None:
        names = ", ".join(term.name for term, _ in offered(engine))
        raise Refused("bad_terms", f"{engine.info.title} has no term {quoted(name)}; it has: {names}.")
    term, choices = found
    for one in choices:
        if one.text == value:
            return one.values
    if (values := term.read(value)) is not None:
        return values
    texts = "; ".join(f"{name}: {one.text}" for one in choices)
    typed = f"{quoted(name)} is no {quoted(value)}" if value else f"{quoted(name)} needs a value"
    raise Refused("bad_terms", f"{typed}; it may be: {texts}. {term.meaning}".rstrip())


def words_of(engine: AnyEngine, terms: Terms) -> list[str]:
    """The agreed rules about timeouts, in words, as items of a list of facts."""
    up = engine.clock.on_timeout_words if terms.at_zero == "rules" else _AT_ZERO[terms.at_zero]
    after = times(terms.absent_after) + (" in a row" if terms.absent_after > 1 else "")
    policy = _caretaker_words(terms.caretaker) if terms.absence == "computer" else _ABSENCE[terms.absence]
    absent = f"if somebody lets it run out {after}, {policy}"
    lines = [f"when time runs out, {up}", *([] if terms.absence == "rules" else [absent])]
    return [*lines, _VACATION[terms.vacation]] if has_turns(engine) else lines
