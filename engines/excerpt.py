"""What one person may know of a running game with secrets, as data: their history lines, and no seed.

A game cannot be replayed from its excerpt. When the game is over its full record is public
(`engines.record`).
"""

from typing import Any, Final, Literal, NamedTuple

from engines.contract import Seat, Value

FORMAT: Final = "turnpost-excerpt/1"

_NOTE = "Not the whole game: what its reader may know while it runs. The full record is open when it is over."


class HistoryLine(NamedTuple):
    """A line of the history."""

    seat: Seat | None
    """The acting seat; None for the host's lines, and where it is secret."""
    text: str


class Sitting(NamedTuple):
    """A seat's key and the name of the person in it."""

    seat: str
    person: str


class Excerpt(Value, frozen=True, kw_only=True):
    """A game as one seat, or the public, may know it so far."""

    format: Literal["turnpost-excerpt/1"] = FORMAT
    note: str = _NOTE
    game: str
    """The game's key."""
    rules_version: int
    options: dict[str, Any]
    seats: tuple[Sitting, ...]
    reader: Seat | None
    """The seat whose knowledge this is; None: the public."""
    tags: dict[str, str]
    seed_hash: str
    lines: tuple[HistoryLine, ...]
