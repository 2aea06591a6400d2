"""Blocks: whoever has blocked somebody gets no invitation and no private words from them, and sends none."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from random import Random

import msgspec
import structlog

from bot.service import summarizing
from bot.service.insiders import identities_of, trace
from bot.service.persons import remembered
from bot.service.summaries import Identity, Person, Refused
from bot.service.usecases import UseCases, retried
from bot.store.models import BlockRow
from bot.store.unit import Unit
from engines.contract import Value

log = structlog.get_logger(__name__)


class BlockedTraces(Value, frozen=True):
    """Who was forgotten and stays blocked: keyed hashes of their accounts (`insiders.trace`)."""

    key: str
    former: tuple[str, ...]


class Blocks(UseCases):
    """The use cases of blocking."""

    @retried
    async def block(self, person: Person, other: Identity) -> Person:
        """Block whoever has this identity; a second time changes nothing. Raises Refused."""
        async with self._database.transaction() as unit:
            now = self._clock.now()
            asker = await remembered(unit, person, now)
            blocked = await remembered(unit, Person.of(other), now)
            if asker.id == blocked.id:
                raise Refused("own_account", "That is you yourself.")
            await unit.blocks.add(asker.id, blocked.id, now)
            return summarizing.person(blocked)

    @retried
    async def unblock(self, person: Person, blocked_id: int) -> Person:
        """Unblock a person. Raises Refused where they are not blocked."""
        async with self._database.transaction() as unit:
            row = await unit.persons.get(blocked_id)
            if row is None or not await unit.blocks.remove(person.id, blocked_id):
                raise Refused("not_blocked", "You have not blocked them.")
            return summarizing.person(row)

    async def blocked(self, person: Person) -> list[Person]:
        """Whom a person has blocked, the newest first."""
        async with self._database.reading() as unit:
            return [summarizing.person(row) for row in await unit.blocks.names(person.id)]


async def is_blocked(unit: Unit, person: Person, *, by: int) -> bool:
    """Whether the person whose id is `by` has blocked this one, known or a stranger."""
    return bool(await blockers(unit, person, [by]))


async def blockers(unit: Unit, person: Person, among: Collection[int]) -> set[int]:
    """Which of the persons with these ids have blocked this one, known or a stranger."""
    rows = await unit.blocks.of(among)
    found = {row.player_id for row in rows if row.blocked_id == person.id}
    traced = [row for row in rows if row.traces is not None and row.player_id not in found]
    if traced:
        identities = await identities_of(unit, person)
        found.update(row.player_id for row in traced if _leads_to(row, identities))
    return found


def _leads_to(row: BlockRow, identities: Sequence[Identity]) -> bool:
    kept = msgspec.json.decode(row.traces or "", type=BlockedTraces)
    return any(trace(kept.key, one) in kept.former for one in identities)


async def keep_traces(unit: Unit, person_id: int, identities: Sequence[Identity], rng: Random) -> None:
    """Before a person is forgotten: let those who have blocked them recognise them if they come back."""
    for row in await unit.blocks.against(person_id):
        key = f"{rng.getrandbits(128):032x}"
        kept = BlockedTraces(key, tuple(trace(key, one) for one in identities))
        row.traces = msgspec.json.encode(kept).decode()
