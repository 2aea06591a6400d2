"""What the answers of commands say: plain text, people first, and times in their reader's zone."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from bot.service.summaries import GameSummary, Person, Played, UndoAnswer
from bot.service.wishes import zone_of
from engines.contract import Seat
from engines.wording import listed, second_person, spelled
from render.phrases import people_first, shorten
from render.text import spoken

_NAME = 40
_MARKS = re.compile(r"\*\*|`|^-# |^## ", re.MULTILINE)
"""What formats in Discord's Markdown, as the rules write it."""
_STATUS = {
    "lobby": "waits for players",
    "active": "is running",
    "paused": "is paused",
    "finished": "is over",
    "abandoned": "was called off",
}


def plain(text: str) -> str:
    """A text of the rules without what formats it."""
    return _MARKS.sub("", text)


def named(person: Person) -> str:
    """A person's name on one line."""
    return shorten(spoken(person.name), _NAME) or "?"


def seated(summary: GameSummary, seat: Seat) -> str:
    """Who sits in a seat; the seat's name if nobody."""
    sitting = summary.seats[seat]
    return sitting.name if sitting.person is None else named(sitting.person)


def with_people(text: str, summary: GameSummary) -> str:
    """A text of the rules with the person beside each seat that it names: ``Ann (White) drops a soldier``."""
    taken = [seat for seat in summary.seats if seat.person is not None]
    people = [named(seat.person) for seat in taken if seat.person is not None]
    return people_first(plain(text), [seat.name for seat in taken], people, seats_too=True)


def titled(summary: GameSummary) -> str:
    """The game, its code, and how far it is."""
    return f"{summary.title} {summary.code}{f', {summary.turn}' if summary.turn else ''}"


def moment(at: datetime, zone: str | None) -> str:
    """A moment in somebody's time zone: ``Mon 3 Aug 2026, 18:05 (Europe/Paris)``."""
    local = at.astimezone(zone_of(zone))
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M} ({zone or 'UTC'})"


def sentence(clauses: Iterable[str]) -> str:
    """Clauses as one sentence; empty if there are none."""
    text = "; ".join(clause for clause in clauses if clause)
    return f"{capital(text)}." if text else ""


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def status(summary: GameSummary, zone: str | None) -> str:
    """Whose turn it is and until when, or how things stand otherwise."""
    if summary.outcome is not None:
        return with_people(summary.outcome.text, summary)
    if summary.status == "lobby":
        return waiting(summary)
    if summary.absent:
        who = listed(seated(summary, seat) for seat in summary.absent)
        return f"The game is paused, as {who} stayed away. Any player lets it go on with “pause end”."
    if summary.status in {"abandoned", "paused"}:
        until = f" until {moment(summary.paused_until, zone)}" if summary.paused_until else ""
        return f"The game {_STATUS[summary.status]}{until}."
    lines = [f"{capital(with_people(summary.prompt, summary))}."]
    if summary.deadline is not None:
        lines.append(f"Due {moment(summary.deadline, zone)}.")
    if summary.away:
        away = listed(f"{seated(summary, seat)} until {moment(at, zone)}" for seat, at in summary.away)
        lines.append(f"Away: {away}.{' The clock stands still.' if summary.stands else ''}")
    return " ".join(lines)


def waiting(summary: GameSummary) -> str:
    """To who has a seat: what a game waits for."""
    if summary.status != "lobby":
        return "The game begins: a mail tells you when it is your turn."
    people = [named(seat.person) for seat in summary.seats if seat.person is not None]
    most, least = len(summary.seats), summary.min_seats or len(summary.seats)
    there = f"At the table: {listed(people)}. " if people else ""
    if len(people) < least:
        missing = least - len(people)
        players = f"{spelled(missing)} more {'player' if missing == 1 else 'players'}"
        how = "" if least == most else ", when one of you writes “start”"
        return f"{there}It starts with {players}{how}."
    return f"{there}It starts when one of you writes “start”, or with {spelled(most)} players."


def done(played: Played) -> str:
    """What was done, and its notation."""
    lines = played.summary_lines or (played.words,)
    for seat in played.summary.seats:
        if seat.seat == played.seat:
            lines = tuple(second_person(line, seat.name) for line in lines)
    told = with_people(sentence(lines), played.summary) or "That is done."
    alone = "" if played.posted or played.marked else " Only you see this so far."
    return f"{told} [{played.notation}]{alone}" if played.notation else f"{told}{alone}"


def undo_answer(answer: UndoAnswer, seat: Seat | None) -> str:
    """What has become of a wish to go back, for the person in `seat` who has just asked or answered."""
    summary = answer.summary
    must = names(summary, summary.undo_asked)
    own = [notation for by, notation in answer.actions if by == seat]
    match answer.did:
        case "asked":
            return f"You asked to undo {listed(own) if own else 'your last action'}. {must} must agree."
        case "agreed":
            return f"You agreed; {must} must agree too."
        case "undone":
            back = [notation for _, notation in reversed(answer.actions)]
            return f"Undone: {listed(back) if back else 'the last actions'}."
        case "refused":
            return "You refused the undo: nothing goes back."
        case "withdrawn":
            return "You withdrew your wish to undo: nothing goes back."


def names(summary: GameSummary, seats: Sequence[Seat]) -> str:
    """Who sits in these seats."""
    return listed(seated(summary, seat) for seat in seats) if seats else "The others"


def seat_of(summary: GameSummary, person: Person) -> Seat | None:
    """The seat in which a person sits, or None."""
    return next((one.seat for one in summary.seats if one.person and one.person.id == person.id), None)
