"""Games, seats, players, events, outbox and audit.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

PENDING = sa.text("status = 'pending'")
TIMED = sa.text("deadline_at IS NOT NULL")


def row_id() -> sa.Column[int]:
    return sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False)


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(100), nullable=False),
        sa.Column("theme", sa.String(8), nullable=False),
        sa.Column("dm_turns", sa.Boolean(), nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=True),
        sa.Column("locale", sa.String(16), nullable=True),
        sa.Column("dms_closed_at", UtcDateTime(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.CheckConstraint("theme IN ('dark', 'light')", name=op.f("ck_players_theme")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_players")),
    )
    op.create_table(
        "games",
        row_id(),
        sa.Column("code", sa.String(8), nullable=False),
        sa.Column("key", sa.String(32), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("min_seats", sa.Integer(), nullable=False),
        sa.Column("max_seats", sa.Integer(), nullable=False),
        sa.Column("seed", sa.String(64), nullable=True),
        sa.Column("state", sa.Text(), nullable=True),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("undo", sa.Text(), nullable=True),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=True),
        sa.Column("threaded", sa.Boolean(), nullable=False),
        sa.Column("lobby_message_id", sa.BigInteger(), nullable=True),
        sa.Column("card_message_id", sa.BigInteger(), nullable=True),
        sa.Column("card_parcel_id", sa.BigInteger(), nullable=True),
        sa.Column("deadline_hours", sa.Double(), nullable=True),
        sa.Column("deadline_at", UtcDateTime(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=True),
        sa.Column("moved_at", UtcDateTime(), nullable=True),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint(
            "status IN ('lobby', 'active', 'paused', 'finished', 'abandoned')", name=op.f("ck_games_status")
        ),
        sa.CheckConstraint("min_seats BETWEEN 1 AND max_seats", name=op.f("ck_games_seats")),
        sa.ForeignKeyConstraint(["host_id"], ["players.id"], name=op.f("fk_games_host_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("code", name=op.f("uq_games_code")),
    )
    op.create_index(op.f("ix_games_channel_id"), "games", ["channel_id"])
    op.create_index(
        op.f("ix_games_deadline_at"), "games", ["deadline_at"], postgresql_where=TIMED, sqlite_where=TIMED
    )
    op.create_index(op.f("ix_games_guild_id_status"), "games", ["guild_id", "status"])
    op.create_index(op.f("ix_games_thread_id"), "games", ["thread_id"])
    op.create_table(
        "seats",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("joined_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_seats_player_id_players")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_seats")),
        sa.UniqueConstraint("game_id", "seat", name=op.f("uq_seats_game_id_seat")),
    )
    op.create_index(op.f("ix_seats_player_id"), "seats", ["player_id"])
    op.create_table(
        "events",
        row_id(),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("cause", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("player_id", sa.BigInteger(), nullable=True),
        sa.Column("action", sa.Text(), nullable=True),
        sa.Column("notation", sa.Text(), nullable=True),
        sa.Column("public_notation", sa.Text(), nullable=True),
        sa.Column("reveals", sa.Boolean(), nullable=False),
        sa.Column("data", sa.Text(), nullable=True),
        sa.Column("interaction_id", sa.BigInteger(), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_events_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_events_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("game_id", "seq", name=op.f("uq_events_game_id_seq")),
        sa.UniqueConstraint("interaction_id", name=op.f("uq_events_interaction_id")),
    )
    op.create_table(
        "outbox",
        row_id(),
        sa.Column("game_id", sa.BigInteger(), nullable=True),
        sa.Column("lane", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("nonce", sa.String(25), nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("not_before", UtcDateTime(), nullable=False),
        sa.Column("leased_by", sa.String(64), nullable=True),
        sa.Column("leased_until", UtcDateTime(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("done_at", UtcDateTime(), nullable=True),
        sa.CheckConstraint("status IN ('pending', 'done', 'dropped')", name=op.f("ck_outbox_status")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_outbox_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("nonce", name=op.f("uq_outbox_nonce")),
    )
    op.create_index(op.f("ix_outbox_game_id"), "outbox", ["game_id"])
    op.create_index(
        "ix_outbox_pending_lane",
        "outbox",
        ["lane", "id"],
        postgresql_where=PENDING,
        sqlite_where=PENDING,
    )
    op.create_table(
        "audit",
        row_id(),
        sa.Column("game_id", sa.BigInteger(), nullable=True),
        sa.Column("actor", sa.String(100), nullable=False),
        sa.Column("act", sa.String(32), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("version_before", sa.Integer(), nullable=True),
        sa.Column("version_after", sa.Integer(), nullable=True),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_audit_game_id_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit")),
    )
    op.create_index(op.f("ix_audit_game_id"), "audit", ["game_id"])


def downgrade() -> None:
    for table in ("audit", "outbox", "events", "seats", "games", "players"):
        op.drop_table(table)
