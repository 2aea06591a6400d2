"""All processes of a bot share what Discord takes of it within a second.

Revision ID: 0030
Revises: 0029
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A budget, which has no row until somebody asks for it."""
    op.create_table(
        "request_budget",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("full_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_request_budget")),
    )


def downgrade() -> None:
    """Each process for itself."""
    op.drop_table("request_budget")
