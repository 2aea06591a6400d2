"""Whether what happened at the very moment from which, or until which, something counts is counted."""

from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime

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
from tests.service.actors import ANN
from tests.store.bounds import (
    AT,
    CODE,
    EVENT,
    FOR_EVERY,
    GAME,
    JOB,
    MOMENTS,
    ORDER,
    RECEIPT,
    TO_ANN,
    Case,
    Query,
    answered,
    rows_found,
    rows_left,
    statistics,
)


def _which(named: str, found: Callable[[Unit, str], Awaitable[bool]]) -> Query:
    """Which of the three rows are found by their names."""

    async def which(unit: Unit) -> object:
        return [number for number in range(len(MOMENTS)) if await found(unit, named.format(number))]

    return which


async def _undone(unit: Unit) -> object:
    """Whether one of the newest events undid others."""
    found = await unit.games.locked_with_extras("NINE", "c")
    assert found is not None
    return found[1].undone


def _purged(*, since: datetime | None = None) -> Query:
    """How many deliveries are purged, of which each game has one."""

    async def purged(unit: Unit) -> object:
        for number in range(1, len(MOMENTS) + 1):
            delivery = {**RECEIPT, "game_id": number, "nonce": f"n{number}"}
            await unit._session.execute(insert(table_of(OutboxRow)).values(**delivery))
        return await unit.outbox.purge(AT if since is None else MOMENTS[2], since=since, limit=9)

    return purged


_CASES: Mapping[str, Case] = {
    "drafts": (
        DraftRow,
        lambda n, at: {"player_id": ANN.id, "act": "{}", "mark": "", "created_at": at},
        rows_left(DraftRow, lambda unit: unit.drafts.purge(AT)),
        3,
    ),
    "invitations since": (
        InvitationRow,
        lambda n, at: {**TO_ANN, "seat": n, "created_at": at},
        lambda unit: unit.invitations.count(ANN.id, AT),
        2,
    ),
    "invitations that can be accepted": (
        InvitationRow,
        lambda n, at: {**TO_ANN, "seat": n, "expires_at": at},
        rows_found(lambda unit: unit.invitations.open_to(ANN.id, AT)),
        2,
    ),
    "expired invitations": (
        InvitationRow,
        lambda n, at: {**TO_ANN, "seat": n, "expires_at": at},
        rows_found(lambda unit: unit.invitations.overdue(AT, limit=9)),
        2,
    ),
    "closed invitations": (
        InvitationRow,
        lambda n, at: {**TO_ANN, "seat": n, "status": "expired", "closed_at": at},
        rows_left(InvitationRow, lambda unit: unit.invitations.purge(AT)),
        3,
    ),
    "mails": (
        ReceivedMailRow,
        lambda n, at: {"cause": f"c{n}", "sender_hash": "h", "received_at": at, "answered": True},
        rows_left(ReceivedMailRow, lambda unit: unit.mails.purge(**FOR_EVERY)),
        3,
    ),
    "answered mails": (
        ReceivedMailRow,
        lambda n, at: {"cause": f"c{n}", "sender_hash": "h", "received_at": at, "answered": True},
        lambda unit: unit.mails.closing("c", "h", AT),
        (False, 2),
    ),
    "keys": (
        MailKeyRow,
        lambda n, at: {"id": n + 1, "secret": "s", "made_at": at},
        rows_left(MailKeyRow, lambda unit: unit.mails.purge(**FOR_EVERY)),
        3,
    ),
    "codes": (
        AddressCodeRow,
        lambda n, at: {**CODE, "digest": f"d{n}", "created_at": at},
        rows_left(AddressCodeRow, lambda unit: unit.mails.purge(**FOR_EVERY)),
        3,
    ),
    "codes since": (
        AddressCodeRow,
        lambda n, at: {**CODE, "digest": f"d{n}", "created_at": at},
        lambda unit: unit.mails.codes_sent(ANN.id, "link", AT),
        2,
    ),
    "invitations by mail": (
        MailInvitationRow,
        lambda n, at: {"address_hash": "h", "inviter_id": ANN.id, "status": "accepted", "created_at": at},
        rows_left(MailInvitationRow, lambda unit: unit.mails.purge(**FOR_EVERY)),
        3,
    ),
    "invitations by mail since": (
        MailInvitationRow,
        lambda n, at: {"address_hash": "h", "inviter_id": ANN.id, "status": "sent", "created_at": at},
        lambda unit: unit.mails.invitations_of(ANN.id, AT),
        2,
    ),
    "all invitations by mail since": (
        MailInvitationRow,
        lambda n, at: {"address_hash": "h", "inviter_id": ANN.id, "status": "sent", "created_at": at},
        lambda unit: unit.mails.invitations_made(AT),
        2,
    ),
    "jobs": (
        JobRow,
        lambda n, at: {**JOB, "seat": n, "done_at": at},
        rows_left(JobRow, lambda unit: unit.jobs.purge(AT)),
        3,
    ),
    "seconds of thinking": (
        JobRow,
        lambda n, at: {**JOB, "seat": n, "created_at": at},
        lambda unit: unit.jobs.spent(ANN.id, AT),
        3.0,
    ),
    "chosen moves": (
        JobRow,
        lambda n, at: {**JOB, "seat": n, "status": "pending", "answer": "{}", "not_before": at},
        rows_found(lambda unit: unit.jobs.ready(AT, limit=9)),
        2,
    ),
    "vacations": (
        VacationRow,
        lambda n, at: {"player_id": n + 1, "starts_at": at, "ends_at": at, "due_at": at, "created_at": AT},
        rows_found(lambda unit: unit.vacations.due(AT, limit=9)),
        2,
    ),
    "the next vacation": (
        VacationRow,
        lambda n, at: {"player_id": n + 1, "starts_at": at, "ends_at": at, "due_at": at, "created_at": AT},
        lambda unit: unit.vacations.next_due(AT),
        MOMENTS[2],
    ),
    "leases": (
        LeaseRow,
        lambda n, at: {"name": f"shard:{n}", "holder": "h", "until": at},
        rows_found(lambda unit: unit.leases.living(AT)),
        2,
    ),
    "reports": (
        ReportRow,
        lambda n, at: {
            **{"guild_id": 11, "game_id": 9, "talk_id": n + 1, "reporter_id": ANN.id, "reported_id": ANN.id},
            **{"words": "", "created_at": at},
        },
        lambda unit: unit.reports.count(ANN.id, AT),
        2,
    ),
    "messages": (
        ChatMessageRow,
        lambda n, at: {
            **{"game_id": 9, "player_id": ANN.id, "seat": 0, "turn": "", "private": False, "body": ""},
            **{"cause": f"c{n}", "at": at},
        },
        lambda unit: unit.chat.count(ANN.id, 9, AT),
        2,
    ),
    "acts": (
        EventRow,
        lambda n, at: {
            **{"game_id": 9, "seq": n + 1, "first_seq": 1, "kind": "x", "seat": 0, "player_id": ANN.id},
            **{"reveals": False, "at": at},
        },
        lambda unit: unit.events.count_by(ANN.id, 9, AT, until=4),
        2,
    ),
    "refusals": (
        RefusalRow,
        lambda n, at: {"guild_id": 11, "place_id": n, "code": "gone", "count": 1, "since": at},
        rows_left(RefusalRow, lambda unit: unit.refusals.purge(AT)),
        3,
    ),
    "places put off": (
        RefusalRow,
        lambda n, at: {"guild_id": 11, "place_id": n, "code": "gone", "count": 1, "since": at},
        rows_found(lambda unit: unit.odd_rows.refusals_put_off(AT)),
        2,
    ),
    "lobbies that were called off": (
        GameRow,
        lambda n, at: {**GAME, "id": n + 1, "code": f"C{n}", "created_at": at},
        lambda unit: unit.game_lists.count_abandoned_lobbies(ANN.id, AT),
        2,
    ),
    "invited by mail lately": (
        MailInvitationRow,
        lambda n, at: {"address_hash": f"h{n}", "inviter_id": ANN.id, "status": "sent", "created_at": at},
        _which("h{}", lambda unit, hashed: unit.mails.invited([hashed], "sent", since=AT)),
        [2, 3],
    ),
    "acts until then": (
        EventRow,
        lambda n, at: {**EVENT, "seq": n + 1, "seat": 0, "player_id": ANN.id},
        lambda unit: unit.events.count_by(ANN.id, 9, MOMENTS[0], until=2),
        2,
    ),
    "undone lately": (EventRow, lambda n, at: {**EVENT, "seq": -63 - n}, _undone, True),
    "undone long ago": (EventRow, lambda n, at: {**EVENT, "seq": -64 - n}, _undone, False),
    "due orders": (
        OrderRow,
        lambda n, at: {**ORDER, "id": n + 1, "due_at": at},
        lambda unit: unit.orders.due(MOMENTS[0], limit=9),
        ["NINE"],
    ),
    "orders that are not due yet": (
        OrderRow,
        lambda n, at: {**ORDER, "id": n + 1, "due_at": at},
        lambda unit: unit.orders.due(AT - AHEAD, limit=9),
        [],
    ),
    "the next order": (
        OrderRow,
        lambda n, at: {**ORDER, "id": n + 1, "due_at": at},
        lambda unit: unit.orders.next_due(AT),
        MOMENTS[2],
    ),
    "deliveries of games that are over": (
        GameRow,
        lambda n, at: {**GAME, "id": n + 1, "code": f"C{n}", "finished_at": at},
        _purged(),
        1,
    ),
    "deliveries of games that have ended since": (
        GameRow,
        lambda n, at: {**GAME, "id": n + 1, "code": f"C{n}", "finished_at": at},
        _purged(since=AT),
        1,
    ),
    "invitations that nobody has settled": (
        InvitationRow,
        lambda n, at: {**TO_ANN, "seat": n, "expires_at": at},
        rows_found(lambda unit: unit.inspection.overdue_invitations(AT, limit=9)),
        1,
    ),
    "games of other rules": (
        GameRow,
        lambda n, at: {**GAME, "id": n + 1, "code": f"C{n}"},
        rows_found(lambda unit: unit.inspection.outdated({"roses": 2}, ["abandoned"], after=2, limit=9)),
        3,
    ),
    "games of these rules": (
        GameRow,
        lambda n, at: {**GAME, "id": n + 1, "code": f"C{n}"},
        rows_found(lambda unit: unit.inspection.outdated({"roses": 1}, ["abandoned"], after=0, limit=9)),
        0,
    ),
    "jobs that wait": (
        JobRow,
        lambda n, at: {**JOB, "seat": n, "status": "pending", "created_at": at},
        statistics(MOMENTS[0] + AHEAD),
        QueueStatistics(0, 0.0, 0, 4, 86_400.0),
    ),
    "jobs that came by a clock that is ahead": (
        JobRow,
        lambda n, at: {**JOB, "seat": n, "status": "pending", "created_at": at},
        statistics(AT - AHEAD),
        QueueStatistics(0, 0.0, 0, 4, 0.0),
    ),
    "deadlines that have passed": (
        GameRow,
        lambda n, at: {**GAME, "id": n + 1, "code": f"C{n}", "alarm_at": MOMENTS[0], "deadline_at": at},
        statistics(AT),
        QueueStatistics(0, 0.0, 2, 0, 0.0),
    ),
    "alarms that have passed": (
        GameRow,
        lambda n, at: {**GAME, "id": n + 1, "code": f"C{n}", "alarm_at": at, "deadline_at": MOMENTS[0]},
        statistics(AT),
        QueueStatistics(0, 0.0, 2, 0, 0.0),
    ),
    "places to be tried later": (
        RefusalRow,
        lambda n, at: {
            **{"guild_id": 11, "place_id": n, "code": "gone", "count": 1, "since": AT, "probe_at": at}
        },
        rows_found(lambda unit: unit.odd_rows.refusals_put_off(AT)),
        2,
    ),
    "the highest number of a person": (
        PersonRow,
        lambda n, at: {
            **{"id": 10**15 - 1 + n, "name": "", "theme": "dark", "dm_hands": True, "created_at": AT}
        },
        lambda unit: unit.odd_rows.highest_number(),
        10**15 - 1,
    ),
}


@pytest.mark.parametrize("name", _CASES)
async def test_a_bound_is_counted_as_it_is_said(database: Database, name: str) -> None:
    assert await answered(database, _CASES[name]) == _CASES[name][-1]


_IN_BATCHES: Mapping[str, tuple[str, type[Base], Callable[[Unit], Awaitable[bool]]]] = {
    "mails": ("mails", ReceivedMailRow, lambda unit: unit.mails.purge(**FOR_EVERY)),
    "codes": ("mails", AddressCodeRow, lambda unit: unit.mails.purge(**FOR_EVERY)),
    "invitations by mail": ("mails", MailInvitationRow, lambda unit: unit.mails.purge(**FOR_EVERY)),
    "closed invitations": ("invitations", InvitationRow, lambda unit: unit.invitations.purge(AT)),
    "jobs": ("jobs", JobRow, lambda unit: unit.jobs.purge(AT)),
}


@pytest.mark.parametrize("name", _IN_BATCHES)
async def test_a_transaction_deletes_so_many_rows_at_most(
    database: Database, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """While it lasts nobody else writes to SQLite: a day without the bot leaves tens of thousands."""
    module, kind, purge = _IN_BATCHES[name]
    monkeypatch.setattr(f"bot.store.repositories.{module}.AT_ONCE", 2)
    values = _CASES[name][1]
    more = list[bool]()

    async def purged(unit: Unit) -> object:
        while not more or more[-1]:
            more.append(await purge(unit))
        return await unit._session.scalar(select(func.count()).select_from(kind))

    assert await answered(database, (kind, lambda n, _: values(n, MOMENTS[0]), purged, 0)) == 0
    assert more == [True, True, False]
