"""Indexes of all that is asked of what waits; what stays of declined invitations; unread columns are gone.

Revision ID: 0038
Revises: 0037
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

_PENDING = sa.text("status = 'pending'")
_TO_THINK = sa.text("status = 'pending' AND kind <> 'reply' AND answer IS NULL")
_READY = sa.text("status = 'pending' AND (kind = 'reply' OR answer IS NOT NULL)")
_UNLEASED = sa.text("status = 'pending' AND leased_until IS NULL")
_WAITS = ["not_before", "attempts", "created_at", "blocked_at"]


def upgrade() -> None:
    """A job is in one of two indexes instead of one for both."""
    op.drop_index("ix_jobs_pending", "jobs")
    _create("ix_jobs_to_think", "jobs", ["not_before", "created_at", "leased_until"], _TO_THINK)
    _create("ix_jobs_ready", "jobs", ["not_before"], _READY)
    op.drop_index("ix_outbox_not_before", "outbox")
    _create("ix_outbox_not_before", "outbox", _WAITS, _UNLEASED)
    op.create_table(
        "declines",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("inviter_id", sa.BigInteger(), nullable=False),
        sa.Column("identity_hashes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["inviter_id"], ["players.id"], name="fk_declines_inviter_id_players"),
        sa.PrimaryKeyConstraint("id", name="pk_declines"),
    )
    op.create_index("ix_declines_inviter_id", "declines", ["inviter_id"])
    op.drop_index("ix_audit_guild_id", "audit")
    op.drop_column("server_settings", "updated_at")
    op.drop_column("drafts", "guild_id")


def _create(name: str, table: str, columns: list[str], which: sa.TextClause) -> None:
    op.create_index(name, table, columns, postgresql_where=which, sqlite_where=which)


def downgrade() -> None:
    """Nothing read what stood in the columns."""
    with op.batch_alter_table("drafts") as drafts:
        drafts.add_column(sa.Column("guild_id", sa.BigInteger(), nullable=False, server_default="0"))
    moment = sa.DateTime(timezone=True)
    with op.batch_alter_table("server_settings") as settings:
        settings.add_column(sa.Column("updated_at", moment, nullable=False, server_default="1970-01-01"))
    # In batches of their own: SQLite copies a table into one that has no default any more.
    with op.batch_alter_table("drafts") as drafts:
        drafts.alter_column("guild_id", existing_type=sa.BigInteger(), server_default=None)
    with op.batch_alter_table("server_settings") as settings:
        settings.alter_column("updated_at", existing_type=moment, server_default=None)
    op.create_index("ix_audit_guild_id", "audit", ["guild_id"])
    op.drop_table("declines")
    op.drop_index("ix_outbox_not_before", "outbox")
    _create("ix_outbox_not_before", "outbox", ["not_before"], _UNLEASED)
    op.drop_index("ix_jobs_ready", "jobs")
    op.drop_index("ix_jobs_to_think", "jobs")
    _create("ix_jobs_pending", "jobs", ["not_before"], _PENDING)
