"""Who follows games in which they do not play.

Revision ID: 0021
Revises: 0020
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "followers",
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_followers_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_followers_player_id_players")),
        sa.PrimaryKeyConstraint("game_id", "player_id", name=op.f("pk_followers")),
    )
    op.create_index(op.f("ix_followers_player_id"), "followers", ["player_id"])


def downgrade() -> None:
    """Nobody follows a game any more; what was promised to them is given up."""
    op.execute("DELETE FROM outbox WHERE kind = 'follow'")
    op.drop_table("followers")
