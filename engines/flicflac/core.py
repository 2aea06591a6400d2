"""The rules on numbers: where pieces go, what they do to each other, who strikes again and who wins.

docs/rules/flic-flac.md sections 6 to 9. Pieces are numbers, as in `NUMBER`; cells are places: bits of masks.

A cell's place is column times height plus row. A column is one bit higher than the board, so that no step
leads from one column's end into the next.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from engines.contract import Seat
from engines.flicflac.board import Board
from engines.flicflac.pieces import BODY, CODES, FACES, OWNER
from engines.flicflac.state import Stands

HOME = -1
"""The place of a piece at home."""

_UNANSWERED = 20
"""What an attack costs beyond its strength if its target does not fly the attacker's colour."""


class Grid:
    """The places and masks of one board. Get it from `grid_of`; it never changes."""

    def __init__(self, board: Board) -> None:
        left, top = min(cell.q for cell in board.cells), min(cell.r for cell in board.cells)
        self.height = 2 * board.size
        self.place = {cell.name: (cell.q - left) * self.height + cell.r - top for cell in board.cells}
        self.name = {place: name for name, place in self.place.items()}
        self.black = self.mask(cell.name for cell in board.cells if cell.colour == "K")
        self.coloured = self.mask(cell.name for cell in board.cells if cell.colour != "K")
        self.entry = tuple(self.mask(board.entry[code]) for code in CODES)
        """For each piece its entry edge."""
        self.near = {
            place: tuple(self.place[other] for other in board.neighbours[name])
            for name, place in self.place.items()
        }
        """For each place those that touch it."""
        self.beside = {place: frozenset(near) for place, near in self.near.items()}
        """`near` without an order, as sets."""
        self.far = {self.place[cell.name]: cell.steps_to(board.centre) for cell in board.cells}
        """For each place how many steps it is from the middle."""
        self.own = tuple(
            self.mask(cell.name for cell in board.cells if cell.colour == BODY[code]) for code in CODES
        )
        """For each piece the places of its own colour."""

    def mask(self, cells: Iterable[str]) -> int:
        """The mask of these cells."""
        return sum(1 << self.place[cell] for cell in cells)

    def around(self, cells: int) -> int:
        """All places that touch one of these cells, and some places that are no cells."""
        across, aslant = self.height, self.height - 1
        return (
            cells << 1
            | cells >> 1
            | cells << across
            | cells >> across
            | cells << aslant
            | cells >> aslant
        )  # fmt: skip

    def reach(self, number: int, place: int, taken: int) -> int:
        """Where a piece may go from its place or home while the cells of `taken` are occupied."""
        if place == HOME:
            return self.entry[number] & ~taken
        coloured = self.coloured & ~taken
        beside = self.around(1 << place)
        # Coloured cells may be run over, three steps at the most; black ends a move at its first step.
        found = beside & coloured
        found |= self.around(found) & coloured
        found |= self.around(found) & coloured
        return found | (beside & self.black & ~taken)


grid_of = cache(Grid)


def places_in(mask: int) -> list[int]:
    """The places of a mask, in the board's order."""
    places = []
    while mask:
        lowest = mask & -mask
        places.append(lowest.bit_length() - 1)
        mask ^= lowest
    return places


class Position(NamedTuple):
    """The places and sides of all pieces."""

    places: tuple[int, ...]
    flipped: tuple[bool, ...]

    @property
    def taken(self) -> int:
        """The mask of the occupied cells."""
        mask = 0
        for place in self.places:
            if place != HOME:
                mask |= 1 << place
        return mask

    def moved(self, grid: Grid, number: int, place: int) -> "Position":
        """The position after a piece has landed on an empty cell: on black it flips."""
        flipped = self.flipped
        if grid.black >> place & 1:
            flipped = (*flipped[:number], not flipped[number], *flipped[number + 1 :])
        return Position((*self.places[:number], place, *self.places[number + 1 :]), flipped)

    def sent_home(self, numbers: Iterable[int]) -> "Position":
        """The position with these pieces at home, faces kept."""
        places = list(self.places)
        for number in numbers:
            places[number] = HOME
        return Position(tuple(places), self.flipped)


def position_of(grid: Grid, stands: Stands) -> Position:
    """The position `stands` with cells and pieces as numbers."""
    return Position(
        tuple(HOME if stand.cell is None else grid.place[stand.cell] for stand in stands),
        tuple(stand.flipped for stand in stands),
    )


class Influence(NamedTuple):
    """The influence of a piece on a neighbour whose colour it flies."""

    by: int
    on: int
    strength: int
    """1, or 2 if the acting piece is empowered."""
    attack: bool
    """Whether it is an attack, between the two shapes; else it is support."""
    unanswered: bool
    """Whether it is an attack on a piece that does not fly the attacker's colour."""
    received: int
    """Its effect on the health of the influenced piece."""
    earned: int
    """Its effect on the health of the influencing piece."""


_PIECES = range(len(CODES))
_OWNERS = tuple(OWNER[code] for code in CODES)


def flies(actor: int, flipped: bool, target: int) -> bool:
    """Whether a piece on this face flies the body colour of another."""
    return BODY[CODES[target]] in FACES[BODY[CODES[actor]]][flipped]


def _influence(by: int, face: bool, on: int, other_face: bool, strength: int) -> Influence | None:
    if by == on or not flies(by, face, on):
        return None
    attack = _OWNERS[by] != _OWNERS[on]
    unanswered = attack and not flies(on, other_face, by)
    received = -strength - _UNANSWERED * unanswered if attack else strength
    return Influence(by, on, strength, attack, unanswered, received, strength * attack)


_FACES = (False, True)
_INFLUENCES = tuple(
    tuple(
        tuple(
            tuple(tuple(_influence(by, face, on, other, strength) for on in _PIECES) for other in _FACES)
            for strength in (1, 2)
        )
        for face in _FACES
    )
    for by in _PIECES
)
"""Every influence, indexed by the acting piece, its face, whether it is empowered, the other piece's face,
and the other piece; None where there is none.
"""


def between(grid: Grid, at: dict[int, int], flipped: Sequence[bool], place: int) -> list[Influence]:
    """What the piece on a place and those beside it do to each other; ``at`` has the piece on each place."""
    if grid.beside[place].isdisjoint(at):
        return []
    number = at[place]
    face = flipped[number]
    acts = _INFLUENCES[number][face][grid.own[number] >> place & 1]
    found = []
    for near in grid.near[place]:
        if near in at:
            other = at[near]
            if (does := acts[flipped[other]][other]) is not None:
                found.append(does)
            gets = _INFLUENCES[other][flipped[other]][grid.own[other] >> near & 1][face][number]
            if gets is not None:
                found.append(gets)
    return found


def influences(grid: Grid, position: Position) -> list[Influence]:
    """Everything that pieces do to each other in a position."""
    at: dict[int, int] = {}
    found: list[Influence] = []
    for number, place in enumerate(position.places):
        if place != HOME:
            at[place] = number
            found += between(grid, at, position.flipped, place)
    return found


def healths(found: Iterable[Influence], before: Sequence[int] = (0,) * len(CODES)) -> list[int]:
    """The health of each piece by its number: its health before, changed by these influences."""
    health = list(before)
    for by, on, _, _, _, received, earned in found:
        health[by] += earned
        health[on] += received
    return health


def winner(score: Sequence[int], target: int, lead: int) -> Seat | None:
    """The side with enough captures, and enough more than the other: never both (ruling 27)."""
    return next((seat for seat in (0, 1) if score[seat] >= max(target, score[1 - seat] + lead)), None)


def captors(found: Iterable[Influence], health: list[int], side: Seat) -> tuple[int, ...]:
    """The pieces of the side in its phase that attack an enemy captive (rulings 23 and 24)."""
    return tuple(
        sorted({one.by for one in found if one.attack and health[one.on] < 0 and _OWNERS[one.by] == side})
    )
