"""Who has sat in a game with secrets: they must not learn more of it, however they left."""

import hashlib
import hmac
from typing import Any

import msgspec

from bot.service.event_log import EventType
from bot.service.live import LiveGame
from bot.service.summaries import Identity, Person
from bot.store.models import GameRow
from bot.store.unit import Unit
from engines.contract import Value


class Traces(Value, frozen=True):
    """The data of a `FORSAKEN` event: who was forgotten, as `trace` says, until the game is over."""

    former: tuple[str, ...]


def trace(key: str, identity: Identity) -> str:
    """An identity as a hash that is recognised only where the key is known, and leads back to nobody.

    HMAC-SHA-256 of ``kind:external_id``. The key of a game's traces is its secret seed.
    """
    name = f"{identity.kind}:{identity.external_id}"
    return hmac.new(key.encode(), name.encode(), hashlib.sha256).hexdigest()


async def ever_sat(unit: Unit, row: GameRow, person: Person) -> bool:
    """Whether a person sits in a game or ever sat there since it started, under any of their identities."""
    if any(sitting.player_id == person.id for sitting in row.seats):
        return True
    former: set[str] = set()
    for event in await unit.events.of_kinds(row.id, (EventType.STARTED, EventType.ADMIN, EventType.FORSAKEN)):
        data: dict[str, Any] = msgspec.json.decode(event.data or "{}")
        if person.id in (*data.get("players", ()), data.get("before"), data.get("after")):
            return True
        former.update(data.get("former", ()))
    return any(trace(row.seed or "", one) in former for one in await identities_of(unit, person))


async def forget_traces(live: LiveGame) -> None:
    """Erase the traces of those who were forgotten: the game is over, and has no secrets any more."""
    await live.unit.events.erase_data(live.row.id, EventType.FORSAKEN)


async def identities_of(unit: Unit, person: Person) -> list[Identity]:
    """Every identity of a person; of a stranger the one that they came with."""
    if person.identity is not None:
        return [person.identity]
    return [Identity(kind, external_id, "") for kind, external_id in await unit.persons.identities(person.id)]
