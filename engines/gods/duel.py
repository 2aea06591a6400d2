"""The end of the game, solved: two gods are left, who choose simultaneously, so that both need mixed
strategies.

A position is the energy of both and the counter of quiet rounds. Every round with an action lowers the sum of
the energies, so each position follows from those of a lower sum. The table that comes with the game is for
the default figures; `python -m engines solve gods` makes it, and other figures are solved within a limit of
time.
"""

import struct
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

from msgspec.structs import replace

from engines.gods.options import GodsOptions
from engines.gods.state import GodsState
from engines.search import zero_sum
from engines.search.solved import read_table

SHA256: Final = {"duel": "8011aa04ced848b43d0648216444775f60bfc710dd17ee7961c1c3595fcbd046"}
"""The SHA-256 of the table's file."""

PLANS: Final = ((0, 0), (1, 0), (0, 1), (1, 1))
"""What a god may do when one other is left: attacks, defences."""

_DATA: Final = Path(__file__).parent / "data"
_DEFAULT: Final = GodsOptions()
_NUMBERS: Final = "f"
"""What the table consists of: little-endian numbers of four bytes, exact also where a chance is small."""
_HASTE: Final = 1e-7
"""The weight of a point of a lead in `Duels.strategy`: far less than any chance that matters."""
_ARITHMETIC: Final = (
    "attack_cost",
    "defend_cost",
    "damage",
    "refund",
    "max_actions",
    "limit",
    "stalemate",
    "stalemate_after",
    "stalemate_loss",
)
"""The options on which the arithmetic of a round depends."""

Values: TypeAlias = Mapping[tuple[int, int], Sequence[float]]
"""The chance of the god with less energy, by the higher energy and the lower, and by the counter."""


def figures_of(options: GodsOptions) -> GodsOptions:
    """The default options, with the arithmetic of the given ones."""
    return replace(_DEFAULT, **{name: getattr(options, name) for name in _ARITHMETIC})


def may_be_solved(figures: GodsOptions) -> bool:
    """Whether every action costs energy, and idleness does too in the end."""
    return (
        figures.stalemate != "off"
        and figures.attack_cost > 0
        and figures.defend_cost > 0
        and figures.refund <= figures.defend_cost
    )


def positions(higher: int, lower: int, figures: GodsOptions) -> int:
    """How many positions have to be solved for this one."""
    return (lower * (lower + 1) // 2 + (higher - lower) * lower) * (figures.stalemate_after + 1)


class Duels:
    """The solved positions up to some energies."""

    def __init__(self, figures: GodsOptions, values: Values) -> None:
        self.figures = figures
        self._values = values

    def value(self, own: int, other: int, quiet: int) -> float:
        """The chance of the first god to win, a tie being half a win."""
        if own <= 0 or other <= 0:
            # If both are out, the one with more energy wins; if one lives, it has more than the other.
            return 1.0 if own > other else 0.5 if own == other else 0.0
        if own <= other:
            return self._values[other, own][quiet]
        return 1.0 - self._values[own, other][quiet]

    def payoffs(self, own: int, other: int, quiet: int, haste: float = 0.0) -> list[list[float]]:
        """The value of each plan of the first god (the rows) against each of the second.

        With haste every point of a lead counts as well.
        """
        last = self.figures.stalemate_after
        drained = self.figures.stalemate == "sticky" and quiet == last
        loss = self.figures.stalemate_loss
        rows = []
        for one in plans(self.figures, own):
            row = []
            for two in plans(self.figures, other):
                after = own + _change(self.figures, one, two)
                after_other = other + _change(self.figures, two, one)
                idle = one == two == (0, 0)
                lost = loss if drained or (idle and quiet == last) else 0
                counter = last if drained else min(quiet + 1, last) if idle else 0
                chance = self.value(after - lost, after_other - lost, counter)
                row.append(chance + haste * (after - after_other))
            rows.append(row)
        return rows

    def solve(self, own: int, other: int, quiet: int) -> zero_sum.Solved:
        """Both optimal strategies, and the value."""
        return zero_sum.solve(self.payoffs(own, other, quiet))

    def strategy(self, own: int, other: int, quiet: int) -> list[float]:
        """The first god's strategy: among those of equal value, the one with the greatest lead."""
        return zero_sum.solve(self.payoffs(own, other, quiet, _HASTE)).first


def plans(figures: GodsOptions, energy: int) -> list[tuple[int, int]]:
    """Those of `PLANS` that a god with this energy may choose."""
    cost = (figures.attack_cost, figures.defend_cost) if figures.limit == "cost" else (1, 1)
    return [
        (attacks, defences)
        for attacks, defences in PLANS
        if attacks + defences <= figures.max_actions and attacks * cost[0] + defences * cost[1] <= energy
    ]


def _change(figures: GodsOptions, own: tuple[int, int], other: tuple[int, int]) -> int:
    met = (figures.refund if own[1] else -figures.damage) if other[0] else 0
    return met - figures.attack_cost * own[0] - figures.defend_cost * own[1]


def counter(state: GodsState) -> int:
    """The counter of quiet rounds as positions have it: at most `stalemate_after`."""
    last = state.options.stalemate_after
    return last if state.options.stalemate == "sticky" and state.drained else min(state.quiet, last)


def solve(figures: GodsOptions, higher: int, lower: int) -> Duels:
    """Every position with energies up to these, solved from the lowest sum up."""
    values: dict[tuple[int, int], list[float]] = {}
    duels = Duels(figures, values)
    counters = range(figures.stalemate_after, -1, -1)
    for total in range(2, higher + lower + 1):
        for less in range(max(1, total - higher), min(lower, total // 2) + 1):
            more = total - less
            found = values[more, less] = [0.5] * len(counters)
            if more != less:
                for quiet in counters:
                    found[quiet] = duels.solve(less, more, quiet).value
    return duels


def table() -> bytes:
    """The table that comes with the game, computed again."""
    most = _DEFAULT.start
    duels = solve(_DEFAULT, most, most)
    chances = [duels.value(less, more, quiet) for more, less, quiet in _positions(most)]
    return struct.pack(f"<{len(chances)}{_NUMBERS}", *chances)


def shipped(options: GodsOptions) -> Duels | None:
    """The solved positions up to the default start, if they are for the figures of these options."""
    if figures_of(options) != _DEFAULT or options.start > _DEFAULT.start:
        return None
    return _shipped()


@cache
def _shipped() -> Duels:
    values: dict[tuple[int, int], list[float]] = {}
    chances = struct.iter_unpack(f"<{_NUMBERS}", read_table(_DATA, "duel", SHA256))
    for (more, less, _), (chance,) in zip(_positions(_DEFAULT.start), chances, strict=True):
        values.setdefault((more, less), []).append(chance)
    return Duels(_DEFAULT, values)


def _positions(most: int) -> Iterator[tuple[int, int, int]]:
    """Both energies and the counter, as the table has them one after the other."""
    for more in range(1, most + 1):
        for less in range(1, more + 1):
            for quiet in range(_DEFAULT.stalemate_after + 1):
                yield more, less, quiet
