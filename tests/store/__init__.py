"""Tests of the database, on SQLite and PostgreSQL."""
