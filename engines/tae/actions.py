"""What a player may do: docs/rules/tae.md sections 4, 8, 10 and 12.

Commands take their order and their help from these classes.
"""

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Annotated, Final, TypeAlias, get_args

from msgspec import Meta

from engines.contract import Action
from engines.tae.constants import CELL_NUMBERS, COLONY_TYPES, OFF_BOARD, TYPE_NUMBERS

TypeName: TypeAlias = Annotated[
    str, Meta(description="merchant (G), scientist (R), settler (K) or miner (U)")
]
CellName: TypeAlias = Annotated[str, Meta(description="A cell: column A to P and row 1 to 11, e.g. I5")]


TYPE_FIELDS = ("type",)
"""The fields that name a kind."""
CELL_FIELDS = ("to", "square")
"""The fields that name a cell."""


class _OfAKind:
    __slots__ = ()
    type: str

    @property
    def kind(self) -> int:
        """The number of the kind, which must be in canonical spelling."""
        return TYPE_NUMBERS[self.type]


class OnACell:
    """An action on one cell."""

    __slots__ = ()
    to: str

    @property
    def cell(self) -> int:
        """The number of the cell, if it is in canonical spelling; else OFF_BOARD."""
        return CELL_NUMBERS.get(self.to, OFF_BOARD)


class Leader(Action, _OfAKind, OnACell, frozen=True, tag="leader"):
    """Place or move one of your leaders beside a scientist colony, touching exactly one region."""

    type: TypeName
    to: CellName


class Withdraw(Action, _OfAKind, frozen=True, tag="withdraw"):
    """Take one of your leaders home."""

    type: TypeName


class Colony(Action, _OfAKind, OnACell, frozen=True, tag="colony"):
    """Found a colony with a ship of your hand; miners settle on uninhabitable systems only."""

    type: TypeName
    to: CellName


class Bomb(Action, OnACell, frozen=True, tag="bomb"):
    """Destroy a system for good, and the colony on it."""

    to: CellName


class Swap(Action, frozen=True, tag="swap"):
    """Put 1 to 6 ships of your hand away and draw as many."""

    merchant: Annotated[int, Meta(description="How many merchants to put away")] = 0
    scientist: Annotated[int, Meta(description="How many scientists to put away")] = 0
    settler: Annotated[int, Meta(description="How many settlers to put away")] = 0
    miner: Annotated[int, Meta(description="How many miners to put away")] = 0

    @property
    def ships(self) -> tuple[int, int, int, int]:
        """How many of each kind."""
        return self.merchant, self.scientist, self.settler, self.miner


class End(Action, frozen=True, tag="end"):
    """End your turn and give up the actions that are left."""


class ChooseCombat(Action, _OfAKind, frozen=True, tag="combat"):
    """Choose which of several combats is fought first."""

    type: Annotated[str, Meta(description="The kind of the leaders who fight first")]


class Reinforce(Action, frozen=True, tag="reinforce"):
    """Commit ships to the combat, sealed and once: 0 or more."""

    ships: Annotated[int, Meta(description="How many ships of the fitting kind; 0 for none")]


class Build(Action, frozen=True, tag="build"):
    """Turn a square of four like colonies into a monument."""

    id: Annotated[int, Meta(description="The monument's number, 0 to 5")]
    square: Annotated[str, Meta(description="The top left cell of the square, e.g. G5")]

    @property
    def corner(self) -> int:
        """The number of the top left cell, if it is in canonical spelling; else OFF_BOARD."""
        return CELL_NUMBERS.get(self.square, OFF_BOARD)


class Skip(Action, frozen=True, tag="skip"):
    """Build no monument now."""


TaeAction: TypeAlias = (
    Leader | Withdraw | Colony | Bomb | Swap | End | ChooseCombat | Reinforce | Build | Skip
)

ACTIONS: tuple[type[TaeAction], ...] = get_args(TaeAction)


_CLEAR_AND_SET: Final = bytes.maketrans(b"01", b"\0\1")
_FEW: Final = 6
"""Up to so many changes of a list are made faster than the list is made anew."""


class ByCell:
    """The actions of one kind, one on each cell of the map."""

    def __init__(self, actions: Iterable[TaeAction]) -> None:
        self._every = tuple(actions)
        self._before: tuple[int, list[TaeAction]] = 0, []
        """The set that was asked for before, from which the next differs in a few cells, and its actions."""

    def on(self, cells: int) -> Sequence[TaeAction]:
        """The actions on the cells of a set, in reading order."""
        before, listed = self._before
        changed = cells ^ before
        if not changed:
            return listed
        if changed.bit_count() > _FEW:
            # A byte a cell, true where the set has it.
            listed = list(compress(self._every, f"{cells:b}"[::-1].encode().translate(_CLEAR_AND_SET)))
        else:
            listed = listed.copy()
            while changed:
                lowest = changed & -changed
                place = (cells & lowest - 1).bit_count()
                if cells & lowest:
                    listed.insert(place, self._every[lowest.bit_length() - 1])
                else:
                    del listed[place]
                changed ^= lowest
        self._before = cells, listed
        return listed


LEADERS: Final = tuple(ByCell(Leader(word, name) for name in CELL_NUMBERS) for word in COLONY_TYPES)
"""For each kind, its leader's actions by cell."""
COLONIES: Final = tuple(ByCell(Colony(word, name) for name in CELL_NUMBERS) for word in COLONY_TYPES)
BOMBS: Final = ByCell(Bomb(name) for name in CELL_NUMBERS)
WITHDRAWALS: Final = tuple(map(Withdraw, COLONY_TYPES))
END: Final = End()

_ENDLESS: Final = 1_000_000
"""A number too large for the notation. No refusal repeats it."""


def is_whole(value: object) -> bool:
    """Whether a field holds a whole number small enough to be written; True and False are no numbers."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < _ENDLESS
