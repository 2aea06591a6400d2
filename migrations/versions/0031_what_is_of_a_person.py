"""What is of one person, and jobs that are forgotten, are found by indexes.

Revision ID: 0031
Revises: 0030
"""

from __future__ import annotations

from alembic import op
from sqlalchemy import text

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

_INDEXES = (
    ("ix_audit_actor", "audit", "actor", None),
    ("ix_events_admin", "events", "game_id", "kind = 'admin'"),
    ("ix_events_player_id", "events", "player_id", "player_id IS NOT NULL"),
    ("ix_games_host_id", "games", "host_id", None),
    ("ix_invitations_inviter_id", "invitations", "inviter_id", "inviter_id IS NOT NULL"),
    ("ix_jobs_done_at", "jobs", "done_at", "status = 'done' AND (kind <> 'review' OR answer IS NULL)"),
    ("ix_mutes_muted_id", "mutes", "muted_id", None),
    ("ix_outbox_personal_lane", "outbox", "lane", "substr(lane, 1, 5) <> 'game:'"),
    ("ix_reports_talk_id", "reports", "talk_id", None),
    ("ix_talk_player_id", "talk", "player_id", None),
)


def upgrade() -> None:
    """The fewest entries that serve: events of nobody and cards of games are in none."""
    for name, table, column, which in _INDEXES:
        where = None if which is None else text(which)
        op.create_index(name, table, [column], postgresql_where=where, sqlite_where=where)


def downgrade() -> None:
    """As before."""
    for name, table, _, _ in _INDEXES:
        op.drop_index(name, table)
