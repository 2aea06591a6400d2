"""Clocks that remind, stand still, wait for a card, and know when nobody attended to them.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TIMED = sa.text("alarm_at IS NOT NULL")
TIMED_BEFORE = sa.text("deadline_at IS NOT NULL")


def upgrade() -> None:
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("dm_reminders", sa.Boolean(), nullable=False, server_default=sa.true()))
    with op.batch_alter_table("players") as players:
        players.alter_column("dm_reminders", existing_type=sa.Boolean(), server_default=None)
    op.drop_index(op.f("ix_games_deadline_at"), "games")
    for column in (
        sa.Column("clock_from", UtcDateTime(), nullable=True),
        sa.Column("clock_card_id", sa.BigInteger(), nullable=True),
        sa.Column("clock_stopped_at", UtcDateTime(), nullable=True),
        sa.Column("alarm_at", UtcDateTime(), nullable=True),
    ):
        op.add_column("games", column)
    op.create_index(
        op.f("ix_games_alarm_at"), "games", ["alarm_at"], postgresql_where=TIMED, sqlite_where=TIMED
    )
    op.create_index(op.f("ix_games_clock_card_id"), "games", ["clock_card_id"])
    # When the running stretches began is not known for certain: they end as they would have, unannounced.
    op.execute(
        "UPDATE games SET clock_from = moved_at, alarm_at = deadline_at "
        "WHERE status = 'active' AND deadline_at IS NOT NULL"
    )
    op.create_table(
        "heartbeats",
        sa.Column("process", sa.String(64), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("process", name=op.f("pk_heartbeats")),
    )


def downgrade() -> None:
    op.drop_table("heartbeats")
    op.drop_index(op.f("ix_games_clock_card_id"), "games")
    op.drop_index(op.f("ix_games_alarm_at"), "games")
    with op.batch_alter_table("games") as games:
        for column in ("alarm_at", "clock_stopped_at", "clock_card_id", "clock_from"):
            games.drop_column(column)
    op.create_index(
        op.f("ix_games_deadline_at"),
        "games",
        ["deadline_at"],
        postgresql_where=TIMED_BEFORE,
        sqlite_where=TIMED_BEFORE,
    )
    with op.batch_alter_table("players") as players:
        players.drop_column("dm_reminders")
