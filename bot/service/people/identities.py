"""Who is behind an account or address under which a door knows somebody, and the other way round."""

from collections.abc import Collection, Mapping

from bot.service.game.scope import identified
from bot.service.usecases import UseCases
from bot.service.values.request import Identity, Person


class Identities(UseCases):
    """The use cases that resolve accounts to persons. They change nothing."""

    async def find(self, identity: Identity) -> Person:
        """The person behind an identity, under the name that it gives; a stranger if nobody is."""
        async with self._database.reading() as unit:
            return await identified(unit, Person.of(identity))

    async def external_ids(self, kind: str, person_ids: Collection[int]) -> Mapping[int, str]:
        """How those among these persons who have an identity of this kind are known there, by person."""
        async with self._database.reading() as unit:
            return await unit.persons.external_ids(kind, person_ids)
