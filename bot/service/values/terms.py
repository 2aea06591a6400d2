"""What a table agrees on beside the game's options when it opens: its clock, and what becomes of absence."""

from typing import Literal, TypeAlias

from engines.contract import AtZero, Level, Value

Absence: TypeAlias = Literal["pause", "substitute", "computer", "rules"]
"""What a game does about an absent seat: pause, open the seat to a substitute, hand it to a computer, or go
on by the rules' timeout."""


class Terms(Value, frozen=True, omit_defaults=True):
    """The agreed terms; the defaults hold for games from before there was a choice.

    The length of a turn, or that there is no clock, is in `GameRow.deadline_hours`; the seconds of a live
    game follow from its rules (`ClockRules.seconds`).
    """

    bank_days: float | None = None
    """The time of each seat for all of its turns together, and the most that it ever has; None: no bank."""
    increment_hours: float = 0.0
    """The time that a seat gets back with each of its turns."""
    at_zero: AtZero = "rules"
    vacation: Literal["stand", "run"] = "stand"
    """Whether the clock is stopped while a pending player is on vacation."""
    absence: Absence = "pause"
    caretaker: Level = Level.GENTLE
    """How well the computer plays to which a seat is handed."""
    absent_after: int = 2
    """Missed deadlines in a row after which a seat counts as absent."""
