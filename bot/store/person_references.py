"""What is stored about one person, wherever it stands: read out, and made nobody's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import Executable, Table, delete, or_, select, update

from bot.store.models import (
    AuditRow,
    ChatMessageRow,
    ChatPreferenceRow,
    ChatReaderRow,
    DraftRow,
    EventRow,
    GameRow,
    IdentityRow,
    OutboxRow,
    PersonRow,
    SeatRow,
)
from bot.store.repository import Repository

REMOVED = "[removed]"
"""What is left of something that a forgotten person said."""

Found = dict[str, Any]


class PersonReferences(Repository):
    """The rows of all tables that have to do with a person."""

    async def of(self, player_id: int) -> dict[str, list[Found]]:
        """Everything about a person, by kind. Of others it holds only what they have told this person."""
        event, talk, seat = EventRow, ChatMessageRow, SeatRow
        heard = ChatReaderRow.player_id == player_id
        return {
            "player": await self._rows(select(*PersonRow.__table__.columns).where(PersonRow.id == player_id)),
            "identities": await self._rows(
                select(IdentityRow.kind, IdentityRow.external_id, IdentityRow.verified_at).where(
                    IdentityRow.person_id == player_id
                )
            ),
            "seats": await self._rows(
                select(GameRow.code, GameRow.key, GameRow.status, seat.seat, seat.joined_at)
                .join(GameRow, GameRow.id == seat.game_id)
                .where(seat.player_id == player_id)
                .order_by(seat.game_id)
            ),
            "hosted": await self._rows(
                select(GameRow.code, GameRow.key, GameRow.created_at)
                .where(GameRow.host_id == player_id)
                .order_by(GameRow.id)
            ),
            "events": await self._rows(
                select(GameRow.code, event.kind, event.notation, event.cause, event.at)
                .join(GameRow, GameRow.id == event.game_id)
                .where(event.player_id == player_id)
                .order_by(event.id)
            ),
            "said": await self._rows(
                select(GameRow.code, talk.turn, talk.private, talk.body, talk.at)
                .join(GameRow, GameRow.id == talk.game_id)
                .where(talk.player_id == player_id)
                .order_by(talk.id)
            ),
            "heard in private": await self._rows(
                select(GameRow.code, talk.turn, talk.body, talk.at, ChatReaderRow.seen_at)
                .join(GameRow, GameRow.id == talk.game_id)
                .join(ChatReaderRow, ChatReaderRow.chat_message_id == talk.id)
                .where(heard)
                .order_by(talk.id)
            ),
            "talk": await self._rows(
                select(GameRow.code, ChatPreferenceRow.relayed, ChatPreferenceRow.meant)
                .join(GameRow, GameRow.id == ChatPreferenceRow.game_id)
                .where(ChatPreferenceRow.player_id == player_id)
            ),
            "administered": await self._rows(
                select(AuditRow.act, AuditRow.why, AuditRow.at)
                .where(AuditRow.actor == str(player_id))
                .order_by(AuditRow.id)
            ),
            "direct messages": await self._rows(
                select(OutboxRow.kind, OutboxRow.status, OutboxRow.created_at, OutboxRow.done_at)
                .where(OutboxRow.partition_key == f"user:{player_id}")
                .order_by(OutboxRow.id)
            ),
        }

    async def games(self, player_id: int) -> Sequence[int]:
        """The numbers of all games with which the person has to do."""
        replaced = [
            EventRow.data.contains(f'"{side}":{player_id}{end}')
            for side, end in (("before", ","), ("after", "}"))
        ]
        query = select(GameRow.id).where(
            or_(
                GameRow.host_id == player_id,
                GameRow.id.in_(select(SeatRow.game_id).where(SeatRow.player_id == player_id)),
                GameRow.id.in_(select(EventRow.game_id).where(EventRow.player_id == player_id)),
                # Whom an administrator has seated, and replaced before they did anything.
                GameRow.id.in_(select(EventRow.game_id).where(EventRow.kind == "admin", or_(*replaced))),
            )
        )
        return (await self._session.scalars(query.order_by(GameRow.id))).all()

    async def hand_over(self, player_id: int, surrogate: PersonRow, games: Sequence[int]) -> None:
        """Put the surrogate, who is stored already, in a person's place everywhere, and forget the person.

        `games` are all those with which the person has to do. What they said and wished is removed.
        """
        await self._forget_drafts(player_id)
        await self._session.execute(delete(IdentityRow).where(IdentityRow.person_id == player_id))
        await self._session.execute(delete(ChatPreferenceRow).where(ChatPreferenceRow.player_id == player_id))
        await self._session.execute(delete(OutboxRow).where(OutboxRow.partition_key == f"user:{player_id}"))
        await self._session.execute(
            update(ChatMessageRow).where(ChatMessageRow.player_id == player_id).values(body=REMOVED)
        )
        for table, column in _references():
            await self._session.execute(
                update(table).where(table.c[column] == player_id).values({column: surrogate.id})
            )
        await self._session.execute(
            update(AuditRow).where(AuditRow.actor == str(player_id)).values(actor=str(surrogate.id))
        )
        for game_id in games:
            await self._rewrite_events(game_id, player_id, surrogate.id)
            await self._rewrite_deliveries(game_id, player_id, surrogate)
        await self._session.execute(delete(PersonRow).where(PersonRow.id == player_id))

    async def _forget_drafts(self, player_id: int) -> None:
        """Acts that wait for this person to confirm them, and those that are about them."""
        known_as = select(IdentityRow.external_id).where(IdentityRow.person_id == player_id)
        names = [_as_person(player_id), *(f'"{known}"' for known in await self._session.scalars(known_as))]
        about = [DraftRow.act.contains(name, autoescape=True) for name in names]
        await self._session.execute(delete(DraftRow).where(or_(DraftRow.player_id == player_id, *about)))

    async def _rewrite_events(self, game_id: int, player_id: int, surrogate_id: int) -> None:
        """The ids that stand in the data of events; nothing that a replay depends on is touched."""
        query = select(EventRow.id, EventRow.data).where(
            EventRow.game_id == game_id,
            or_(EventRow.data.contains('"players"'), EventRow.data.contains('"before"')),
        )
        for number, data in (await self._session.execute(query)).all():
            changed = _without(msgspec.json.decode(data or "null"), player_id, surrogate_id)
            await self._session.execute(
                update(EventRow)
                .where(EventRow.id == number)
                .values(data=msgspec.json.encode(changed).decode())
            )

    async def _rewrite_deliveries(self, game_id: int, player_id: int, surrogate: PersonRow) -> None:
        """The names that stand in what was posted, of earlier releases also those in the names of threads."""
        query = select(OutboxRow.id, OutboxRow.kind, OutboxRow.payload).where(OutboxRow.game_id == game_id)
        for number, kind, payload in (await self._session.execute(query)).all():
            if kind != "thread" and _as_person(player_id) not in payload:
                continue
            changed = _renamed(msgspec.json.decode(payload), player_id, surrogate)
            if kind == "thread" and changed["name"]:
                changed["name"] = str(changed["name"]).split()[0]
            await self._session.execute(
                update(OutboxRow)
                .where(OutboxRow.id == number)
                .values(payload=msgspec.json.encode(changed).decode())
            )

    async def _rows(self, query: Executable) -> list[Found]:
        return [_plain(row) for row in (await self._session.execute(query)).mappings().all()]


def _plain(row: Mapping[Any, Any]) -> Found:
    return {
        str(name): value.isoformat() if isinstance(value, datetime) else value
        for name, value in row.items()
        if value is not None
    }


def _references() -> list[tuple[Table, str]]:
    """Every column that refers to a player."""
    players = PersonRow.__table__
    return [
        (table, key.parent.name)
        for table in PersonRow.metadata.sorted_tables
        for key in table.foreign_keys
        if key.column.table is players
    ]


def _without(data: Any, player_id: int, surrogate_id: int) -> Any:
    """The data of an event with another id: who started the game, who left a seat, who took it."""
    if not isinstance(data, dict):
        return data
    changed = dict(data)
    if isinstance(data.get("players"), list):
        changed["players"] = [surrogate_id if one == player_id else one for one in data["players"]]
    for name in ("before", "after"):
        if data.get(name) == player_id:
            changed[name] = surrogate_id
    return changed


def _as_person(player_id: int) -> str:
    """How JSON that holds this person with a name goes on about them."""
    return f'"id":{player_id},"name":'


def _renamed(data: Any, player_id: int, surrogate: PersonRow) -> Any:
    """The same with another person wherever this one stands with a name."""
    if isinstance(data, list):
        return [_renamed(one, player_id, surrogate) for one in data]
    if not isinstance(data, dict):
        return data
    if data.get("id") == player_id and "name" in data:
        return {**data, "id": surrogate.id, "name": surrogate.name}
    return {name: _renamed(value, player_id, surrogate) for name, value in data.items()}
