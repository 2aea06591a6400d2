"""Every action that the board allows, computed once, and which of them a position allows.

A move is an action with all its effects: an action names at most one, whatever the position, because the
direction of a push and the edge behind it depend on the board alone. So a position's legal actions are found
by a few tests on bit masks, and applied by flipping bits.
"""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise, takewhile
from operator import attrgetter

from engines.contract import Value
from engines.roses.actions import (
    ACTIONS,
    Drop,
    Pass,
    Phalanx,
    RosesAction,
    Shift,
    SingleStep,
    Support,
    Translate,
    write,
)
from engines.roses.board import (
    BIT,
    BOTH_CASTLES,
    CASTLES,
    CELLS,
    DIRECTIONS,
    OPPOSITE,
    RED_BITS,
    RED_CELLS,
    SOLDIERS,
    TOUCHING,
    Direction,
    neighbour,
    ray,
    single_bits,
)


class Move(Value, frozen=True, kw_only=True):
    """An action of the board with its effect. Masks are bit masks of cells (`engines.roses.board`)."""

    action: RosesAction
    text: str
    """Canonical notation (section 7 of the rules)."""
    moved: tuple[tuple[str, str], ...]
    """The old and new cell of each of the mover's soldiers that goes, the rearmost first."""
    direction: Direction | None
    """Where the mover's soldiers go; None for drops and the pass."""
    target: str | None
    """The cell of the enemy that is attacked."""
    beyond: str | None
    """Where the attacked soldier goes; None: over the edge."""
    takes_castle: bool
    captures: bool
    """Whether an enemy soldier goes over the edge."""
    own_flip: int
    """Cells of the mover's soldiers that change."""
    enemy_flip: int
    """Cells of the opponent's soldiers that change."""
    order: tuple[int, str]
    """The sort key of the fixed order of legal actions: kind, then text."""


BY_ACTION: dict[RosesAction, Move] = {}
"""Every move of the board by its action: `_move` adds those that it makes."""


def _move(
    action: RosesAction,
    moved: tuple[tuple[str, str], ...] = (),
    direction: Direction | None = None,
    *,
    target: str | None = None,
    beyond: str | None = None,
) -> Move:
    own_flip = 0
    for origin, goal in moved:
        own_flip ^= BIT[origin] ^ BIT[goal]
    if isinstance(action, Drop):
        own_flip = BIT[action.cell]
    castle = target in CASTLES
    enemy_flip = 0
    if target is not None and not castle:
        enemy_flip = BIT[target] | (BIT[beyond] if beyond is not None else 0)
    text = write(action)
    BY_ACTION[action] = Move(
        action=action,
        text=text,
        moved=moved,
        direction=direction,
        target=target,
        beyond=beyond,
        takes_castle=castle,
        captures=target is not None and not castle and beyond is None,
        own_flip=own_flip,
        enemy_flip=enemy_flip,
        order=(ACTIONS.index(type(action)), text),
    )
    return BY_ACTION[action]


PASS = _move(Pass())

_DROPS: dict[int, Move] = {
    BIT[cell]: _move(Drop(cell)) for cell in CELLS if cell not in CASTLES and cell not in RED_CELLS
}


class Advance(Value, frozen=True):
    """All moves that begin with a soldier on a given cell going in a given direction as the front soldier."""

    onto: int
    """Bit of the cell that it enters."""
    beyond: int
    """Bit of the cell after that, 0 if outside."""
    behind: tuple[int, int, int]
    """Bits of the three cells behind the soldier, 0 if outside."""
    step: Move
    shifts: tuple[Move, ...]
    """The line shifts with one, two and three soldiers behind it, as far as the board has room for them."""
    charges: tuple[Move, ...]
    """Phalanx attacks with one, two and three soldiers behind it."""
    support: Move | None
    """The support attack; None where the entered cell is a castle's."""


def _advance(cell: str, direction: Direction, onto: str) -> Advance:
    beyond = neighbour(onto, direction)
    behind = tuple(takewhile(lambda at: at not in CASTLES, ray(cell, OPPOSITE[direction])))[: SOLDIERS - 1]
    alone, *rows = (
        tuple(pairwise((*reversed(behind[:count]), cell, onto))) for count in range(len(behind) + 1)
    )
    attack = partial(_move, direction=direction, target=onto, beyond=beyond)
    bits = [BIT[name] for name in behind] + [0, 0, 0]
    return Advance(
        onto=BIT[onto],
        beyond=BIT[beyond] if beyond is not None else 0,
        behind=(bits[0], bits[1], bits[2]),
        step=_move(SingleStep(cell, onto), alone, direction),
        shifts=tuple(_move(Shift(row[0][0], onto), row, direction) for row in rows),
        charges=tuple(attack(Phalanx(row[0][0], onto), row) for row in rows),
        support=None if onto in CASTLES else attack(Support(cell, onto), alone),
    )


def _translations(first: str, second: str) -> Iterator[Move]:
    for direction in DIRECTIONS:
        one, two = neighbour(first, direction), neighbour(second, direction)
        if one is not None and two is not None and {one, two}.isdisjoint({first, second, *CASTLES}):
            moved = ((first, one), (second, two))
            yield _move(Translate(first, second, direction), moved, direction)


ADVANCES: dict[int, tuple[Advance, ...]] = {
    BIT[cell]: tuple(
        _advance(cell, direction, onto)
        for direction in DIRECTIONS
        if (onto := neighbour(cell, direction)) is not None
    )
    for cell in CELLS
    if cell not in CASTLES
}
"""For each cell the moves in which the soldier there is in front, by direction."""

PAIRS: dict[int, tuple[tuple[int, tuple[tuple[int, Move], ...]], ...]] = {
    BIT[cell]: tuple(
        (
            BIT[other],
            tuple((BIT[s.moved[0][1]] | BIT[s.moved[1][1]], s) for s in _translations(cell, other)),
        )
        for other in CELLS
        if other > cell and TOUCHING[BIT[cell]] & BIT[other] and other not in CASTLES
    )
    for cell in CELLS
    if cell not in CASTLES
}
"""For each cell its neighbours of later names, each with the pair's translations and the cells they enter."""


in_order = attrgetter("order")
"""The fixed order of legal actions: ``sorted(found, key=in_order)``."""


def drops(own: int, enemy: int, castle: int) -> list[Move]:
    """The drops of a side with these soldiers and this castle (section 4), in no particular order."""
    near = 0
    for bit in single_bits(own | castle):
        near |= TOUCHING[bit]
    return [_DROPS[bit] for bit in single_bits(near & ~(own | enemy | BOTH_CASTLES | RED_BITS))]


def moves(
    own: int, enemy: int, enemy_castle: int, *, long_phalanx: bool = False, contiguous: bool = False
) -> list[Move]:
    """The actions of the move phase (section 5) without the forced pass, in no particular order."""
    occupied = own | enemy | BOTH_CASTLES
    hostile = enemy | enemy_castle
    found: list[Move] = []
    add = found.append
    for bit in single_bits(own):
        for advance in ADVANCES[bit]:
            onto = advance.onto
            if not onto & occupied:
                add(advance.step)
                first, second, third = advance.behind
                if first & own:
                    add(advance.shifts[0])
                    if second & own:
                        add(advance.shifts[1])
                        if third & own:
                            add(advance.shifts[2])
            elif onto & hostile and not advance.beyond & occupied:
                first, second, third = advance.behind
                if first & own:
                    add(advance.charges[0])
                    if long_phalanx and second & own:
                        add(advance.charges[2 if third & own else 1])
                if advance.support is not None:
                    helpers = TOUCHING[onto] & own & ~bit
                    if contiguous:
                        helpers &= TOUCHING[bit]
                    if helpers:
                        add(advance.support)
        for other, slides in PAIRS[bit]:
            if other & own:
                for needed, slide in slides:
                    if not needed & occupied:
                        add(slide)
    return found
