"""The solved game: who wins each position with best play, and how soon (sections 4 to 6 of the rules).

The table has a byte for every position of the move phase, seen by the side to move and, where that is Black,
with the board turned by half: 0 for a draw, else one more than the plies to the end, an odd number of which
is a win of the side to move. Repetition and the limit of quiet plies (rulings 14 and 15) are left out of it,
for they ask about the past. `python -m engines solve roses` makes it.
"""

import hashlib
import lzma
from collections.abc import Iterable
from functools import cache
from math import comb
from pathlib import Path
from typing import Final, NamedTuple

from engines.contract import Seat
from engines.roses.board import (
    BIT,
    CASTLE_BITS,
    CASTLES,
    CELLS,
    HALF_TURN,
    SOLDIERS,
    single_bits,
)
from engines.roses.moves import drops
from engines.roses.state import RosesState

FIELD: Final = tuple(cell for cell in CELLS if cell not in CASTLES)
"""The cells on which soldiers stand, in the order in which the table counts them."""
LAYERS: Final = tuple((own, enemy) for own in range(1, SOLDIERS + 1) for enemy in range(1, SOLDIERS + 1))
"""Soldiers of the side to move and of the other, as the parts of the table follow each other."""
SHA256: Final = {
    "solution": "162ec3c7c725668e232dbfb1104432cebdf74fb1a90a73464506ce835a1cd306",
    "solution-contiguous": "8fa3f7b7e5548576fa0be23b2896507723804aa456905c53db4d805c43dd28c6",
}
"""Of each table."""

_DATA: Final = Path(__file__).parent / "data"
_TURNED: Final = {BIT[cell]: BIT[HALF_TURN[cell]] for cell in CELLS}
_PLACE: Final = {BIT[cell]: at for at, cell in enumerate(FIELD)}


class Damaged(Exception):  # noqa: N818 -- a state of affairs
    """A table is not the one that belongs to this release."""


class Verdict(NamedTuple):
    """What becomes of a position when both sides play as well as they can."""

    winner: Seat | None
    """None: a draw."""
    plies: int | None
    """To the end, where the winner hurries and the loser delays."""


def layer_size(own: int, enemy: int) -> int:
    """How many positions there are with so many soldiers."""
    return comb(len(FIELD), own) * comb(len(FIELD) - own, enemy)


def table_name(*, contiguous: bool) -> str:
    """The table for a value of the option `support_contiguous`."""
    return "solution-contiguous" if contiguous else "solution"


@cache
def _table(name: str) -> bytes:
    table = lzma.decompress((_DATA / f"{name}.xz").read_bytes())
    if hashlib.sha256(table).hexdigest() != SHA256[name]:
        raise Damaged(f"{name}.xz is not the table of this release")
    return table


def judge(state: RosesState) -> Verdict | None:
    """The verdict on a running game; None where its options are not those of a table.

    Raises Damaged.
    """
    if state.options.long_phalanx:
        return None
    table = table_name(contiguous=state.options.support_contiguous)
    mover = state.turn
    own, enemy = state.soldiers[mover], state.soldiers[1 - mover]
    reserves = state.reserves[mover], state.reserves[1 - mover]
    value = _value(table, *_as_white(own, enemy, mover), *reserves)
    if value == 0:
        return Verdict(None, None)
    return Verdict(1 - mover if value % 2 else mover, value - 1)


def _as_white(own: int, enemy: int, mover: Seat) -> tuple[int, int]:
    return (own, enemy) if mover == 0 else (_turned(own), _turned(enemy))


def _turned(bits: int) -> int:
    return sum(_TURNED[bit] for bit in single_bits(bits))


def _value(table: str, own: int, enemy: int, reserve: int, theirs: int) -> int:
    """The table's byte of a position, or what it would be in the drop phase."""
    if reserve or theirs:
        return _dropping(table, own, enemy, reserve, theirs)
    return _table(table)[index_of(own, enemy)]


@cache
def _dropping(table: str, own: int, enemy: int, reserve: int, theirs: int) -> int:
    placed = (drop.own_flip for drop in drops(own, enemy, CASTLE_BITS[0]))
    after = [_value(table, _turned(enemy), _turned(own | bit), theirs, reserve - 1) for bit in placed]
    lost = [value for value in after if value % 2]
    if lost:
        return min(lost) + 1
    return 0 if 0 in after else max(after) + 1


def index_of(own: int, enemy: int) -> int:
    """Where the table has the position of White to move with these soldiers, one to four on each side."""
    layer = own.bit_count(), enemy.bit_count()
    before = sum(layer_size(*one) for one in LAYERS[: LAYERS.index(layer)])
    free = [bit for bit in _PLACE if not bit & own]
    return (
        before
        + _rank(_PLACE[bit] for bit in single_bits(own)) * comb(len(free), layer[1])
        + _rank(at for at, bit in enumerate(free) if bit & enemy)
    )


def _rank(places: Iterable[int]) -> int:
    """The number of a set among the sets of its size, in the order of their bit masks."""
    return sum(comb(place, count) for count, place in enumerate(places, start=1))
