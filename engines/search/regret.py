"""Regret matching: strategies where several choose at once and none may be predicted.

Everybody plays repeatedly against everybody's present strategy and shifts to the choices that they regret not
to have made; the average converges to a point where nobody gains by a change (for two; for more it is still a
sound way to play).
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeAlias

from engines.search.picking import happens, one_of

Profile: TypeAlias = list[int]
"""What each player does: the number of the choice."""
Payoffs: TypeAlias = Callable[[int, Profile], Sequence[float]]
"""``payoffs(player, profile)``: what each choice of a player brings while the others do as in the profile."""
Habit: TypeAlias = tuple[Sequence[int], float]
"""Choices that were seen of a player, and how likely they keep to them instead of choosing well."""


class Learner:
    """The regrets of one player, by choice."""

    def __init__(self, choices: int, habit: Habit | None = None) -> None:
        self.regrets = [0.0] * choices
        self.average = [0.0] * choices
        self.seen, self.faithful = habit or ((), 0.0)

    def strategy(self) -> list[float]:
        """How likely each choice is now."""
        total = sum(self.regrets)
        if total <= 0.0:
            return [1.0 / len(self.regrets)] * len(self.regrets)
        return [regret / total for regret in self.regrets]

    def draw(self, strategy: Sequence[float], rng: Random) -> int:
        """The number of a choice, drawn from the player's habit or from the strategy."""
        if self.seen and happens(self.faithful, rng):
            return one_of(self.seen, rng)
        return drawn(strategy, rng)

    def learn(self, strategy: Sequence[float], payoffs: Sequence[float], weight: float) -> None:
        """Learn from what each choice would have brought. Negative regrets are dropped, and the `weight` of a
        strategy in the average grows from round to round.
        """
        got = sum(map(float.__mul__, strategy, payoffs))
        self.regrets = [
            max(0.0, regret + payoff - got) for regret, payoff in zip(self.regrets, payoffs, strict=True)
        ]
        self.average = [whole + weight * part for whole, part in zip(self.average, strategy, strict=True)]

    @property
    def mixed(self) -> list[float]:
        """The learned probability of each choice: the average of all strategies."""
        return _normal(self.average)


def mixed_strategies(
    choices: Sequence[int],
    payoffs: Payoffs,
    rounds: int,
    rng: Random,
    habits: Sequence[Habit | None] | None = None,
) -> list[list[float]]:
    """For each player the probability of each choice, learned in this many rounds."""
    players = [
        Learner(count, habit) for count, habit in zip(choices, habits or [None] * len(choices), strict=True)
    ]
    for turn in range(1, rounds + 1):
        strategies = [player.strategy() for player in players]
        profile = [player.draw(strategy, rng) for player, strategy in zip(players, strategies, strict=True)]
        for number, player in enumerate(players):
            player.learn(strategies[number], payoffs(number, profile), float(turn))
    return [player.mixed for player in players]


def drawn(strategy: Sequence[float], rng: Random) -> int:
    """The number of a choice, as likely as the strategy says."""
    left = rng.random()
    for number, part in enumerate(strategy):
        left -= part
        if left < 0.0:
            return number
    return max(number for number, part in enumerate(strategy) if part > 0.0)


def without_rare(strategy: Sequence[float], part: float) -> list[float]:
    """The strategy without the choices that are less likely than this part of the likeliest."""
    least = part * max(strategy)
    return _normal([chance if chance >= least else 0.0 for chance in strategy])


def _normal(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights]
