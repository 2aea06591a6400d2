"""What earlier releases said in words, or where it was to be looked up, is carried over to columns."""

from collections.abc import Mapping
from datetime import UTC, datetime

from sqlalchemy import bindparam, select, text

from bot.service.admin.acts import Announce, Pause, Resume
from bot.service.facade import Service
from bot.store.database import Database
from bot.store.models import AuditRow, DraftRow, OutboxRow, ServerRow
from engines.contract import Level
from tests.service.actors import ANN, HERE, opened, running
from tests.service.admin.operators import OWNER

_NOTES: Mapping[tuple[str, str], tuple[str, int | None]] = {
    ("card", "400 50035: Invalid Form Body"): ("missed", None),
    ("card", "403 50001: Missing Access"): ("missed", None),
    ("notice", "403 50007: Cannot send messages to this user"): ("obsolete", None),
    ("strip", "404 10008: Unknown Message"): ("obsolete", None),
    ("strip", "404 10003: Unknown Channel"): ("obsolete", None),
    ("strip", "403 50013: Missing Permissions"): ("missed", None),
    ("notice", "unknown fault: ZeroDivisionError"): ("missed", None),
    ("card", "it cannot be read: JSON is malformed"): ("missed", None),
    ("card", "SMTPDataError 554"): ("missed", None),
    ("card", "superseded"): ("superseded", None),
    ("notice", "told with 12345"): ("gathered", 12345),
    ("notice", "they have acted, or are told later"): ("obsolete", None),
}
_ROW = text(
    "INSERT INTO outbox (lane, kind, payload, nonce, status, attempts, not_before, created_at, "
    "done_at, note) VALUES ('game:1', :kind, '', :nonce, :status, 1, :at, :at, :at, :note)"
).bindparams(bindparam("at", value=datetime(2026, 1, 1, tzinfo=UTC), type_=OutboxRow.created_at.type))


async def test_why_deliveries_were_given_up(migrating: Database) -> None:
    await migrating.migrate("0036")
    async with migrating.transaction() as unit:
        for number, (kind, note) in enumerate([*_NOTES, ("card", "403 50013: tried again")]):
            status = "dropped" if number < len(_NOTES) else "done"
            values = {"kind": kind, "note": note, "status": status, "nonce": f"n{number}"}
            await unit._session.execute(_ROW, values)
    await migrating.migrate()
    async with migrating.reading() as unit:
        query = select(OutboxRow.kind, OutboxRow.note, OutboxRow.dropped_as, OutboxRow.gathered_in)
        found = {(kind, note): tuple(why) for kind, note, *why in await unit._session.execute(query)}
    assert found == {**_NOTES, ("card", "403 50013: tried again"): (None, None)}


async def test_where_computers_play_and_which_servers_acts_concern(
    migrating: Database, served: Service
) -> None:
    game = await opened(served, levels=(Level.GENTLE,))
    await running(served, "nim", seats=2)
    await served.admin.apply(OWNER, game.code, Pause())
    await served.admin.apply(OWNER, game.code, Resume())
    await served.admin.apply(OWNER, None, Announce("hello"))

    async def known() -> tuple[object, object]:
        async with migrating.reading() as unit:
            acts = await unit._session.execute(select(AuditRow.about_guild_id).order_by(AuditRow.id))
            return await unit.due_games.with_computers(limit=9), acts.scalars().all()

    before = await known()
    assert before == ([game.code], [HERE.guild_id, HERE.guild_id, OWNER.guild_id])
    await migrating.migrate("0036")
    assert (await served.doctor.gate()).problems == ()
    await migrating.migrate()
    assert await known() == before


async def test_servers_and_drafts_are_carried_back_to_columns_that_nothing_reads(migrating: Database) -> None:
    draft = {"player_id": ANN.id, "act": "{}", "mark": "", "created_at": datetime(2026, 1, 1, tzinfo=UTC)}
    async with migrating.transaction() as unit:
        unit.add(ServerRow(guild_id=HERE.guild_id, settings='{"theme":"light"}'))
        unit.add(DraftRow(**draft))
    await migrating.migrate("0037")
    await migrating.migrate()
    async with migrating.reading() as unit:
        assert await unit.servers.get(HERE.guild_id) == '{"theme":"light"}'
        (kept,) = await unit._session.scalars(select(DraftRow))
    assert {name: getattr(kept, name) for name in draft} == draft
