"""Every registered game keeps the contract."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engines.contract import AnyEngine
from engines.registry import ENGINES
from tests.engines.contract_suite import CHECKS, Check


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("engine", ENGINES.values(), ids=ENGINES)
@given(data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_contract(engine: AnyEngine, check: Check, data: st.DataObject) -> None:
    check(engine, data)
