"""Games no longer repeat where their newest card is: its row in the outbox says so.

Revision ID: 0032
Revises: 0031
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_column("games", "card_message_id")


def downgrade() -> None:
    """Nothing read what stood in it."""
    op.add_column("games", sa.Column("card_message_id", sa.BigInteger(), nullable=True))
