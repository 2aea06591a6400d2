"""Figures that what is stored, and how long somebody waits for it, depends on."""

from __future__ import annotations

from datetime import timedelta
from inspect import signature

from bot.store import backup, columns, database, listening, storage
from bot.store.repositories import odd_rows


def test_what_is_stored_is_as_long_as_its_columns() -> None:
    assert (columns.NAME_LENGTH, columns.CAUSE_LENGTH) == (100, 100)
    assert (10**15, timedelta(days=1)) == (odd_rows._FOREIGN, odd_rows.AHEAD)
    assert (backup.MAX_LINE, backup._PACKED) == (64 * 2**20, 6)


def test_nobody_waits_for_ever() -> None:
    assert (storage._BUSY_SECONDS, database._FAREWELL_SECONDS, database._TRUSTED_SECONDS) == (15, 5, 5)
    assert (timedelta(minutes=1), timedelta(milliseconds=200)) == (listening._LOOK, listening._AGREES)


def test_a_process_has_twenty_connections_unless_told() -> None:
    assert signature(database.Database).parameters["pool"].default == 20
