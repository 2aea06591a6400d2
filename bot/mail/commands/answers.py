"""Sentences of answers to commands: what was done, and what a game waits for."""

from bot.mail.outgoing.wording import named, with_people
from bot.sentences import bulleted, done_lines, how_it_starts
from bot.service.values.answers import Played
from bot.service.values.game_summary import GameSummary
from engines.wording import listed


def waiting(summary: GameSummary) -> str:
    """For a player of a lobby: what it waits for."""
    if summary.status != "lobby":
        return "The game begins: a mail tells you when it is your turn."
    people = [named(seat.person) for seat in summary.seats if seat.person is not None]
    there = f"At the table: {listed(people)}. " if people else ""
    return f"{there}{how_it_starts(summary, 'writes “start”')}"


def done(played: Played) -> str:
    """What was done, and its notation."""
    text = with_people(bulleted(done_lines(played)), played.summary) or "That is done."
    beside = "\n" if text.startswith("- ") else " "
    notation = f"{beside}[{played.notation}]" if played.notation else ""
    alone = "" if played.card_tells or played.marked else " Only you see this so far."
    return f"{text}{notation}{alone}"
