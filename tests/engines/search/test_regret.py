"""Regret matching on games of a few choices."""

import random
from collections import Counter

import pytest

from engines.search.regret import drawn, mixed_strategies, without_rare

BEATS = {(0, 2), (1, 0), (2, 1)}
"""Rock 0, paper 1, scissors 2."""


def rock_paper_scissors(player: int, profile: list[int]) -> list[float]:
    """Wins with scissors count double."""
    other = profile[1 - player]
    return [
        (2.0 if mine == 2 else 1.0) * ((mine, other) in BEATS)
        - (2.0 if other == 2 else 1.0) * ((other, mine) in BEATS)
        for mine in range(3)
    ]


def test_a_choice_that_is_never_made_is_not_drawn() -> None:
    class Low(random.Random):
        def random(self) -> float:
            return 0.0

    assert drawn([0.0, 1.0], Low()) == 1


def test_what_rounding_leaves_over_falls_to_the_last_choice_that_is_made_at_all() -> None:
    class High(random.Random):
        def random(self) -> float:
            return 0.999_999

    assert drawn([0.4, 0.599_99, 0.0], High()) == 1


def test_it_comes_to_rest_where_nobody_gains_by_doing_otherwise() -> None:
    for strategy in mixed_strategies([3, 3], rock_paper_scissors, 10_000, random.Random(1)):
        assert strategy == pytest.approx([0.5, 0.25, 0.25], abs=0.03)


def test_each_round_counts_for_more_than_the_one_before() -> None:
    """One choice brings 1, the other nothing: half and half at first, and the better one from then on."""
    asked = list[list[int]]()

    def better(_: int, profile: list[int]) -> list[float]:
        asked.append(profile)
        return [1.0, 0.0]

    ((first, second),) = mixed_strategies([2], better, 3, random.Random(1))
    assert (first, second) == pytest.approx(((0.5 + 2 + 3) / 6, 0.5 / 6))
    assert asked[1:] == [[0], [0]]


def test_a_habit_is_made_use_of() -> None:
    always_rock = (0,), 1.0
    mine, _ = mixed_strategies([3, 3], rock_paper_scissors, 200, random.Random(1), [None, always_rock])
    assert mine[1] > 0.95


def test_three_who_choose_at_once() -> None:
    def alone(player: int, profile: list[int]) -> list[float]:
        """Whoever is alone on their side gets 1; a side that is better in itself breaks the tie."""
        others = [one for number, one in enumerate(profile) if number != player]
        return [float(choice not in others) + 0.1 * choice for choice in range(2)]

    strategies = mixed_strategies([2, 2, 2], alone, 2_000, random.Random(1))
    assert all(sum(one) == pytest.approx(1) for one in strategies)
    assert all(0 <= part <= 1 for one in strategies for part in one)


def test_the_same_chance_gives_the_same() -> None:
    one, other = (mixed_strategies([3, 3], rock_paper_scissors, 50, random.Random(4)) for _ in range(2))
    assert one == other


def test_choices_are_drawn_as_often_as_they_are_likely() -> None:
    rng = random.Random(2)
    drawings = Counter(drawn([0.0, 0.25, 0.75, 0.0], rng) for _ in range(4_000))
    assert set(drawings) == {1, 2}
    assert drawings[1] == pytest.approx(1_000, abs=120)


def test_rare_choices_are_left_out() -> None:
    assert without_rare([0.6, 0.1, 0.3], 0.5) == pytest.approx([2 / 3, 0, 1 / 3])
    assert without_rare([0.6, 0.1, 0.3], 0.0) == pytest.approx([0.6, 0.1, 0.3])
