"""Indexes of invitations by game and by when they were closed, so that none of their queries reads them all.

Revision ID: 0019
Revises: 0018
"""

from __future__ import annotations

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_invitations_game_id_status", "invitations", ["game_id", "status"])
    op.create_index("ix_invitations_status_closed_at", "invitations", ["status", "closed_at"])


def downgrade() -> None:
    op.drop_index("ix_invitations_status_closed_at", "invitations")
    op.drop_index("ix_invitations_game_id_status", "invitations")
