"""Where an administrator was who acted on a game of another server, which no code reads.

Revision ID: 0039
Revises: 0038
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Lists of acts go by the server that an act concerns."""
    op.drop_column("audit", "guild_id")


def downgrade() -> None:
    """Most acts are done in the server that they concern; those without a game always."""
    op.add_column("audit", sa.Column("guild_id", sa.BigInteger(), nullable=True))
    op.execute("UPDATE audit SET guild_id = about_guild_id")
