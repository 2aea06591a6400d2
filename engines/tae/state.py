"""The state of a game of TaE: docs/rules/tae.md sections 3 and 16."""

from functools import cache
from typing import Literal, TypeAlias, TypeVar, cast

from msgspec import field

from engines.contract import Seat, Value
from engines.tae.board import Board
from engines.tae.constants import ACTIONS_PER_TURN, CATEGORIES, SCIENTIST
from engines.tae.options import TaeOptions
from engines.tae.view import LastView, PhaseName

Counts: TypeAlias = tuple[int, int, int, int]
"""A number a kind: merchant, scientist, settler, miner."""
Tally: TypeAlias = tuple[int, int, int, int, int]
"""Points: money, technology, people, raw; then artifacts."""
NumbersT = TypeVar("NumbersT", Counts, Tally)
Reason: TypeAlias = Literal["artifacts", "bag", "stalemate", "resignation"]

NONE: Counts = (0, 0, 0, 0)
NOTHING: Tally = (0, 0, 0, 0, 0)
ARTIFACTS = len(CATEGORIES)
"""The index of the artifacts in a tally."""


class Side(Value, frozen=True):
    """A player in a combat."""

    seat: Seat
    cell: int
    """The cell of the leader."""
    initial: int
    ships: int | None = None
    """The player's commitment, sealed until all have one; None: not yet."""


class Combat(Value, frozen=True):
    """A combat that awaits commitments."""

    internal: bool
    kind: int
    """The kind of the leaders."""
    sides: tuple[Side, ...]
    """The sides, in turn order from the active player."""

    @property
    def ship(self) -> int:
        """The kind of ship that reinforces (section 8)."""
        return SCIENTIST if self.internal else self.kind

    @property
    def complete(self) -> bool:
        """Whether everybody has committed."""
        return all(side.ships is not None for side in self.sides)

    @property
    def initial(self) -> tuple[tuple[Seat, int], ...]:
        """Every side's player and strength before anybody reinforces."""
        return tuple((side.seat, side.initial) for side in self.sides)

    def side_of(self, seat: Seat | None) -> Side | None:
        """A player's side, or None if they have no leader in it."""
        return next((side for side in self.sides if side.seat == seat), None)


class TaeState(Value, frozen=True, kw_only=True, cache_hash=True):
    """A position with everything that the rules ask about it."""

    options: TaeOptions
    board: Board
    hands: tuple[Counts, ...]
    bag: str
    """The letters of the ships in the bag; they are drawn from the end."""
    discards: Counts = NONE
    """Ships that have left the game, so that all of them can be counted."""
    scores: tuple[Tally, ...]
    bombs: tuple[int, ...]
    active: Seat
    actions_left: int = ACTIONS_PER_TURN
    phase: PhaseName = "action"
    busy: bool = False
    """This turn is not quiet (section 4)."""
    quiet: int = 0
    """Quiet turns in a row."""
    connecting: int | None = None
    """The connecting colony while its joining is being settled."""
    placed: int | None = None
    """The colony placed by the action under way."""
    combat: Combat | None = field(default=None, name="battle")
    resigned: tuple[Seat, ...] = ()
    """The players who have left, in their order."""
    leaving: tuple[Seat, ...] = ()
    """The player who has resigned, but stays on the board until the combat under way is resolved."""
    ply: int = 0
    """Actions of any kind, commitments included."""
    turn: int = 1
    combats: int = 0
    """Combats of this turn that have begun."""
    last: LastView | None = None
    ending: Reason | None = None

    @property
    def seats(self) -> int:
        """The number of players at the start."""
        return len(self.hands)

    @property
    def playing(self) -> tuple[Seat, ...]:
        """The seats that have not resigned, in turn order from the active player."""
        order = _order(self.active, self.seats)
        if not self.resigned and not self.leaving:
            return order
        return tuple([seat for seat in order if not self.has_left(seat)])

    def has_left(self, seat: Seat) -> bool:
        """Whether a player has resigned, even if their leaders still fight."""
        return seat in self.resigned or seat in self.leaving


@cache
def _order(first: Seat, seats: int) -> tuple[Seat, ...]:
    return (*range(first, seats), *range(first))


def added(numbers: NumbersT, place: int, more: int) -> NumbersT:
    """The counts or points with `more` added at one place."""
    return cast("NumbersT", (*numbers[:place], numbers[place] + more, *numbers[place + 1 :]))
