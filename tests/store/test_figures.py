"""Figures that what is stored, and how long somebody waits for it, depends on."""

from datetime import UTC, datetime, timedelta, timezone
from inspect import signature

from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from bot.store import backup, columns, database, listening, storage
from bot.store.repositories import inspection, mails, odd_rows, partitions


def test_what_is_stored_is_as_long_as_its_columns() -> None:
    assert (columns.NAME_LENGTH, columns.CAUSE_LENGTH) == (100, 100)
    assert inspection._EVENTS_EACH == 20
    assert (10**15, timedelta(days=1)) == (odd_rows._FOREIGN, odd_rows.AHEAD)
    assert (backup.MAX_LINE, backup._COMPRESSION_LEVEL) == (64 * 2**20, 6)


def test_what_stands_for_an_address_is_what_is_stored() -> None:
    assert mails.address_hash("Ann@example.org") == "438c4c7afe600cdf1e455c369bec76dc"
    assert partitions.mail_partition("Ann@example.org") == "mail:438c4c7afe600cdf1e455c36"


def test_keys_of_locks_are_numbers_as_servers_have_them() -> None:
    assert [mails._key(whose) for whose in ("a", "b")] == [-3848465438864589366, 4477677635727087946]


def test_moments_are_stored_with_their_zone_where_there_is_such() -> None:
    kind = columns.UtcDateTime()
    server = PGDialect_asyncpg()  # type: ignore[no-untyped-call]
    assert kind.compile(dialect=server) == "TIMESTAMP WITH TIME ZONE"
    elsewhere = datetime(2026, 1, 2, 3, tzinfo=timezone(timedelta(hours=2)))
    assert kind.process_result_value(elsewhere, sqlite.dialect()) == elsewhere
    there = kind.process_result_value(elsewhere.replace(tzinfo=None), sqlite.dialect())
    assert there == elsewhere.replace(tzinfo=UTC)
    # Or each statement about moments would be compiled each time.
    assert columns.UtcDateTime.cache_ok


def test_nobody_waits_for_ever() -> None:
    assert (storage._BUSY_SECONDS, database._CLOSE_SECONDS, database._IDLE_SECONDS) == (15, 5, 5)
    assert (timedelta(minutes=1), timedelta(milliseconds=200)) == (
        listening._CHECK_INTERVAL,
        listening._TOLERANCE,
    )


def test_a_process_has_twenty_connections_unless_told() -> None:
    assert signature(database.Database).parameters["pool"].default == 20
