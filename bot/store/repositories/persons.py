"""Persons: their names and preferences, and the accounts and addresses that are theirs."""

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, exists, select, update

from bot.store.columns import table_of
from bot.store.models import NAME_LENGTH, IdentityRow, PersonRow
from bot.store.repositories.repository import Repository
from bot.store.row_reading import reader_of

_PERSONS, _IDENTITIES = table_of(PersonRow).c, table_of(IdentityRow).c
_KNOWN_AS = (
    select(*reader_of(PersonRow).columns)
    .join_from(table_of(PersonRow), table_of(IdentityRow), _IDENTITIES.person_id == _PERSONS.id)
    .where(_IDENTITIES.kind == bindparam("kind"), _IDENTITIES.external_id == bindparam("external_id"))
)
ID_OF = select(_IDENTITIES.person_id).where(
    _IDENTITIES.kind == bindparam("kind"), _IDENTITIES.external_id == bindparam("external_id")
)
_DMS_CLOSED = select(exists().where(_PERSONS.id == bindparam("person"), _PERSONS.dms_closed_at.is_not(None)))
_DOORS = select(_IDENTITIES.kind, _IDENTITIES.external_id).where(
    _IDENTITIES.person_id == bindparam("person"), _IDENTITIES.closed_at.is_(None)
)
_EXTERNAL_IDS = select(_IDENTITIES.person_id, _IDENTITIES.external_id).where(
    # The concatenation keeps SQLite from reading everybody's identities of the kind by the primary key.
    _IDENTITIES.kind.concat("") == bindparam("kind"),
    _IDENTITIES.person_id.in_(bindparam("persons")),
)
"""Built once, as every request and every delivery executes it."""


class Persons(Repository):
    """Finding and remembering persons."""

    async def get(self, person_id: int) -> PersonRow | None:
        """A person, if known."""
        return await self._session.find(PersonRow, person_id)

    async def known_as(self, kind: str, external_id: str) -> PersonRow | None:
        """The person with this identity."""
        given = {"kind": kind, "external_id": external_id}
        found = await self._session.read(PersonRow, _KNOWN_AS, given)
        return next((person for person, _ in found), None)

    async def id_of(self, kind: str, external_id: str) -> int | None:
        """The id of the person with this identity."""
        return await self._session.scalar(ID_OF, {"kind": kind, "external_id": external_id})

    async def external_ids(self, kind: str, person_ids: Collection[int]) -> Mapping[int, str]:
        """The external ids of those among these persons who have an identity of this kind, by person."""
        if not person_ids:
            return {}
        given = {"kind": kind, "persons": list(person_ids)}
        return dict(await self._session.rows(_EXTERNAL_IDS, given))

    async def lock(self, person_id: int, *, leaves: bool = False) -> None:
        """Make other transactions that lock this person wait until this one ends.

        `leaves`: also those that add rows that refer to the person.
        """
        query = select(PersonRow.id).where(PersonRow.id == person_id)
        await self._session.execute(query.with_for_update(key_share=not leaves))

    async def identities(self, person_id: int) -> Sequence[tuple[str, str]]:
        """Kind and external id of every identity of a person."""
        return await self._rows(
            select(IdentityRow.kind, IdentityRow.external_id).filter_by(person_id=person_id)
        )

    async def next_number(self) -> int:
        """A new id for a person; concurrent callers wait until this transaction ends."""
        return await self._next_number("persons")

    async def doors(self, person_id: int) -> Mapping[str, str]:
        """The identities of a person at which something can be sent now: external ids by kind."""
        return dict(await self._session.rows(_DOORS, {"person": person_id}))

    async def close_door(self, person_id: int, kind: str, at: datetime) -> bool:
        """Record that deliveries to a person at one door fail; False if that was known."""
        closing = (
            update(IdentityRow)
            .filter_by(person_id=person_id, kind=kind, closed_at=None)
            .values(closed_at=at)
            .returning(IdentityRow.kind)
            .execution_options(synchronize_session=False)
        )
        return await self._session.scalar(closing) is not None

    async def identity(self, person_id: int, kind: str) -> IdentityRow | None:
        """A person's identity of a kind."""
        return await self._session.scalar(select(IdentityRow).filter_by(person_id=person_id, kind=kind))

    async def move_identities(self, person_id: int, other_id: int) -> None:
        """Let another person have all identities of one."""
        await self._change(update(IdentityRow).filter_by(person_id=person_id).values(person_id=other_id))

    async def drop_identity(self, person_id: int, kind: str) -> None:
        """Delete a person's identities of this kind."""
        await self._change(delete(IdentityRow).filter_by(person_id=person_id, kind=kind))

    async def close_dms(self, person_id: int, at: datetime) -> None:
        """Remember that the person takes no direct messages."""
        await self.prefer(person_id, {"dms_closed_at": at})

    async def open_dms(self, person_id: int, kind: str | None = None) -> None:
        """Try direct messages to the person again, at all doors or at one."""
        at = [IdentityRow.person_id == person_id, IdentityRow.closed_at.is_not(None)]
        if kind is not None:
            at.append(IdentityRow.kind == kind)
        closed = update(PersonRow).where(PersonRow.id == person_id, PersonRow.dms_closed_at.is_not(None))
        await self._change(
            update(IdentityRow).where(*at).values(closed_at=None), closed.values(dms_closed_at=None)
        )

    async def dms_closed(self, person_id: int) -> bool:
        """Whether a direct message to the person was refused since they last asked for direct messages."""
        ((closed,),) = await self._session.rows(_DMS_CLOSED, {"person": person_id})
        return bool(closed)

    async def prefer_no_door(self, person_id: int) -> None:
        """Forget the preferred door of a person, so that the open ones are used in order."""
        row = await self.get(person_id)
        if row is not None:
            kept = {field: value for field, value in json.loads(row.notices).items() if field != "by"}
            row.notices = json.dumps(kept, separators=(",", ":"))

    async def prefer(self, person_id: int, preferences: Mapping[str, Any]) -> None:
        """Store preferences of a known person."""
        if preferences:
            await self._change(update(PersonRow).filter_by(id=person_id).values(**preferences))


def storable(name: str) -> str:
    """A name as every database can hold it: short, without NUL, a question mark for a lone surrogate."""
    return name.replace("\x00", "").encode(errors="replace").decode()[:NAME_LENGTH]
