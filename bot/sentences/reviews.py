"""The review of a game: its result, and what single turns cost."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from bot.service.jobs.reviews import ReviewPage, ShownSwing
from engines.contract import View
from engines.wording import capital, counted, listed, shorten

_MOST_HAPPENED: Final = 700
"""Characters of the words for the actions of one side."""


class SwingSide(NamedTuple):
    """One of the two sides that a review compares: the actions played in a turn, or better ones."""

    label: str
    words: str
    view: View
    proposed: bool


def review_words(found: ReviewPage, people: Callable[[str], str]) -> str:
    """The progress and the result of a review. `people`: adds persons to the seats named."""
    review = found.review
    if not sum(review.turns):
        return "Nobody has made a move: there is nothing to review."
    if not review.exact:
        guess = "a computer would have done nothing from which it expected more"
        if review.swings:
            guess = f"a computer guesses that most was lost in {len(review.swings)}"
        return f"Of {counted(sum(review.turns), 'turn')}: {guess}."
    wrong = [
        f"{people(seat.name)} {sum(one.turn.seat == seat.seat for one in review.swings)} in "
        f"{counted(review.turns[seat.seat], 'turn')}"
        for seat in found.summary.seats
    ]
    return f"The best play is known. Mistakes: {listed(wrong)}."


def swing_words(found: ReviewPage, shown: ShownSwing, people: Callable[[str], str]) -> str:
    """A sentence on what a turn cost."""
    swing = shown.swing
    who = people(found.summary.seats[swing.turn.seat].name)
    if not found.review.exact:
        expected, better = _percent(swing.share), _percent(swing.instead)
        played = f"{who} could expect {expected} of a win after this turn"
        return f"{played}, and {better} after what the computer would have done."
    far = "" if swing.plies is None else f" in {counted(swing.plies, 'move')} of both sides together"
    chance = "could have drawn" if swing.instead < 1 else f"could have won{far}"
    left = "loses against best play" if swing.share == 0 else "has a draw left"
    return f"{who} {chance}, and after this turn {left}."


def swing_sides(
    found: ReviewPage, shown: ShownSwing, people: Callable[[str], str]
) -> tuple[SwingSide, SwingSide]:
    """The actions played in a turn, and better ones."""
    label = "Better" if found.review.exact else "The computer"
    return (
        SwingSide("Played", _clauses(shown.played, people), shown.after, proposed=False),
        SwingSide(label, _clauses(shown.line, people), shown.instead, proposed=True),
    )


def _clauses(clauses: Iterable[str], people: Callable[[str], str]) -> str:
    words = "; ".join(clause.strip().rstrip(".") for clause in clauses if clause.strip())
    return shorten(capital(people(words)), _MOST_HAPPENED) or "nothing that is seen"


def _percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")
