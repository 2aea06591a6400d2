"""Keeps secrets from people who sat in a game, and seats from people who saw its secrets."""

import hashlib
import hmac
from typing import Any, Final

import msgspec

from bot.service.game.live import LiveGame
from bot.service.game.seating import sitting_of
from bot.service.log.event_types import EventType
from bot.service.values.refused import Refused
from bot.service.values.request import Identity, Person
from bot.store.models import GameRow
from bot.store.unit import Unit
from engines.contract import Value

LOOK: Final = "look at secrets"
"""The audit act of a person who saw secrets of a running game without playing in it."""
_REVEALING_ACTS: Final = (LOOK, "import")
"""The acts that reveal secrets to their actor."""


class ForgottenPerson(Value, frozen=True):
    """The data of a `FORSAKEN` event until the game is over: hashes of a forgotten person's identities."""

    former: tuple[str, ...] = ()
    """The hashes, if the person ever sat in the game."""
    informed: tuple[str, ...] = msgspec.field(name="told", default=())
    """The hashes, if the person saw secrets of it."""


def identity_hash(key: str, identity: Identity) -> str:
    """An identity as a hash that only holders of the key can recognise, and nobody can reverse.

    HMAC-SHA-256 of ``kind:external_id``. The key is the game's secret seed.
    """
    name = f"{identity.kind}:{identity.external_id}"
    return hmac.new(key.encode(), name.encode(), hashlib.sha256).hexdigest()


async def ever_sat(unit: Unit, row: GameRow, person: Person) -> bool:
    """Whether a person sits in a game or ever sat there since it started, under any of their identities."""
    if sitting_of(row, person.id) is not None:
        return True
    for event in await unit.events.of_kinds(row.id, (EventType.STARTED, EventType.ADMIN)):
        data: dict[str, Any] = msgspec.json.decode(event.data or "{}")
        if person.id in (*data.get("players", ()), data.get("before"), data.get("after")):
            return True
    return await _recognised(unit, row, person, "former")


async def knows_secrets(unit: Unit, row: GameRow, person: Person) -> bool:
    """Whether a person saw secrets of a game, in its record or as an administrator."""
    by_number = await unit.audits.has_done(row.id, str(person.id), _REVEALING_ACTS)
    return by_number or await _recognised(unit, row, person, "told")


async def check_knows_no_secrets(live: LiveGame, person: Person) -> None:
    """Raises Refused for a person who must not play in a game because they saw secrets of it."""
    if live.engine.info.hidden and await knows_secrets(live.unit, live.row, person):
        raise Refused(
            "plays_here",
            f"Anybody who has seen secrets of game {live.row.code}, as an admin or in its record, cannot "
            "play in it: it needs somebody else.",
        )


async def identity_hashes_of(live: LiveGame, person: Person) -> ForgottenPerson | None:
    """The hashes that a running game keeps of a person who will be forgotten; None: none."""
    if not live.engine.info.hidden:
        return None
    unit, row = live.unit, live.row
    identity_hashes = tuple(identity_hash(row.seed or "", one) for one in await identities_of(unit, person))
    former = identity_hashes if await ever_sat(unit, row, person) else ()
    informed = identity_hashes if await knows_secrets(unit, row, person) else ()
    return ForgottenPerson(former, informed) if former or informed else None


async def _recognised(unit: Unit, row: GameRow, person: Person, as_one: str) -> bool:
    """Whether a person is a forgotten one who has come back with one of their identities."""
    kept: set[str] = set()
    for event in await unit.events.of_kinds(row.id, (EventType.FORSAKEN,)):
        kept.update(msgspec.json.decode(event.data or "{}").get(as_one, ()))
    return bool(kept) and any(
        identity_hash(row.seed or "", one) in kept for one in await identities_of(unit, person)
    )


async def drop_identity_hashes(live: LiveGame) -> None:
    """Erase the hashes of forgotten people: the game is over, and has no secrets any more."""
    await live.unit.events.erase_data(live.row.id, EventType.FORSAKEN)


async def identities_of(unit: Unit, person: Person) -> list[Identity]:
    """Every identity of a person; of a stranger the one of the request."""
    if person.identity is not None:
        return [person.identity]
    return [Identity(kind, external_id, "") for kind, external_id in await unit.persons.identities(person.id)]
