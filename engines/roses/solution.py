"""The solved game: who wins each position with best play, and how soon (sections 4 to 6 of the rules).

A table has a byte for every position of the move phase, seen by the side to move and, where that is Black,
with the board rotated by half a turn: one more than the plies to the end where the side to move has lost,
else 0. Wins and draws follow from the positions after the moves. Repetition and the limit of quiet plies
(rulings 14 and 15) depend on the past and are ignored. `python -m engines solve roses` makes the tables.
"""

from functools import cache, lru_cache
from itertools import accumulate
from math import comb
from pathlib import Path
from typing import Final, NamedTuple

from engines.contract import Verdict
from engines.roses.board import BIT, CASTLE_BITS, CASTLES, CELLS, HALF_TURN, SOLDIERS, single_bits
from engines.roses.moves import PASS, drops, moves
from engines.roses.options import RosesOptions
from engines.roses.state import RosesState
from engines.search.solved import read_table

FIELD: Final = tuple(cell for cell in CELLS if cell not in CASTLES)
"""The cells of the soldiers, in the order in which the table counts them."""
LAYERS: Final = tuple((own, enemy) for own in range(1, SOLDIERS + 1) for enemy in range(1, SOLDIERS + 1))
"""Soldiers of the side to move and of the other, as the parts of the table follow each other."""
SHA256: Final = {
    "solution": "8f6422c4eac64b2a5e43052a9d1f82a3e61de5144672c5f06a9f6c5824312396",
    "solution-contiguous": "6027c44a7efcc18b9214cf6e24b089baf007a1bfdbba2eaa462d5948c9b8d65a",
    "solution-long": "9a48ab6ae9a05571154906069abb73fc84d1b1efcf6a2f552876e98b7e209b56",
    "solution-contiguous-long": "942037aa2ab7da8771583c5fe68573ae42a7bb95239948a464ead30dd35aa889",
}
"""The SHA-256 of each table's file."""

_DATA: Final = Path(__file__).parent / "data"
_TURNED: Final = {BIT[cell]: BIT[HALF_TURN[cell]] for cell in CELLS}
_PLACE: Final = {BIT[cell]: at for at, cell in enumerate(FIELD)}


@cache
def turned(bits: int) -> int:
    """A set of cells with the board turned by half."""
    return sum(_TURNED[bit] for bit in single_bits(bits))


class Reply(NamedTuple):
    """The position to which a move leads, seen by the side that is then to move."""

    own: int
    enemy: int
    captures: bool
    ends: bool
    """Whether the move has won the game."""


def layer_size(own: int, enemy: int) -> int:
    """How many positions there are with these numbers of soldiers."""
    return comb(len(FIELD), own) * comb(len(FIELD) - own, enemy)


class Table:
    """The verdicts for values of the options. Positions are those of White to move."""

    def __init__(self, *, contiguous: bool, long_phalanx: bool) -> None:
        """Raises Damaged."""
        name = table_name(contiguous=contiguous, long_phalanx=long_phalanx)
        self._lost = read_table(_DATA, name, SHA256)
        self._contiguous, self._long_phalanx = contiguous, long_phalanx
        self._dropped: dict[tuple[int, int, int, int], int] = {}

    def lost(self, own: int, enemy: int) -> int:
        """One more than the plies to the end where White has lost, else 0; one to four soldiers a side."""
        return self._lost[index_of(own, enemy)]

    def replies(self, own: int, enemy: int) -> list[Reply]:
        """What each move of White leads to, in no particular order."""
        found = moves(
            own, enemy, CASTLE_BITS[1], long_phalanx=self._long_phalanx, contiguous=self._contiguous
        )
        return [
            Reply(
                turned(enemy ^ move.enemy_flip),
                turned(own ^ move.own_flip),
                move.captures,
                move.takes_castle or enemy == move.enemy_flip,
            )
            for move in found or [PASS]
        ]

    def value(self, own: int, enemy: int, reserve: int = 0, theirs: int = 0) -> int:
        """0 for a draw, else one more than the plies to the end: an odd number of plies is White's win."""
        if reserve or theirs:
            return self._dropping(own, enemy, reserve, theirs)
        if lost := self.lost(own, enemy):
            return lost
        replies = self.replies(own, enemy)
        if any(reply.ends for reply in replies):
            return 2
        found = [lost for reply in replies if (lost := self.lost(reply.own, reply.enemy))]
        return min(found) + 1 if found else 0

    def _dropping(self, own: int, enemy: int, reserve: int, theirs: int) -> int:
        key = own, enemy, reserve, theirs
        if key not in self._dropped:
            placed = (drop.own_flip for drop in drops(own, enemy, CASTLE_BITS[0]))
            after = [self.value(turned(enemy), turned(own | bit), theirs, reserve - 1) for bit in placed]
            lost = [value for value in after if value % 2]
            self._dropped[key] = min(lost) + 1 if lost else 0 if 0 in after else max(after) + 1
        return self._dropped[key]


table = cache(Table)
"""The table for values of the options `support_contiguous` and `long_phalanx`. Raises Damaged."""


def table_name(*, contiguous: bool, long_phalanx: bool) -> str:
    """The table's name."""
    return "solution" + "-contiguous" * contiguous + "-long" * long_phalanx


def table_for(options: RosesOptions) -> Table:
    """The table of a game. Raises Damaged."""
    return table(contiguous=options.support_contiguous, long_phalanx=options.long_phalanx)


def exact_verdict(state: RosesState) -> Verdict:
    """The verdict on a running game. Raises Damaged."""
    mover = state.turn
    own, enemy = state.soldiers[mover], state.soldiers[1 - mover]
    reserves = state.reserves[mover], state.reserves[1 - mover]
    if mover == 1:
        own, enemy = turned(own), turned(enemy)
    value = table_for(state.options).value(own, enemy, *reserves)
    if value == 0:
        return Verdict(None, None)
    return Verdict(1 - mover if value % 2 else mover, value - 1)


_BEFORE: Final = dict(zip(LAYERS, accumulate((layer_size(*one) for one in LAYERS), initial=0), strict=False))
"""For each part of the table, how many positions the parts before it have."""


def index_of(own: int, enemy: int) -> int:
    """Where the table has the position of White to move with these soldiers, one to four on each side."""
    first, numbers = _first_and_numbers(own)
    number = count = 0
    while enemy:
        bit = enemy & -enemy
        enemy ^= bit
        number += numbers[count][bit]
        count += 1
    return first[count] + number


@lru_cache(2_048)
def _first_and_numbers(own: int) -> tuple[list[int], list[dict[int, int]]]:
    """What the index of a position is made of when these soldiers are to move: the index of the first
    position by the number of other soldiers; and for the first, second ... of those what it adds, by cell.

    The sum of what they add is the number of their set among those of its size, in the order of the masks.
    """
    count = own.bit_count()
    free = [bit for bit in _PLACE if not bit & own]
    rank = sum(comb(_PLACE[bit], size) for size, bit in enumerate(single_bits(own), start=1))
    first = [0] + [
        _BEFORE[count, others] + rank * comb(len(free), others) for others in range(1, SOLDIERS + 1)
    ]
    numbers = [{bit: comb(at, size) for at, bit in enumerate(free)} for size in range(1, SOLDIERS + 1)]
    return first, numbers
