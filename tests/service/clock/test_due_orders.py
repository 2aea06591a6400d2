"""Orders that are due, as far as what is stored of them and of their game decides."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bot.service.clock.due_orders import _checked
from bot.service.clock.order_verdict import Guard, OrderVerdict
from bot.store.models import GameRow, OrderRow
from engines.registry import ENGINES

_ROSES = ENGINES["roses"]


@pytest.mark.parametrize(
    ("changes", "verdict"),
    [
        ({}, OrderVerdict("play")),
        ({"status": "paused"}, OrderVerdict("wait")),
        ({"seat": 1}, OrderVerdict("drop", "changed")),
        ({"seat": None}, OrderVerdict("drop", "changed")),
        ({"guard": '{"kind": "yet unknown"}'}, OrderVerdict("drop", "changed")),
        ({"action": "yet unknown"}, OrderVerdict("drop", "changed")),
    ],
)
def test_an_order_that_its_owner_can_no_more_want_is_dropped(
    changes: dict[str, Any], verdict: OrderVerdict
) -> None:
    state = _ROSES.start(_ROSES.options({}), 2, "")
    action = next(iter(_ROSES.legal(state, 0)))
    given = {
        **{"guard": msgspec.json.encode(Guard("whatever")).decode(), "status": "active", "seat": 0},
        **{"action": _ROSES.codec.encode(action).decode()},
    } | changes
    live: Any = SimpleNamespace(
        engine=_ROSES,
        state=state,
        row=GameRow(status=given["status"]),
        seat_of=lambda _: given["seat"],
        requests=SimpleNamespace(open=SimpleNamespace(answers=())),
    )
    row = OrderRow(player_id=1, seat=0, guard=given["guard"], action=given["action"])
    assert _checked(live, row, []).verdict == verdict
