"""Whether what happened at the very moment from which, or until which, something counts is counted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import pytest
from sqlalchemy import func, insert, select

from bot.store.columns import Base, table_of
from bot.store.database import Database
from bot.store.models import (
    AddressCodeRow,
    ChatMessageRow,
    DraftRow,
    EventRow,
    GameRow,
    InvitationRow,
    JobRow,
    LeaseRow,
    MailInvitationRow,
    MailKeyRow,
    OutboxRow,
    ReceivedMailRow,
    RefusalRow,
    ReportRow,
    VacationRow,
)
from bot.store.unit import Unit
from tests.service.people import ANN

_AT = datetime(2026, 1, 2, tzinfo=UTC)
_MOMENTS = [_AT + timedelta(microseconds=distance) for distance in (-1, 0, 1)]
"""Of the three rows: just before it, then, and just after it."""

Values: TypeAlias = dict[str, Any]
Query: TypeAlias = Callable[[Unit], Awaitable[object]]

_FOR_EVERY: Values = {"mails": _AT, "codes": _AT, "keys": _AT, "invitations": _AT}
_GAME: Values = {
    **{
        "key": "roses",
        "options": "{}",
        "rules_version": 1,
        "status": "abandoned",
        "ply": 0,
        "threaded": True,
    },
    **{"min_seats": 2, "max_seats": 2, "version": 0, "edition": 0, "host_id": ANN.id, "created_at": _AT},
}
_TO_ANN: Values = {"game_id": 9, "player_id": ANN.id, "status": "open", "created_at": _AT, "expires_at": _AT}
_CODE: Values = {
    "purpose": "link",
    "address": "a@b.c",
    "player_id": ANN.id,
    "name": "",
    "about": "",
    "tries": 0,
}
_JOB: Values = {
    **{"kind": "move", "game_id": 9, "seq": 1, "player_id": ANN.id, "attempts": 0, "seconds": 1.0},
    **{"due_at": _AT, "created_at": _AT, "not_before": _AT, "status": "done"},
}
_RECEIPT: Values = {
    **{"game_id": None, "lane": "game:9", "kind": "card", "payload": "", "status": "done", "attempts": 1},
    **{"not_before": _AT, "created_at": _AT},
}


def _left(kind: type[Base], purged: Query) -> Query:
    """How many rows a purge leaves."""

    async def left(unit: Unit) -> object:
        await purged(unit)
        return await unit._session.scalar(select(func.count()).select_from(table_of(kind)))

    return left


def _found(listed: Callable[[Unit], Awaitable[Any]]) -> Query:
    """How many rows are found."""

    async def found(unit: Unit) -> object:
        return len(await listed(unit))

    return found


def _numbers(listed: Callable[[Unit], Awaitable[Mapping[int, Any]]]) -> Query:
    """Which rows are found."""

    async def numbers(unit: Unit) -> object:
        return sorted(await listed(unit))

    return numbers


def _waiting(n: int) -> Values:
    """A delivery to a person of its own."""
    return {"id": n + 1, "nonce": f"n{n}", "lane": f"user:{n}", "status": "pending", "attempts": 0}


_CASES: Mapping[str, tuple[type[Base], Callable[[int, datetime], Values], Query, object]] = {
    "drafts": (
        DraftRow,
        lambda n, at: {"player_id": ANN.id, "guild_id": 11, "act": "{}", "mark": "", "created_at": at},
        _left(DraftRow, lambda unit: unit.drafts.purge(_AT)),
        2,
    ),
    "invitations since": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n, "created_at": at},
        lambda unit: unit.invitations.count(ANN.id, _AT),
        1,
    ),
    "invitations that can be accepted": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n, "expires_at": at},
        _found(lambda unit: unit.invitations.open_to(ANN.id, _AT)),
        1,
    ),
    "expired invitations": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n, "expires_at": at},
        _found(lambda unit: unit.invitations.overdue(_AT, limit=9)),
        2,
    ),
    "closed invitations": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n, "status": "expired", "closed_at": at},
        _left(InvitationRow, lambda unit: unit.invitations.purge(_AT)),
        2,
    ),
    "mails": (
        ReceivedMailRow,
        lambda n, at: {"cause": f"c{n}", "sender_hash": "h", "received_at": at, "answered": True},
        _left(ReceivedMailRow, lambda unit: unit.mails.purge(**_FOR_EVERY)),
        2,
    ),
    "answered mails": (
        ReceivedMailRow,
        lambda n, at: {"cause": f"c{n}", "sender_hash": "h", "received_at": at, "answered": True},
        lambda unit: unit.mails.closing("c", "h", _AT),
        (False, 1),
    ),
    "keys": (
        MailKeyRow,
        lambda n, at: {"id": n + 1, "secret": "s", "made_at": at},
        _left(MailKeyRow, lambda unit: unit.mails.purge(**_FOR_EVERY)),
        2,
    ),
    "codes": (
        AddressCodeRow,
        lambda n, at: {**_CODE, "digest": f"d{n}", "created_at": at},
        _left(AddressCodeRow, lambda unit: unit.mails.purge(**_FOR_EVERY)),
        2,
    ),
    "codes since": (
        AddressCodeRow,
        lambda n, at: {**_CODE, "digest": f"d{n}", "created_at": at},
        lambda unit: unit.mails.codes_sent(ANN.id, "link", _AT),
        1,
    ),
    "invitations by mail": (
        MailInvitationRow,
        lambda n, at: {"address_hash": "h", "inviter_id": ANN.id, "status": "accepted", "created_at": at},
        _left(MailInvitationRow, lambda unit: unit.mails.purge(**_FOR_EVERY)),
        2,
    ),
    "invitations by mail since": (
        MailInvitationRow,
        lambda n, at: {"address_hash": "h", "inviter_id": ANN.id, "status": "sent", "created_at": at},
        lambda unit: unit.mails.invitations_of(ANN.id, _AT),
        1,
    ),
    "all invitations by mail since": (
        MailInvitationRow,
        lambda n, at: {"address_hash": "h", "inviter_id": ANN.id, "status": "sent", "created_at": at},
        lambda unit: unit.mails.invitations_made(_AT),
        1,
    ),
    "jobs": (
        JobRow,
        lambda n, at: {**_JOB, "seat": n, "done_at": at},
        _left(JobRow, lambda unit: unit.jobs.purge(_AT)),
        2,
    ),
    "seconds of thinking": (
        JobRow,
        lambda n, at: {**_JOB, "seat": n, "created_at": at},
        lambda unit: unit.jobs.spent(ANN.id, _AT),
        2.0,
    ),
    "chosen moves": (
        JobRow,
        lambda n, at: {**_JOB, "seat": n, "status": "pending", "answer": "{}", "not_before": at},
        _found(lambda unit: unit.jobs.ready(_AT, limit=9)),
        2,
    ),
    "vacations": (
        VacationRow,
        lambda n, at: {"player_id": n + 1, "starts_at": at, "ends_at": at, "due_at": at, "created_at": _AT},
        _found(lambda unit: unit.vacations.due(_AT, limit=9)),
        2,
    ),
    "the next vacation": (
        VacationRow,
        lambda n, at: {"player_id": n + 1, "starts_at": at, "ends_at": at, "due_at": at, "created_at": _AT},
        lambda unit: unit.vacations.next_due(_AT),
        _MOMENTS[2],
    ),
    "leases": (
        LeaseRow,
        lambda n, at: {"name": f"shard:{n}", "holder": "h", "until": at},
        _found(lambda unit: unit.leases.living(_AT)),
        1,
    ),
    "reports": (
        ReportRow,
        lambda n, at: {
            **{"guild_id": 11, "game_id": 9, "talk_id": n + 1, "reporter_id": ANN.id, "reported_id": ANN.id},
            **{"words": "", "created_at": at},
        },
        lambda unit: unit.reports.count(ANN.id, _AT),
        1,
    ),
    "messages": (
        ChatMessageRow,
        lambda n, at: {
            **{"game_id": 9, "player_id": ANN.id, "seat": 0, "turn": "", "private": False, "body": ""},
            **{"cause": f"c{n}", "at": at},
        },
        lambda unit: unit.chat.count(ANN.id, 9, _AT),
        1,
    ),
    "acts": (
        EventRow,
        lambda n, at: {
            **{"game_id": 9, "seq": n + 1, "first_seq": 1, "kind": "x", "seat": 0, "player_id": ANN.id},
            **{"reveals": False, "at": at},
        },
        lambda unit: unit.events.count_by(ANN.id, 9, _AT, until=3),
        1,
    ),
    "refusals": (
        RefusalRow,
        lambda n, at: {"guild_id": 11, "place_id": n, "code": "gone", "count": 1, "since": at},
        _left(RefusalRow, lambda unit: unit.refusals.purge(_AT)),
        2,
    ),
    "places put off": (
        RefusalRow,
        lambda n, at: {"guild_id": 11, "place_id": n, "code": "gone", "count": 1, "since": at},
        _found(lambda unit: unit.odd_rows.refusals_put_off(_AT)),
        1,
    ),
    "receipts": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "nonce": f"n{n}", "done_at": at},
        _left(OutboxRow, lambda unit: unit.outbox.purge_receipts(["card"], _AT, limit=9)),
        2,
    ),
    "deliveries left to the process that enqueued them": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "created_at": at},
        _numbers(lambda unit: unit.outbox.claimable(_MOMENTS[2], 9, settled=_AT)),
        [1, 2],
    ),
    "deliveries of one's own": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "created_at": at},
        _numbers(lambda unit: unit.outbox.claimable(_MOMENTS[2], 9, settled=_AT, own=["n2"])),
        [1, 2, 3],
    ),
    "lobbies that were called off": (
        GameRow,
        lambda n, at: {**_GAME, "id": n + 1, "code": f"C{n}", "created_at": at},
        lambda unit: unit.game_lists.count_abandoned_lobbies(ANN.id, _AT),
        1,
    ),
}


@pytest.mark.parametrize("name", _CASES)
async def test_a_bound_is_counted_as_it_is_said(database: Database, name: str) -> None:
    kind, values, query, expected = _CASES[name]
    said = {"game_id": 9, "player_id": ANN.id, "seat": 0, "turn": "", "private": True, "body": "", "at": _AT}
    async with database.rehearsal() as unit:
        rows: list[tuple[type[Base], Values]] = [(GameRow, {**_GAME, "id": 9, "code": "NINE"})]
        if kind is ReportRow:
            rows += [(ChatMessageRow, {**said, "id": number, "cause": f"c{number}"}) for number in (1, 2, 3)]
        rows += [(kind, values(number, at)) for number, at in enumerate(_MOMENTS)]
        for table, given in rows:
            await unit._session.execute(insert(table_of(table)).values(**given))
        assert await query(unit) == expected
