"""Chat messages, with their readers and the results of their deliveries."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, exists, func, or_, select, update
from sqlalchemy.orm import joinedload, selectinload

from bot.store.models import (
    BlockRow,
    ChatMessageRow,
    ChatPreferenceRow,
    ChatReaderRow,
    GameRow,
    MuteRow,
    SeatRow,
)
from bot.store.repositories.repository import Repository


def _whole() -> Select[ChatMessageRow]:
    return select(ChatMessageRow).options(
        joinedload(ChatMessageRow.player),
        selectinload(ChatMessageRow.readers).joinedload(ChatReaderRow.player),
    )


def _readable(game_id: int, player_id: int, *, revealed: bool, openly: bool) -> ColumnElement[bool]:
    """The condition for messages of a game that a person may read: the right is theirs, not their seat's."""
    addressed = exists().where(
        ChatReaderRow.chat_message_id == ChatMessageRow.id, ChatReaderRow.player_id == player_id
    )
    mine = or_(ChatMessageRow.private.is_(False), ChatMessageRow.player_id == player_id, addressed)
    here = (ChatMessageRow.game_id == game_id) & _readable_by(player_id)
    if revealed:
        return here
    return here & (ChatMessageRow.private.is_(False) if openly else mine)


def _readable_by(player_id: int) -> ColumnElement[bool]:
    """The condition for messages by people whom this person has neither muted in the game nor blocked."""
    muted = exists().where(
        MuteRow.player_id == player_id,
        MuteRow.game_id == ChatMessageRow.game_id,
        MuteRow.muted_id == ChatMessageRow.player_id,
    )
    blocked = exists().where(BlockRow.player_id == player_id, BlockRow.blocked_id == ChatMessageRow.player_id)
    return ~(muted | blocked)


def _sent(game_id: int, player_id: int) -> Select[int]:
    """The private messages of a game that a person was sent."""
    return (
        select(ChatMessageRow.id)
        .join(ChatReaderRow, ChatReaderRow.chat_message_id == ChatMessageRow.id)
        .where(ChatMessageRow.game_id == game_id, ChatReaderRow.player_id == player_id)
    )


class ChatMessages(Repository):
    """Messages, their readers, and people's chat preferences."""

    async def get(self, chat_message_id: int) -> ChatMessageRow | None:
        """A message with its readers."""
        return await self._session.scalar(_whole().where(ChatMessageRow.id == chat_message_id))

    async def by_cause(self, cause: str) -> ChatMessageRow | None:
        """The message of a request, if it was handled before."""
        return await self._session.scalar(_whole().where(ChatMessageRow.cause == cause))

    async def count(self, player_id: int, game_id: int, since: datetime) -> int:
        """How many messages of a game a person has sent since a moment."""
        sent = ChatMessageRow.game_id == game_id, ChatMessageRow.player_id == player_id
        return await self._count(*sent, ChatMessageRow.at > since)

    async def readable(
        self,
        game_id: int,
        player_id: int,
        *,
        revealed: bool,
        turn: str | None,
        skip: int,
        limit: int,
        openly: bool,
    ) -> Sequence[ChatMessageRow]:
        """What a person may read of a game's chat, the newest first. `revealed`: all of it.

        `openly`: only what everybody may read.
        """
        query = _whole().where(_readable(game_id, player_id, revealed=revealed, openly=openly))
        if turn is not None:
            query = query.where(ChatMessageRow.turn == turn)
        query = query.order_by(ChatMessageRow.id.desc()).offset(skip).limit(limit)
        return await self._all(query)

    async def turns(
        self, game_id: int, player_id: int, *, revealed: bool, openly: bool = False
    ) -> Sequence[str]:
        """The turns of which a person may read anything, in their order. `openly`: as in `readable`."""
        query = (
            select(ChatMessageRow.turn)
            .where(_readable(game_id, player_id, revealed=revealed, openly=openly))
            .group_by(ChatMessageRow.turn)
            .order_by(func.min(ChatMessageRow.id))
        )
        return await self._all(query)

    async def unseen(self, game_id: int, player_id: int) -> int:
        """How many private messages of a game wait for a person."""
        return await self._count(
            ChatMessageRow.id == ChatReaderRow.chat_message_id,
            ChatMessageRow.game_id == game_id,
            ChatReaderRow.player_id == player_id,
            ChatReaderRow.seen_at.is_(None),
            _readable_by(player_id),
        )

    async def wants(self, chat_message_id: int, player_id: int) -> bool:
        """Whether a person has neither muted nor blocked the speaker of this message."""
        return await self._any(ChatMessageRow.id == chat_message_id, _readable_by(player_id))

    async def number(self, message: ChatMessageRow, player_id: int) -> int:
        """The number of this message among the private messages to a person in its game: 1, 2, 3 ...

        It reveals nothing of messages to others.
        """
        before = _sent(message.game_id, player_id).where(ChatMessageRow.id <= message.id)
        query = select(func.count()).select_from(before.subquery())
        return (await self._session.scalars(query)).one()

    async def sent(self, game_id: int, player_id: int, number: int) -> ChatMessageRow | None:
        """The private message of a game that has this `number` for a person."""
        query = _whole().where(ChatMessageRow.id.in_(_sent(game_id, player_id)))
        return await self._first(query.order_by(ChatMessageRow.id).offset(number - 1))

    async def all_seen(self, game_id: int, player_id: int) -> Sequence[ChatMessageRow]:
        """The private messages of a game that a person was sent and has seen, in their order."""
        seen = _sent(game_id, player_id).where(ChatReaderRow.seen_at.is_not(None))
        return await self._all(_whole().where(ChatMessageRow.id.in_(seen)).order_by(ChatMessageRow.id))

    async def mark_seen(self, chat_message_ids: Collection[int], player_id: int, at: datetime) -> None:
        """Mark these as seen by the person, unless they were."""
        if chat_message_ids:
            new = update(ChatReaderRow).filter_by(player_id=player_id, seen_at=None)
            these = ChatReaderRow.chat_message_id.in_(chat_message_ids)
            await self._change(new.where(these).values(seen_at=at))

    # -- preferences ------------------------------------------------------------------------------------

    async def preference(self, player_id: int, game_id: int) -> ChatPreferenceRow | None:
        """A person's preference for a game's chat, if they ever set one."""
        return await self._session.find(ChatPreferenceRow, player_id, game_id)

    async def follow(self, player_id: int, game_id: int) -> None:
        """Relay public messages to a person who chats by direct message, unless they chose otherwise."""
        chosen = {"relayed": True, "has_dm_route": False}
        await self._insert_if_new(ChatPreferenceRow, player_id=player_id, game_id=game_id, **chosen)

    async def relayed(self, game_id: int) -> Mapping[int, bool]:
        """Whether the public chat of a game is relayed to those at its table who have chosen, by person."""
        query = (
            select(ChatPreferenceRow.player_id, ChatPreferenceRow.relayed)
            .join(
                SeatRow,
                (SeatRow.game_id == ChatPreferenceRow.game_id)
                & (SeatRow.player_id == ChatPreferenceRow.player_id),
            )
            .where(ChatPreferenceRow.game_id == game_id)
            .order_by(ChatPreferenceRow.player_id)
        )
        return dict(await self._rows(query))

    async def dm_game(self, player_id: int, statuses: Collection[str]) -> str | None:
        """The code of the game, if in one of these states, to which a person's direct messages belong."""
        query = (
            select(GameRow.code)
            .join(ChatPreferenceRow, ChatPreferenceRow.game_id == GameRow.id)
            .where(
                ChatPreferenceRow.player_id == player_id,
                ChatPreferenceRow.has_dm_route,
                GameRow.status.in_(statuses),
            )
        )
        return await self._session.scalar(query)

    async def clear_dm_game(self, player_id: int) -> None:
        """Let the person's direct messages belong to no game in particular."""
        theirs = update(ChatPreferenceRow).filter_by(player_id=player_id)
        await self._change(theirs.values(has_dm_route=False))
