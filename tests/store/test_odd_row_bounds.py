"""Whether a row is odd from the very number or moment on that its flaw names."""

from collections.abc import Mapping
from datetime import datetime

import pytest

from bot.store.database import Database
from bot.store.models import (
    AuditRow,
    FollowerRow,
    InvitationRow,
    JobRow,
    OrderRow,
    OutboxRow,
    ReportRow,
    VacationRow,
)
from bot.store.repositories.odd_rows import AHEAD
from bot.store.unit import Unit
from tests.service.actors import ANN
from tests.store.bounds import AT, JOB, ORDER, RECEIPT, TO_ANN, Case, Query, answered, waiting


def _odd(inconsistency: str, *, at: datetime = AT) -> Query:
    """How many rows have this flaw."""

    async def odd(unit: Unit) -> object:
        return [row.inconsistency for row in await unit.odd_rows.all(at, limit=9)].count(inconsistency)

    return odd


_CASES: Mapping[str, Case] = {
    "a day ahead": (
        FollowerRow,
        lambda n, at: {"game_id": 9, "player_id": n + 1, "created_at": at},
        _odd("was made in the future", at=AT - AHEAD),
        2,
    ),
    "invitations that end before they begin": (
        InvitationRow,
        lambda n, at: {**TO_ANN, "seat": n, "expires_at": at},
        _odd("ends before it begins"),
        2,
    ),
    "invitations closed before they were made": (
        InvitationRow,
        lambda n, at: {**TO_ANN, "seat": n, "status": "expired", "closed_at": at},
        _odd("was closed before it was made"),
        1,
    ),
    "invitations to a seat behind the last": (
        InvitationRow,
        lambda n, at: {**TO_ANN, "seat": n},
        _odd("is to a seat that the game has not"),
        2,
    ),
    "invitations to a place behind the last": (
        InvitationRow,
        lambda n, at: {**TO_ANN, "seat": -1 - n},
        _odd("is to a seat that the game has not"),
        2,
    ),
    "vacations that end before they begin": (
        VacationRow,
        lambda n, at: {"player_id": n + 1, "starts_at": AT, "ends_at": at, "due_at": at, "created_at": AT},
        _odd("ends before it begins"),
        2,
    ),
    "reports made before the words were said": (
        ReportRow,
        lambda n, at: {
            **{"guild_id": 11, "game_id": 9, "talk_id": n + 1, "reporter_id": ANN.id, "reported_id": ANN.id},
            **{"words": "", "created_at": at},
        },
        _odd("was made before the words were said"),
        1,
    ),
    "acts about events that the game has not": (
        AuditRow,
        lambda n, at: {"game_id": 9, "actor": "1", "act": "pause", "version_after": n - 1, "at": AT},
        _odd("tells of events that the game has not"),
        2,
    ),
    "acts that take events back": (
        AuditRow,
        lambda n, at: {
            **{"game_id": 9, "actor": "1", "act": "pause", "at": AT},
            **{"version_before": n - 1, "version_after": 0},
        },
        _odd("tells of events that the game has not"),
        2,
    ),
    "orders made after events that the game has not": (
        OrderRow,
        lambda n, at: {**ORDER, "id": n, "made_at_seq": n - 1},
        _odd("was made after events that the game has not"),
        2,
    ),
    "orders whose number was not given out": (
        OrderRow,
        lambda n, at: {**ORDER, "id": n},
        _odd("has a number that would be given out again"),
        3,
    ),
    "deliveries about events that the game has not": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "game_id": 9, "seq": n - 1},
        _odd("tells of events that the game has not"),
        2,
    ),
    "jobs about events that the game has not": (
        JobRow,
        lambda n, at: {**JOB, "seat": n, "seq": n - 1},
        _odd("tells of events that the game has not"),
        2,
    ),
}


@pytest.mark.parametrize("name", _CASES)
async def test_a_row_is_odd_from_its_bound_on(database: Database, name: str) -> None:
    assert await answered(database, _CASES[name]) == _CASES[name][-1]
