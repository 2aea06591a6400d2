"""Persons: their names and preferences, and the accounts and addresses that are theirs."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select, update

from bot.store.models import NAME_LENGTH, IdentityRow, PersonRow
from bot.store.repository import Repository


class Persons(Repository):
    """Finding and remembering persons."""

    async def get(self, person_id: int) -> PersonRow | None:
        """A person, if known."""
        return await self._session.get(PersonRow, person_id)

    async def known_as(self, kind: str, external_id: str) -> PersonRow | None:
        """The person with this identity."""
        query = select(PersonRow).join(IdentityRow, IdentityRow.person_id == PersonRow.id)
        return await self._session.scalar(
            query.where(IdentityRow.kind == kind, IdentityRow.external_id == external_id)
        )

    async def external_ids(self, kind: str, person_ids: Collection[int]) -> Mapping[int, str]:
        """The external ids of those among these persons who have an identity of this kind, by person."""
        if not person_ids:
            return {}
        query = select(IdentityRow.person_id, IdentityRow.external_id).where(
            IdentityRow.kind == kind, IdentityRow.person_id.in_(person_ids)
        )
        return {row.person_id: row.external_id for row in await self._session.execute(query)}

    async def lock(self, person_id: int) -> None:
        """Let no other transaction that locks this person go on until this one ends."""
        await self._session.execute(select(PersonRow.id).where(PersonRow.id == person_id).with_for_update())

    async def identities(self, person_id: int) -> Sequence[tuple[str, str]]:
        """Kind and external id of every identity of a person."""
        query = select(IdentityRow.kind, IdentityRow.external_id).where(IdentityRow.person_id == person_id)
        return [(row.kind, row.external_id) for row in await self._session.execute(query)]

    async def next_number(self) -> int:
        """A number for a person that nobody had before; who asks next waits until this transaction ends."""
        return await self._next_number("persons")

    async def close_dms(self, person_id: int, at: datetime) -> None:
        """Remember that the person takes no direct messages."""
        await self.prefer(person_id, {"dms_closed_at": at})

    async def open_dms(self, person_id: int) -> None:
        """Try direct messages to the person again."""
        await self._session.execute(
            update(PersonRow)
            .where(PersonRow.id == person_id, PersonRow.dms_closed_at.is_not(None))
            .values(dms_closed_at=None)
        )

    async def dms_closed(self, person_id: int) -> bool:
        """Whether a direct message to the person was refused since they last asked for such."""
        closed = await self._session.scalar(select(PersonRow.dms_closed_at).where(PersonRow.id == person_id))
        return closed is not None

    async def prefer(self, person_id: int, preferences: Mapping[str, Any]) -> None:
        """Store preferences of a known person."""
        if preferences:
            await self._session.execute(
                update(PersonRow).where(PersonRow.id == person_id).values(**preferences)
            )


def storable(name: str) -> str:
    """A name as every database can hold it: short, without NUL, a question mark for half a character."""
    return name.replace("\x00", "").encode(errors="replace").decode()[:NAME_LENGTH]
