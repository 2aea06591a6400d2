"""Invitations to seats: created, answered once, and kept as long as they prevent another one."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Select, and_, or_, select, update
from sqlalchemy.orm import joinedload

from bot.store.models import DeclineRow, InvitationRow, PersonRow
from bot.store.repositories.repository import AT_ONCE, Repository

STILL_OPEN = and_(InvitationRow.closed_at.is_(None), InvitationRow.status.concat("") == "open")
"""The concatenation keeps planners from using the index of the status, which finds far more rows."""


def _whole() -> Select[InvitationRow]:
    """Invitations with the invited and the inviting person, as they are stored now."""
    people = joinedload(InvitationRow.player), joinedload(InvitationRow.inviter)
    return select(InvitationRow).options(*people).execution_options(populate_existing=True)


class Invitations(Repository):
    """Finding and closing invitations."""

    async def get(self, invitation_id: int) -> InvitationRow | None:
        """An invitation by its number."""
        return await self._session.scalar(_whole().where(InvitationRow.id == invitation_id))

    async def open_to(self, player_id: int, now: datetime) -> Sequence[InvitationRow]:
        """The invitations that a person can still accept, the oldest first."""
        query = _whole().where(InvitationRow.player_id == player_id, *_open(now))
        return await self._all(query.order_by(InvitationRow.id))

    async def of_game(self, game_id: int, now: datetime) -> Sequence[InvitationRow]:
        """The invitations to a game that can still be accepted, in the order of the seats."""
        query = _whole().where(InvitationRow.game_id == game_id, *_open(now))
        return await self._all(query.order_by(InvitationRow.seat))

    async def count(self, player_id: int, since: datetime) -> int:
        """How often a person has been invited since a moment, by anybody."""
        return await self._count(InvitationRow.player_id == player_id, InvitationRow.created_at > since)

    async def declined(self, player_id: int, *, inviter_id: int | None, game_id: int) -> bool:
        """Whether a person has declined an invitation by this inviter, or one to this game."""
        return await self._any(
            InvitationRow.player_id == player_id,
            InvitationRow.status == "declined",
            or_(InvitationRow.inviter_id.is_not_distinct_from(inviter_id), InvitationRow.game_id == game_id),
        )

    async def forgotten_declines(self, inviter_id: int) -> Sequence[str]:
        """The hashes of people who declined an invitation by this inviter and were forgotten since."""
        return await self._all(select(DeclineRow.identity_hashes).filter_by(inviter_id=inviter_id))

    async def declined_inviters(self, player_id: int) -> Sequence[int]:
        """The persons whose invitation a person has declined, without those who were forgotten."""
        theirs = InvitationRow.player_id == player_id, InvitationRow.status == "declined"
        query = select(PersonRow.id).join(InvitationRow, InvitationRow.inviter_id == PersonRow.id)
        return await self._all(query.where(*theirs, PersonRow.forgotten_at.is_(None)).distinct())

    async def close(self, invitation_id: int, status: str, now: datetime) -> bool:
        """Close an open invitation; False if it was closed before."""
        return await self._close(InvitationRow.id == invitation_id, status=status, now=now)

    async def withdraw(self, game_id: int, seat: int, now: datetime) -> bool:
        """Withdraw the open invitation to a seat; False if there is none."""
        seats = InvitationRow.game_id == game_id, InvitationRow.seat == seat
        return await self._close(*seats, status="withdrawn", now=now)

    async def _close(self, *which: ColumnElement[bool], status: str, now: datetime) -> bool:
        # A loaded row may be outdated: only the database knows whether the invitation is still open.
        closing = (
            update(InvitationRow)
            .where(*which, InvitationRow.status == "open")
            .values(status=status, closed_at=now)
            .returning(InvitationRow.id)
            .execution_options(synchronize_session=False)
        )
        return await self._session.scalar(closing) is not None

    async def overdue(self, now: datetime, *, limit: int, offset: int = 0) -> Sequence[InvitationRow]:
        """Expired open invitations, the oldest first."""
        query = _whole().where(STILL_OPEN, InvitationRow.expires_at <= now)
        query = query.order_by(InvitationRow.expires_at, InvitationRow.id)
        return await self._all(query.limit(limit).offset(offset))

    async def purge(self, before: datetime) -> bool:
        """Delete invitations that were closed before this moment, `AT_ONCE` at most. Declined ones stay: a
        refusal holds for good. Returns whether there may be more.
        """
        over = InvitationRow.status.in_(("accepted", "expired", "withdrawn"))
        gone = select(InvitationRow.id).where(over, InvitationRow.closed_at < before)
        return await self._delete(InvitationRow.id, gone, AT_ONCE) == AT_ONCE


def _open(now: datetime) -> tuple[ColumnElement[bool], ...]:
    return InvitationRow.status == "open", InvitationRow.expires_at > now
