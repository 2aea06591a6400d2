"""What the servers have settled."""

from datetime import datetime

from bot.store.models import ServerRow
from bot.store.repository import Repository


class Servers(Repository):
    """The settings of servers."""

    async def get(self, guild_id: int) -> str | None:
        """A server's stored settings; None if none were set."""
        row = await self._session.get(ServerRow, guild_id)
        return None if row is None else row.settings

    async def put(self, guild_id: int, settings: str, at: datetime) -> None:
        """Store a server's settings in place of those before."""
        values = {"guild_id": guild_id, "settings": settings, "updated_at": at}
        query = self._insert(ServerRow).values(values)
        changed = {"settings": settings, "updated_at": at}
        await self._session.execute(query.on_conflict_do_update(index_elements=["guild_id"], set_=changed))
