"""What the seed of a game is made of, kept from the moment when it is opened.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("games", sa.Column("mixture", sa.Text(), nullable=True))


def downgrade() -> None:
    """Games keep the seeds that were made; those that have not started draw theirs when they do."""
    op.drop_column("games", "mixture")
