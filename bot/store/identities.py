"""Who persons are elsewhere: their accounts and addresses."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from bot.store.models import IdentityRow, PlayerRow


class Identities:
    """Persons by what they are known as outside, and the other way round."""

    def __init__(self, session: AsyncSession) -> None:
        self._session = session

    async def player(self, kind: str, external_id: str) -> PlayerRow | None:
        """The person who is known there under this id."""
        query = select(PlayerRow).join(IdentityRow, IdentityRow.person_id == PlayerRow.id)
        return await self._session.scalar(
            query.where(IdentityRow.kind == kind, IdentityRow.external_id == external_id)
        )

    async def external_ids(self, kind: str, person_ids: Collection[int]) -> Mapping[int, str]:
        """The ids there of those among these persons who have one, by person."""
        if not person_ids:
            return {}
        query = select(IdentityRow.person_id, IdentityRow.external_id).where(
            IdentityRow.kind == kind, IdentityRow.person_id.in_(person_ids)
        )
        return {row.person_id: row.external_id for row in await self._session.execute(query)}

    def add(self, kind: str, external_id: str, person_id: int, verified_at: datetime | None) -> None:
        """A person, who is stored already, is known there under this id."""
        self._session.add(
            IdentityRow(kind=kind, external_id=external_id, person_id=person_id, verified_at=verified_at)
        )
