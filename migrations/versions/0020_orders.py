"""Standing orders.

Revision ID: 0020
Revises: 0019
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_DUE = sa.text("due_at IS NOT NULL")


def upgrade() -> None:
    op.create_table(
        "orders",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game_id", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("guard", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=True),
        sa.Column("made_at_seq", sa.Integer(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=True),
        sa.Column("cause", sa.String(100), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_orders_game_id_games")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_orders_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
        sa.UniqueConstraint("cause", name=op.f("uq_orders_cause")),
    )
    op.create_index(op.f("ix_orders_game_id"), "orders", ["game_id"])
    op.create_index(op.f("ix_orders_player_id"), "orders", ["player_id"])
    op.create_index(op.f("ix_orders_due_at"), "orders", ["due_at"], postgresql_where=_DUE, sqlite_where=_DUE)


def downgrade() -> None:
    """Nothing is planned ahead any more; the numbers of orders are not given out again."""
    op.drop_table("orders")
