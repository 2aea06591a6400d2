"""The conditions under which a row contradicts itself, or the rows to which it belongs."""

from collections.abc import Iterator
from itertools import chain
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, and_, bindparam, exists, func, or_, select, true
from sqlalchemy.orm import InstrumentedAttribute, aliased

from bot.store.models import (
    AddressCodeRow,
    AuditRow,
    BlockRow,
    ChatMessageRow,
    ChatPreferenceRow,
    ChatReaderRow,
    CounterRow,
    FollowerRow,
    GameRow,
    HeartbeatRow,
    IdentityRow,
    InvitationRow,
    JobRow,
    LeaseRow,
    MailInvitationRow,
    MailKeyRow,
    MuteRow,
    NoteRow,
    OrderRow,
    OutboxRow,
    OwnerRow,
    PersonRow,
    ReceivedMailRow,
    ReportRow,
    RequestBudgetRow,
    SeatRow,
    VacationRow,
)
from engines.contract import Level

Inconsistency: TypeAlias = tuple[Any, str, ColumnElement[bool]]
"""A table, what may be wrong with its rows, and the condition that finds such rows."""


def inconsistencies() -> Iterator[Inconsistency]:
    """All inconsistencies that are looked for."""
    return chain(_of_people(), _of_mail(), _of_chat(), _of_games_and_processes(), _of_the_future())


def _of_people() -> Iterator[Inconsistency]:
    forgotten = PersonRow.forgotten_at.is_not(None)
    has_account = exists().where(IdentityRow.person_id == PersonRow.id)
    yield PersonRow, "was forgotten and still has an account", forgotten & has_account
    yield PersonRow, "stands for a vacant seat and is somebody", PersonRow.vacant & ~forgotten
    levels = [int(level) for level in Level]
    yield PersonRow, "is a computer of a level that there is not", PersonRow.level.not_in(levels)
    yield BlockRow, "blocks who made it", BlockRow.player_id == BlockRow.blocked_id
    nobody, hashed = BlockRow.blocked_id.is_(None), BlockRow.identity_hashes.is_(None)
    yield BlockRow, "is about nobody, or about two", nobody == hashed
    yield MuteRow, "mutes who made it", MuteRow.player_id == MuteRow.muted_id
    yield VacationRow, "ends before it begins", VacationRow.ends_at <= VacationRow.starts_at
    ended, waits = VacationRow.ended_at.is_(None), VacationRow.due_at.is_not(None)
    yield VacationRow, "has ended and is still to be told of, or the other way round", ended != waits
    happens = VacationRow.starts_at, VacationRow.ends_at
    yield VacationRow, "is due when nothing of it happens", VacationRow.due_at.not_in(happens)


def _of_mail() -> Iterator[Inconsistency]:
    another = aliased(IdentityRow)
    mails = IdentityRow.kind == "mail", another.kind == "mail"
    several = exists().where(
        another.person_id == IdentityRow.person_id, another.external_id != IdentityRow.external_id, *mails
    )
    yield IdentityRow, "is one of two addresses of a person", several & mails[0]
    yield MailKeyRow, "is no key", func.length(MailKeyRow.secret) != 64
    joins, stranger = AddressCodeRow.purpose == "join", AddressCodeRow.player_id.is_(None)
    yield AddressCodeRow, "is for nobody, or for a newcomer who is somebody", joins != stranger
    refused, nobody = MailInvitationRow.status == "refused", MailInvitationRow.inviter_id.is_(None)
    yield MailInvitationRow, "is by nobody, or is a refusal by somebody", refused != nobody


def _of_chat() -> Iterator[Inconsistency]:
    message, reader, report = ChatMessageRow, ChatReaderRow, ReportRow
    has_readers = exists().where(reader.chat_message_id == message.id)
    yield message, "is private and for nobody, or public and for some", message.private != has_readers
    reported = exists().where(
        message.id == report.chat_message_id,
        message.game_id == report.game_id,
        message.player_id == report.reported_id,
        message.private == true(),
    )
    yield report, "is about other words than it says", ~reported
    was_told = exists().where(
        reader.chat_message_id == report.chat_message_id, reader.player_id == report.reporter_id
    )
    yield report, "is by somebody to whom it was not said", ~was_told
    later = exists().where(message.id == report.chat_message_id, message.at > report.created_at)
    yield report, "was made before the words were said", later
    other = aliased(ChatPreferenceRow)
    elsewhere = exists().where(
        other.player_id == ChatPreferenceRow.player_id,
        other.game_id != ChatPreferenceRow.game_id,
        other.has_dm_route,
    )
    yield (
        ChatPreferenceRow,
        "is one of two games for the same words",
        and_(ChatPreferenceRow.has_dm_route, elsewhere),
    )


def _of_games_and_processes() -> Iterator[Inconsistency]:
    invitation, game = InvitationRow, aliased(GameRow)
    is_open = invitation.status == "open"
    yield invitation, "is open and closed at once", is_open != invitation.closed_at.is_(None)
    yield invitation, "ends before it begins", invitation.expires_at <= invitation.created_at
    yield invitation, "was closed before it was made", invitation.closed_at < invitation.created_at
    has_seat = exists().where(
        game.id == invitation.game_id, invitation.seat >= -game.max_seats, invitation.seat < game.max_seats
    )
    yield invitation, "is to a seat that the game has not", ~has_seat

    def exceeds_log(seq: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
        last = select(game.last_seq).where(game.id == seq.class_.game_id)
        return seq > last.scalar_subquery()

    yield OrderRow, "was made after events that the game has not", exceeds_log(OrderRow.made_at_seq)
    backwards = AuditRow.last_seq_before > AuditRow.last_seq_after
    of_audit = or_(exceeds_log(AuditRow.last_seq_after), backwards)
    yield AuditRow, "tells of events that the game has not", of_audit
    for seq in (OutboxRow.seq, JobRow.seq):
        yield seq.class_, "tells of events that the game has not", exceeds_log(seq)
    given_out = select(CounterRow.last).filter_by(name="orders").scalar_subquery()
    again = OrderRow.id > func.coalesce(given_out, 0)
    yield OrderRow, "has a number that would be given out again", again
    elsewhere = AuditRow.about_guild_id.is_distinct_from(GameRow.guild_id)
    yield AuditRow, "is listed in another server than its game", AuditRow.game_id.is_not(None) & elsewhere
    of_computer = exists().where(PersonRow.id == SeatRow.player_id, PersonRow.level.is_not(None))
    unknown = and_(GameRow.status == "active", ~GameRow.has_computer, of_computer)
    yield SeatRow, "is a computer's in a game that is said to have none", unknown
    for table in (OutboxRow, JobRow):
        yield table, "is done and waits at once", (table.status == "pending") != table.done_at.is_(None)
    for_computer = exists().where(PersonRow.id == JobRow.player_id, PersonRow.level.is_not(None))
    yield JobRow, "is for a computer", for_computer
    for number in (OwnerRow.id, RequestBudgetRow.id):
        yield number.class_, "is one too many", number != 1


_MADE = (
    *(BlockRow, MuteRow, VacationRow, MailInvitationRow, ReportRow, InvitationRow),
    *(FollowerRow, NoteRow, OrderRow, JobRow),
)
"""Tables of things that people make, whose rows have the moment of that as `created_at`."""


def _of_the_future() -> Iterator[Inconsistency]:
    """Rows with a moment in the future, that is, after the parameter ``ahead``."""
    moments = [
        *(("was made in the future", table.created_at) for table in _MADE),
        ("was closed in the future", IdentityRow.closed_at),
        ("came in the future, so that its sender would get no answers", ReceivedMailRow.received_at),
        ("was made in the future, so that it would never be replaced", MailKeyRow.made_at),
        ("was sent in the future, so that it would hold too long", AddressCodeRow.created_at),
        ("was said in the future", ChatMessageRow.at),
        ("happened in the future", AuditRow.at),
        ("is due in the future, so that it would never be played", OrderRow.due_at),
        ("was promised in the future", OutboxRow.created_at),
        ("is of the future, so that no outage would be noticed", HeartbeatRow.at),
        ("never ends, so that nobody else would serve", LeaseRow.until),
    ]
    for what, moment in moments:
        yield moment.class_, what, _ahead(moment)
    person = or_(_ahead(PersonRow.created_at), _ahead(PersonRow.forgotten_at))
    yield PersonRow, "is a person of the future", person


def _ahead(moment: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
    return moment > bindparam("ahead", type_=moment.type)
