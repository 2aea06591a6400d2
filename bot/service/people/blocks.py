"""Blocks: two people of whom one has blocked the other can neither invite each other nor exchange private
messages. A block outlasts the deletion of the blocked person, as a decline does that of the invited one.
"""

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

import msgspec

from bot.service.game import summarizing
from bot.service.game.insiders import identities_of, identity_hash
from bot.service.people.persons import ensure_person
from bot.service.usecases import UseCases, retried
from bot.service.values.refused import Refused
from bot.service.values.request import FORMER, Identity, Person
from bot.store.models import DeclineRow
from bot.store.unit import Unit
from engines.contract import Value

MOST: Final = 1000
"""People whom one person has blocked."""


class FormerAccounts(Value, frozen=True):
    """Keyed hashes (`insiders.identity_hash`) of the accounts of somebody who was forgotten, by which a block
    or a declined invitation recognises them.
    """

    key: str
    former: tuple[str, ...]


class Block(Value, frozen=True):
    """Somebody whom a person has blocked."""

    id: int
    """Not shown: it counts the blocks of other people as well."""
    number: int
    """Its place in the person's own list, the oldest first, from 1."""
    name: str
    """The name as last seen; `FORMER` for somebody who was forgotten."""
    person_id: int | None
    """None: they were forgotten."""


class Blocks(UseCases):
    """The use cases of blocking."""

    @retried
    async def block(self, person: Person, other: Person) -> Person:
        """Block a person; a second time changes nothing. Raises Refused."""
        async with self._database.transaction() as unit:
            now = self._clock.now()
            asker = await ensure_person(unit, person, now)
            blocked = await ensure_person(unit, other, now)
            if asker.id == blocked.id:
                raise Refused("own_account", "That is you yourself.")
            await unit.persons.lock(asker.id)
            before = await unit.blocks.of([asker.id])
            if len(before) >= MOST and all(one.blocked_id != blocked.id for one in before):
                raise Refused(
                    "too_many", f"You have blocked {MOST:,} people, which is the most: lift a block first."
                )
            await unit.blocks.add(asker.id, blocked.id, now)
            return summarizing.person(blocked)

    async def named(self, person: Person, typed: str) -> Block:
        """The block that a person names by its number, or by a name that only one has. Raises Refused."""
        wanted, blocks = typed.strip().lower(), await self.blocked(person)
        numbered = [one for one in blocks if str(one.number) == wanted]
        found = numbered or [one for one in blocks if one.name.lower() == wanted]
        if not found:
            raise Refused(
                "not_blocked", "You have not blocked anybody of that name; “privacy blocked” lists them."
            )
        if len(found) > 1:
            raise Refused(
                "several_blocked",
                "You have blocked several people of that name: give the number from “privacy blocked”.",
            )
        return found[0]

    @retried
    async def unblock(self, person: Person, block_id: int) -> None:
        """Lift a block. Raises Refused where the person has none with this id."""
        async with self._database.transaction() as unit:
            if not await unit.blocks.remove(person.id, block_id):
                raise Refused("not_blocked", "You have not blocked them.")

    async def blocked(self, person: Person) -> list[Block]:
        """The blocks by a person, the newest first."""
        async with self._database.reading() as unit:
            newest_first = await unit.blocks.named(person.id)
        return [
            Block(block_id, number, FORMER if row is None else row.name, None if row is None else row.id)
            for number, (block_id, row) in zip(range(len(newest_first), 0, -1), newest_first, strict=True)
        ]


async def is_blocked(unit: Unit, person: Person, *, by: int) -> bool:
    """Whether the person whose id is `by` has blocked this one, known or a stranger."""
    return bool(await blockers(unit, person, [by]))


async def blockers(unit: Unit, person: Person, among: Collection[int]) -> set[int]:
    """The ids, among these, of the persons who have blocked this one, known or a stranger."""
    rows = await unit.blocks.of(among)
    found = {row.player_id for row in rows if row.blocked_id == person.id}
    traced = [row for row in rows if row.identity_hashes is not None]
    if traced:
        identities = await identities_of(unit, person)
        found.update(row.player_id for row in traced if _leads_to(row.identity_hashes or "", identities))
    return found


async def has_declined(unit: Unit, person: Person, inviter_id: int) -> bool:
    """Whether a person has declined an invitation by this inviter before they were forgotten."""
    if not (declines := await unit.invitations.forgotten_declines(inviter_id)):
        return False
    identities = await identities_of(unit, person)
    return any(_leads_to(hashes, identities) for hashes in declines)


def _leads_to(hashes: str, identities: Sequence[Identity]) -> bool:
    kept = msgspec.json.decode(hashes, type=FormerAccounts)
    return any(identity_hash(kept.key, one) in kept.former for one in identities)


async def keep_identity_hashes(
    unit: Unit, person_id: int, identities: Sequence[Identity], rng: Random
) -> None:
    """Before a person is forgotten: keep hashes by which those who blocked them, and whose invitations they
    declined, recognise them later.

    No row refers to the person: nothing leads from the pseudonym to these hashes.
    """

    def hashes() -> str:
        key = f"{rng.getrandbits(128):032x}"
        kept = FormerAccounts(key, tuple(identity_hash(key, one) for one in identities))
        return msgspec.json.encode(kept).decode()

    for row in await unit.blocks.against(person_id):
        row.blocked_id, row.identity_hashes = None, hashes()
    for inviter_id in await unit.invitations.declined_inviters(person_id):
        unit.add(DeclineRow(inviter_id=inviter_id, identity_hashes=hashes()))
