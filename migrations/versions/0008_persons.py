"""Persons apart from their accounts, requests of any door, and games without a place on Discord.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

CAUSE = sa.String(100)
REQUESTS = (
    ("events", "interaction_id", True),
    ("audit", "interaction_id", True),
    ("talk", "source_id", False),
)
"""Table, column that held the id of an interaction or message, and whether it may be empty."""


def upgrade() -> None:
    _add_identities()
    for table, column, nullable in REQUESTS:
        _name_causes(table, column, nullable=nullable)
    _change_place(nullable=True)
    op.create_index(op.f("ix_outbox_message_id"), "outbox", ["message_id"])


def downgrade() -> None:
    """Persons whose number is no Discord id, and requests of other doors, have no place in the old schema."""
    op.drop_index(op.f("ix_outbox_message_id"), "outbox")
    _change_place(nullable=False)
    for table, column, nullable in REQUESTS:
        _number_causes(table, column, nullable=nullable)
    with op.batch_alter_table("players") as players:
        players.drop_column("forgotten_at")
    op.drop_table("counters")
    op.drop_table("identities")


def _on_sqlite() -> bool:
    return op.get_bind().dialect.name == "sqlite"


def _add_identities() -> None:
    op.create_table(
        "counters",
        sa.Column("name", sa.String(16), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_counters")),
    )
    op.create_table(
        "identities",
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("external_id", sa.String(255), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("verified_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["person_id"], ["players.id"], name=op.f("fk_identities_person_id_players")),
        sa.PrimaryKeyConstraint("kind", "external_id", name=op.f("pk_identities")),
    )
    op.create_index(op.f("ix_identities_person_id"), "identities", ["person_id"])
    op.add_column("players", sa.Column("forgotten_at", UtcDateTime(), nullable=True))
    # Until now a person's number was their Discord id, and that of a pseudonym was negative.
    op.execute(
        "INSERT INTO identities (kind, external_id, person_id, verified_at) "
        "SELECT 'discord', CAST(id AS VARCHAR(255)), id, created_at FROM players WHERE id > 0"
    )
    op.execute("UPDATE players SET forgotten_at = created_at WHERE id < 0")


_RENAMES = {
    "events": "ALTER TABLE events RENAME CONSTRAINT uq_events_interaction_id TO uq_events_cause",
    "talk": "ALTER TABLE talk RENAME CONSTRAINT uq_talk_source_id TO uq_talk_cause",
    "audit": "ALTER TABLE audit RENAME CONSTRAINT uq_audit_interaction_id TO uq_audit_cause",
}


def _name_causes(table: str, column: str, *, nullable: bool) -> None:
    """Let a column of numbers become ``cause``, such as ``discord:123``."""
    before, after = op.f(f"uq_{table}_{column}"), op.f(f"uq_{table}_cause")
    if _on_sqlite():
        with op.batch_alter_table(table) as batch:
            batch.drop_constraint(before, type_="unique")
            if table == "events":
                batch.alter_column("cause", new_column_name="first_seq")
            batch.alter_column(
                column,
                new_column_name="cause",
                existing_type=sa.BigInteger(),
                type_=CAUSE,
                existing_nullable=nullable,
            )
            # Within a batch a column is known by its former name.
            batch.create_unique_constraint(after, [column])
        named = sa.table(table, sa.column("cause", CAUSE))
        op.execute(
            sa.update(named).values(cause="discord:" + named.c.cause).where(named.c.cause.is_not(None))
        )
        return
    if table == "events":
        op.alter_column("events", "cause", new_column_name="first_seq")
    # One pass over the table; its indexes are made anew in the same pass.
    op.alter_column(
        table,
        column,
        existing_type=sa.BigInteger(),
        type_=CAUSE,
        postgresql_using=f"'discord:' || {column}",
    )
    op.alter_column(table, column, new_column_name="cause")
    op.execute(_RENAMES[table])


def _number_causes(table: str, column: str, *, nullable: bool) -> None:
    """The inverse of `_name_causes`; what came by another door has no number, or one below zero."""
    rows = sa.table(table, sa.column("id", sa.BigInteger()), sa.column("cause", CAUSE))
    ours = rows.c.cause.like("discord:%")
    other = None if nullable else sa.cast(-rows.c.id, CAUSE)
    number = sa.case((ours, sa.func.substr(rows.c.cause, len("discord:") + 1)), else_=other)
    op.execute(sa.update(rows).values(cause=number).where(rows.c.cause.is_not(None)))
    with op.batch_alter_table(table) as batch:
        batch.drop_constraint(op.f(f"uq_{table}_cause"), type_="unique")
        batch.alter_column(
            "cause",
            new_column_name=column,
            existing_type=CAUSE,
            type_=sa.BigInteger(),
            existing_nullable=nullable,
            postgresql_using="CAST(cause AS BIGINT)",
        )
        if _on_sqlite():
            batch.create_unique_constraint(op.f(f"uq_{table}_{column}"), ["cause"])
        if table == "events":
            batch.alter_column("first_seq", new_column_name="cause")
    if not _on_sqlite():
        op.create_unique_constraint(op.f(f"uq_{table}_{column}"), table, [column])


def _change_place(*, nullable: bool) -> None:
    """Say whether a game may have no place on Discord."""
    columns = ("guild_id", "channel_id")
    if not nullable:
        op.execute("UPDATE games SET guild_id = coalesce(guild_id, 0), channel_id = coalesce(channel_id, 0)")
    with op.batch_alter_table("games") as games:
        for column in columns:
            games.alter_column(column, existing_type=sa.BigInteger(), nullable=nullable)
