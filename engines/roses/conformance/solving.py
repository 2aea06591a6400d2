"""Solving the move phase backwards from its ends, with numpy: makes the tables of `engines.roses.solution`.

All positions with the same numbers of soldiers, and those with the numbers exchanged, form a layer and are
solved together; a capture leads to a layer that was solved before. White is to move in every position: after
each move the board is turned by half and the sides are exchanged. Sets of cells are masks of 18 bits.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engines.roses.board import BIT as CELL_BIT
from engines.roses.board import BOTH_CASTLES, CASTLE_BITS, HALF_TURN, SOLDIERS, TOUCHING, single_bits
from engines.roses.moves import ADVANCES, PAIRS, Move
from engines.roses.solution import FIELD, LAYERS

Masks: TypeAlias = NDArray[np.int32]
Numbers: TypeAlias = NDArray[np.int64]
Layer: TypeAlias = tuple[int, int]
"""Soldiers of the side to move, and of the other."""

_FULL = 1 << len(FIELD)
_BIT = {CELL_BIT[cell]: 1 << at for at, cell in enumerate(FIELD)}
_NONE = 255
"""The mark of a position without a distance."""


def _masks() -> tuple[Masks, tuple[Masks, ...], Masks]:
    """Every set turned by half; the sets of each size up to four, in order; the number of each among them."""
    every = np.arange(_FULL, dtype=np.int32)
    turned, size, number = np.zeros_like(every), np.zeros_like(every), np.zeros_like(every)
    for at, cell in enumerate(FIELD):
        bit = every >> at & 1
        size += bit
        turned |= bit << FIELD.index(HALF_TURN[cell])
    sets = tuple(every[size == count] for count in range(SOLDIERS + 1))
    for some in sets:
        number[some] = np.arange(len(some))
    return turned, sets, number


_TURNED, _SETS, _NUMBER = _masks()


class _Rule(NamedTuple):
    """A move of White and where it is possible, in masks of 18 bits."""

    own: int
    """The cells of White's soldiers."""
    empty: int
    target: int
    """The cell of the soldier that is attacked, or 0."""
    supporters: int | None
    """The cells of which soldiers of White must hold at least one; None: the move needs no supporter."""
    behind: int
    """A cell without a soldier of White, or 0."""
    own_flip: int
    enemy_flip: int
    takes_castle: bool
    captures: bool


def _rules(*, contiguous: bool, long_phalanx: bool) -> Iterator[_Rule]:
    """Every move of White with soldiers of the field."""

    def rule(
        own: int, empty: int, move: Move, target: int = 0, supporters: int | None = None, *, behind: int = 0
    ) -> _Rule:
        return _Rule(
            own=_field(own),
            empty=_field(empty),
            target=_field(target),
            supporters=None if supporters is None else _field(supporters),
            behind=_field(behind),
            own_flip=_field(move.own_flip),
            enemy_flip=_field(move.enemy_flip),
            takes_castle=move.takes_castle,
            captures=move.captures,
        )

    for bit, advances in ADVANCES.items():
        for advance in advances:
            onto, (first, second, third) = advance.onto, advance.behind
            if not onto & BOTH_CASTLES:
                yield rule(bit, onto, advance.step)
                rows = (first, first | second, first | second | third)
                yield from (
                    rule(bit | row, onto, shift) for row, shift in zip(rows, advance.shifts, strict=False)
                )
            if advance.beyond & BOTH_CASTLES or onto == CASTLE_BITS[0]:
                continue
            if first:
                yield rule(bit | first, advance.beyond, advance.charges[0], onto)
            if long_phalanx and second:
                row = bit | first | second
                yield rule(row, advance.beyond, advance.charges[1], onto, behind=third)
                if third:
                    yield rule(row | third, advance.beyond, advance.charges[2], onto)
            if advance.support is not None:
                near = TOUCHING[onto] & ~bit & (TOUCHING[bit] if contiguous else -1)
                yield rule(bit, advance.beyond, advance.support, onto, near)
        for other, slides in PAIRS[bit]:
            yield from (rule(bit | other, needed, slide) for needed, slide in slides)


def _field(bits: int) -> int:
    return sum(_BIT.get(bit, 0) for bit in single_bits(bits))


class _Positions:
    """The positions of a layer in the order of the table, and what their moves lead to."""

    def __init__(self, layer: Layer, rules: list[_Rule], values: dict[Layer, NDArray[np.uint8]]) -> None:
        own, enemy = layer
        first, second = np.repeat(_SETS[own], len(_SETS[enemy])), np.tile(_SETS[enemy], len(_SETS[own]))
        apart = (first & second) == 0
        self._own, self._enemy = first[apart], second[apart]
        self.numbers = _number(self._own, self._enemy)
        count = len(self.numbers)
        self.wins_at_once = np.zeros(count, bool)
        self.soonest = np.full(count, _NONE, np.int16)
        """Plies to the other side's end after the best capture; `_NONE`: no capture wins."""
        self.latest = np.zeros(count, np.int16)
        """Plies to the other side's win after the capture that puts it off longest."""
        self.may_draw = np.zeros(count, bool)
        """Whether a capture leads to a draw."""
        starts, ends = self._follow(layer, rules, values)
        order = np.argsort(starts, kind="stable")
        self.ends = ends[order]
        self.first = np.searchsorted(starts[order], np.arange(count + 1))
        """Where in `ends` the positions begin to which the moves of each position without a capture lead."""

    def _follow(
        self, layer: Layer, rules: list[_Rule], values: dict[Layer, NDArray[np.uint8]]
    ) -> tuple[Numbers, Numbers]:
        starts, ends = [], []
        stuck = np.ones(len(self.numbers), bool)
        for rule in rules:
            where = self._possible(rule)
            stuck[where] = False
            if rule.takes_castle or (rule.captures and layer[1] == 1):
                self.wins_at_once[where] = True
                continue
            after = _number(
                _TURNED[self._enemy[where] ^ rule.enemy_flip], _TURNED[self._own[where] ^ rule.own_flip]
            )
            if rule.captures:
                self._note(where, values[layer[1] - 1, layer[0]][after].astype(np.int16))
            else:
                starts.append(where)
                ends.append(after)
        # Ruling 12: a side that cannot move passes.
        where = np.flatnonzero(stuck)
        starts.append(where)
        ends.append(_number(_TURNED[self._enemy[where]], _TURNED[self._own[where]]))
        return np.concatenate(starts), np.concatenate(ends)

    def _possible(self, rule: _Rule) -> Numbers:
        fits = ((self._own & rule.own) == rule.own) & (((self._own | self._enemy) & rule.empty) == 0)
        if rule.target:
            fits &= (self._enemy & rule.target) != 0
        if rule.behind:
            fits &= (self._own & rule.behind) == 0
        if rule.supporters is not None:
            fits &= (self._own & rule.supporters) != 0
        return np.flatnonzero(fits)

    def _note(self, where: Numbers, value: NDArray[np.int16]) -> None:
        """Note what captures lead to, by the values of the positions after them."""
        lost, won = value % 2 == 1, (value > 0) & (value % 2 == 0)
        np.minimum.at(self.soonest, where[lost], value[lost] - 1)
        np.maximum.at(self.latest, where[won], value[won] - 1)
        self.may_draw[where[value == 0]] = True

    def decided(self, some: Numbers, plies: int, after: NDArray[np.uint8]) -> NDArray[np.bool_]:
        """Which of these undecided positions end after this number of plies, all shorter ends being known."""
        begin, moves = self.first[some], self.first[some + 1] - self.first[some]
        owner = np.repeat(np.arange(len(some)), moves)
        offset = np.repeat(begin - np.concatenate(([0], np.cumsum(moves)[:-1])), moves)
        value = after[self.ends[offset + np.arange(len(owner))]]
        if plies % 2:
            won: NDArray[np.bool_] = (
                self.wins_at_once[some] if plies == 1 else self.soonest[some] == plies - 1
            )
            won[owner[value == plies]] = True
            return won
        lost: NDArray[np.bool_] = (
            ~self.may_draw[some] & (self.soonest[some] == _NONE) & (self.latest[some] < plies)
        )
        lost[owner[value % 2 == 1]] = False
        lost[owner[value == 0]] = False
        return lost

    @property
    def longest_after_capture(self) -> int:
        """Plies to the last end that a capture leads to."""
        reached = self.soonest[self.soonest < _NONE]
        return int(max(reached.max(initial=0), self.latest.max(initial=0)))


def _number(own: Masks, enemy: Masks) -> Numbers:
    """The indices of positions' values while a layer is solved, also those of overlapping sets."""
    sets = len(_SETS[int(enemy[0]).bit_count()]) if len(enemy) else 0
    return _NUMBER[own].astype(np.int64) * sets + _NUMBER[enemy]


def solve(*, contiguous: bool = False, long_phalanx: bool = False, soldiers: int = SOLDIERS) -> bytes:
    """The table for values of the options, or its part with at most `soldiers` soldiers a side."""
    rules = list(_rules(contiguous=contiguous, long_phalanx=long_phalanx))
    values: dict[Layer, NDArray[np.uint8]] = {}
    parts: dict[Layer, bytes] = {}
    layers = [layer for layer in LAYERS if max(layer) <= soldiers]
    for layer in sorted((one for one in layers if one[0] <= one[1]), key=sum):
        both = {layer, layer[::-1]}
        for one in both:
            values[one] = np.zeros(len(_SETS[one[0]]) * len(_SETS[one[1]]), np.uint8)
        positions = {one: _Positions(one, rules, values) for one in both}
        _solve_together(positions, values)
        for one, some in positions.items():
            found = values[one][some.numbers]
            # Wins and draws follow from the positions after the moves.
            parts[one] = np.where(found % 2 == 1, found, 0).astype(np.uint8).tobytes()
    return b"".join(parts[layer] for layer in layers)


def _solve_together(positions: dict[Layer, _Positions], values: dict[Layer, NDArray[np.uint8]]) -> None:
    """Find the distance to the end of a layer's positions, the nearest first; the rest are draws."""
    undecided = {layer: np.arange(len(some.numbers)) for layer, some in positions.items()}
    after_capture = max(some.longest_after_capture for some in positions.values())
    plies = last = 0
    while plies <= max(last, after_capture) + 1:
        plies += 1
        found = {
            layer: some.decided(undecided[layer], plies, values[layer[::-1]])
            for layer, some in positions.items()
        }
        for layer, now in found.items():
            values[layer][positions[layer].numbers[undecided[layer][now]]] = plies + 1
            undecided[layer] = undecided[layer][~now]
            last = plies if now.any() else last
