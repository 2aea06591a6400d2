"""What only the answers to commands say: what was done, and what a game waits for."""

from collections.abc import Sequence

from bot.mail.telling import named, seated, with_people
from bot.sentences import sentence
from bot.service.summaries import GameSummary, Played
from engines.contract import Seat
from engines.wording import listed, second_person, spelled


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


def names(summary: GameSummary, seats: Sequence[Seat]) -> str:
    """Who sits in these seats."""
    return listed(seated(summary, seat) for seat in seats) if seats else "The others"
