"""The value of the position after a round: the share of a win that each living god may expect.

The figures were fitted to three and to four gods solved by regret matching with few points of energy, and to
the exact duels. Powers are products, which are the same on every machine.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from engines.gods.duel import Duels
from engines.gods.options import GodsOptions

_STEEPNESS: Final = {3: 2.26, 4: 1.65}
"""How steeply a god's share grows with its energy above the mean, by how many gods are alive."""
_DUEL_STEEPNESS: Final = 4.37
"""The steepness between two gods, by the lead over the root of what it takes to bring both down."""


class Shares:
    """The value of energies near those with which a round begins."""

    def __init__(self, options: GodsOptions, energy: Sequence[int], duels: Duels | None) -> None:
        """`energy`: of those alive. `duels`: the solved positions, as far as there are any."""
        self._duels = duels
        self._blow = max(1, options.damage + options.attack_cost)
        mean = sum(energy) / len(energy)
        # Refunds may raise the energy, by as many blocks as there are others.
        top = max(energy) + options.refund * len(energy)
        self._weights = {
            count: [_growth(steepness * (one / mean - 1.0)) for one in range(top + 1)]
            for count, steepness in _STEEPNESS.items()
        }

    def of(self, own: int, others: Sequence[int]) -> float:
        """What a god with this energy may expect, when a round leaves the others with theirs."""
        alive = [energy for energy in others if energy > 0]
        if own <= 0:
            if alive:
                return 0.0
            highest = max(others)
            return 0.0 if own < highest else 1.0 / (1 + others.count(own)) if own == highest else 1.0
        if not alive:
            return 1.0
        if len(alive) == 1:
            return self._duel(own, alive[0])
        weights, rest = self.weights(alive)
        return weights[own] / (weights[own] + rest)

    def weights(self, alive: Sequence[int]) -> tuple[Sequence[float], float]:
        """The weight of every own energy, and the sum of the weights of two or more others that are alive. A
        god's share is its weight, divided by the sum of its weight and the others'.
        """
        weights = self._weights[len(alive) + 1]
        return weights, sum([weights[energy] for energy in alive])

    def _duel(self, own: int, other: int) -> float:
        if self._duels is not None:
            return self._duels.value(own, other, 0)
        lead = _DUEL_STEEPNESS * (own - other) / sqrt(self._blow * (own + other))
        ahead = _growth(abs(lead))
        return (ahead if lead > 0.0 else 1.0) / (1.0 + ahead)


def _growth(exponent: float) -> float:
    """Roughly e to the power of the exponent."""
    power = max(0.0, 1.0 + exponent / 16.0)
    for _ in range(4):
        power *= power
    return power
