"""Which actions a person confirms before they are done.

Revision ID: 0017
Revises: 0016
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("confirm", sa.String(8), nullable=False, server_default="weighty"))


def downgrade() -> None:
    with op.batch_alter_table("players") as players:
        players.drop_column("confirm")
