"""Vacations, in which the clocks of a person stand.

Revision ID: 0022
Revises: 0021
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_ABSENT = sa.text("ended_at IS NULL")
_DUE = sa.text("due_at IS NOT NULL")


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "vacations",
        sa.Column("id", number, nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", UtcDateTime(), nullable=False),
        sa.Column("ends_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.Column("due_at", UtcDateTime(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_vacations_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vacations")),
    )
    op.create_index(op.f("ix_vacations_player_id"), "vacations", ["player_id"])
    op.create_index(
        "ix_vacations_present",
        "vacations",
        ["player_id"],
        unique=True,
        postgresql_where=_ABSENT,
        sqlite_where=_ABSENT,
    )
    op.create_index(
        op.f("ix_vacations_due_at"), "vacations", ["due_at"], postgresql_where=_DUE, sqlite_where=_DUE
    )
    op.add_column("games", sa.Column("away", sa.Boolean(), server_default=sa.false(), nullable=False))


def downgrade() -> None:
    """Nobody is away any more; a clock that stood for that runs on."""
    op.execute(
        "UPDATE games SET clock_stopped_at = NULL, alarm_at = deadline_at WHERE away AND status = 'active'"
    )
    op.drop_column("games", "away")
    op.drop_table("vacations")
