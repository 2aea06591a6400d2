"""The games whose guide a person has seen.

Revision ID: 0015
Revises: 0014
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("players", sa.Column("guided", sa.Text(), server_default=sa.text("''"), nullable=False))


def downgrade() -> None:
    """Who has seen a guide may see it again."""
    op.drop_column("players", "guided")
