"""How mails speak of games: plain text, people first, and times in the reader's zone."""

import re
from datetime import datetime, timedelta
from typing import Final

from bot.sentences import speech, turns
from bot.sentences.speech import person_in
from bot.sentences.turns import prompt_to, unnamed
from bot.service.people.notice_settings import zone_of, zone_words
from bot.service.values.answers import MessageView
from bot.service.values.game_summary import GameSummary
from bot.service.values.request import Person
from engines.contract import AnyEngine, Seat
from engines.wording import capital, counted, listed, shorten
from render.text import spoken

_NAME: Final = 40
"""Characters of a person's name."""
_UNITS: Final = (("day", timedelta(days=1)), ("hour", timedelta(hours=1)), ("minute", timedelta(minutes=1)))
_MARKS: Final = re.compile(r"\*\*|(?<!`)`(?!`)|^-# |^#{1,3} ", re.MULTILINE)
"""Signs of Discord's Markdown in texts of the rules, except fences of code."""
_COMMAND: Final = re.compile(r"`/?([^`\n]+)`")
"""A command in a sentence of a refusal or of an answer to a question."""

IF_CHOSEN: Final = "by mail only if you ask for that: write “settings private_by_mail: yes”."
"""The end of sentences about information that only one person may know."""
STOP: Final = "Answer “help” for everything you can write, “stop” to get no more mail."
"""Ends the footer of each mail to a person."""
ALOUD: Final = "“say words” answers to everybody. "
"""Stands in the footer of a mail with chat messages."""
TOO_FAST: Final = (
    "The rounds of this game last seconds, which is too fast for mail: play it where it is shown live."
)


class PlainSpeech:
    """Implements `bot.sentences.Speech` for mail."""

    def __init__(self, zone: str | None = None) -> None:
        self._zone = zone

    def name(self, person: Person, **_: bool) -> str:
        """A person's name on one line."""
        return named(person)

    def moment(self, at: datetime) -> str:
        """A moment in the reader's time zone."""
        return moment(at, self._zone)

    # A mail may be read at any later time, so nothing is told relative to now.
    ahead = moment

    def literal(self, text: str) -> str:
        """The text unchanged: mail has no markup to escape."""
        return text

    fixed = literal


def plain(text: str) -> str:
    """A text of the rules without Markdown."""
    return _MARKS.sub("", text)


def with_commands(sentence: str) -> str:
    """A sentence of all doors whose commands are set off as in mails: ``end it first: “away end”``."""
    return _COMMAND.sub(r"“\1”", sentence)


def named(person: Person) -> str:
    """A person's name on one line."""
    return shortened_name(person.name)


def message_line(engine: AnyEngine, message: MessageView) -> str:
    """Speaker, readers and time of a message, and its text, indented so that no line looks like another
    message.
    """
    to = "" if message.to is None else f" to {readers(engine, message)} alone"
    first, *more = message.body.splitlines() or [""]
    body = "\n".join([first, *(f"  | {line}" for line in more)])
    return f"{speaker(engine, message)}{to}, {message.turn}: {body}"


def speaker(engine: AnyEngine, message: MessageView) -> str:
    """The speaker, with their seat."""
    return f"{named(message.speaker)} ({engine.info.seats[message.seat].name})"


def readers(engine: AnyEngine, message: MessageView) -> str:
    """The readers of a private message, by seat and name."""
    people = zip(message.readers, message.to or (), strict=True)
    return ", ".join(f"{named(one)} ({engine.info.seats[seat].name})" for one, seat in people)


def shortened_name(name: str) -> str:
    """A display name, on one line."""
    return shorten(spoken(name), _NAME) or "?"


def seated(summary: GameSummary, seat: Seat) -> str:
    """The player of a seat, or the seat's name if nobody sits there."""
    return person_in(summary, seat, PlainSpeech())


def with_people(text: str, summary: GameSummary) -> str:
    """A text of the rules as plain text, with the persons beside their seats: `speech.with_people`."""
    return speech.with_people(plain(text), summary, named)


def titled(summary: GameSummary) -> str:
    """The game, its code, and its present turn."""
    return f"{summary.title} {summary.code}{f', {summary.turn}' if summary.turn else ''}"


def moment(at: datetime, zone: str | None) -> str:
    """A moment in a person's time zone: ``Mon 3 Aug 2026, 18:05 (Europe/Paris)``."""
    local = at.astimezone(zone_of(zone))
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M} ({zone_words(zone)})"


def due(at: datetime, zone: str | None, now: datetime) -> str:
    """A deadline, and the time until then: ``Mon 3 Aug 2026, 18:05 (Europe/Paris), in 2 days``."""
    left = at - now
    unit, size = next((one for one in _UNITS if left >= 1.5 * one[1]), _UNITS[-1])
    return f"{moment(at, zone)}, in {counted(max(round(left / size), 1), unit)}"


def state(summary: GameSummary, zone: str | None, reader: Seat | None = None) -> str:
    """Whose turn it is, or the state of a game that is not running. `reader`: the seat that is “you”."""
    if summary.outcome is not None:
        return with_people(summary.outcome.text, summary)
    if stopped := turns.stopped_words(summary, "with “pause end”", PlainSpeech(zone)):
        return stopped
    if summary.status == "lobby":
        there = listed(seated(summary, seat.seat) for seat in summary.seats if seat.person is not None)
        return f"The game waits for players. At the table: {there}."
    prompt = prompt_to(summary, reader)
    words = capital(with_people(prompt, summary))
    others = [] if reader in summary.to_act else unnamed(summary)
    pending = [f"{named(person)} ({seat.name})" for seat, person in others]
    return f"{words}: {listed(pending)}." if pending else f"{words}."


def status(summary: GameSummary, zone: str | None, reader: Seat | None = None) -> str:
    """As `state`, with the deadline and the players on vacation."""
    lines = [state(summary, zone, reader)]
    if summary.status == "active" and summary.outcome is None:
        lines += [f"Due {moment(summary.deadline, zone)}."] if summary.deadline is not None else []
        lines += [away(summary, zone)] if summary.away else []
    return " ".join(lines)


def away(summary: GameSummary, zone: str | None) -> str:
    """The players on vacation, and whether the clock is stopped for that."""
    until = listed(f"{seated(summary, seat)} until {moment(at, zone)}" for seat, at in summary.away)
    return f"Away: {until}.{' The clock stands still.' if summary.clock_stopped else ''}"
