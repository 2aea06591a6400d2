"""The facts of a game that hosts show or obey."""

from typing import Literal

from engines.contract.values import Value


class SeatInfo(Value, frozen=True):
    """A seat as the game names it."""

    key: str
    """Lower case, as in options and records: ``white``."""
    name: str
    """For display: ``White``."""
    emblem: str
    """One or two characters shown wherever the seat's colour is."""


class Guide(Value, frozen=True):
    """The guide for a player's first game; each text in Markdown, at most 300 characters."""

    goal: str
    """How one wins, in a sentence."""
    picture: str
    """What the picture shows."""
    turn: str
    """What to do in the first turns."""
    press: str
    """Which button to press for that."""


class GameInfo(Value, frozen=True, kw_only=True):
    """The facts of a game that hosts show or obey."""

    key: str
    """Short name: the slash command's group, the renderer's key, the word in records."""
    slug: str
    """Long name for files: ``guerre-des-deux-roses``."""
    title: str
    designer: str
    year: int
    pitch: str
    """Two lines that make one want to play; the first has at most 100 characters, for lists of games."""
    rules: str
    """The rules in short, in Markdown, at most 3,500 characters."""
    rules_version: int
    """Raised when a fix changes what an action does; a stored game replays under its own version."""
    seats: tuple[SeatInfo, ...]
    """All seats in their fixed order; a game of n players uses the first n."""
    min_seats: int
    undo: Literal["none", "turn", "agreement"]
    """Whether the game has undo, and the most common kind: alone within a turn of many actions, or a ply with
    the others' consent. Games with undo have both."""
    default_deadline_hours: int = 24
    min_deadline_hours: float = 1
    max_deadline_hours: int = 336
    playout_bound: int
    """No random playout with default options takes more actions than this."""
    hidden: bool = False
    """Whether anything is drawn by chance, secret or staged. If not, a running game's record may be shown
    to anybody and replays without its seed; if so, it would tell what players must not know yet."""
    seating: Literal["lot", "order"] = "lot"
    """Which seat a player who names none gets: one drawn at the start, or the first free one."""
    length: str = ""
    """How long a game is, as players say it: ``20 to 60 moves``."""
    guide: Guide | None = None
    button: str = "Move"
    """What the card's first button says, which opens the panel; at most 40 characters."""
    call_off: Literal["all", "majority"] = "all"
    """How many of the players who still play and are there must agree to end a game without a result."""
    separator: str | None = None
    """The separator between several actions in one text, where a turn has many."""
    at_once: bool = False
    """Whether all choose at once and a `ClockRules.period` ends with results for everybody: until the results
    are posted a host accepts neither actions nor messages, which were meant for the period before."""

    @property
    def deadline_unit(self) -> Literal["round", "turn"]:
        """What a deadline is for."""
        return "round" if self.at_once else "turn"

    def seat_names(self, seats: int) -> tuple[str, ...]:
        """The display names of the first seats."""
        return tuple(seat.name for seat in self.seats[:seats])
