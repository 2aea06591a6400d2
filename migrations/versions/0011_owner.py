"""To which application the database belongs.

Revision ID: 0011
Revises: 0010
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "owner",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("application", sa.String(64), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_owner")),
    )


def downgrade() -> None:
    """The application that opens it next owns it again."""
    op.drop_table("owner")
