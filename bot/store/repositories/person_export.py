"""What a person's export holds: a query for each kind of data."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from sqlalchemy import (
    Executable,
    Select,
    or_,
    select,
    union_all,
)
from sqlalchemy.orm import aliased

from bot.store.models import (
    PERSONAL,
    AddressCodeRow,
    AuditRow,
    BlockRow,
    ChatMessageRow,
    ChatPreferenceRow,
    ChatReaderRow,
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
from bot.store.repositories.partitions import personal_partitions


def export_queries(person_id: int, addresses: Sequence[str]) -> Mapping[str, Executable]:
    """Queries for everything about a person with these addresses. Of others they find only what they shared
    with this person.
    """
    event, message, seat, reader = EventRow, ChatMessageRow, SeatRow, ChatReaderRow
    preference, delivery, asked = ChatPreferenceRow, OutboxRow, InvitationRow
    mute, report, order, code = MuteRow, ReportRow, OrderRow, AddressCodeRow
    hashes = [*chain.from_iterable(map(sender_hashes, addresses))]
    created = aliased(EventRow)
    opened = select(created.game_id).where(created.kind == "created", created.player_id == person_id)
    # Texts of the player who opened the game stand beside the hash, without a name.
    words = union_all(
        select(EventRow.id).where(EventRow.kind == "joined", EventRow.player_id == person_id),
        select(EventRow.id).where(EventRow.kind == "committed", EventRow.game_id.in_(opened)),
    )
    return {
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
        "said": _own(message, person_id, message.turn, message.private, message.body, message.at),
        "heard in private": _in_games(message, message.turn, message.body, message.at, reader.seen_at)
        .join(reader, reader.chat_message_id == message.id)
        .where(reader.player_id == person_id)
        .order_by(message.id),
        "talk": _in_games(preference, preference.relayed, preference.has_dm_route).where(
            preference.player_id == person_id
        ),
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
        "invitations": _own(asked, person_id, asked.seat, asked.status, asked.created_at, asked.expires_at),
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
        .where(PERSONAL, delivery.partition_key.in_(personal_partitions(person_id, addresses)))
        .order_by(delivery.id),
    }


def _in_games(table: Any, *columns: Any) -> Select[Any]:
    """Columns of rows that belong to games, with the codes of these."""
    return select(GameRow.code, *columns).join(GameRow, GameRow.id == table.game_id).select_from(table)


def _own(table: Any, person_id: int, *columns: Any) -> Select[Any]:
    """The same of a person's rows alone, in their order."""
    return _in_games(table, *columns).where(table.player_id == person_id).order_by(table.id)
