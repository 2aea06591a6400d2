"""Persons: the people behind accounts, whose rows are stored at their first act and kept up to date."""

from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.service.game.scope import identified
from bot.service.game.seating import sitting_of
from bot.service.game.summarizing import person
from bot.service.people.notice_settings import notice_settings_of
from bot.service.usecases import UseCases
from bot.service.values.refused import Refused
from bot.service.values.request import FORMER, VACANT, Identity, Person
from bot.store.models import GameRow, IdentityRow, PersonRow
from bot.store.repositories.persons import storable
from bot.store.unit import Unit

_ACTIVE_FOR: Final = timedelta(minutes=1)


class Identities(UseCases):
    """The use cases that resolve accounts to persons. They change nothing."""

    async def find(self, identity: Identity) -> Person:
        """The person behind an identity, under the name that it gives; a stranger if nobody is."""
        async with self._database.reading() as unit:
            return await identified(unit, Person.of(identity))

    async def external_ids(self, kind: str, person_ids: Collection[int]) -> Mapping[int, str]:
        """The external ids of those among these persons who have an identity of this kind, by person."""
        async with self._database.reading() as unit:
            return await unit.persons.external_ids(kind, person_ids)


async def touch_person(unit: Unit, somebody: Person, now: datetime) -> Person:
    """As `ensure_person`, for a person who does something: that moment is noted. Raises Refused."""
    row = await ensure_person(unit, somebody, now)
    mark_active(row, now)
    return person(row)


def update_name(row: PersonRow, somebody: Person) -> PersonRow:
    """The row of a person who is known, under today's name, unless only their number was given."""
    name = storable(somebody.name)
    if name and row.name != name:
        row.name = name
    return row


def mark_active(row: PersonRow, now: datetime) -> None:
    """Note that a person has acted; that is known to a minute, so that not every act writes it."""
    if row.active_at is None or now - row.active_at >= _ACTIVE_FOR:
        row.active_at = now


def private_by_mail(row: GameRow, person_id: int | None) -> bool:
    """Whether a player chose to get their private information of a game by mail."""
    sitting = sitting_of(row, person_id)
    return sitting is not None and notice_settings_of(sitting.player.notices, sitting.notices).private_by_mail


async def ensure_person(unit: Unit, somebody: Person, now: datetime) -> PersonRow:
    """The row of a person, under today's name; a stranger is a person from now on.

    Two transactions that meet the same stranger come to the same person. Raises Refused.
    """
    if somebody.identity is None:
        row = await unit.persons.get(somebody.id)
        if row is None:
            raise Refused("forgotten", "You were forgotten here at this moment; please try again.")
    else:
        row = await _entered(unit, somebody.identity, now)
    return update_name(row, somebody)


async def new_pseudonym(unit: Unit, now: datetime, *, vacant: bool = False) -> PersonRow:
    """A placeholder person, for a forgotten player or a vacant seat: nothing is delivered to them."""
    row = PersonRow(
        id=await unit.persons.next_number(),
        name=VACANT if vacant else FORMER,
        dm_hands=False,
        dms_closed_at=now,
        created_at=now,
        forgotten_at=now,
        vacant=vacant,
    )
    unit.add(row)
    await unit.flush()
    return row


async def _entered(unit: Unit, identity: Identity, now: datetime) -> PersonRow:
    """The person behind an identity, made if nobody is."""
    kind, external_id = identity.kind, identity.external_id
    known = await unit.persons.known_as(kind, external_id)
    if known is not None:
        return known
    # Of two transactions that enter the same person one waits here for the other, fails, is retried and finds
    # them.
    row = PersonRow(id=await unit.persons.next_number(), name=storable(identity.name), created_at=now)
    unit.add(row)
    await unit.flush()
    unit.add(IdentityRow(kind=kind, external_id=external_id, person_id=row.id, verified_at=now))
    await unit.flush()
    return row
