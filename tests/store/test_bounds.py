"""Whether what happened at the very moment from which, or until which, something counts is counted."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import pytest
from sqlalchemy import func, insert, select

from bot.store.columns import Base, table_of
from bot.store.database import Database
from bot.store.models import (
    AddressCodeRow,
    AuditRow,
    ChatMessageRow,
    DraftRow,
    EventRow,
    FollowerRow,
    GameRow,
    InvitationRow,
    JobRow,
    LeaseRow,
    MailInvitationRow,
    MailKeyRow,
    OrderRow,
    OutboxRow,
    PersonRow,
    ReceivedMailRow,
    RefusalRow,
    ReportRow,
    VacationRow,
)
from bot.store.repositories.inspection import QueueStatistics
from bot.store.repositories.odd_rows import AHEAD
from bot.store.unit import Unit
from tests.service.people import ANN

_AT = datetime(2026, 1, 2, tzinfo=UTC)
_MOMENTS = [_AT + timedelta(microseconds=distance) for distance in (-1, 0, 1, 2)]
"""Of the rows: one before it, one then, and two after it, so that no bound is taken for its opposite."""

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


_EVENT: Values = {"game_id": 9, "first_seq": -99, "kind": "undone", "reveals": False, "at": _AT}
_ORDER: Values = {
    "game_id": 9,
    "player_id": ANN.id,
    "seat": 0,
    "guard": "{}",
    "made_at_seq": 0,
    "created_at": _AT,
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


def _odd(inconsistency: str, *, at: datetime = _AT) -> Query:
    """How many rows have this flaw."""

    async def odd(unit: Unit) -> object:
        return [row.inconsistency for row in await unit.odd_rows.all(at, limit=9)].count(inconsistency)

    return odd


def _which(named: str, found: Callable[[Unit, str], Awaitable[bool]]) -> Query:
    """Which of the three rows are found by their names."""

    async def which(unit: Unit) -> object:
        return [number for number in range(len(_MOMENTS)) if await found(unit, named.format(number))]

    return which


def _statistics(at: datetime) -> Query:
    """What waits at a moment."""
    return lambda unit: unit.inspection.queue_statistics(at)


async def _undone(unit: Unit) -> object:
    """Whether one of the newest events undid others."""
    found = await unit.games.locked_with_extras("NINE", "c")
    assert found is not None
    return found[1].undone


def _posted(*, up_to: int) -> Query:
    """The newest card that was posted, up to a number."""

    async def posted(unit: Unit) -> object:
        row = await unit.outbox.posted(9, "game:9", "card", up_to=up_to)
        return row and row.id

    return posted


def _purged(*, since: datetime | None = None) -> Query:
    """How many deliveries are purged, of which each game has one."""

    async def purged(unit: Unit) -> object:
        for number in range(1, len(_MOMENTS) + 1):
            delivery = {**_RECEIPT, "game_id": number, "nonce": f"n{number}"}
            await unit._session.execute(insert(table_of(OutboxRow)).values(**delivery))
        return await unit.outbox.purge(_AT if since is None else _MOMENTS[2], since=since, limit=9)

    return purged


def _waiting(n: int) -> Values:
    """A delivery to a person of its own."""
    return {"id": n + 1, "nonce": f"n{n}", "lane": f"user:{n}", "status": "pending", "attempts": 0}


_CASES: Mapping[str, tuple[type[Base], Callable[[int, datetime], Values], Query, object]] = {
    "drafts": (
        DraftRow,
        lambda n, at: {"player_id": ANN.id, "guild_id": 11, "act": "{}", "mark": "", "created_at": at},
        _left(DraftRow, lambda unit: unit.drafts.purge(_AT)),
        3,
    ),
    "invitations since": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n, "created_at": at},
        lambda unit: unit.invitations.count(ANN.id, _AT),
        2,
    ),
    "invitations that can be accepted": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n, "expires_at": at},
        _found(lambda unit: unit.invitations.open_to(ANN.id, _AT)),
        2,
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
        3,
    ),
    "mails": (
        ReceivedMailRow,
        lambda n, at: {"cause": f"c{n}", "sender_hash": "h", "received_at": at, "answered": True},
        _left(ReceivedMailRow, lambda unit: unit.mails.purge(**_FOR_EVERY)),
        3,
    ),
    "answered mails": (
        ReceivedMailRow,
        lambda n, at: {"cause": f"c{n}", "sender_hash": "h", "received_at": at, "answered": True},
        lambda unit: unit.mails.closing("c", "h", _AT),
        (False, 2),
    ),
    "keys": (
        MailKeyRow,
        lambda n, at: {"id": n + 1, "secret": "s", "made_at": at},
        _left(MailKeyRow, lambda unit: unit.mails.purge(**_FOR_EVERY)),
        3,
    ),
    "codes": (
        AddressCodeRow,
        lambda n, at: {**_CODE, "digest": f"d{n}", "created_at": at},
        _left(AddressCodeRow, lambda unit: unit.mails.purge(**_FOR_EVERY)),
        3,
    ),
    "codes since": (
        AddressCodeRow,
        lambda n, at: {**_CODE, "digest": f"d{n}", "created_at": at},
        lambda unit: unit.mails.codes_sent(ANN.id, "link", _AT),
        2,
    ),
    "invitations by mail": (
        MailInvitationRow,
        lambda n, at: {"address_hash": "h", "inviter_id": ANN.id, "status": "accepted", "created_at": at},
        _left(MailInvitationRow, lambda unit: unit.mails.purge(**_FOR_EVERY)),
        3,
    ),
    "invitations by mail since": (
        MailInvitationRow,
        lambda n, at: {"address_hash": "h", "inviter_id": ANN.id, "status": "sent", "created_at": at},
        lambda unit: unit.mails.invitations_of(ANN.id, _AT),
        2,
    ),
    "all invitations by mail since": (
        MailInvitationRow,
        lambda n, at: {"address_hash": "h", "inviter_id": ANN.id, "status": "sent", "created_at": at},
        lambda unit: unit.mails.invitations_made(_AT),
        2,
    ),
    "jobs": (
        JobRow,
        lambda n, at: {**_JOB, "seat": n, "done_at": at},
        _left(JobRow, lambda unit: unit.jobs.purge(_AT)),
        3,
    ),
    "seconds of thinking": (
        JobRow,
        lambda n, at: {**_JOB, "seat": n, "created_at": at},
        lambda unit: unit.jobs.spent(ANN.id, _AT),
        3.0,
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
        2,
    ),
    "reports": (
        ReportRow,
        lambda n, at: {
            **{"guild_id": 11, "game_id": 9, "talk_id": n + 1, "reporter_id": ANN.id, "reported_id": ANN.id},
            **{"words": "", "created_at": at},
        },
        lambda unit: unit.reports.count(ANN.id, _AT),
        2,
    ),
    "messages": (
        ChatMessageRow,
        lambda n, at: {
            **{"game_id": 9, "player_id": ANN.id, "seat": 0, "turn": "", "private": False, "body": ""},
            **{"cause": f"c{n}", "at": at},
        },
        lambda unit: unit.chat.count(ANN.id, 9, _AT),
        2,
    ),
    "acts": (
        EventRow,
        lambda n, at: {
            **{"game_id": 9, "seq": n + 1, "first_seq": 1, "kind": "x", "seat": 0, "player_id": ANN.id},
            **{"reveals": False, "at": at},
        },
        lambda unit: unit.events.count_by(ANN.id, 9, _AT, until=4),
        2,
    ),
    "refusals": (
        RefusalRow,
        lambda n, at: {"guild_id": 11, "place_id": n, "code": "gone", "count": 1, "since": at},
        _left(RefusalRow, lambda unit: unit.refusals.purge(_AT)),
        3,
    ),
    "places put off": (
        RefusalRow,
        lambda n, at: {"guild_id": 11, "place_id": n, "code": "gone", "count": 1, "since": at},
        _found(lambda unit: unit.odd_rows.refusals_put_off(_AT)),
        2,
    ),
    "receipts": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "nonce": f"n{n}", "done_at": at},
        _left(OutboxRow, lambda unit: unit.outbox.purge_receipts(["card"], _AT, limit=9)),
        3,
    ),
    "receipts of a message that was edited": (
        OutboxRow,
        lambda n, at: {
            **{**_RECEIPT, "nonce": f"n{n}", "kind": "hand", "done_at": _MOMENTS[0]},
            **{"id": n + 1, "message_id": 5 if n < 3 else 6},
        },
        _left(
            OutboxRow,
            lambda unit: unit.outbox.purge_receipts(["hand"], _AT, delivered=True, edited=True, limit=9),
        ),
        2,
    ),
    "receipts of what was given up": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "nonce": f"n{n}", "status": "dropped", "done_at": at},
        _left(OutboxRow, lambda unit: unit.outbox.purge_receipts(["card"], _AT, limit=9)),
        3,
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
    "deliveries that leave room for urgent ones": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "kind": "lobby"},
        _numbers(lambda unit: unit.outbox.claimable(_AT, 4, urgent_only=2)),
        [1, 2],
    ),
    "urgent deliveries": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "kind": "notice"},
        _numbers(lambda unit: unit.outbox.claimable(_AT, 4, urgent_only=2)),
        [1, 2, 3, 4],
    ),
    "lobbies that were called off": (
        GameRow,
        lambda n, at: {**_GAME, "id": n + 1, "code": f"C{n}", "created_at": at},
        lambda unit: unit.game_lists.count_abandoned_lobbies(ANN.id, _AT),
        2,
    ),
    "invited by mail lately": (
        MailInvitationRow,
        lambda n, at: {"address_hash": f"h{n}", "inviter_id": ANN.id, "status": "sent", "created_at": at},
        _which("h{}", lambda unit, hashed: unit.mails.invited(hashed, ["sent"], since=_AT)),
        [2, 3],
    ),
    "acts until then": (
        EventRow,
        lambda n, at: {**_EVENT, "seq": n + 1, "seat": 0, "player_id": ANN.id},
        lambda unit: unit.events.count_by(ANN.id, 9, _MOMENTS[0], until=2),
        2,
    ),
    "undone lately": (EventRow, lambda n, at: {**_EVENT, "seq": -63 - n}, _undone, True),
    "undone long ago": (EventRow, lambda n, at: {**_EVENT, "seq": -64 - n}, _undone, False),
    "due orders": (
        OrderRow,
        lambda n, at: {**_ORDER, "id": n + 1, "due_at": at},
        lambda unit: unit.orders.due(_MOMENTS[0], limit=9),
        ["NINE"],
    ),
    "orders that are not due yet": (
        OrderRow,
        lambda n, at: {**_ORDER, "id": n + 1, "due_at": at},
        lambda unit: unit.orders.due(_AT - AHEAD, limit=9),
        [],
    ),
    "the next order": (
        OrderRow,
        lambda n, at: {**_ORDER, "id": n + 1, "due_at": at},
        lambda unit: unit.orders.next_due(_AT),
        _MOMENTS[2],
    ),
    "notices of these events": (
        OutboxRow,
        lambda n, at: {
            **_RECEIPT,
            **{"nonce": f"n{n}", "game_id": 9, "lane": f"user:{n}:notices", "kind": "notice", "seq": n},
        },
        _found(lambda unit: unit.outbox.noticed(9, 1)),
        3,
    ),
    "deliveries behind another": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "id": n + 1, "nonce": f"n{n}", "status": "pending"},
        _found(lambda unit: unit.outbox.waiting("game:9", "card", after=2)),
        2,
    ),
    "all deliveries of a partition": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "id": n + 1, "nonce": f"n{n}", "status": "pending"},
        _found(lambda unit: unit.outbox.waiting("game:9", "card")),
        4,
    ),
    "posted up to a number": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "id": n + 1, "nonce": f"n{n}", "game_id": 9, "message_id": n},
        _posted(up_to=2),
        2,
    ),
    "the first that was posted": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "id": n + 1, "nonce": f"n{n}", "game_id": 9, "message_id": n},
        _posted(up_to=1),
        1,
    ),
    "a lobby that was shown": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "nonce": f"n{n}", "kind": "lobby", "game_id": 9, "seq": n},
        lambda unit: unit.outbox.lobby_shown(9, 3),
        True,
    ),
    "a lobby that was shown before": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "nonce": f"n{n}", "kind": "lobby", "game_id": 9, "seq": n},
        lambda unit: unit.outbox.lobby_shown(9, 4),
        False,
    ),
    "deliveries of games that are over": (
        GameRow,
        lambda n, at: {**_GAME, "id": n + 1, "code": f"C{n}", "finished_at": at},
        _purged(),
        1,
    ),
    "deliveries of games that have ended since": (
        GameRow,
        lambda n, at: {**_GAME, "id": n + 1, "code": f"C{n}", "finished_at": at},
        _purged(since=_AT),
        1,
    ),
    "invitations that nobody has settled": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n, "expires_at": at},
        _found(lambda unit: unit.inspection.overdue_invitations(_AT, limit=9)),
        1,
    ),
    "deliveries put off": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "attempts": 1, "not_before": at},
        _found(lambda unit: unit.inspection.put_off(_AT, _MOMENTS[2], limit=9)),
        2,
    ),
    "deliveries that wait for the end of quiet time": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "not_before": at},
        _found(lambda unit: unit.inspection.put_off(_MOMENTS[0], _AT, limit=9)),
        2,
    ),
    "deliveries that are under way too long": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "leased_until": at},
        _found(lambda unit: unit.inspection.put_off(_AT, _AT, limit=9)),
        2,
    ),
    "payloads of deliveries about no game": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n)},
        _found(lambda unit: unit.inspection.payloads(limit=9)),
        4,
    ),
    "the newest payload, with its game": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "game_id": 9},
        lambda unit: unit.inspection.payloads(limit=1),
        [(4, "NINE", "")],
    ),
    "the first delivery put off, with its game": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "game_id": 9, "leased_until": at},
        lambda unit: unit.inspection.put_off(_AT, _AT, limit=1),
        [(3, "NINE")],
    ),
    "partitions that have waited long": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "created_at": at},
        _found(lambda unit: unit.inspection.waiting(_AT, 1, limit=9)),
        1,
    ),
    "partitions that were tried often": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "attempts": n},
        _found(lambda unit: unit.inspection.waiting(_AT, 1, limit=9)),
        3,
    ),
    "deliveries behind one that waits": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "lane": "user:1", "created_at": _MOMENTS[0]},
        _found(lambda unit: unit.inspection.waiting(_AT, 1, limit=9)),
        1,
    ),
    "deliveries given up": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, "nonce": f"n{n}", "status": "dropped", "note": f"{n}", "done_at": at},
        _found(lambda unit: unit.inspection.dropped(_AT, limit=9)),
        3,
    ),
    "games of other rules": (
        GameRow,
        lambda n, at: {**_GAME, "id": n + 1, "code": f"C{n}"},
        _found(lambda unit: unit.inspection.outdated({"roses": 2}, ["abandoned"], after=2, limit=9)),
        3,
    ),
    "games of these rules": (
        GameRow,
        lambda n, at: {**_GAME, "id": n + 1, "code": f"C{n}"},
        _found(lambda unit: unit.inspection.outdated({"roses": 1}, ["abandoned"], after=0, limit=9)),
        0,
    ),
    "what waits": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "not_before": at, "created_at": _AT - AHEAD},
        _statistics(_MOMENTS[0] + AHEAD),
        QueueStatistics(4, 86_400.0, 0, 0, 0.0),
    ),
    "what waits after an attempt": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "attempts": 1, "not_before": _AT + AHEAD, "created_at": at},
        _statistics(_MOMENTS[0] + AHEAD),
        QueueStatistics(4, 86_400.0, 0, 0, 0.0),
    ),
    "what waits for later": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "not_before": at},
        _statistics(_AT - AHEAD),
        QueueStatistics(4, 0.0, 0, 0, 0.0),
    ),
    "jobs that wait": (
        JobRow,
        lambda n, at: {**_JOB, "seat": n, "status": "pending", "created_at": at},
        _statistics(_MOMENTS[0] + AHEAD),
        QueueStatistics(0, 0.0, 0, 4, 86_400.0),
    ),
    "jobs that came by a clock that is ahead": (
        JobRow,
        lambda n, at: {**_JOB, "seat": n, "status": "pending", "created_at": at},
        _statistics(_AT - AHEAD),
        QueueStatistics(0, 0.0, 0, 4, 0.0),
    ),
    "deadlines that have passed": (
        GameRow,
        lambda n, at: {**_GAME, "id": n + 1, "code": f"C{n}", "alarm_at": _MOMENTS[0], "deadline_at": at},
        _statistics(_AT),
        QueueStatistics(0, 0.0, 2, 0, 0.0),
    ),
    "alarms that have passed": (
        GameRow,
        lambda n, at: {**_GAME, "id": n + 1, "code": f"C{n}", "alarm_at": at, "deadline_at": _MOMENTS[0]},
        _statistics(_AT),
        QueueStatistics(0, 0.0, 2, 0, 0.0),
    ),
    "places to be tried later": (
        RefusalRow,
        lambda n, at: {
            **{"guild_id": 11, "place_id": n, "code": "gone", "count": 1, "since": _AT, "probe_at": at}
        },
        _found(lambda unit: unit.odd_rows.refusals_put_off(_AT)),
        2,
    ),
    "the highest number of a person": (
        PersonRow,
        lambda n, at: {
            **{"id": 10**15 - 1 + n, "name": "", "theme": "dark", "dm_hands": True, "created_at": _AT}
        },
        lambda unit: unit.odd_rows.highest_number(),
        10**15 - 1,
    ),
    "a day ahead": (
        FollowerRow,
        lambda n, at: {"game_id": 9, "player_id": n + 1, "created_at": at},
        _odd("was made in the future", at=_AT - AHEAD),
        2,
    ),
    "invitations that end before they begin": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n, "expires_at": at},
        _odd("ends before it begins"),
        2,
    ),
    "invitations closed before they were made": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n, "status": "expired", "closed_at": at},
        _odd("was closed before it was made"),
        1,
    ),
    "invitations to a seat behind the last": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": n},
        _odd("is to a seat that the game has not"),
        2,
    ),
    "invitations to a place behind the last": (
        InvitationRow,
        lambda n, at: {**_TO_ANN, "seat": -1 - n},
        _odd("is to a seat that the game has not"),
        2,
    ),
    "vacations that end before they begin": (
        VacationRow,
        lambda n, at: {"player_id": n + 1, "starts_at": _AT, "ends_at": at, "due_at": at, "created_at": _AT},
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
        lambda n, at: {"game_id": 9, "actor": "1", "act": "pause", "version_after": n - 1, "at": _AT},
        _odd("tells of events that the game has not"),
        2,
    ),
    "acts that take events back": (
        AuditRow,
        lambda n, at: {
            **{"game_id": 9, "actor": "1", "act": "pause", "at": _AT},
            **{"version_before": n - 1, "version_after": 0},
        },
        _odd("tells of events that the game has not"),
        2,
    ),
    "orders made after events that the game has not": (
        OrderRow,
        lambda n, at: {**_ORDER, "id": n, "made_at_seq": n - 1},
        _odd("was made after events that the game has not"),
        2,
    ),
    "orders whose number was not given out": (
        OrderRow,
        lambda n, at: {**_ORDER, "id": n},
        _odd("has a number that would be given out again"),
        3,
    ),
    "deliveries about events that the game has not": (
        OutboxRow,
        lambda n, at: {**_RECEIPT, **_waiting(n), "game_id": 9, "seq": n - 1},
        _odd("tells of events that the game has not"),
        2,
    ),
    "jobs about events that the game has not": (
        JobRow,
        lambda n, at: {**_JOB, "seat": n, "seq": n - 1},
        _odd("tells of events that the game has not"),
        2,
    ),
}


@pytest.mark.parametrize("name", _CASES)
async def test_a_bound_is_counted_as_it_is_said(database: Database, name: str) -> None:
    kind, values, query, expected = _CASES[name]
    said = {"game_id": 9, "player_id": ANN.id, "seat": 0, "turn": "", "private": True, "body": "", "at": _AT}
    async with database.dry_run() as unit:
        rows: list[tuple[type[Base], Values]] = [(GameRow, {**_GAME, "id": 9, "code": "NINE"})]
        if kind is ReportRow:
            talk = range(1, len(_MOMENTS) + 1)
            rows += [(ChatMessageRow, {**said, "id": number, "cause": f"c{number}"}) for number in talk]
        rows += [(kind, values(number, at)) for number, at in enumerate(_MOMENTS)]
        for table, given in rows:
            await unit._session.execute(insert(table_of(table)).values(**given))
        assert await query(unit) == expected
