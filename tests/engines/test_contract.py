"""Every registered game keeps the contract."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.engines.contract_suite import CHECKS, Check

EXAMPLES = 25 if settings.get_current_profile_name() != "turnpost" else 6
"""Games a check and game: few for every change, more with the slow tests."""


@pytest.mark.thorough
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@given(data=st.data())
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_contract(engine: AnyEngine, check: Check, data: st.DataObject) -> None:
    check(engine, data)
