"""Computers that play, and what they are to do.

Revision ID: 0025
Revises: 0024
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_PENDING = sa.text("status = 'pending'")


def upgrade() -> None:
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("level", sa.Integer(), nullable=True))
    op.create_table(
        "jobs",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", UtcDateTime(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=False),
        sa.Column("leased_by", sa.String(64), nullable=True),
        sa.Column("leased_until", UtcDateTime(), nullable=True),
        sa.Column("answer", sa.Text(), nullable=True),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("done_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("status IN ('pending', 'done')", name=op.f("ck_jobs_status")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_jobs_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_jobs_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(op.f("ix_jobs_game_id"), "jobs", ["game_id"])
    op.create_index(op.f("ix_jobs_player_id"), "jobs", ["player_id"])
    op.create_index(
        op.f("ix_jobs_pending"),
        "jobs",
        ["not_before"],
        postgresql_where=_PENDING,
        sqlite_where=_PENDING,
    )
    op.create_index(
        op.f("ix_jobs_pending_seat"),
        "jobs",
        ["game_id", "seat", "kind"],
        unique=True,
        postgresql_where=_PENDING,
        sqlite_where=_PENDING,
    )


def downgrade() -> None:
    """Computers that sit somewhere are pseudonyms from now on: nobody who is told anything."""
    op.execute(sa.text("UPDATE players SET forgotten_at = created_at WHERE level IS NOT NULL"))
    op.execute(sa.text("DELETE FROM identities WHERE kind = 'computer'"))
    op.drop_table("jobs")
    with op.batch_alter_table("players") as players:
        players.drop_column("level")
