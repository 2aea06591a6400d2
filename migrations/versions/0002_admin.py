"""Drafts of administrators' acts; where an act was done, and by which interaction.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("audit") as audit:
        audit.add_column(sa.Column("guild_id", sa.BigInteger(), nullable=True))
        audit.add_column(sa.Column("interaction_id", sa.BigInteger(), nullable=True))
        audit.create_index(op.f("ix_audit_guild_id"), ["guild_id"])
        audit.create_unique_constraint(op.f("uq_audit_interaction_id"), ["interaction_id"])
    op.create_table(
        "drafts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("player_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.String(8), nullable=True),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("mark", sa.String(24), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name=op.f("fk_drafts_player_id_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_drafts")),
    )
    op.create_index(op.f("ix_drafts_player_id"), "drafts", ["player_id"])


def downgrade() -> None:
    op.drop_table("drafts")
    with op.batch_alter_table("audit") as audit:
        audit.drop_constraint(op.f("uq_audit_interaction_id"), type_="unique")
        audit.drop_index(op.f("ix_audit_guild_id"))
        audit.drop_column("interaction_id")
        audit.drop_column("guild_id")
