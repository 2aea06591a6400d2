"""The settings of servers."""

from sqlalchemy import update

from bot.store.models import ServerRow
from bot.store.repositories.repository import Repository


class Servers(Repository):
    """Reading and changing a server's settings."""

    async def get(self, guild_id: int) -> str | None:
        """A server's stored settings; None if none were set."""
        row = await self._session.find(ServerRow, guild_id)
        return None if row is None else row.settings

    async def locked(self, guild_id: int) -> str:
        """A server's stored settings, locked; empty ones where none were set."""
        new = self._insert(ServerRow).values(guild_id=guild_id, settings="{}")
        # In one statement: others may change them at the same moment.
        known = new.on_conflict_do_update(index_elements=["guild_id"], set_={"settings": ServerRow.settings})
        return (await self._session.scalars(known.returning(ServerRow.settings))).one()

    async def put(self, guild_id: int, settings: str) -> None:
        """Store a server's settings in place of those that are locked."""
        await self._change(update(ServerRow).filter_by(guild_id=guild_id).values(settings=settings))
