"""Facts of a game that its row tells."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.service.game.summarizing import (
    _draws,
    _opening_thread,
    invitation,
    message_view,
    seconds_per_period,
    terms_in_force,
)
from bot.service.values.request import Place
from bot.service.values.terms import Terms
from bot.store.models import GameRow, InvitationRow, PersonRow
from engines.registry import ENGINES


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


def test_a_game_whose_rules_are_not_known_any_more_can_be_looked_at() -> None:
    engine, row = ENGINES["roses"], GameRow(options='{"forgotten": true}', terms="{}")
    assert _draws(engine, row)
    assert seconds_per_period(engine, row) is None
    assert terms_in_force(engine, row) == Terms()


@pytest.mark.parametrize(
    ("place", "expected"),
    [((11, 12), Place(11, 12)), ((None, 12), None), ((11, None), None), ((None, None), None)],
)
def test_only_a_game_in_a_server_invites_to_a_place(
    place: tuple[int | None, int | None], expected: Place | None
) -> None:
    guild_id, channel_id = place
    game = GameRow(code="K7QX", guild_id=guild_id, channel_id=channel_id)
    row = InvitationRow(id=1, seat=0, player=PersonRow(id=1, name="Ann"), status="open")
    assert invitation(row, game, "Nim", "Red").place == expected


def test_who_could_not_be_reached_is_told_to_the_speaker_alone_and_at_once_only_if_known_then() -> None:
    said_at = datetime(2026, 1, 1, tzinfo=UTC)
    people = [PersonRow(id=number, name=f"P{number}") for number in range(5)]
    readers = [
        SimpleNamespace(seat=seat, player=people[seat], player_id=seat, refused_at=at, seen_at=None)
        for seat, at in ((1, None), (2, said_at), (3, said_at + timedelta(seconds=1)))
    ]
    row: Any = SimpleNamespace(
        turn="1", at=said_at, player=people[0], player_id=0, seat=0, private=True, readers=readers, body="Hm"
    )
    game: Any = SimpleNamespace(key="gods", code="K7QX")
    views = [message_view(game, row, **how) for how in ({}, {"at_once": True}, {"reader": 0}, {"reader": 1})]
    assert [view.refused for view in views] == [(2, 3), (2,), (2, 3), ()]
    assert [view.fresh for view in views] == [False, False, False, True]
