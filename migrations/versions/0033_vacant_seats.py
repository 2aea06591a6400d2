"""The pseudonym of a vacant seat is told from that of a forgotten person by a column, no longer by its name.

Revision ID: 0033
Revises: 0032
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Only a pseudonym's name tells: anybody may be called so."""
    op.add_column("players", sa.Column("vacant", sa.Boolean(), server_default=sa.false(), nullable=False))
    op.execute("UPDATE players SET vacant = true WHERE forgotten_at IS NOT NULL AND name = 'Vacant'")


def downgrade() -> None:
    """The names still tell; an earlier release cannot read more of a person in what waits to be sent."""
    op.execute(
        r"""UPDATE outbox SET payload = replace(payload, ',"vacant"\:true', '') """
        r"""WHERE payload LIKE '%,"vacant"\:true%'"""
    )
    op.drop_column("players", "vacant")
