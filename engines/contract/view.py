"""Views of a game: events, the position as a viewer may know it, the outcome."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal, TypeVar

from engines.contract.values import Seat, Value


class Outcome(Value, frozen=True):
    """How a game ended."""

    ranks: tuple[int, ...]
    """A rank a seat, 1 the best; seats that share a place share its number (1, 1, 3)."""
    why: str
    """The stable code of the reason, as the rules name it."""
    text: str
    """One sentence for the players."""
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that share the first place; all of them when the game is drawn."""
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)

    @property
    def shares(self) -> tuple[float, ...]:
        """What part of the win each seat has."""
        return tuple((rank == 1) / len(self.winners) for rank in self.ranks)

    @property
    def drawn(self) -> bool:
        """Whether no seat did better than another."""
        return len(self.winners) == len(self.ranks)


def ranks_by(merits: Sequence[Any]) -> tuple[int, ...]:
    """The ranks of the seats, as in `Outcome.ranks`, by their merits: the greater, the better."""
    return tuple(1 + sum(other > merit for other in merits) for merit in merits)


class Event(Value, frozen=True, tag_field="event"):
    """One thing that an action caused, for narration and drawing. Subclasses add typed fields."""

    audience: ClassVar[Literal["public", "seat"]] = "public"
    """Who may learn of the event: everybody, or only the seat of a `SeatEvent`."""


class SeatEvent(Event, frozen=True):
    """What one seat did, or what became of it."""

    seat: Seat

    @property
    def begins(self) -> Literal["turn", "draw"] | None:
        """What the event begins, and cards say while it lasts: the seat's turn, or its offer of a draw."""
        return None


class View(Value, frozen=True, kw_only=True):
    """What one seat (or, with ``viewer`` None, the public) may know. It is built from public facts, never by
    deleting secrets; two states that differ only in what the viewer must not know give equal views.
    """

    viewer: Seat | None
    ply: int
    """Number of actions that count as plies so far."""
    turn: str
    """The turn or round as players say it, a few characters: ``ply 12``, ``round 4``."""
    to_act: tuple[Seat, ...]
    """The seats to act, as far as the viewer may know; empty when the game is over."""
    prompt: str
    """What the game waits for, in one short sentence without a full stop: ``White drops a soldier``."""
    chips: tuple[str, ...]
    """A short text per seat for its chip: score, reserve, energy."""
    notes: tuple[str, ...] = ()
    """Lines beside the prompt, in Markdown: the sides of a combat."""
    outcome: Outcome | None = None

    @property
    def names_pending(self) -> bool:
        """Whether the prompt of a running game begins with the names of `to_act`; else it names none."""
        return True

    @property
    def mentioned(self) -> tuple[Seat, ...]:
        """The seats that a card mentions, of the public view: those to act or, if these are secret, all that
        take part in the present clock period.
        """
        return self.to_act


ViewT = TypeVar("ViewT", bound=View)
