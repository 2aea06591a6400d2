"""Indexes of the deliveries that wait, by when they are due, of those leased, and of those held back.

Revision ID: 0036
Revises: 0035
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

_INDEXES = (
    ("ix_outbox_not_before", "not_before", "status = 'pending' AND leased_until IS NULL"),
    ("ix_outbox_leased_until", "leased_until", "status = 'pending' AND leased_until IS NOT NULL"),
    ("ix_outbox_blocked_at", "blocked_at", "status = 'pending' AND blocked_at IS NOT NULL"),
)


def upgrade() -> None:
    """A lookup of what else waits in a partition can use none of them: it has one of its own."""
    for name, column, which in _INDEXES:
        where = sa.text(which)
        op.create_index(name, "outbox", [column], postgresql_where=where, sqlite_where=where)


def downgrade() -> None:
    """As before."""
    for name, _, _ in _INDEXES:
        op.drop_index(name, "outbox")
