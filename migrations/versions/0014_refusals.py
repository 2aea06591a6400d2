"""Places in which posting is refused.

Revision ID: 0014
Revises: 0013
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "refusals",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("place_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.Column("since", UtcDateTime(), nullable=False),
        sa.Column("probe_at", UtcDateTime(), nullable=True),
        sa.Column("told_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "place_id", name=op.f("pk_refusals")),
    )


def downgrade() -> None:
    """What is refused is found out anew."""
    op.drop_table("refusals")
