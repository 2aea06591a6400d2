"""The application to which a database belongs: the first that opens it; no other may go on with its games."""

from typing import Final

from sqlalchemy import Connection, delete, exists, inspect, select

from bot.store.models import GameRow, OwnerRow
from bot.store.repositories.repository import Repository

UNKNOWN: Final = ""
"""The owner of a database whose games are older than the table of owners."""


def owner(connection: Connection) -> str | None:
    """The application to which a database of any revision belongs; None for an empty one, or `UNKNOWN`."""
    tables = set(inspect(connection).get_table_names())
    if OwnerRow.__tablename__ in tables:
        noted: str | None = connection.scalar(select(OwnerRow.application))
        if noted is not None:
            return noted
    games = GameRow.__tablename__ in tables
    return UNKNOWN if games and connection.scalar(select(exists().select_from(GameRow))) else None


class Ownership(Repository):
    """The owner's row."""

    async def claim(self, application: str) -> str:
        """Let the database belong to this application unless it has an owner; return the owner."""
        await self._insert_if_new(OwnerRow, id=1, application=application)
        return (await self._session.scalars(select(OwnerRow.application))).one()

    async def release(self) -> None:
        """Let the database belong to the application that opens it next."""
        await self._change(delete(OwnerRow))
