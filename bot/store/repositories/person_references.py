"""All stored data about one person, in any table: export and anonymization."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

import msgspec
from sqlalchemy import (
    CompoundSelect,
    Executable,
    Select,
    Table,
    delete,
    or_,
    select,
    union,
    union_all,
    update,
)
from sqlalchemy.orm import aliased

from bot.store.models import (
    BY_ADMINISTRATOR,
    PERSONAL,
    AddressCodeRow,
    AuditRow,
    BlockRow,
    ChatMessageRow,
    ChatPreferenceRow,
    ChatReaderRow,
    DraftRow,
    EventRow,
    FollowerRow,
    GameRow,
    IdentityRow,
    InvitationRow,
    JobRow,
    MailInvitationRow,
    MuteRow,
    NoteRow,
    OrderRow,
    OutboxRow,
    PersonRow,
    ReceivedMailRow,
    ReportRow,
    SeatRow,
    VacationRow,
)
from bot.store.repositories.mails import sender_hashes
from bot.store.repositories.partitions import FOLLOWED, GATHERED_CHAT, LATER, NOTICES, mail_partition
from bot.store.repositories.repository import Repository

REMOVED = "[removed]"
"""Replaces the text of a forgotten person's message."""

_AT_ONCE = 100
"""Rows that are read in one turn of the event loop."""

Found = dict[str, Any]


def _partitions(person_id: int, addresses: Sequence[str]) -> tuple[str, ...]:
    """The partitions of a person's direct messages, and of what goes to their addresses."""
    ends = ("", FOLLOWED, NOTICES, LATER, *GATHERED_CHAT)
    direct = (f"user:{person_id}{end}" for end in ends)
    return (*direct, *(mail_partition(address) for address in addresses))


class PersonReferences(Repository):
    """The rows of all tables that have to do with a person."""

    async def of(self, person_id: int) -> dict[str, list[Found]]:
        """Everything about a person, by kind. Of others it holds only what they shared with this person."""
        event, talk, seat, reader = EventRow, ChatMessageRow, SeatRow, ChatReaderRow
        wish, delivery, asked = ChatPreferenceRow, OutboxRow, InvitationRow
        mute, report, order, code = MuteRow, ReportRow, OrderRow, AddressCodeRow
        addresses = await self._addresses(person_id)
        hashes = [*chain.from_iterable(map(sender_hashes, addresses))]
        created = aliased(EventRow)
        opened = select(created.game_id).where(created.kind == "created", created.player_id == person_id)
        # Texts of the player who opened the game stand beside the hash, without a name.
        words = union_all(
            select(EventRow.id).where(EventRow.kind == "joined", EventRow.player_id == person_id),
            select(EventRow.id).where(EventRow.kind == "committed", EventRow.game_id.in_(opened)),
        )
        queries: dict[str, Executable] = {
            "player": select(*PersonRow.__table__.columns).where(PersonRow.id == person_id),
            "identities": select(
                IdentityRow.kind, IdentityRow.external_id, IdentityRow.verified_at, IdentityRow.closed_at
            ).where(IdentityRow.person_id == person_id),
            "address codes": select(
                code.purpose, code.address, code.about, code.tries, code.created_at, code.used_at
            )
            .where(or_(code.player_id == person_id, code.address.in_(addresses)))
            .order_by(code.id),
            "mails": select(ReceivedMailRow.received_at, ReceivedMailRow.answered)
            .where(ReceivedMailRow.sender_hash.in_(hashes))
            .order_by(ReceivedMailRow.received_at),
            "invited by mail": select(MailInvitationRow.created_at)
            .where(MailInvitationRow.inviter_id == person_id)
            .order_by(MailInvitationRow.id),
            "asked by mail": select(MailInvitationRow.created_at, MailInvitationRow.status)
            .where(MailInvitationRow.address_hash.in_(hashes), MailInvitationRow.status != "held")
            .order_by(MailInvitationRow.id),
            "seats": _in_games(
                seat, GameRow.key, GameRow.status, seat.seat, seat.joined_at, seat.notices, seat.notified_at
            )
            .where(seat.player_id == person_id)
            .order_by(seat.game_id),
            "hosted": select(GameRow.code, GameRow.key, GameRow.created_at)
            .where(GameRow.host_id == person_id)
            .order_by(GameRow.id),
            "events": _own(
                event, person_id, event.kind, event.notation, event.public_notation, event.cause, event.at
            ),
            "words for draws": _in_games(event, event.data, event.at)
            .where(event.id.in_(words))
            .order_by(event.id),
            "said": _own(talk, person_id, talk.turn, talk.private, talk.body, talk.at),
            "heard in private": _in_games(talk, talk.turn, talk.body, talk.at, reader.seen_at)
            .join(reader, reader.chat_message_id == talk.id)
            .where(reader.player_id == person_id)
            .order_by(talk.id),
            "talk": _in_games(wish, wish.relayed, wish.has_dm_route).where(wish.player_id == person_id),
            "blocked": select(PersonRow.name, BlockRow.created_at)
            .select_from(BlockRow)
            .join(PersonRow, PersonRow.id == BlockRow.blocked_id, isouter=True)
            .where(BlockRow.player_id == person_id)
            .order_by(BlockRow.id),
            "vacations": select(
                VacationRow.starts_at, VacationRow.ends_at, VacationRow.ended_at, VacationRow.created_at
            )
            .where(VacationRow.player_id == person_id)
            .order_by(VacationRow.id),
            "invitations": _own(
                asked, person_id, asked.seat, asked.status, asked.created_at, asked.expires_at
            ),
            "invited": _in_games(asked, asked.seat, asked.status, asked.created_at)
            .where(asked.inviter_id == person_id)
            .order_by(asked.id),
            "muted": _in_games(mute, PersonRow.name, mute.created_at)
            .join(PersonRow, PersonRow.id == mute.muted_id)
            .where(mute.player_id == person_id)
            .order_by(mute.game_id, mute.muted_id),
            "reported": _in_games(report, report.body.label("words"), report.created_at)
            .where(report.reporter_id == person_id)
            .order_by(report.id),
            "planned ahead": _own(order, person_id, order.seat, order.guard, order.action, order.created_at),
            "noted": _own(NoteRow, person_id, NoteRow.turn, NoteRow.body, NoteRow.created_at),
            "computers thought": _own(JobRow, person_id, JobRow.seconds, JobRow.created_at),
            "followed": _in_games(FollowerRow, FollowerRow.created_at)
            .where(FollowerRow.player_id == person_id)
            .order_by(FollowerRow.game_id),
            "administered": select(AuditRow.act, AuditRow.why, AuditRow.at)
            .where(AuditRow.actor == str(person_id))
            .order_by(AuditRow.id),
            "direct messages": select(delivery.kind, delivery.status, delivery.created_at, delivery.done_at)
            .where(PERSONAL, delivery.partition_key.in_(_partitions(person_id, addresses)))
            .order_by(delivery.id),
        }
        return {kind: await self._found(query) for kind, query in queries.items()}

    async def _found(self, query: Executable) -> list[Found]:
        """The rows of a query, read by and by: a person may have years of them."""
        found: list[Found] = []
        stream = await self._session.stream(query, execution_options={"yield_per": _AT_ONCE})
        async for some in stream.mappings().partitions():
            found += map(_plain, some)
        return found

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
            # Whom an administrator has seated, and replaced before they did anything.
            select(EventRow.game_id).where(BY_ADMINISTRATOR, or_(*replaced)),
        )
        return sorted(await self._session.scalars(found))

    async def hand_over(self, person_id: int, surrogate: PersonRow, games: Sequence[int]) -> None:
        """Put the pseudonym, which is stored already, in a person's place everywhere, and forget the person.

        `games`: all games that refer to the person. Their messages and preferences are deleted.
        """
        await self._forget_drafts(person_id)
        addresses = await self._addresses(person_id)
        asked = await self._all(select(AddressCodeRow.address).where(AddressCodeRow.player_id == person_id))
        await self._forget_mail(person_id, addresses)
        preferences = (ChatPreferenceRow, BlockRow, MuteRow, NoteRow, InvitationRow, OrderRow, FollowerRow)
        open_invitations = update(InvitationRow).filter_by(inviter_id=person_id, status="open")
        deliveries = OutboxRow.partition_key.in_(_partitions(person_id, [*addresses, *asked]))
        await self._change(
            delete(IdentityRow).filter_by(person_id=person_id),
            *(delete(table).filter_by(player_id=person_id) for table in (*preferences, VacationRow)),
            # The inviter is gone, but the invitation stays.
            open_invitations.values(status="withdrawn", closed_at=InvitationRow.created_at),
            delete(MuteRow).filter_by(muted_id=person_id),
            delete(OutboxRow).where(PERSONAL, deliveries),
            update(ChatMessageRow).filter_by(player_id=person_id).values(body=REMOVED),
            *(
                update(table).where(table.c[column] == person_id).values({column: surrogate.id})
                for table, column in _references()
            ),
            update(AuditRow).filter_by(actor=str(person_id)).values(actor=str(surrogate.id)),
        )
        for game_id in games:
            await self._rewrite_events(game_id, person_id, surrogate.id)
            await self._rewrite_deliveries(game_id, person_id, surrogate)
        # What goes to an address is about no game.
        await self._rewrite_deliveries(None, person_id, surrogate)
        await self._change(delete(PersonRow).filter_by(id=person_id))

    async def _addresses(self, person_id: int) -> Sequence[str]:
        """A person's mail addresses."""
        return await self._all(select(IdentityRow.external_id).filter_by(person_id=person_id, kind="mail"))

    async def _forget_mail(self, person_id: int, addresses: Sequence[str]) -> None:
        """Delete all data on a person's mail, except that they refuse invitations for ever."""
        code, asked = AddressCodeRow, MailInvitationRow
        hashes = [*chain.from_iterable(map(sender_hashes, addresses))]
        await self._change(
            delete(code).where(or_(code.player_id == person_id, code.address.in_(addresses))),
            delete(ReceivedMailRow).where(ReceivedMailRow.sender_hash.in_(hashes)),
            delete(asked).where(asked.address_hash.in_(hashes), asked.status != "refused"),
        )

    async def _forget_drafts(self, person_id: int) -> None:
        """Acts that wait for this person to confirm them, and those that are about them."""
        known_as = select(IdentityRow.external_id).where(IdentityRow.person_id == person_id)
        names = [_as_person(person_id), *(f'"{known}"' for known in await self._session.scalars(known_as))]
        about = [DraftRow.act.contains(name, autoescape=True) for name in names]
        await self._change(delete(DraftRow).where(or_(DraftRow.player_id == person_id, *about)))

    async def _rewrite_events(self, game_id: int, person_id: int, surrogate_id: int) -> None:
        """Replace ids in the data of events; nothing that a replay depends on is touched."""
        query = select(EventRow.id, EventRow.data).where(
            EventRow.game_id == game_id,
            or_(EventRow.data.contains('"players"'), EventRow.data.contains('"before"')),
        )
        for number, data in await self._rows(query):
            changed = msgspec.json.encode(
                _without(msgspec.json.decode(data or "null"), person_id, surrogate_id)
            )
            await self._change(update(EventRow).filter_by(id=number).values(data=changed.decode()))

    async def _rewrite_deliveries(self, game_id: int | None, person_id: int, surrogate: PersonRow) -> None:
        """Replace names in posted payloads; those of earlier releases also in names of threads."""
        query = select(OutboxRow.id, OutboxRow.kind, OutboxRow.payload).where(OutboxRow.game_id == game_id)
        for number, kind, payload in await self._rows(query):
            if not payload or (kind != "thread" and _as_person(person_id) not in payload):
                continue
            changed = _renamed(msgspec.json.decode(payload), person_id, surrogate)
            if kind == "thread" and changed["name"]:
                changed["name"] = str(changed["name"]).split()[0]
            written = msgspec.json.encode(changed).decode()
            await self._change(update(OutboxRow).filter_by(id=number).values(payload=written))


def _in_games(table: Any, *columns: Any) -> Select[Any]:
    """Columns of rows that belong to games, with the codes of these."""
    return select(GameRow.code, *columns).join(GameRow, GameRow.id == table.game_id).select_from(table)


def _own(table: Any, person_id: int, *columns: Any) -> Select[Any]:
    """The same of a person's rows alone, in their order."""
    return _in_games(table, *columns).where(table.player_id == person_id).order_by(table.id)


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


def _without(data: Any, person_id: int, surrogate_id: int) -> Any:
    """The data of an event with another id: who started the game, who left a seat, who took it."""
    if not isinstance(data, dict):
        return data
    changed = dict(data)
    if isinstance(data.get("players"), list):
        changed["players"] = [surrogate_id if one == person_id else one for one in data["players"]]
    for name in ("before", "after"):
        if data.get(name) == person_id:
            changed[name] = surrogate_id
    return changed


def _as_person(person_id: int) -> str:
    """The JSON that follows this person's id and name."""
    return f'"id":{person_id},"name":'


def _renamed(data: Any, person_id: int, surrogate: PersonRow) -> Any:
    """The same for another person, wherever this one occurs with a name."""
    if isinstance(data, list):
        return [_renamed(one, person_id, surrogate) for one in data]
    if not isinstance(data, dict):
        return data
    if data.get("id") == person_id and "name" in data:
        return {**data, "id": surrogate.id, "name": surrogate.name}
    return {name: _renamed(value, person_id, surrogate) for name, value in data.items()}
