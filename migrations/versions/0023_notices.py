"""Wishes for notices, of a person and for a game, and when each seat is told of what.

Revision ID: 0023
Revises: 0022
"""

from __future__ import annotations

import json
from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

from bot.store.columns import UtcDateTime

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_OLD = ("dm_turns", "dm_reminders", "reminders_chosen")
_MOMENT = UtcDateTime(timezone=True)


def upgrade() -> None:
    """Who is awaited has been told; reminders come when the games' alarms had them."""
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("notices", sa.Text(), nullable=False, server_default="{}"))
        players.add_column(sa.Column("active_at", _MOMENT, nullable=True))
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("notices", sa.Text(), nullable=False, server_default="{}"))
        seats.add_column(sa.Column("told_at", _MOMENT, nullable=True))
        seats.add_column(sa.Column("notice_at", _MOMENT, nullable=True))
    awaited = sa.text("notice_at IS NOT NULL")
    op.create_index(
        op.f("ix_seats_notice_at"), "seats", ["notice_at"], postgresql_where=awaited, sqlite_where=awaited
    )
    _move_wishes()
    _move_alarms()
    with op.batch_alter_table("players") as players:
        for column in _OLD:
            players.drop_column(column)


def _move_wishes() -> None:
    players = sa.table("players", sa.column("notices"), *(sa.column(name, sa.Boolean) for name in _OLD))
    reminded = players.c.dm_reminders, players.c.reminders_chosen
    for turns in ({}, {"where": "dm"}):
        told = players.c.dm_turns if turns else ~players.c.dm_turns
        for chosen, asked in (
            ({"reminders": []}, ~reminded[0]),
            ({"reminders": [0.5, 0.125]}, sa.and_(*reminded)),
            ({}, sa.and_(reminded[0], ~reminded[1])),
        ):
            notices = json.dumps(turns | chosen, separators=(",", ":"))
            op.execute(sa.update(players).where(told, asked).values(notices=notices))


def _move_alarms() -> None:
    seats = sa.table("seats", sa.column("game_id"), sa.column("told_at", _MOMENT), sa.column("notice_at"))
    games = sa.table(
        "games",
        *(sa.column(name) for name in ("id", "status", "deadline_at", "alarm_at", "clock_stopped_at")),
        sa.column("card_parcel_id"),
    )
    outbox = sa.table("outbox", sa.column("id"), sa.column("status"))
    running = sa.select(games.c.id).where(games.c.status == "active")
    # Whom a card still to be posted calls has not been told.
    posted = running.where(
        ~sa.exists().where(outbox.c.id == games.c.card_parcel_id, outbox.c.status == "pending")
    )
    op.execute(sa.update(seats).where(seats.c.game_id.in_(posted)).values(told_at=datetime.now(UTC)))
    timed = sa.and_(
        games.c.status == "active",
        games.c.clock_stopped_at.is_(None),
        games.c.alarm_at < games.c.deadline_at,
    )
    alarm = sa.select(games.c.alarm_at).where(games.c.id == seats.c.game_id, timed).scalar_subquery()
    op.execute(sa.update(seats).where(seats.c.game_id.in_(running)).values(notice_at=alarm))
    op.execute(sa.update(games).where(timed).values(alarm_at=games.c.deadline_at))


def downgrade() -> None:
    """Schedules, digests, quiet time and wishes for one game are lost, and reminders until the next turn."""
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("dm_turns", sa.Boolean(), nullable=False, server_default=sa.false()))
        players.add_column(sa.Column("dm_reminders", sa.Boolean(), nullable=False, server_default=sa.true()))
        players.add_column(
            sa.Column("reminders_chosen", sa.Boolean(), nullable=False, server_default=sa.false())
        )
    persons = sa.table("players", sa.column("notices", sa.Text), *map(sa.column, _OLD))
    true, false = sa.true(), sa.false()
    wished = persons.c.notices.contains
    op.execute(sa.update(persons).where(wished('"where":"dm"')).values(dm_turns=true))
    op.execute(sa.update(persons).where(wished('"reminders":[')).values(reminders_chosen=true))
    op.execute(sa.update(persons).where(wished('"reminders":[]')).values(dm_reminders=false))
    with op.batch_alter_table("players") as table:
        for column in ("dm_turns", "dm_reminders"):
            table.alter_column(column, existing_type=sa.Boolean(), server_default=None)
        table.drop_column("active_at")
        table.drop_column("notices")
    op.drop_index(op.f("ix_seats_notice_at"), table_name="seats")
    with op.batch_alter_table("seats") as seats:
        for column in ("notice_at", "told_at", "notices"):
            seats.drop_column(column)
