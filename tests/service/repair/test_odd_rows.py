"""The examination finds rows beside the games that cannot be as they are, and mends what nobody else can."""

from datetime import timedelta

import msgspec
import pytest
from sqlalchemy import text, update

from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.people.servers import ServerSettings
from bot.service.repair.odd_rows import odd_rows
from bot.store.database import Database
from bot.store.models import OutboxRow
from bot.store.repositories.odd_rows import AHEAD
from tests.manual_clock import ManualClock
from tests.service.actors import ADA, HERE, new_cause, opened, running, stranger
from tests.service.repair.broken import execute

_FUTURE = "'2222-01-01 00:00:00.000000+00'"
_PAST = "'2001-01-01 00:00:00.000000+00'"


_TAMPERED = (
    f"UPDATE notes SET created_at = {_FUTURE}",
    f"UPDATE followers SET created_at = {_FUTURE}",
    "UPDATE orders SET made_at_seq = 99",
    "UPDATE orders SET id = 9000000000000000",
    f"UPDATE orders SET due_at = {_FUTURE}",
    f"UPDATE orders SET created_at = {_FUTURE}",
    "UPDATE players SET forgotten_at = created_at WHERE id = 2",
    "UPDATE players SET vacant = true WHERE id = 2",
    f"UPDATE players SET created_at = {_FUTURE} WHERE id = 2",
    "UPDATE blocks SET blocked_id = player_id",
    "UPDATE blocks SET blocked_id = NULL",
    "UPDATE blocks SET traces = '{}'",
    "UPDATE blocks SET blocked_id = NULL, traces = 'hush'",
    f"UPDATE blocks SET created_at = {_FUTURE}",
    "INSERT INTO declines (inviter_id, identity_hashes) VALUES (1, 'hush')",
    "UPDATE mutes SET muted_id = player_id",
    f"UPDATE mutes SET created_at = {_FUTURE}",
    "UPDATE invitations SET status = 'open' WHERE status = 'accepted'",
    "UPDATE invitations SET status = 'accepted' WHERE status = 'open'",
    f"UPDATE invitations SET status = 'accepted', closed_at = {_FUTURE} WHERE status = 'open'",
    "UPDATE invitations SET player_id = 1 WHERE status = 'accepted' AND seat >= 0",
    "UPDATE invitations SET player_id = 1 WHERE status = 'accepted' AND seat < 0",
    "UPDATE invitations SET seat = 7 WHERE status = 'open' AND seat >= 0",
    "UPDATE invitations SET seat = -9 WHERE status = 'open' AND seat < 0",
    f"UPDATE invitations SET expires_at = {_PAST} WHERE status = 'accepted'",
    f"UPDATE invitations SET created_at = {_FUTURE}, expires_at = {_FUTURE} WHERE status = 'open'",
    "UPDATE talk SET private = NOT private WHERE body = 'hello'",
    f"UPDATE talk SET at = {_FUTURE}",
    "DELETE FROM talk_readers",
    "UPDATE reports SET reported_id = 4",
    "UPDATE reports SET game_id = 2",
    "UPDATE reports SET reporter_id = 4",
    "UPDATE reports SET talk_id = 2",
    f"UPDATE reports SET created_at = {_PAST}",
    "UPDATE audit SET version_after = 99",
    "UPDATE audit SET about_guild_id = 99 WHERE game_id IS NOT NULL",
    "UPDATE audit SET version_before = 99 WHERE version_after IS NOT NULL",
    f"UPDATE audit SET at = {_FUTURE}",
    "UPDATE drafts SET act = '{\"hush\": 1}'",
    "UPDATE outbox SET seq = 999",
    f"UPDATE outbox SET done_at = {_PAST}",
    f"UPDATE heartbeats SET at = {_FUTURE}",
    f"INSERT INTO leases (name, holder, until) VALUES ('shard:0/1', 'hush', {_FUTURE})",
    "UPDATE identities SET kind = 'mail', person_id = 1 WHERE person_id < 3",
    f"UPDATE identities SET closed_at = {_FUTURE} WHERE person_id = 1",
    f"UPDATE mails_received SET received_at = {_FUTURE}",
    f"UPDATE mail_keys SET made_at = {_FUTURE}",
    "UPDATE mail_keys SET secret = 'hush'",
    "UPDATE address_codes SET player_id = NULL",
    f"UPDATE address_codes SET created_at = {_FUTURE}",
    "UPDATE mail_invitations SET inviter_id = 1 WHERE status = 'refused'",
    "UPDATE mail_invitations SET inviter_id = NULL WHERE status = 'sent'",
    f"UPDATE mail_invitations SET created_at = {_FUTURE}",
    "UPDATE games SET terms = 'hush' WHERE id = 1",
    "INSERT INTO owner (id, application) VALUES (2, 'hush')",
)


async def test_a_row_that_cannot_be_is_found(
    house: str, service: Service, database: Database, clock: ManualClock
) -> None:
    assert (await service.doctor.everything()).problems == ()
    for statement in _TAMPERED:
        async with database.dry_run() as unit:
            await unit._session.execute(text(statement))
            found = await odd_rows(unit, clock.now())
        assert {one.code for one in found} == {"row"}, statement
        assert "hush" not in str(found)
        assert all(one.sentence.endswith(".") for one in found)


async def test_a_day_ahead_is_not_the_future_yet(
    service: Service, database: Database, clock: ManualClock
) -> None:
    await running(service)
    for beyond, found in ((0, set()), (1, {"row"})):
        moment = clock.now() + AHEAD + timedelta(microseconds=beyond)
        async with database.dry_run() as unit:
            await unit._session.execute(update(OutboxRow).values(created_at=moment))
            assert {one.code for one in await odd_rows(unit, clock.now())} == found


async def test_a_value_of_another_type_is_named_and_ends_no_examination(
    house: str, service: Service, database: Database
) -> None:
    """SQLite takes any value for any column, also from who corrects a row by hand."""
    if database.file is None:
        return
    for column, value in (
        ("games.deadline_at", "'2026-13-01 12:00:00'"),
        ("games.deadline_at", "'2026-02-30 12:00:00'"),
        ("events.at", "1767268800"),
        ("refusals.probe_at", "'tomorrow'"),
        ("outbox.attempts", "'many'"),
        ("counters.last", "'hush'"),
        ("games.deadline_hours", "'hush'"),
        ("notes.body", "x'ff00'"),
    ):
        table, name = column.split(".")
        async with database.transaction() as unit:
            before = (await unit._session.execute(text(f"SELECT rowid, {name} FROM {table}"))).all()
            await unit._session.execute(text(f"UPDATE {table} SET {name} = {value}"))
        for found in (await service.doctor.everything(), await service.doctor.gate()):
            (problem,) = found.problems
            assert problem.code == "type"
            assert problem.sentence == f"A value of {column} is not of the column's type."
            assert await service.repair.repair(found.problems, dry_run=False) == []
        for rowid, was in before:
            undone = f"UPDATE {table} SET {name} = :was WHERE rowid = :rowid"
            await execute(database, undone, was=was, rowid=rowid)
    await execute(database, "UPDATE games SET moved_at = '2026-01-01T12:00'")
    assert (await service.doctor.everything()).problems == ()


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE server_settings SET settings = 'hush'", "settings_unreadable"),
        ('UPDATE server_settings SET settings = \'{"openers": "nobody"}\'', "settings_unreadable"),
        ("UPDATE players SET notices = 'hush' WHERE id = 1", "settings_unreadable"),
        ("UPDATE players SET notices = '{\"yet_unknown\": 1}' WHERE id = 1", "settings_unreadable"),
        ("UPDATE seats SET notices = '[]' WHERE game_id = 1 AND seat = 0", "settings_unreadable"),
        (f"UPDATE refusals SET probe_at = {_FUTURE}", "place_put_off"),
        (f"UPDATE refusals SET since = {_FUTURE}", "place_put_off"),
        ("UPDATE counters SET last = 3 WHERE name = 'persons'", "numbers_reused"),
        ("DELETE FROM counters WHERE name = 'persons'", "numbers_reused"),
    ],
)
async def test_what_nobody_else_would_mend_is_mended(
    house: str, service: Service, database: Database, statement: str, code: str
) -> None:
    await execute(database, statement)
    found = (await service.doctor.everything()).problems
    assert [one.code for one in found] == [code]
    (would,) = await service.repair.repair(found, dry_run=True)
    assert (await service.doctor.everything()).problems == found
    assert await service.repair.repair(found, dry_run=False) == [would]
    assert (await service.doctor.everything()).problems == ()
    game = await service.lobby.create(stranger(4711, "Newcomer"), HERE, GameSetup("roses"), cause=new_cause())
    if code == "numbers_reused":
        assert would.sentence.endswith(f"the next person gets number {game.host.id}")


async def test_settings_that_nobody_can_read_stop_nobody_for_ever(
    service: Service, database: Database
) -> None:
    """Without the repair no game could be opened in that server."""
    await service.servers.change(ADA, HERE.guild_id, lambda _: ServerSettings(quiet=True))
    await execute(database, "UPDATE server_settings SET settings = 'hush'")
    with pytest.raises(msgspec.MsgspecError):
        await opened(service)
    found = (await service.doctor.everything()).problems
    await service.repair.repair(found, dry_run=False)
    assert (await opened(service)).status == "lobby"
