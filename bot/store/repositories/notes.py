"""What persons have noted for themselves about games."""

from collections.abc import Sequence

from sqlalchemy import delete, select

from bot.store.models import NoteRow
from bot.store.repositories.repository import Repository


class Notes(Repository):
    """The notes of games. Only their owners are shown them."""

    async def of(self, player_id: int, game_id: int) -> Sequence[NoteRow]:
        """What a person has noted about a game, the oldest first."""
        return await self._all(
            select(NoteRow).filter_by(player_id=player_id, game_id=game_id).order_by(NoteRow.id)
        )

    async def clear(self, player_id: int, game_id: int) -> None:
        """Delete all that a person has noted about a game."""
        await self._change(delete(NoteRow).filter_by(player_id=player_id, game_id=game_id))
