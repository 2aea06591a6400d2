"""No language of a person: all texts are in English, and Discord shows moments to each as they are used to.

Revision ID: 0024
Revises: 0023
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing ever set it."""
    with op.batch_alter_table("players") as players:
        players.drop_column("locale")


def downgrade() -> None:
    """Where there was a language, it is unknown."""
    op.add_column("players", sa.Column("locale", sa.String(16), nullable=True))
