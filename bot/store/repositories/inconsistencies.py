"""By which conditions a row contradicts itself, or the rows to which it belongs."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    true,
)
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
    VacationRow,
)
from engines.contract import Level


def inconsistencies() -> Mapping[Any, Mapping[str, ColumnElement[bool]]]:
    """For each table its inconsistencies, each with the condition that finds such rows."""
    invitation, report, message, reader, other = (
        *(InvitationRow, ReportRow, ChatMessageRow, ChatReaderRow),
        aliased(ChatPreferenceRow),
    )
    has_readers = exists().where(reader.chat_message_id == message.id)
    game, another = aliased(GameRow), aliased(IdentityRow)
    last = select(game.last_seq)
    return {
        PersonRow: {
            "was forgotten and still has an account": and_(
                PersonRow.forgotten_at.is_not(None), exists().where(IdentityRow.person_id == PersonRow.id)
            ),
            "stands for a vacant seat and is somebody": and_(
                PersonRow.vacant, PersonRow.forgotten_at.is_(None)
            ),
            "is a computer of a level that there is not": PersonRow.level.not_in(
                [int(level) for level in Level]
            ),
            "is a person of the future": _ahead(PersonRow.created_at, PersonRow.forgotten_at),
        },
        BlockRow: {
            "blocks who made it": BlockRow.player_id == BlockRow.blocked_id,
            "is about nobody, or about two": BlockRow.blocked_id.is_(None)
            == BlockRow.identity_hashes.is_(None),
            "was made in the future": _ahead(BlockRow.created_at),
        },
        MuteRow: {
            "mutes who made it": MuteRow.player_id == MuteRow.muted_id,
            "was made in the future": _ahead(MuteRow.created_at),
        },
        invitation: {
            "is open and closed at once": (invitation.status == "open") != invitation.closed_at.is_(None),
            "ends before it begins": invitation.expires_at <= invitation.created_at,
            "was closed before it was made": invitation.closed_at < invitation.created_at,
            "was made in the future": _ahead(invitation.created_at),
            "is to a seat that the game has not": ~exists().where(
                game.id == invitation.game_id,
                invitation.seat >= -game.max_seats,
                invitation.seat < game.max_seats,
            ),
        },
        IdentityRow: {
            "is one of two addresses of a person": and_(
                IdentityRow.kind == "mail",
                exists().where(
                    another.person_id == IdentityRow.person_id,
                    another.kind == "mail",
                    another.external_id != IdentityRow.external_id,
                ),
            ),
            "was closed in the future": _ahead(IdentityRow.closed_at),
        },
        ReceivedMailRow: {
            "came in the future, so that its sender would get no answers": _ahead(ReceivedMailRow.received_at)
        },
        MailKeyRow: {
            "was made in the future, so that it would never be replaced": _ahead(MailKeyRow.made_at),
            "is no key": func.length(MailKeyRow.secret) != 64,
        },
        AddressCodeRow: {
            "is for nobody, or for a newcomer who is somebody": (AddressCodeRow.purpose == "join")
            != AddressCodeRow.player_id.is_(None),
            "was sent in the future, so that it would hold too long": _ahead(AddressCodeRow.created_at),
        },
        MailInvitationRow: {
            "is by nobody, or is a refusal by somebody": (MailInvitationRow.status == "refused")
            != MailInvitationRow.inviter_id.is_(None),
            "was made in the future": _ahead(MailInvitationRow.created_at),
        },
        VacationRow: {
            "ends before it begins": VacationRow.ends_at <= VacationRow.starts_at,
            "has ended and is still to be told of, or the other way round": VacationRow.ended_at.is_(None)
            != VacationRow.due_at.is_not(None),
            "is due when nothing of it happens": VacationRow.due_at.not_in(
                (VacationRow.starts_at, VacationRow.ends_at)
            ),
            "was made in the future": _ahead(VacationRow.created_at),
        },
        message: {
            "is private and for nobody, or public and for some": message.private != has_readers,
            "was said in the future": _ahead(message.at),
        },
        report: {
            "is about other words than it says": ~exists().where(
                message.id == report.chat_message_id,
                message.game_id == report.game_id,
                message.player_id == report.reported_id,
                message.private == true(),
            ),
            "is by somebody to whom it was not said": ~exists().where(
                reader.chat_message_id == report.chat_message_id, reader.player_id == report.reporter_id
            ),
            "was made before the words were said": exists().where(
                message.id == report.chat_message_id, message.at > report.created_at
            ),
            "was made in the future": _ahead(report.created_at),
        },
        ChatPreferenceRow: {
            "is one of two games for the same words": and_(
                ChatPreferenceRow.has_dm_route,
                exists().where(
                    other.player_id == ChatPreferenceRow.player_id,
                    other.game_id != ChatPreferenceRow.game_id,
                    other.has_dm_route,
                ),
            )
        },
        AuditRow: {
            "tells of events that the game has not": or_(
                AuditRow.last_seq_after > last.where(game.id == AuditRow.game_id).scalar_subquery(),
                AuditRow.last_seq_before > AuditRow.last_seq_after,
            ),
            "happened in the future": _ahead(AuditRow.at),
        },
        FollowerRow: {"was made in the future": _ahead(FollowerRow.created_at)},
        NoteRow: {"was made in the future": _ahead(NoteRow.created_at)},
        OrderRow: {
            "was made after events that the game has not": OrderRow.made_at_seq
            > last.where(game.id == OrderRow.game_id).scalar_subquery(),
            "has a number that would be given out again": OrderRow.id
            > func.coalesce(select(CounterRow.last).filter_by(name="orders").scalar_subquery(), 0),
            "is due in the future, so that it would never be played": _ahead(OrderRow.due_at),
            "was made in the future": _ahead(OrderRow.created_at),
        },
        OutboxRow: {
            "tells of events that the game has not": OutboxRow.seq
            > last.where(game.id == OutboxRow.game_id).scalar_subquery(),
            "is done and waits at once": (OutboxRow.status == "pending") != OutboxRow.done_at.is_(None),
            "was promised in the future": _ahead(OutboxRow.created_at),
        },
        JobRow: {
            "tells of events that the game has not": JobRow.seq
            > last.where(game.id == JobRow.game_id).scalar_subquery(),
            "is done and waits at once": (JobRow.status == "pending") != JobRow.done_at.is_(None),
            "is for a computer": exists().where(
                PersonRow.id == JobRow.player_id, PersonRow.level.is_not(None)
            ),
            "was made in the future": _ahead(JobRow.created_at),
        },
        HeartbeatRow: {"is of the future, so that no outage would be noticed": _ahead(HeartbeatRow.at)},
        LeaseRow: {"never ends, so that nobody else would serve": _ahead(LeaseRow.until)},
        OwnerRow: {"is one too many": OwnerRow.id != 1},
        RequestBudgetRow: {"is one too many": RequestBudgetRow.id != 1},
    }


def _ahead(*moments: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
    """Whether any of these moments is in the future, whose beginning is a parameter."""
    return or_(*(one > bindparam("ahead", type_=one.type) for one in moments))
