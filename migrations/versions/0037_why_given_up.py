"""Why deliveries were given up, which servers acts concern, which games have computers; indexes of all these.

Revision ID: 0037
Revises: 0036
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

_OUTBOX = sa.table(
    "outbox",
    *map(sa.column, ("kind", "status", "note", "dropped_as", "gathered_in")),
)
_REFUSED = (
    *("400 ", "403 ", "404 ", "413 ", "unknown fault", "it cannot be read", "the game has no channel"),
    *("SMTPDataError ", "SMTPSenderRefused ", "it cannot be written as a mail", "that is no forum"),
)
"""What the notes began with of deliveries that somebody misses."""
_UNREACHABLE = tuple(f"4__ {code}:" for code in (10008, 10013, 20009, 50007, 50033, 50278))
"""A message that was deleted, and people who take no direct messages."""
_PLACE_GONE = ("4__ 10003:", "4__ 50001:")
"""Where no buttons need removing."""
_MISSED = sa.text("dropped_as = 'missed'")
_QUIET = sa.text(
    "thread_id IS NOT NULL AND deadline_at IS NOT NULL AND clock_stopped_at IS NULL AND finished_at IS NULL"
)
_WITH_COMPUTERS = sa.text("has_computer AND finished_at IS NULL")
_WAITING = sa.text("finished_at IS NULL AND (started_at IS NULL OR waits_for_players)")
_CALLED_OFF = sa.text("finished_at IS NOT NULL AND started_at IS NULL")
_OPEN = sa.text("closed_at IS NULL")
_INDEXES = (
    ("ix_outbox_missed", "outbox", ["done_at"], _MISSED),
    ("ix_audit_about_guild_id_id", "audit", ["about_guild_id", "id"], None),
    ("ix_games_key_status_id", "games", ["key", "status", "id"], None),
    ("ix_games_guild_id_key_status_id", "games", ["guild_id", "key", "status", "id"], None),
    ("ix_games_channel_id_status", "games", ["channel_id", "status"], None),
    ("ix_games_quiet", "games", ["moved_at"], _QUIET),
    ("ix_games_with_computers", "games", ["id"], _WITH_COMPUTERS),
    ("ix_games_waiting", "games", ["created_at"], _WAITING),
    ("ix_games_called_off", "games", ["finished_at"], _CALLED_OFF),
    ("ix_games_key_status_rules_version", "games", ["key", "status", "rules_version"], None),
    ("ix_invitations_open", "invitations", ["expires_at"], _OPEN),
)


def upgrade() -> None:
    """Earlier releases wrote only the note; all that it was read for follows from how it begins."""
    op.add_column("outbox", sa.Column("dropped_as", sa.String(12), nullable=True))
    op.add_column("outbox", sa.Column("gathered_in", sa.BigInteger(), nullable=True))
    op.add_column("audit", sa.Column("about_guild_id", sa.BigInteger(), nullable=True))
    op.add_column("games", sa.Column("has_computer", sa.Boolean(), server_default=sa.false(), nullable=False))
    missed = sa.and_(_begins(*_REFUSED), ~_begins(*_UNREACHABLE))
    gone = sa.and_(_OUTBOX.c.kind == "strip", _begins(*_PLACE_GONE))
    gathered, superseded = _begins("told with "), _OUTBOX.c.note == "superseded"
    op.execute(
        sa.update(_OUTBOX)
        .where(_OUTBOX.c.status == "dropped")
        .values(
            dropped_as=sa.case(
                (superseded, "superseded"),
                (gathered, "gathered"),
                (sa.and_(missed, ~gone), "missed"),
                else_="obsolete",
            ),
            gathered_in=sa.case((gathered, sa.cast(sa.func.substr(_OUTBOX.c.note, 11), sa.BigInteger))),
        )
    )
    op.execute(
        "UPDATE audit SET about_guild_id = CASE WHEN game_id IS NULL THEN guild_id ELSE "
        "(SELECT games.guild_id FROM games WHERE games.id = audit.game_id) END"
    )
    op.execute(
        "UPDATE games SET has_computer = true WHERE id IN (SELECT seats.game_id FROM seats "
        "JOIN players ON players.id = seats.player_id WHERE players.level IS NOT NULL)"
    )
    op.drop_index("ix_games_channel_id", "games")
    for name, table, columns, which in _INDEXES:
        op.create_index(name, table, columns, postgresql_where=which, sqlite_where=which)


def _begins(*texts: str) -> sa.ColumnElement[bool]:
    """Whether the note begins with one of these; not where there is none."""
    note = sa.func.coalesce(_OUTBOX.c.note, "")
    return sa.or_(*(note.like(f"{text}%") for text in texts))


def downgrade() -> None:
    """The notes tell it still."""
    for name, table, *_ in reversed(_INDEXES):
        op.drop_index(name, table)
    op.create_index("ix_games_channel_id", "games", ["channel_id"])
    op.drop_column("games", "has_computer")
    op.drop_column("audit", "about_guild_id")
    op.drop_column("outbox", "gathered_in")
    op.drop_column("outbox", "dropped_as")
