"""Weeks with people who go away, vanish and are replaced: nobody loses anything by a vacation."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.simulation.away import played

SEED = 3


async def test_days_of_vacations_in_a_small_game() -> None:
    seen = await played(1, SEED, ["roses"], timedelta(days=8))
    assert seen["played"]


async def test_days_of_ill_will_in_a_small_game() -> None:
    seen = await played(1, SEED, ["flicflac"], timedelta(days=5), hostile=True)
    assert seen["pause by force"]
    assert seen["go away"]


@pytest.mark.slow
async def test_weeks_of_ill_will_in_every_game() -> None:
    print(f"seed {SEED}")
    seen = await played(1, SEED, hostile=True)
    assert seen["wish to pause"]
    assert seen["take back"]
    assert seen["resume"]


@pytest.mark.slow
async def test_weeks_of_vacations_and_substitutes_in_every_game() -> None:
    print(f"seed {SEED}")
    seen = await played(1, SEED)
    assert seen["vacation"] > 5
    assert seen["clock stood"] > 5
    assert seen["taken over"]
