"""Talk between players, who may read it, and what they wish of it.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "talk",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("turn", sa.String(64), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("source_id", sa.BigInteger(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_talk_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_talk_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_talk")),
        sa.UniqueConstraint("source_id", name=op.f("uq_talk_source_id")),
    )
    op.create_index(op.f("ix_talk_game_id"), "talk", ["game_id"])
    op.create_table(
        "talk_readers",
        sa.Column("talk_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("seen_at", UtcDateTime(), nullable=True),
        sa.Column("refused_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["talk_id"], ["talk.id"], name=op.f("fk_talk_readers_talk_id_talk")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name=op.f("fk_talk_readers_player_id_players")
        ),
        sa.PrimaryKeyConstraint("talk_id", "player_id", name=op.f("pk_talk_readers")),
    )
    op.create_index(op.f("ix_talk_readers_player_id"), "talk_readers", ["player_id"])
    op.create_table(
        "talk_wishes",
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("relayed", sa.Boolean(), nullable=False),
        sa.Column("meant", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_talk_wishes_player_id_players")),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_talk_wishes_game_id_games")),
        sa.PrimaryKeyConstraint("player_id", "game_id", name=op.f("pk_talk_wishes")),
    )
    op.create_index(op.f("ix_talk_wishes_game_id"), "talk_wishes", ["game_id"])


def downgrade() -> None:
    for table in ("talk_wishes", "talk_readers", "talk"):
        op.drop_table(table)
