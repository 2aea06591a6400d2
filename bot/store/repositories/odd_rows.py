"""Rows beside the games that contradict themselves, or the rows to which they belong."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    case,
    cast,
    delete,
    exists,
    false,
    func,
    null,
    or_,
    select,
    true,
    update,
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
    DraftRow,
    EventRow,
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
    RefusalRow,
    ReportRow,
    RequestBudgetRow,
    SeatRow,
    ServerRow,
    VacationRow,
)
from bot.store.repositories.repository import Repository
from engines.contract import Level

_FOREIGN: Final = 10**15
"""Persons from before internal ids have account ids, which are greater than this."""
AHEAD: Final = timedelta(days=1)
"""A later moment than this from now is an error."""


class OddRow(NamedTuple):
    """A row that cannot be as it is."""

    table: str
    game: str | None
    """The code of the game to which it belongs."""
    inconsistency: str
    """The flaw, as the rest of a sentence."""


class AcceptedInvitation(NamedTuple):
    """An invitation that was accepted, and an event of that moment: of an administrator, or of who joined."""

    id: int
    game: str
    seat: int
    player_id: int
    joined: int | None
    """The person of the event."""
    data: str | None


class OddRows(Repository):
    """Finds rows that contradict themselves, and repairs them where possible."""

    async def all(self, now: datetime, *, limit: int) -> list[OddRow]:
        """The odd rows of every table, each flaw `limit` times at most."""
        found = []
        for table, inconsistency, query in _queries():
            rows = await self._session.scalars(query, {"ahead": now + AHEAD, "limit": limit})
            found += [OddRow(table, code, inconsistency) for code in rows]
        return found

    async def accepted(self, *, limit: int) -> Sequence[AcceptedInvitation]:
        """The newest invitations that were accepted, each with every such event of its moment, or without."""
        at_once = and_(
            EventRow.game_id == InvitationRow.game_id,
            # To a game that waits one says yes by joining it.
            EventRow.kind == case((InvitationRow.seat < 0, "joined"), else_="admin"),
            EventRow.at == InvitationRow.closed_at,
        )
        asked = InvitationRow
        query = (
            select(asked.id, GameRow.code, asked.seat, asked.player_id, EventRow.player_id, EventRow.data)
            .join(GameRow, GameRow.id == InvitationRow.game_id)
            .join(EventRow, at_once, isouter=True)
            .where(InvitationRow.status == "accepted")
            .order_by(InvitationRow.id.desc())
            .limit(limit)
        )
        return [AcceptedInvitation(*row) for row in await self._rows(query)]

    async def settings(self) -> Sequence[tuple[int, str]]:
        """What each server has settled, as it is stored."""
        return await self._rows(select(ServerRow.guild_id, ServerRow.settings))

    async def forgotten_blocks(self) -> Sequence[str]:
        """What blocks keep of those who were forgotten, as it is stored."""
        return [
            row.identity_hashes
            for row in await self._all(select(BlockRow))
            if row.identity_hashes is not None
        ]

    async def drafts(self) -> Sequence[tuple[str | None, str]]:
        """The acts that wait for confirmation, as they are stored, with the codes of their games."""
        return await self._rows(select(DraftRow.code, DraftRow.act))

    async def forget_settings(self, guild_id: int) -> None:
        """Let the defaults hold in a server."""
        await self._change(delete(ServerRow).filter_by(guild_id=guild_id))

    async def notices(self) -> Sequence[tuple[int, int | None, str]]:
        """What persons have settled about notices, for all games or for that of a number, as it is stored."""
        personal = select(PersonRow.id, null(), PersonRow.notices).where(PersonRow.notices != "{}")
        of_game = select(SeatRow.player_id, SeatRow.game_id, SeatRow.notices).where(SeatRow.notices != "{}")
        found = await self._session.execute(personal.union_all(of_game))
        return [(person, game, stored) for person, game, stored in found]

    async def forget_notices(self, person_id: int, game_id: int | None) -> None:
        """Let the defaults hold for a person's notices, or what holds for all games for those of one."""
        if game_id is None:
            forget = update(PersonRow).filter_by(id=person_id)
        else:
            forget = update(SeatRow).filter_by(player_id=person_id, game_id=game_id)
        await self._change(forget.values(notices="{}"))

    async def terms(self) -> Sequence[tuple[str, str]]:
        """The agreed terms of each game, as they are stored, with its code."""
        return await self._rows(select(GameRow.code, GameRow.terms).where(GameRow.terms != "{}"))

    async def refusals_put_off(self, after: datetime) -> Sequence[RefusalRow]:
        """Places that are not to be tried before this moment, or since then have refused."""
        late = or_(RefusalRow.probe_at > after, RefusalRow.since > after)
        return await self._all(select(RefusalRow).where(late))

    async def highest_number(self) -> int:
        """The highest number of a person that was given out, not taken over from an account."""
        known_before = exists().where(
            IdentityRow.person_id == PersonRow.id, IdentityRow.external_id == cast(PersonRow.id, String)
        )
        highest = select(func.max(PersonRow.id)).where(PersonRow.id < _FOREIGN, ~known_before)
        return await self._session.scalar(highest) or 0

    async def last_number(self) -> int:
        """The number of a person that was given out last."""
        return await self._session.scalar(select(CounterRow.last).filter_by(name="persons")) or 0

    async def count_from(self, last: int) -> None:
        """Give out greater numbers than this from now on."""
        insert = self._insert(CounterRow).values(name="persons", last=last)
        await self._change(insert.on_conflict_do_update(index_elements=["name"], set_={"last": last}))


@cache
def _queries() -> tuple[tuple[str, str, Select[str]], ...]:
    """For each flaw its table, its words, and the codes of the affected games."""
    codes = select(GameRow.code).limit(bindparam("limit", type_=Integer))
    return tuple(
        (
            table.__tablename__,
            inconsistency,
            codes.select_from(table)
            .join(
                GameRow, GameRow.id == table.game_id if hasattr(table, "game_id") else false(), isouter=True
            )
            .where(condition),
        )
        for table, inconsistencies in _inconsistencies().items()
        for inconsistency, condition in inconsistencies.items()
    )


def _ahead(*moments: InstrumentedAttribute[Any]) -> ColumnElement[bool]:
    """Whether any of these moments is in the future, whose beginning is a parameter."""
    return or_(*(one > bindparam("ahead", type_=one.type) for one in moments))


def _inconsistencies() -> Mapping[Any, Mapping[str, ColumnElement[bool]]]:
    """For each table its flaws, with the condition that finds them."""
    invitation, report, talk, reader, other = (
        *(InvitationRow, ReportRow, ChatMessageRow, ChatReaderRow),
        aliased(ChatPreferenceRow),
    )
    has_readers = exists().where(reader.chat_message_id == talk.id)
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
        talk: {
            "is private and for nobody, or public and for some": talk.private != has_readers,
            "was said in the future": _ahead(talk.at),
        },
        report: {
            "is about other words than it says": ~exists().where(
                talk.id == report.chat_message_id,
                talk.game_id == report.game_id,
                talk.player_id == report.reported_id,
                talk.private == true(),
            ),
            "is by somebody to whom it was not said": ~exists().where(
                reader.chat_message_id == report.chat_message_id, reader.player_id == report.reporter_id
            ),
            "was made before the words were said": exists().where(
                talk.id == report.chat_message_id, talk.at > report.created_at
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
