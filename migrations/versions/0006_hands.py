"""Hands by direct message: whether they are wanted, and which message shows one.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("dm_hands", sa.Boolean(), nullable=False, server_default=sa.true()))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("hand_message_id", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("seats") as seats:
        seats.drop_column("hand_message_id")
    with op.batch_alter_table("players") as players:
        players.drop_column("dm_hands")
