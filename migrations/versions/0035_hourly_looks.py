"""What is looked for every hour is in columns: since when an undo is asked for, which games wait for players.

Revision ID: 0035
Revises: 0034
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

_OPEN = sa.text("undo_asked_at IS NOT NULL AND finished_at IS NULL")


def upgrade() -> None:
    """An open request is the last that the log tells of; the data of a pause names the seats it waits for."""
    op.add_column("games", sa.Column("undo_asked_at", UtcDateTime(), nullable=True))
    op.add_column(
        "games", sa.Column("waits_for_players", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.execute(
        "UPDATE games SET undo_asked_at = (SELECT max(asked.at) FROM events AS asked "
        "WHERE asked.game_id = games.id AND asked.kind = 'undo_asked') WHERE undo IS NOT NULL"
    )
    op.execute(
        "UPDATE games SET waits_for_players = true WHERE status = 'paused' AND EXISTS "
        "(SELECT 1 FROM events AS paused WHERE paused.game_id = games.id AND paused.data IS NOT NULL AND "
        "paused.seq = (SELECT max(last.seq) FROM events AS last "
        "WHERE last.game_id = games.id AND last.kind = 'paused'))"
    )
    op.create_index(
        "ix_games_undo_asked_at", "games", ["undo_asked_at"], postgresql_where=_OPEN, sqlite_where=_OPEN
    )


def downgrade() -> None:
    """The log tells both still."""
    op.drop_index("ix_games_undo_asked_at", "games")
    op.drop_column("games", "waits_for_players")
    op.drop_column("games", "undo_asked_at")
