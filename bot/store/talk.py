"""What players say: kept with who may read it, and with what became of bringing it to them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, exists, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import joinedload, selectinload

from bot.store.models import GameRow, SeatRow, TalkReaderRow, TalkRow, TalkWishRow


def _whole() -> Select[TalkRow]:
    return select(TalkRow).options(joinedload(TalkRow.player), selectinload(TalkRow.readers))


def _readable(game_id: int, player_id: int, *, revealed: bool) -> ColumnElement[bool]:
    """What a person may read of a game's talk: the right is theirs, not their seat's."""
    addressed = exists().where(TalkReaderRow.talk_id == TalkRow.id, TalkReaderRow.player_id == player_id)
    mine = or_(TalkRow.private.is_(False), TalkRow.player_id == player_id, addressed)
    return (TalkRow.game_id == game_id) if revealed else (TalkRow.game_id == game_id) & mine


def _brought(talk_id: int, player_id: int) -> tuple[ColumnElement[bool], ...]:
    return TalkReaderRow.talk_id == talk_id, TalkReaderRow.player_id == player_id


class Talk:
    """Messages, their readers, and what people wish of them."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    def add(self, row: TalkRow) -> None:
        """A new message with its readers."""
        self._session.add(row)

    async def get(self, talk_id: int) -> TalkRow | None:
        """A message with its readers."""
        return (await self._session.scalars(_whole().where(TalkRow.id == talk_id))).one_or_none()

    async def by_cause(self, cause: str) -> TalkRow | None:
        """The message of a request, if it was heard before."""
        return (await self._session.scalars(_whole().where(TalkRow.cause == cause))).one_or_none()

    async def readable(
        self, game_id: int, player_id: int, *, revealed: bool, turn: str | None, skip: int, limit: int
    ) -> Sequence[TalkRow]:
        """What a person may read of a game's talk, the newest first. `revealed`: all of it."""
        query = _whole().where(_readable(game_id, player_id, revealed=revealed))
        if turn is not None:
            query = query.where(TalkRow.turn == turn)
        query = query.order_by(TalkRow.id.desc()).offset(skip).limit(limit)
        return (await self._session.scalars(query)).all()

    async def turns(self, game_id: int, player_id: int, *, revealed: bool) -> Sequence[str]:
        """The turns of which a person may read anything, in their order."""
        query = (
            select(TalkRow.turn)
            .where(_readable(game_id, player_id, revealed=revealed))
            .group_by(TalkRow.turn)
            .order_by(func.min(TalkRow.id))
        )
        return (await self._session.scalars(query)).all()

    async def unseen(self, game_id: int, player_id: int) -> int:
        """How many private messages of a game wait for a person."""
        query = (
            select(func.count())
            .select_from(TalkReaderRow)
            .join(TalkRow, TalkRow.id == TalkReaderRow.talk_id)
            .where(
                TalkRow.game_id == game_id,
                TalkReaderRow.player_id == player_id,
                TalkReaderRow.seen_at.is_(None),
            )
        )
        return await self._session.scalar(query) or 0

    async def seen(self, talk_ids: Collection[int], player_id: int, at: datetime) -> None:
        """These have come before the person's eyes, if they had not before."""
        if talk_ids:
            await self._session.execute(
                update(TalkReaderRow)
                .where(
                    TalkReaderRow.talk_id.in_(talk_ids),
                    TalkReaderRow.player_id == player_id,
                    TalkReaderRow.seen_at.is_(None),
                )
                .values(seen_at=at)
            )

    async def refused(self, talk_id: int, player_id: int, at: datetime) -> None:
        """This could not be brought to the person."""
        await self._session.execute(
            update(TalkReaderRow).where(*_brought(talk_id, player_id)).values(refused_at=at)
        )

    # -- wishes ----------------------------------------------------------------------------------------

    async def wish(self, player_id: int, game_id: int) -> TalkWishRow | None:
        """What a person wishes of a game's talk, if they ever said."""
        return await self._session.get(TalkWishRow, (player_id, game_id))

    async def follow(self, player_id: int, game_id: int) -> None:
        """The person talks by direct message, and so hears by it, unless they have ever said otherwise."""
        values = {"player_id": player_id, "game_id": game_id, "relayed": True, "meant": False}
        dialect = postgresql if self._session.get_bind().dialect.name == "postgresql" else sqlite
        await self._session.execute(dialect.insert(TalkWishRow).values(values).on_conflict_do_nothing())

    async def followers(self, game_id: int) -> Sequence[int]:
        """The people at a game's table to whom its public talk is relayed."""
        query = (
            select(TalkWishRow.player_id)
            .join(
                SeatRow,
                (SeatRow.game_id == TalkWishRow.game_id) & (SeatRow.player_id == TalkWishRow.player_id),
            )
            .where(TalkWishRow.game_id == game_id, TalkWishRow.relayed)
            .order_by(TalkWishRow.player_id)
        )
        return (await self._session.scalars(query)).all()

    async def meant(self, player_id: int, statuses: Collection[str]) -> str | None:
        """The code of the game, if it is in such a state, to which a person's direct messages belong."""
        query = (
            select(GameRow.code)
            .join(TalkWishRow, TalkWishRow.game_id == GameRow.id)
            .where(TalkWishRow.player_id == player_id, TalkWishRow.meant, GameRow.status.in_(statuses))
        )
        return await self._session.scalar(query)

    async def forget_meant(self, player_id: int) -> None:
        """The person's direct messages belong to no game in particular."""
        await self._session.execute(
            update(TalkWishRow).where(TalkWishRow.player_id == player_id).values(meant=False)
        )
