"""All stored data about one person, in any table: export and anonymization."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Executable,
    Table,
    and_,
    delete,
    or_,
    select,
    union,
    update,
)

from bot.store.models import (
    BY_ADMINISTRATOR,
    PERSONAL,
    AddressCodeRow,
    AuditRow,
    BlockRow,
    ChatMessageRow,
    ChatPreferenceRow,
    DeclineRow,
    DraftRow,
    EventRow,
    FollowerRow,
    GameRow,
    IdentityRow,
    InvitationRow,
    MailInvitationRow,
    MuteRow,
    NoteRow,
    OrderRow,
    OutboxRow,
    PersonRow,
    ReceivedMailRow,
    SeatRow,
    VacationRow,
)
from bot.store.packing import unpacked
from bot.store.repositories.mails import invitation_hashes, sender_hashes
from bot.store.repositories.outbox_statements import LEASED, UNLEASED
from bot.store.repositories.partitions import personal_partitions
from bot.store.repositories.person_export import export_queries
from bot.store.repositories.repository import Repository

REMOVED = "[removed]"
"""Replaces the text of a forgotten person's message."""

_AT_ONCE = 100
"""Rows that are read in one turn of the event loop, and games that one statement is about."""

Found = dict[str, Any]


class PersonReferences(Repository):
    """The rows of all tables that have to do with a person."""

    async def of(self, person_id: int) -> dict[str, list[Found]]:
        """Everything about a person, by kind: see `export_queries`."""
        queries = export_queries(person_id, await self._addresses(person_id))
        return {kind: await self._found(query) for kind, query in queries.items()}

    async def _found(self, query: Executable) -> list[Found]:
        """The rows of a query, read in parts: a person may have years of them."""
        found: list[Found] = []
        stream = await self._session.stream(query, execution_options={"yield_per": _AT_ONCE})
        async for some in stream.mappings().partitions():
            found += map(_plain, some)
        return found

    async def seats(self, person_id: int) -> Sequence[tuple[str, str]]:
        """Code and status of every game in which the person has a seat."""
        query = select(GameRow.code, GameRow.status).join(SeatRow, SeatRow.game_id == GameRow.id)
        return await self._rows(query.where(SeatRow.player_id == person_id).order_by(GameRow.id))

    async def messages(self, person_id: int) -> int:
        """How many messages the person has written."""
        return await self._count(ChatMessageRow.player_id == person_id)

    async def games(self, person_id: int) -> Sequence[int]:
        """The numbers of all games with which the person has to do."""
        replaced = [
            EventRow.data.contains(f'"{side}":{person_id}{end}')
            for side, end in (("before", ","), ("after", "}"))
        ]
        administered = select(AuditRow.game_id).where(AuditRow.actor == str(person_id))
        found: CompoundSelect[Any] = union(
            select(GameRow.id).where(GameRow.host_id == person_id),
            select(SeatRow.game_id).where(SeatRow.player_id == person_id),
            select(EventRow.game_id).where(EventRow.player_id == person_id),
            administered.where(AuditRow.game_id.is_not(None)),
            # An administrator has seated the person, and replaced them before they did anything.
            select(EventRow.game_id).where(BY_ADMINISTRATOR, or_(*replaced)),
        )
        return sorted(await self._session.scalars(found))

    async def codes(self, games: Sequence[int], statuses: Collection[str]) -> list[str]:
        """The codes of the games among these that are in one of these states."""
        query = select(GameRow.code).where(GameRow.status.in_(statuses)).order_by(GameRow.id)
        found = [await self._all(query.where(GameRow.id.in_(some))) for some in _in_parts(games)]
        return [*chain.from_iterable(found)]

    async def hand_over(self, person_id: int, pseudonym: PersonRow, games: Sequence[int]) -> None:
        """Put the pseudonym, which is stored already, in a person's place everywhere, and forget the person.

        `games`: all games that refer to the person. Their messages and preferences are deleted.
        """
        await self._forget_drafts(person_id)
        addresses = await self._addresses(person_id)
        asked = await self._all(select(AddressCodeRow.address).where(AddressCodeRow.player_id == person_id))
        await self._forget_mail(person_id, addresses)
        preferences = (ChatPreferenceRow, BlockRow, MuteRow, NoteRow, InvitationRow, OrderRow, FollowerRow)
        open_invitations = update(InvitationRow).filter_by(inviter_id=person_id, status="open")
        deliveries = OutboxRow.partition_key.in_(personal_partitions(person_id, [*addresses, *asked]))
        await self._change(
            delete(IdentityRow).filter_by(person_id=person_id),
            *(delete(table).filter_by(player_id=person_id) for table in (*preferences, VacationRow)),
            # Their open invitations are withdrawn; when they were forgotten is not told.
            open_invitations.values(status="withdrawn", closed_at=InvitationRow.created_at),
            delete(MuteRow).filter_by(muted_id=person_id),
            delete(DeclineRow).filter_by(inviter_id=person_id),
            delete(OutboxRow).where(PERSONAL, deliveries),
            update(ChatMessageRow).filter_by(player_id=person_id).values(body=REMOVED),
            *(
                update(table).where(table.c[column] == person_id).values({column: pseudonym.id})
                for table, column in _references()
            ),
            update(AuditRow).filter_by(actor=str(person_id)).values(actor=str(pseudonym.id)),
        )
        for some in _in_parts(games):
            await self._rewrite_events(some, person_id, pseudonym.id)
            await self._rewrite_deliveries(OutboxRow.game_id.in_(some), person_id, pseudonym)
        # Deliveries to addresses belong to no game, and a notice that was tried may have gathered those of
        # other games. Only pending ones are searched, by their index: it would take long to read all
        # payloads.
        named = OutboxRow.stored_payload.contains(_as_person(person_id), autoescape=True)
        tried = and_(UNLEASED, OutboxRow.attempts > 0, named)
        for elsewhere in (OutboxRow.game_id.is_(None), tried, and_(LEASED, named)):
            await self._rewrite_deliveries(elsewhere, person_id, pseudonym)
        await self._change(delete(PersonRow).filter_by(id=person_id))

    async def forget_places(self, games: Sequence[int]) -> None:
        """Forget the places of those games that are played in direct messages, and their cards there.

        The channel leads to the person, and nobody else sees it.
        """
        nowhere = {"channel_id": None, "lobby_message_id": None, "card_outbox_id": None}
        for some in _in_parts(games):
            own = select(GameRow.id).where(
                GameRow.id.in_(some), GameRow.guild_id.is_(None), GameRow.channel_id.is_not(None)
            )
            await self._change(
                delete(OutboxRow).where(OutboxRow.game_id.in_(own)),
                update(GameRow).where(GameRow.id.in_(own)).values(nowhere),
            )

    async def _addresses(self, person_id: int) -> Sequence[str]:
        return await self._all(select(IdentityRow.external_id).filter_by(person_id=person_id, kind="mail"))

    async def _forget_mail(self, person_id: int, addresses: Sequence[str]) -> None:
        """Delete all data on a person's mail, except that they refuse invitations for ever."""
        code, asked = AddressCodeRow, MailInvitationRow
        hashes = [*chain.from_iterable(map(sender_hashes, addresses))]
        invited = [*chain.from_iterable(map(invitation_hashes, addresses))]
        await self._change(
            delete(code).where(or_(code.player_id == person_id, code.address.in_(addresses))),
            delete(ReceivedMailRow).where(ReceivedMailRow.sender_hash.in_(hashes)),
            delete(asked).where(asked.address_hash.in_(invited), asked.status != "refused"),
        )

    async def _forget_drafts(self, person_id: int) -> None:
        """Delete acts that wait for this person to confirm them, and those that are about them."""
        known_as = select(IdentityRow.external_id).where(IdentityRow.person_id == person_id)
        names = [_as_person(person_id), *(f'"{known}"' for known in await self._session.scalars(known_as))]
        about = [DraftRow.act.contains(name, autoescape=True) for name in names]
        await self._change(delete(DraftRow).where(or_(DraftRow.player_id == person_id, *about)))

    async def _rewrite_events(self, games: Sequence[int], person_id: int, pseudonym_id: int) -> None:
        """Replace ids in the data of events; nothing that a replay depends on is touched."""
        query = select(EventRow.id, EventRow.data).where(
            EventRow.game_id.in_(games),
            or_(EventRow.data.contains('"players"'), EventRow.data.contains('"before"')),
        )
        for number, data in await self._rows(query):
            changed = msgspec.json.encode(
                _with_pseudonym(msgspec.json.decode(data or "null"), person_id, pseudonym_id)
            )
            await self._change(update(EventRow).filter_by(id=number).values(data=changed.decode()))

    async def _rewrite_deliveries(
        self, which: ColumnElement[bool], person_id: int, pseudonym: PersonRow
    ) -> None:
        """Replace names in payloads; those of earlier releases also in names of threads."""
        query = select(OutboxRow.id, OutboxRow.kind, OutboxRow.stored_payload).where(which)
        for number, kind, stored in await self._rows(query):
            payload = unpacked(stored)
            if not payload or (kind != "thread" and _as_person(person_id) not in payload):
                continue
            changed = _renamed(msgspec.json.decode(payload), person_id, pseudonym)
            if kind == "thread" and changed["name"]:
                changed["name"] = str(changed["name"]).split()[0]
            written = msgspec.json.encode(changed).decode()
            await self._change(update(OutboxRow).filter_by(id=number).values(stored_payload=written))


def _in_parts(games: Sequence[int]) -> Iterator[Sequence[int]]:
    """The games in parts, each as large as one statement takes."""
    return (games[start : start + _AT_ONCE] for start in range(0, len(games), _AT_ONCE))


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


def _with_pseudonym(data: Any, person_id: int, pseudonym_id: int) -> Any:
    """The data of an event with the pseudonym's id: among the players, or before or after a change."""
    if not isinstance(data, dict):
        return data
    changed = dict(data)
    if isinstance(data.get("players"), list):
        changed["players"] = [pseudonym_id if one == person_id else one for one in data["players"]]
    for name in ("before", "after"):
        if data.get(name) == person_id:
            changed[name] = pseudonym_id
    return changed


def _as_person(person_id: int) -> str:
    """How a person's id and the key of their name stand in JSON."""
    return f'"id":{person_id},"name":'


def _renamed(data: Any, person_id: int, pseudonym: PersonRow) -> Any:
    """The data with the pseudonym in place of the person, wherever they occur with a name."""
    if isinstance(data, list):
        return [_renamed(one, person_id, pseudonym) for one in data]
    if not isinstance(data, dict):
        return data
    if data.get("id") == person_id and "name" in data:
        return {**data, "id": pseudonym.id, "name": pseudonym.name}
    return {name: _renamed(value, person_id, pseudonym) for name, value in data.items()}
