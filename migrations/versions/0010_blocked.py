"""Since when a delivery is kept because somebody must change something before it can be posted.

Revision ID: 0010
Revises: 0009
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outbox", sa.Column("blocked_at", UtcDateTime(), nullable=True))


def downgrade() -> None:
    """What is kept is tried again like everything else that waits."""
    op.drop_column("outbox", "blocked_at")
