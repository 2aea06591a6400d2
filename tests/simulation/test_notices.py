"""Weeks of notices, a few of them at every run."""

import pytest

from tests.simulation.notices import simulate


def check(people: int, seed: int) -> None:
    tally = simulate(people, 30, seed)
    assert not tally.faults, f"seed {seed}: {tally.faults[:3]}"
    assert min(tally.counts[kind] for kind in ("turn", "reminder", "deadlines missed")) > people


def test_nobody_is_disturbed_and_everybody_is_warned() -> None:
    check(60, seed=7)


@pytest.mark.slow
def test_of_many_people_in_all_time_zones_nobody_is_disturbed_and_everybody_is_warned() -> None:
    check(3000, seed=8)
