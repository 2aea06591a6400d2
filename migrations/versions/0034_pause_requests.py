"""When an open pause request was made is a column of its game, by whose index those that expire are found.

Revision ID: 0034
Revises: 0033
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

_OPEN = sa.text("pause_asked_at IS NOT NULL AND finished_at IS NULL")


def upgrade() -> None:
    """The moment is that of the first event about it since the last one that closed another."""
    op.add_column("games", sa.Column("pause_asked_at", UtcDateTime(), nullable=True))
    op.execute(
        "UPDATE games SET pause_asked_at = (SELECT asked.at FROM events AS asked "
        "WHERE asked.game_id = games.id AND asked.kind = 'pausing' AND asked.seq > coalesce("
        "(SELECT max(closing.seq) FROM events AS closing WHERE closing.game_id = games.id AND "
        "(closing.kind IN ('paused', 'resumed') OR (closing.kind = 'pausing' AND closing.data IS NULL))), 0) "
        """ORDER BY asked.seq LIMIT 1) WHERE clock LIKE '%"pausing":{%'"""
    )
    op.create_index(
        "ix_games_pause_asked_at", "games", ["pause_asked_at"], postgresql_where=_OPEN, sqlite_where=_OPEN
    )


def downgrade() -> None:
    """The log tells it still."""
    op.drop_index("ix_games_pause_asked_at", "games")
    op.drop_column("games", "pause_asked_at")
