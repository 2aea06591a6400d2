"""Administrators for tests, and all stored rows about games, to be compared."""

from typing import Any

from sqlalchemy import select, true

from bot.service.admin.operator import Operator
from bot.service.game.insiders import LOOK
from bot.store.database import Database
from bot.store.models import AuditRow, EventRow, GameRow, InvitationRow, OutboxRow, SeatRow
from tests.service.actors import ADA, ANN, HERE, OLGA

HELD = Operator(ADA, HERE.guild_id)
ELSEWHERE = Operator(ADA, 99)
PLAYING = Operator(ANN, HERE.guild_id)
"""An administrator of the server who also plays."""
OWNER = Operator(OLGA, 99, owner=True)
AT_HAND = Operator()

_DONE = ~AuditRow.act.startswith("plan ") & (AuditRow.act != LOOK)
_TABLES = (GameRow, SeatRow, InvitationRow, EventRow, OutboxRow, AuditRow)


async def everything(database: Database) -> list[Any]:
    """Every row about games, except audit rows of acts that were only planned or looked at."""
    async with database.reading() as unit:
        return [
            tuple(row)
            for table in _TABLES
            for row in (
                await unit._session.execute(
                    select(*table.__table__.columns).where(_DONE if table is AuditRow else true())
                )
            ).all()
        ]


async def audited(database: Database) -> list[AuditRow]:
    """The acts on record that were carried out, the oldest first."""
    query = select(AuditRow).where(_DONE).order_by(AuditRow.id)
    async with database.reading() as unit:
        return list((await unit._session.scalars(query)).all())
