"""Whose rows `bot.store.repositories.person_export` tells a person, and whose it takes out with one."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.store.database import Database
from bot.store.models import (
    AddressCodeRow,
    AuditRow,
    BlockRow,
    ChatMessageRow,
    ChatPreferenceRow,
    ChatReaderRow,
    DeclineRow,
    DraftRow,
    EventRow,
    FollowerRow,
    GameRow,
    IdentityRow,
    InvitationRow,
    JobRow,
    MailInvitationRow,
    MuteRow,
    NoteRow,
    OrderRow,
    PersonRow,
    ReportRow,
    SeatRow,
    VacationRow,
)
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, KNOWN

_OWNERS: Mapping[str, Any] = {
    "player": PersonRow.id,
    "identities": IdentityRow.person_id,
    "address codes": AddressCodeRow.player_id,
    "invited by mail": MailInvitationRow.inviter_id,
    "seats": SeatRow.player_id,
    "hosted": GameRow.host_id,
    "events": EventRow.player_id,
    "said": ChatMessageRow.player_id,
    "heard in private": ChatReaderRow.player_id,
    "talk": ChatPreferenceRow.player_id,
    "blocked": BlockRow.player_id,
    "vacations": VacationRow.player_id,
    "invitations": InvitationRow.player_id,
    "invited": InvitationRow.inviter_id,
    "invited who were forgotten": DeclineRow.inviter_id,
    "muted": MuteRow.player_id,
    "reported": ReportRow.reporter_id,
    "planned ahead": OrderRow.player_id,
    "noted": NoteRow.player_id,
    "computers thought": JobRow.player_id,
    "followed": FollowerRow.player_id,
    "administered": AuditRow.actor,
}


@pytest.mark.usefixtures("house")
async def test_a_person_is_told_their_own_rows(database: Database, clock: ManualClock) -> None:
    now = clock.now()
    async with database.transaction() as unit:
        (game, *_) = await unit.game_lists.listed(statuses=["active"])
        span = {"starts_at": now, "ends_at": now + timedelta(days=1), "created_at": now}
        unit.add(VacationRow(player_id=game.host_id, **span))
        asked = {"kind": "review", "status": "pending", "attempts": 0, "seat": 0, "seq": 1, "seconds": 1.0}
        moments = {"not_before": now, "due_at": now, "created_at": now}
        unit.add(JobRow(game_id=game.id, player_id=game.host_id, **asked, **moments))
        unit.add(ChatPreferenceRow(game_id=game.id, player_id=game.host_id, relayed=True))
        unit.add(DeclineRow(inviter_id=game.host_id, identity_hashes="{}"))
    told = set[str]()
    async with database.reading() as unit:
        for person in KNOWN:
            found = await unit.person_references.of(person.id)
            for kind, owner in _OWNERS.items():
                who: Any = str(person.id) if owner is AuditRow.actor else person.id
                theirs = await unit._session.scalar(select(func.count()).where(owner == who))
                assert len(found[kind]) == theirs, (person.name, kind)
                told |= {kind} if theirs else set()
    assert told == _OWNERS.keys()


async def test_an_act_about_somebody_with_a_similar_address_is_kept(
    database: Database, clock: ManualClock
) -> None:
    async with database.dry_run() as unit:
        unit.add(IdentityRow(kind="mail", external_id="a_b@example.org", person_id=ANN.id))
        for address in ("a_b@example.org", "axb@example.org"):
            draft = {"act": f'["{address}"]', "mark": "", "created_at": clock.now()}
            unit.add(DraftRow(player_id=BOB.id, **draft))
        await unit.flush()
        await unit.person_references._forget_drafts(ANN.id)
        assert (await unit._session.scalars(select(DraftRow.act))).all() == ['["axb@example.org"]']
