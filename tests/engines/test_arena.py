"""The judge of computer players: what its numbers mean, and when it is sure."""

from __future__ import annotations

import pytest

from engines.conformance.arena import Games, Matched, elo, goal, share, verdict
from engines.registry import ENGINES

ROSES = ENGINES["roses"]


def matched(first: str = "strong", second: str = "steady", seats: int = 2) -> Matched:
    return Matched("roses", ROSES.options({}), seats, first, second, "seed")  # type: ignore[arg-type]


def games(won: int, lost: int, drawn: int = 0) -> Games:
    return Games((1.0,) * won + (0.0,) * lost + (0.5,) * drawn)


def test_ten_times_the_wins_are_400_elo_and_an_even_share_is_none() -> None:
    assert elo(games(100, 10), 2).value == pytest.approx(400)
    assert elo(games(10, 30), 4).value == pytest.approx(0)
    assert elo(games(5, 0), 2).value == float("inf")


def test_the_interval_is_wilsons() -> None:
    # The usual worked example: 50 of 100.
    found = share(games(50, 50))
    assert (found.value, round(found.low, 3), round(found.high, 3)) == (0.5, 0.404, 0.596)
    assert share(games(40, 40, 20)) == found
    assert share(games(10, 0)).high == 1
    assert 0.7 < share(games(10, 0)).low < 0.75


@pytest.mark.parametrize(
    ("first", "second", "seats", "wanted"),
    [
        ("strong", "steady", 2, 0.7),
        ("steady", "gentle", 4, 0.35),
        ("gentle", "random", 3, 0.8),
        ("strong", "random", 2, 0.99),
    ],
)
def test_what_is_to_be_reached(first: str, second: str, seats: int, wanted: float) -> None:
    assert goal(matched(first, second, seats)) == pytest.approx(wanted)


def test_the_verdict_takes_as_many_games_as_it_needs() -> None:
    assert verdict(games(10, 2), matched()) is None
    assert verdict(games(40, 5), matched()) is True
    assert verdict(games(20, 20), matched()) is None
    assert verdict(games(30, 30), matched()) is False
    # Neither side ever wins.
    assert verdict(games(0, 0, 60), matched()) is False
