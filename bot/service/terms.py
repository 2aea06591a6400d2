"""What a table agrees on beside the game's options when it opens: its clock, and what becomes of absence."""

from typing import Literal, TypeAlias

from engines.contract import AtZero, Level, Value

Absence: TypeAlias = Literal["pause", "substitute", "computer", "rules"]
"""What a game does about a seat that lets its time run out again and again: it pauses, opens the seat to a
substitute, hands it to a computer, or goes on by what the clock does for that seat."""


class Terms(Value, frozen=True, omit_defaults=True):
    """What is agreed; the defaults hold for games that were opened before there was a choice.

    The length of a turn, or that there is no clock, stands in `GameRow.deadline_hours`; the seconds of a live
    game in its rules (`ClockRules.seconds`).
    """

    bank_days: float | None = None
    """What each seat has for all of its turns together, and the most that it ever has; None: no bank."""
    increment_hours: float = 0.0
    """What a seat gets back with each of its turns."""
    at_zero: AtZero = "rules"
    vacation: Literal["stand", "run"] = "stand"
    """Whether the clock stands while somebody who is awaited is on vacation."""
    absence: Absence = "pause"
    caretaker: Level = Level.GENTLE
    """How well the computer plays to which a seat is handed."""
    absent_after: int = 2
    """After how many deadlines in a row in which a seat did nothing it counts as absent."""
