"""Sentences that the alt texts and text boards of all games share; Markdown is not escaped here."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engines.contract import GameInfo, Seat, View
from engines.wording import capital, shorten
from render.contract import Frame
from render.text import spoken

MOST_ALT = 1024
MOST_TEXT = 2500
_MOST_NAME = 40
_MOST_RECENT = 240


def opening(view: View, frame: Frame, info: GameInfo) -> str:
    """The beginning of every alt text and text board: the prompt or the outcome, the game, and whether it is
    only a proposal.
    """
    proposal = "Preview, nothing is played yet. " if frame.preview else ""
    if frame.suggested:
        proposal = "A computer's choice, which was not played. "
    status = f"{(view.outcome.text if view.outcome else view.prompt).rstrip('.')}."
    then = "Then: " if frame.preview else ""
    first = f"{then}{_with_people(status, frame, info)}"
    return f"{proposal}{first} {info.title}, game {frame.code}, {view.turn}."


def people_first(text: str, seats: Sequence[str], people: Sequence[str], *, seats_too: bool = False) -> str:
    """An engine's sentence with each seat's name replaced by its person's: ``White drops a soldier`` as
    ``Ann drops a soldier``, or as ``Ann (White) …`` with `seats_too` or where one person has several seats.
    """
    named = {seat: person for seat, person in zip(seats, people, strict=False) if person.strip()}
    if not named:
        return text

    def name(found: re.Match[str]) -> str:
        seat, owns = found[1], found[2] or ""
        person, twice = named[seat], people.count(named[seat]) > 1
        if owns:
            return (seat if twice else person) + owns
        return f"{person} ({seat})" if seats_too or twice else person

    return _seats_named(tuple(named)).sub(name, text)


@lru_cache(64)
def _seats_named(seats: tuple[str, ...]) -> re.Pattern[str]:
    """The pattern that finds these seats in a sentence, each perhaps as the owner of something."""
    longest_first = "|".join(map(re.escape, sorted(seats, key=len, reverse=True)))
    return re.compile(rf"\b({longest_first})\b('s\b)?")


def _with_people(text: str, frame: Frame, info: GameInfo) -> str:
    """The text as an alt text says it: with the person before each seat."""
    people = [shorten(spoken(name), _MOST_NAME) for name in frame.players]
    return people_first(text, info.seat_names(len(info.seats)), people, seats_too=True)


def recent_events(frame: Frame, info: GameInfo) -> str:
    """The recent events as a sentence, or nothing."""
    text = _with_people(" ".join(frame.recent_events.split()).rstrip("."), frame, info)
    text = shorten(capital(text), _MOST_RECENT)
    return f"{text}." if text and not text.endswith("…") else text


def seat_name(frame: Frame, info: GameInfo, seat: Seat, longest: int = _MOST_NAME) -> str:
    """The person in a seat, at most `longest` characters of the name, and the seat: ``Ann (White)``."""
    name = info.seats[seat].name
    person = shorten(spoken(frame.person(seat)), longest)
    return f"{person} ({name})" if person else name


def alt_text(*ways: Iterable[str]) -> str:
    """The first of these texts, given as sentences, that is short enough; else the last one, cut short."""
    whole = [" ".join(sentence for sentence in way if sentence) for way in ways]
    return shorten(next((text for text in whole if len(text) <= MOST_ALT), whole[-1]), MOST_ALT)


def text_lines(head: str, recent: str, lines: Sequence[str]) -> str:
    """A text board of at most `MOST_TEXT`, if need be without the recent events."""
    whole = "\n".join([f"{head} {recent}".strip(), *lines])
    return whole if len(whole) <= MOST_TEXT else shorten("\n".join([head, *lines]), MOST_TEXT)
