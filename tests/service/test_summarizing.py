"""Facts of a game that its row tells."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.service.summarizing import _opening_thread


@pytest.mark.parametrize(
    ("changes", "thread_id"),
    [
        ({}, 55),
        ({"lobby_message_id": None}, None),
        ({"ply": 1}, None),
        ({"thread_id": 13}, None),
        ({"threaded": False}, None),
        ({"forum": True}, None),
        ({"status": "lobby"}, None),
    ],
)
def test_a_game_that_begins_names_the_thread_that_opens_on_its_lobby(
    changes: dict[str, Any], thread_id: int | None
) -> None:
    begun = {
        "status": "active", "ply": 0, "thread_id": None, "threaded": True, "forum": False,
        "lobby_message_id": 55,
    }  # fmt: skip
    row: Any = SimpleNamespace(**begun | changes)
    assert _opening_thread(row) == thread_id
