"""Tests of the outbox, on SQLite and PostgreSQL."""
