"""What a table agrees on when it opens a game, and how its clock stands beside the deadline.

Revision ID: 0018
Revises: 0017
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("terms", "clock"):
        op.add_column("games", sa.Column(name, sa.Text(), server_default=sa.text("'{}'"), nullable=False))


def downgrade() -> None:
    for name in ("clock", "terms"):
        op.drop_column("games", name)
