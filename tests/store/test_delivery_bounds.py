"""Whether deliveries at the very moment from which, or until which, something counts are counted."""

from collections.abc import Awaitable, Callable, Mapping

import pytest

from bot.store.database import Database
from bot.store.models import (
    OutboxRow,
)
from bot.store.repositories.inspection import QueueStatistics
from bot.store.repositories.odd_rows import AHEAD
from bot.store.repositories.outbox import Due
from bot.store.unit import Unit
from tests.store.bounds import (
    AT,
    MOMENTS,
    RECEIPT,
    Case,
    Query,
    answered,
    rows_found,
    rows_left,
    statistics,
    waiting,
)


def _posted(*, up_to: int) -> Query:
    """The newest card that was posted, up to a number."""

    async def posted(unit: Unit) -> object:
        row = await unit.outbox.posted(9, "game:9", "card", up_to=up_to)
        return row and row.id

    return posted


def _numbers(listed: Callable[[Unit], Awaitable[Due]]) -> Query:
    """Which deliveries are due."""

    async def numbers(unit: Unit) -> object:
        return sorted((await listed(unit)).first)

    return numbers


_CASES: Mapping[str, Case] = {
    "receipts": (
        OutboxRow,
        lambda n, at: {**RECEIPT, "nonce": f"n{n}", "done_at": at},
        rows_left(OutboxRow, lambda unit: unit.outbox.purge_receipts(["card"], AT, limit=9)),
        3,
    ),
    "receipts of a message that was edited": (
        OutboxRow,
        lambda n, at: {
            **{**RECEIPT, "nonce": f"n{n}", "kind": "hand", "done_at": MOMENTS[0]},
            **{"id": n + 1, "message_id": 5 if n < 3 else 6},
        },
        rows_left(
            OutboxRow,
            lambda unit: unit.outbox.purge_receipts(["hand"], AT, delivered=True, edited=True, limit=9),
        ),
        2,
    ),
    "receipts of what was given up": (
        OutboxRow,
        lambda n, at: {**RECEIPT, "nonce": f"n{n}", "status": "dropped", "done_at": at},
        rows_left(OutboxRow, lambda unit: unit.outbox.purge_receipts(["card"], AT, limit=9)),
        3,
    ),
    "deliveries left to the process that enqueued them": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "created_at": at},
        _numbers(lambda unit: unit.outbox.claimable(MOMENTS[2], 9, settled=AT)),
        [1, 2],
    ),
    "deliveries of one's own": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "created_at": at},
        _numbers(lambda unit: unit.outbox.claimable(MOMENTS[2], 9, settled=AT, own=["n2"])),
        [1, 2, 3],
    ),
    "deliveries that leave room for urgent ones": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "kind": "lobby"},
        _numbers(lambda unit: unit.outbox.claimable(AT, 4, urgent_only=2)),
        [1, 2],
    ),
    "urgent deliveries": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "kind": "notice"},
        _numbers(lambda unit: unit.outbox.claimable(AT, 4, urgent_only=2)),
        [1, 2, 3, 4],
    ),
    "notices of these events": (
        OutboxRow,
        lambda n, at: {
            **RECEIPT,
            **{"nonce": f"n{n}", "game_id": 9, "lane": f"user:{n}:notices", "kind": "notice", "seq": n},
        },
        rows_found(lambda unit: unit.outbox.noticed(9, 1)),
        3,
    ),
    "deliveries behind another": (
        OutboxRow,
        lambda n, at: {**RECEIPT, "id": n + 1, "nonce": f"n{n}", "status": "pending"},
        rows_found(lambda unit: unit.outbox.waiting("game:9", "card", after=2)),
        2,
    ),
    "all deliveries of a partition": (
        OutboxRow,
        lambda n, at: {**RECEIPT, "id": n + 1, "nonce": f"n{n}", "status": "pending"},
        rows_found(lambda unit: unit.outbox.waiting("game:9", "card")),
        4,
    ),
    "posted up to a number": (
        OutboxRow,
        lambda n, at: {**RECEIPT, "id": n + 1, "nonce": f"n{n}", "game_id": 9, "message_id": n},
        _posted(up_to=2),
        2,
    ),
    "the first that was posted": (
        OutboxRow,
        lambda n, at: {**RECEIPT, "id": n + 1, "nonce": f"n{n}", "game_id": 9, "message_id": n},
        _posted(up_to=1),
        1,
    ),
    "a lobby that was shown": (
        OutboxRow,
        lambda n, at: {**RECEIPT, "nonce": f"n{n}", "kind": "lobby", "game_id": 9, "seq": n},
        lambda unit: unit.outbox.lobby_shown(9, 3),
        True,
    ),
    "a lobby that was shown before": (
        OutboxRow,
        lambda n, at: {**RECEIPT, "nonce": f"n{n}", "kind": "lobby", "game_id": 9, "seq": n},
        lambda unit: unit.outbox.lobby_shown(9, 4),
        False,
    ),
    "deliveries put off": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "attempts": 1, "not_before": at},
        rows_found(lambda unit: unit.inspection.put_off(AT, MOMENTS[2], limit=9)),
        2,
    ),
    "deliveries that wait for the end of quiet time": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "not_before": at},
        rows_found(lambda unit: unit.inspection.put_off(MOMENTS[0], AT, limit=9)),
        2,
    ),
    "deliveries that are under way too long": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "leased_until": at},
        rows_found(lambda unit: unit.inspection.put_off(AT, AT, limit=9)),
        2,
    ),
    "payloads of deliveries about no game": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n)},
        rows_found(lambda unit: unit.inspection.payloads(limit=9)),
        4,
    ),
    "the payload that is tried next, with its game": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "game_id": 9, "not_before": AT - n * AHEAD},
        lambda unit: unit.inspection.payloads(limit=1),
        [(4, "NINE", "")],
    ),
    "the first delivery put off, with its game": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "game_id": 9, "leased_until": at},
        lambda unit: unit.inspection.put_off(AT, AT, limit=1),
        [(3, "NINE")],
    ),
    "partitions that have waited long": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "created_at": at},
        rows_found(lambda unit: unit.inspection.waiting(AT, 1, now=AT, limit=9)),
        1,
    ),
    "partitions that wait for a later moment": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "created_at": AT - AHEAD, "not_before": at},
        rows_found(lambda unit: unit.inspection.waiting(AT, 9, now=AT, limit=9)),
        2,
    ),
    "partitions of which the first is under way": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "created_at": at, "leased_until": AT + AHEAD},
        rows_found(lambda unit: unit.inspection.waiting(AT, 9, now=AT, limit=9)),
        1,
    ),
    "partitions that were tried often": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "attempts": n},
        rows_found(lambda unit: unit.inspection.waiting(AT, 1, now=AT, limit=9)),
        3,
    ),
    "deliveries behind one that waits": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "lane": "user:1", "created_at": MOMENTS[0]},
        rows_found(lambda unit: unit.inspection.waiting(AT, 1, now=AT, limit=9)),
        1,
    ),
    "deliveries given up": (
        OutboxRow,
        lambda n, at: {
            **{**RECEIPT, "nonce": f"n{n}", "status": "dropped", "note": f"{n}", "done_at": at},
            "dropped_as": "missed",
        },
        rows_found(lambda unit: unit.inspection.missed(AT, limit=9)),
        3,
    ),
    "what waits": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "not_before": at, "created_at": AT - AHEAD},
        statistics(MOMENTS[0] + AHEAD),
        QueueStatistics(4, 86_400.0, 0, 0, 0.0),
    ),
    "what waits after an attempt": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "attempts": 1, "not_before": AT + AHEAD, "created_at": at},
        statistics(MOMENTS[0] + AHEAD),
        QueueStatistics(4, 86_400.0, 0, 0, 0.0),
    ),
    "what is under way": (
        OutboxRow,
        lambda n, at: {
            **{**RECEIPT, **waiting(n), "attempts": 1, "leased_until": AT if n > 1 else None},
            "created_at": MOMENTS[-1 - n],
        },
        statistics(MOMENTS[0] + AHEAD),
        QueueStatistics(4, 86_400.0, 0, 0, 0.0),
    ),
    "what waits for later": (
        OutboxRow,
        lambda n, at: {**RECEIPT, **waiting(n), "not_before": at},
        statistics(AT - AHEAD),
        QueueStatistics(4, 0.0, 0, 0, 0.0),
    ),
}


@pytest.mark.parametrize("name", _CASES)
async def test_a_bound_of_deliveries_is_counted_as_it_is_said(database: Database, name: str) -> None:
    assert await answered(database, _CASES[name]) == _CASES[name][-1]
