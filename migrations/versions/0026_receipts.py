"""Of what was delivered, and is not read again, only that it happened.

Revision ID: 0026
Revises: 0025
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_RECEIPT = sa.text("payload = ''")
_OVER = sa.text("finished_at IS NOT NULL")


def upgrade() -> None:
    """Empty what is not read again, and find receipts and games that are over by when that was."""
    op.execute(
        "UPDATE outbox SET payload = '' "
        "WHERE status <> 'pending' AND kind NOT IN ('card', 'lobby', 'hand', 'direct_talk')"
    )
    # A newer one stands in its place; a card's buttons are gone when that of the next was stripped. Neither
    # is looked for row by row: a long game has thousands.
    op.execute(
        "UPDATE outbox SET payload = '' WHERE id IN (SELECT older.id FROM outbox AS older JOIN ("
        "SELECT game_id, lane, kind, MAX(id) AS id FROM outbox "
        "WHERE status = 'done' AND kind IN ('card', 'lobby', 'hand') GROUP BY game_id, lane, kind"
        ") AS newer ON newer.game_id = older.game_id AND newer.lane = older.lane "
        "AND newer.kind = older.kind AND newer.id > older.id WHERE older.status <> 'pending') "
        "AND game_id NOT IN "
        "(SELECT game_id FROM outbox WHERE kind = 'strip' AND status = 'pending' AND game_id IS NOT NULL)"
    )
    op.create_index(
        "ix_outbox_kind_done_at",
        "outbox",
        ["kind", "done_at"],
        postgresql_where=_RECEIPT,
        sqlite_where=_RECEIPT,
    )
    op.create_index(
        "ix_games_finished_at", "games", ["finished_at"], postgresql_where=_OVER, sqlite_where=_OVER
    )


def downgrade() -> None:
    """An earlier release cannot read a receipt, and needs none."""
    op.drop_index("ix_games_finished_at", "games")
    op.drop_index("ix_outbox_kind_done_at", "outbox")
    op.execute("DELETE FROM outbox WHERE payload = ''")
