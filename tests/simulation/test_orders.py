"""Some of the random orders of `tests.simulation.orders`."""

import pytest

from tests.simulation.orders import run


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_random_orders_are_played_only_where_they_may_be(seed: int) -> None:
    fates = run(200 if seed == 1 else 2_000, seed)
    assert fates["play"] > 50
    assert fates["drop"] > 50
