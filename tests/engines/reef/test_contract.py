"""The game keeps the contract of all games, and fits what is made from it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engines import test_limits
from tests.engines.contract_suite import CHECKS, Check
from tests.engines.reef.table import ENGINE

LIMITS = [name for name in vars(test_limits) if name.startswith("test_")]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@given(data=st.data())
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_contract(check: Check, data: st.DataObject) -> None:
    check(ENGINE, data)


@pytest.mark.parametrize("name", LIMITS)
def test_limits_of_commands(name: str) -> None:
    getattr(test_limits, name)(ENGINE)
