"""What a person's export holds: a query for each kind of data."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import ColumnElement, Executable, Select, and_, literal, or_, select, union_all
from sqlalchemy.orm import aliased

from bot.store.models import (
    PERSONAL,
    AddressCodeRow,
    AuditRow,
    BlockRow,
    ChatMessageRow,
    ChatPreferenceRow,
    ChatReaderRow,
    DeclineRow,
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
from bot.store.repositories.mails import invitation_hashes, sender_hashes
from bot.store.repositories.partitions import personal_partitions


def export_queries(person_id: int, addresses: Sequence[str]) -> Mapping[str, Executable]:
    """Queries for everything about a person with these addresses. Of others they find only what they shared
    with this person.
    """
    event, message, seat, reader = EventRow, ChatMessageRow, SeatRow, ChatReaderRow
    preference, delivery, asked, away = ChatPreferenceRow, OutboxRow, InvitationRow, VacationRow
    mute, report, order, code = MuteRow, ReportRow, OrderRow, AddressCodeRow
    hashes = [*chain.from_iterable(map(sender_hashes, addresses))]
    invited = [*chain.from_iterable(map(invitation_hashes, addresses))]
    created = aliased(EventRow)
    opened = select(created.game_id).where(created.kind == "created", created.player_id == person_id)
    # The “committed” event of a game holds the text of the player who opened it, but not their name.
    words = union_all(
        select(EventRow.id).where(EventRow.kind == "joined", EventRow.player_id == person_id),
        select(EventRow.id).where(EventRow.kind == "committed", EventRow.game_id.in_(opened)),
    )
    mine = or_(code.player_id == person_id, code.address.in_(addresses))
    by_mail = MailInvitationRow.address_hash.in_(invited) & (MailInvitationRow.status != "held")
    direct = and_(PERSONAL, delivery.partition_key.in_(personal_partitions(person_id, addresses)))
    return {
        "player": select(*PersonRow.__table__.columns).where(PersonRow.id == person_id),
        "identities": select(
            IdentityRow.kind, IdentityRow.external_id, IdentityRow.verified_at, IdentityRow.closed_at
        ).where(IdentityRow.person_id == person_id),
        "address codes": _rows(
            code, mine, code.purpose, code.address, code.about, code.tries, code.created_at, code.used_at
        ),
        "mails": select(ReceivedMailRow.received_at, ReceivedMailRow.answered)
        .where(ReceivedMailRow.sender_hash.in_(hashes))
        .order_by(ReceivedMailRow.received_at),
        "invited by mail": _rows(
            MailInvitationRow, MailInvitationRow.inviter_id == person_id, MailInvitationRow.created_at
        ),
        "asked by mail": _rows(
            MailInvitationRow, by_mail, MailInvitationRow.created_at, MailInvitationRow.status
        ),
        "seats": _own(
            *(seat, person_id, GameRow.key, GameRow.status),
            *(seat.seat, seat.joined_at, seat.notices, seat.notified_at),
        ),
        "hosted": _rows(GameRow, GameRow.host_id == person_id, GameRow.code, GameRow.key, GameRow.created_at),
        "events": _own(
            event, person_id, event.kind, event.notation, event.public_notation, event.cause, event.at
        ),
        "words for draws": _in_games(event, event.id.in_(words), event.data, event.at),
        "said": _own(message, person_id, message.turn, message.private, message.body, message.at),
        "heard in private": _in_games(
            message, reader.player_id == person_id, message.turn, message.body, message.at, reader.seen_at
        ).join(reader, reader.chat_message_id == message.id),
        "talk": _own(preference, person_id, preference.relayed, preference.has_dm_route),
        "blocked": _rows(BlockRow, BlockRow.player_id == person_id, PersonRow.name, BlockRow.created_at).join(
            PersonRow, PersonRow.id == BlockRow.blocked_id, isouter=True
        ),
        "vacations": _rows(
            *(away, away.player_id == person_id),
            *(away.starts_at, away.ends_at, away.ended_at, away.created_at),
        ),
        "invitations": _own(asked, person_id, asked.seat, asked.status, asked.created_at, asked.expires_at),
        "invited": _in_games(
            asked, asked.inviter_id == person_id, asked.seat, asked.status, asked.created_at
        ),
        "invited who were forgotten": _rows(
            DeclineRow, DeclineRow.inviter_id == person_id, literal("declined").label("status")
        ),
        "muted": _own(mute, person_id, PersonRow.name, mute.created_at).join(
            PersonRow, PersonRow.id == mute.muted_id
        ),
        "reported": _in_games(
            report, report.reporter_id == person_id, report.body.label("words"), report.created_at
        ),
        "planned ahead": _own(order, person_id, order.seat, order.guard, order.action, order.created_at),
        "noted": _own(NoteRow, person_id, NoteRow.turn, NoteRow.body, NoteRow.created_at),
        "computers thought": _own(JobRow, person_id, JobRow.seconds, JobRow.created_at),
        "followed": _own(FollowerRow, person_id, FollowerRow.created_at),
        "administered": _rows(
            AuditRow, AuditRow.actor == str(person_id), AuditRow.act, AuditRow.why, AuditRow.at
        ),
        "direct messages": _rows(
            delivery, direct, delivery.kind, delivery.status, delivery.created_at, delivery.done_at
        ),
    }


def _rows(table: Any, which: ColumnElement[bool], *columns: Any) -> Select[Any]:
    """Columns of the rows of a table that meet the condition, in their order."""
    return select(*columns).select_from(table).where(which).order_by(*table.__mapper__.primary_key)


def _in_games(table: Any, which: ColumnElement[bool], *columns: Any) -> Select[Any]:
    """As `_rows`, for rows that belong to games, with the codes of the games."""
    return _rows(table, which, GameRow.code, *columns).join(GameRow, GameRow.id == table.game_id)


def _own(table: Any, person_id: int, *columns: Any) -> Select[Any]:
    """As `_in_games`, for the rows of a person."""
    return _in_games(table, table.player_id == person_id, *columns)
