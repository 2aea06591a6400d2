"""Sentences on what an action has done or would do, for its actor."""

from bot.sentences.speech import sentence
from bot.service.log.event_types import undone_in
from bot.service.values.answers import Played, Preview
from engines.wording import second_person


def done_lines(played: Played) -> tuple[str, ...]:
    """Clauses on what an action has done, for its actor."""
    lines = played.own_lines or played.summary_lines or (played.words,)
    for seat in played.summary.seats:
        if seat.seat == played.seat:
            lines = tuple(second_person(line, seat.name) for line in lines)
    return lines


def preview_words(seen: Preview) -> str:
    """The words on what an action would do, for its actor."""
    return seen.words or preview_headline(seen)


def preview_headline(seen: Preview) -> str:
    """A short sentence on what an action would do, above the picture."""
    name = seen.summary.seats[seen.seat].name
    return sentence(second_person(line, name) for line in seen.summary_lines)


def undone_words(played: Played) -> str:
    """The answer to an undo without consent: ``Undone: d3-c3.``, from the history's ``undo d3-c3``."""
    undone = undone_in(played.notation)
    return f"Undone: {undone}." if undone else "That is undone."
