"""Blocks, mutes, reports, the settings of servers, and games in forums.

Revision ID: 0012
Revises: 0011
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Who has turned reminders off has chosen so; of the others nobody knows."""
    op.create_table(
        "blocks",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), nullable=True),
        sa.Column("traces", sa.Text(), nullable=True),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        _player("blocks", "player_id"),
        _player("blocks", "blocked_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_blocks")),
        sa.UniqueConstraint("player_id", "blocked_id", name=op.f("uq_blocks_player_id_blocked_id")),
    )
    op.create_index(op.f("ix_blocks_blocked_id"), "blocks", ["blocked_id"])
    op.create_table(
        "mutes",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("muted_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        _player("mutes", "player_id"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_mutes_game_id_games")),
        _player("mutes", "muted_id"),
        sa.PrimaryKeyConstraint("player_id", "game_id", "muted_id", name=op.f("pk_mutes")),
    )
    op.create_index(op.f("ix_mutes_game_id"), "mutes", ["game_id"])
    op.create_table(
        "reports",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("talk_id", sa.BigInteger(), nullable=False),
        sa.Column("reporter_id", sa.BigInteger(), nullable=False),
        sa.Column("reported_id", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_reports_game_id_games")),
        sa.ForeignKeyConstraint(["talk_id"], ["talk.id"], name=op.f("fk_reports_talk_id_talk")),
        _player("reports", "reporter_id"),
        _player("reports", "reported_id"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
        sa.UniqueConstraint("reporter_id", "talk_id", name=op.f("uq_reports_reporter_id_talk_id")),
    )
    for column in ("guild_id", "game_id", "reported_id"):
        op.create_index(op.f(f"ix_reports_{column}"), "reports", [column])
    op.create_table(
        "server_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("updated_at", UtcDateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_server_settings")),
    )
    op.add_column("games", sa.Column("forum", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.add_column(
        "players", sa.Column("reminders_chosen", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    players = sa.table("players", sa.column("dm_reminders", sa.Boolean), sa.column("reminders_chosen"))
    op.execute(sa.update(players).where(~players.c.dm_reminders).values(reminders_chosen=sa.true()))


def _player(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["players.id"], name=op.f(f"fk_{table}_{column}_players"))


def downgrade() -> None:
    """Blocks, mutes, reports and settings are lost; games in forums are played on in their posts."""
    op.drop_column("players", "reminders_chosen")
    op.drop_column("games", "forum")
    for table in ("server_settings", "reports", "mutes", "blocks"):
        op.drop_table(table)
