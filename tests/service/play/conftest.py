"""Fixtures of the tests of play."""

from dataclasses import replace

import pytest

from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from engines.contract import AnyEngine
from tests.engines.tae.table import load
from tests.service.actors import ALL, running


@pytest.fixture
async def war(
    service: Service, engines: dict[str, AnyEngine], monkeypatch: pytest.MonkeyPatch
) -> GameSummary:
    """Ann is about to begin a combat with Bob, who holds two merchants."""
    state = load(
        "r@E5 r@J6 g@G5 k@H5",
        "Pg@F5 Bg@J5",
        hands={"bow": {"settler": 1, "merchant": 2}, "pot": {"merchant": 2}},
        artifacts="A1 B1 C1",
    )
    for known in (engines, ALL):
        monkeypatch.setitem(known, "tae", replace(known["tae"], set_up=lambda *_: state))
    return await running(service, "tae", seats=2, deadline_hours=10)
