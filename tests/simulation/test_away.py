"""Weeks with people who go away, vanish and are replaced: nobody loses anything by a vacation."""

from collections import Counter
from collections.abc import Mapping
from datetime import timedelta

import pytest

from tests.simulation.away import played

SEED = 5


async def test_days_of_vacations_in_a_small_game() -> None:
    seen = await played(1, SEED, ["roses"], timedelta(days=8))
    assert seen["played"]
    assert seen["came back"]
    assert seen["clock stood"]


async def test_days_of_ill_will_in_a_small_game() -> None:
    seen = await played(1, SEED, ["flicflac"], timedelta(days=5), hostile=True)
    assert seen["pause by force"]
    assert seen["go away"]


@pytest.mark.slow
async def test_weeks_of_ill_will_in_every_game() -> None:
    await played_until({"wish to pause": 1, "take back": 1, "resume": 1}, hostile=True)


@pytest.mark.slow
async def test_weeks_of_vacations_and_substitutes_in_every_game() -> None:
    await played_until({"vacation": 6, "clock stood": 6, "taken over": 1}, hostile=False)


async def played_until(wanted: Mapping[str, int], *, hostile: bool) -> None:
    """Play until all of this was seen so often: what people think of differs from run to run."""
    seen = Counter[str]()
    for seed in range(SEED, SEED + 4):
        print(f"seed {seed}")
        seen += await played(1, seed, hostile=hostile)
        if all(seen[what] >= least for what, least in wanted.items()):
            return
    raise AssertionError(f"of {wanted} only {seen}")
