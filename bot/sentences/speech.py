"""The interface by which doors write parts of sentences; sentences from clauses, with the names of people."""

import unicodedata
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final, Protocol

from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person
from engines.contract import Seat
from engines.wording import capital
from render.phrases import people_first

FENCE: Final = "```"
"""Begins and ends text that is set as code."""
IN_A_SENTENCE: Final = 3
"""More clauses than this are listed one below the other."""
_BIDI_CONTROLS: Final = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Characters that change the writing direction."""


def without_bidi_controls(text: str) -> str:
    """A player's text, without characters that change the writing direction."""
    return "".join(char for char in text if unicodedata.bidirectional(char) not in _BIDI_CONTROLS)


def sentence(clauses: Iterable[str]) -> str:
    """Clauses as one sentence; empty if there are none."""
    text = "; ".join(clause for clause in clauses if clause)
    return f"{capital(text)}." if text else ""


def bulleted(clauses: Iterable[str]) -> str:
    """Narrated clauses as one sentence or, if there are many, as a list."""
    shown = [clause for clause in clauses if clause]
    if len(shown) <= IN_A_SENTENCE:
        return sentence(shown)
    return "\n".join(f"- {capital(clause)}" for clause in shown)


class Speech(Protocol):
    """How a door writes the parts of sentences."""

    def name(self, person: Person, *, mentioned: bool = False) -> str:
        """A person's name; `mentioned`: the person is to do something."""

    def moment(self, at: datetime) -> str:
        """A moment in words; in the reader's time zone, if the door knows it."""

    def ahead(self, at: datetime) -> str:
        """A future moment, relative to now if the door can do that."""

    def literal(self, text: str) -> str:
        """Literal text, such as a notation."""

    def fixed(self, text: str) -> str:
        """Text to copy or compare, such as a hash."""


def person_in(summary: GameSummary, seat: Seat, speech: Speech, *, mentioned: bool = False) -> str:
    """The player of a seat, or the seat's name if nobody sits there."""
    sitting = next(one for one in summary.seats if one.seat == seat)
    return sitting.name if sitting.person is None else speech.name(sitting.person, mentioned=mentioned)


def with_people(text: str, summary: GameSummary, named: Callable[[Person], str]) -> str:
    """An engine's words with the person beside each named seat: ``Ann (White) drops a soldier``.

    All doors add people to seats with this function. Text fenced as code, such as a table, stays unchanged.
    """
    seated = [(seat.name, named(seat.person)) for seat in summary.seats if seat.person is not None]
    names, people = [name for name, _ in seated], [person for _, person in seated]
    parts = text.split(FENCE)
    parts[::2] = [people_first(part, names, people, seats_too=True) for part in parts[::2]]
    return FENCE.join(parts)
