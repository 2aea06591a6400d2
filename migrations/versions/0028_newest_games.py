"""The newest games of a status, of a server or of all, stand at the end of an index, with their codes.

Revision ID: 0028
Revises: 0027
"""

from __future__ import annotations

from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

_INDEXES = (("guild_id", "status"), ("status",))


def upgrade() -> None:
    """Let these indexes order what they find by number, and complete codes alone."""
    for columns in _INDEXES:
        op.drop_index("_".join(("ix_games", *columns)), "games")
        op.create_index("_".join(("ix_games", *columns, "id_code")), "games", [*columns, "id", "code"])


def downgrade() -> None:
    """As before."""
    for columns in _INDEXES:
        op.drop_index("_".join(("ix_games", *columns, "id_code")), "games")
        op.create_index("_".join(("ix_games", *columns)), "games", [*columns])
