"""Who follows which games."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, delete, select

from bot.store.models import FollowerRow, GameRow, PersonRow
from bot.store.repositories.repository import Repository


class Followers(Repository):
    """The people who follow games."""

    async def add(self, game_id: int, player_id: int, now: datetime) -> None:
        """Follow a game; a second time changes nothing."""
        await self._insert_if_new(FollowerRow, game_id=game_id, player_id=player_id, created_at=now)

    async def remove(self, game_id: int, player_id: int) -> None:
        """Stop following a game."""
        await self._change(delete(FollowerRow).filter_by(game_id=game_id, player_id=player_id))

    async def follows(self, game_id: int, player_id: int) -> bool:
        """Whether a person follows a game."""
        return await self._session.find(FollowerRow, game_id, player_id) is not None

    async def of_game(self, game_id: int) -> Sequence[PersonRow]:
        """The followers of a game who accept direct messages."""
        query = select(PersonRow).join(FollowerRow, FollowerRow.player_id == PersonRow.id)
        query = query.where(FollowerRow.game_id == game_id, PersonRow.dms_closed_at.is_(None))
        return await self._all(query.order_by(PersonRow.id))

    async def codes(self, player_id: int, statuses: Collection[str]) -> Sequence[str]:
        """Codes of the games in these states that a person follows, the newest first."""
        query = select(GameRow.code).where(*_followed(player_id, statuses))
        return await self._all(query.order_by(GameRow.id.desc()))

    async def count(self, player_id: int, statuses: Collection[str]) -> int:
        """How many games in these states a person follows."""
        return await self._count(*_followed(player_id, statuses))


def _followed(player_id: int, statuses: Collection[str]) -> tuple[ColumnElement[bool], ...]:
    """Whether a person follows a game in one of these states: their few games are looked up first."""
    theirs = select(FollowerRow.game_id).where(FollowerRow.player_id == player_id)
    # The concatenation keeps planners from using the index of the status, which finds far more rows.
    return GameRow.id.in_(theirs), GameRow.status.concat("").in_(statuses)
