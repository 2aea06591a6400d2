"""The state as one action changes it, and what happens meanwhile, in order."""

from operator import add
from typing import Any, Final

from msgspec.structs import force_setattr, replace

from engines.contract import Event, Seat
from engines.tae.board import Board
from engines.tae.constants import CATEGORIES, COLONY_TYPES, LETTERS
from engines.tae.events import Drew, Points
from engines.tae.state import ARTIFACTS, TaeState, added
from engines.tae.view import LastView

_KINDS: Final = dict(zip(LETTERS, COLONY_TYPES, strict=True))


class TurnContext:
    """Collects the changes and events of one action until its step is made."""

    def __init__(
        self, state: TaeState, last: LastView | None, *, ended_by_clock: bool = False, draws: bool = True
    ) -> None:
        self.state = replace(state, ply=state.ply + 1)
        """The present position: a private copy, which changes until the step is made."""
        self.ended_by_clock = ended_by_clock
        """The active player's deadline has passed, so that the turn ends."""
        self._draws = draws
        self.last = last
        """What pictures will mark; None: no picture will be drawn."""
        self.events: list[Event] = []
        self.reveals = False
        """Something hidden has come to light."""
        self.marks_only = False
        """Whether only the mark of a commitment has changed."""

    @property
    def board(self) -> Board:
        """The board as it now is."""
        return self.state.board

    def change(self, **fields: Any) -> None:
        """Give fields of the state new values."""
        state = self.state
        for name, value in fields.items():
            force_setattr(state, name, value)

    def tell(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def mark(self, **fields: Any) -> None:
        """Change what the pictures mark."""
        if self.last is not None:
            self.last = replace(self.last, **fields)

    def mark_also(self, name: str, *values: object) -> None:
        """Add to a list of what the pictures mark."""
        if self.last is not None:
            self.mark(**{name: (*getattr(self.last, name), *values)})

    def score(self, seat: Seat, category: int, points: int) -> None:
        """Give a player points of a category, or artifacts."""
        scores = list(self.state.scores)
        scores[seat] = added(scores[seat], category, points)
        self.change(scores=tuple(scores))
        if category != ARTIFACTS:
            self.tell(Points(seat, CATEGORIES[category], points))

    def spend(self, seat: Seat, kind: int, ships: int = 1) -> None:
        """Take ships from a hand; the caller puts them somewhere."""
        hands = list(self.state.hands)
        hands[seat] = added(hands[seat], kind, -ships)
        self.change(hands=tuple(hands))

    def discard(self, kind: int, ships: int = 1) -> None:
        """Count ships or colonies that have left the game."""
        self.change(discards=added(self.state.discards, kind, ships))

    def draw(self, seat: Seat, ships: int) -> None:
        """Move ships from the bag, which must hold them, into a hand."""
        if not ships or not self._draws:
            return
        bag = self.state.bag
        left, drawn = bag[:-ships], bag[-ships:]
        hands = list(self.state.hands)
        one, two, three, four = map(add, hands[seat], map(drawn.count, LETTERS))
        hands[seat] = one, two, three, four
        self.change(bag=left, hands=tuple(hands))
        self.tell(Drew(seat, tuple([_KINDS[letter] for letter in reversed(drawn)])))
        self.reveals = True
