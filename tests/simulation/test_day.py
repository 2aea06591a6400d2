"""A day's load: what a host carries is carried at once, and what it does not is carried in the night."""

import pytest

from tests.bench.hosting import MoveEffort
from tests.simulation.day import simulated

EFFORT = MoveEffort(8, 35, 6)


def test_a_small_host_has_nobody_wait() -> None:
    day = simulated(2_000, 1, 50, EFFORT)
    assert 3_600 < day.moves < 4_400
    assert day.busiest == pytest.approx(4_000 * 60 / 580 / 3600, rel=0.2)
    assert day.load < 0.02
    assert day.cards[1] < 0.2
    assert day.strips_waiting < 5


@pytest.mark.slow
def test_where_discord_takes_too_little_cards_come_before_old_buttons_go() -> None:
    """Ten requests a second, of which a bucket gives eight, and seven moves a second for two hours."""
    day = simulated(120_000, 2, 10, EFFORT)
    assert day.moves > 200_000
    assert day.cards[1] < 5
    assert day.strips_waiting > 1_000
    assert day.strips_late > 3600


def test_a_host_without_power_is_late_with_cards_and_not_with_answers() -> None:
    day = simulated(30_000, 1, 50, MoveEffort(100, 600, 50))
    assert day.load > 0.95
    assert day.cards[1] > 10 * day.answers[1]
