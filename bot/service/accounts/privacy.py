"""Personal data: exported and deleted on request."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog

from bot.column_values import OVER, RUNNING
from bot.service.game.insiders import identities_of, identity_hashes_of
from bot.service.game.live import LiveGame
from bot.service.game.seating import give_seat, sitting_of
from bot.service.log.event_types import EventType
from bot.service.notices import notifications
from bot.service.people import blocks
from bot.service.people.persons import new_pseudonym
from bot.service.seats.lobby_changes import stand_up
from bot.service.usecases import UseCases, retried
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.models import PersonRow
from bot.store.unit import Unit
from engines.contract import Value

log = structlog.get_logger(__name__)

_SECRET: Final[Mapping[str, Collection[str]]] = {
    "events": ("notation",),
    "heard in private": ("body",),
    "reported": ("words",),
    "planned ahead": ("guard", "action"),
    "noted": ("body",),
}
"""Data about a game that only the person may know, by kind; their private messages are secret as well."""


class Forgetting(Value, frozen=True):
    """The result of deletion: the answer to a dry run, and to the act."""

    waiting: tuple[str, ...]
    """Codes of games that have not started: the person leaves them."""
    running: tuple[str, ...]
    """Codes of running games: a pseudonym takes the seat."""
    over: int
    """Number of games that are over: they stay, under a pseudonym."""
    messages: int
    """Number of messages to other players whose text is removed."""


class Privacy(UseCases):
    """The use cases of exporting and deleting a person's data."""

    async def export(self, person_id: int, *, openly: bool = False) -> bytes:
        """Everything that is stored about a person, as JSON. Raises Refused for a stranger.

        `openly`: without what only they may know of a game.
        """
        async with self._database.reading() as unit:
            found = await unit.person_references.of(person_id)
        if not any(found.values()):
            raise _stranger()
        if openly:
            _leave_out_secrets(found)
        return await asyncio.to_thread(lambda: msgspec.json.format(msgspec.json.encode(found)))

    async def forgetting(self, person_id: int) -> Forgetting:
        """What would happen to the person's games and messages. Raises Refused for a stranger."""
        async with self._database.reading() as unit:
            return await _forgetting(unit, person_id)

    @retried
    async def forget(self, person_id: int) -> Forgetting:
        """Put a pseudonym in the person's place everywhere. Raises Refused for a stranger.

        Every game replays as before: its log names seats, not persons.
        """
        async with self._database.transaction() as unit:
            # A concurrent seating waits, and then finds no such person.
            await unit.persons.lock(person_id, leaves=True)
            done = await _forgetting(unit, person_id)
            games = await unit.person_references.games(person_id)
            now = self._clock.now()
            pseudonym = await new_pseudonym(unit, now)
            for code in done.waiting:
                if (waiting := await self._lock_if_rules_known(unit, code)) is not None:
                    stand_up(waiting, person_id)
            identities = await identities_of(unit, Person(person_id, ""))
            await blocks.keep_identity_hashes(unit, person_id, identities, self._rng)
            codes = await unit.person_references.codes(games, RUNNING)
            left = [await self._leave(unit, code, person_id, pseudonym) for code in codes]
            await unit.flush()
            await unit.person_references.hand_over(person_id, pseudonym, games)
            for live in filter(None, left):
                await notifications.conclude(live)
            await unit.flush()
            await unit.person_references.forget_places(games)
        log.info("person_forgotten", games=len(games))
        return done

    async def _leave(self, unit: Unit, code: str, person_id: int, pseudonym: PersonRow) -> LiveGame | None:
        """Put the pseudonym into a running game, and log it; None where its rules are gone.

        A game with secrets still recognises everybody who sat in it or saw secrets of it, until it is over.
        """
        if (live := await self._lock_if_rules_known(unit, code)) is None:
            return None
        seat, row = live.seat_of(person_id), live.row
        identity_hashes = await identity_hashes_of(live, Person(person_id, ""))
        if (sitting := sitting_of(row, person_id)) is not None:
            give_seat(sitting, pseudonym)
        if row.host_id == person_id:
            row.host, row.host_id = pseudonym, pseudonym.id
        if seat is not None:
            words = f"{live.seat_name(seat)} has left for good"
            live.note(EventType.FORSAKEN, seat=seat, data=identity_hashes, summary_line=words)
        elif identity_hashes is not None:
            live.append(EventType.FORSAKEN, data=identity_hashes, public=False)
        return live


def _leave_out_secrets(found: Mapping[str, Sequence[dict[str, Any]]]) -> None:
    for kind, names in _SECRET.items():
        for row in found[kind]:
            for name in names:
                row.pop(name, None)
    for row in found["said"]:
        if row["private"]:
            del row["body"]


async def _forgetting(unit: Unit, person_id: int) -> Forgetting:
    # Nobody else can write while this runs (on SQLite), so it must not read the events of years of play.
    if await unit.persons.get(person_id) is None:
        raise _stranger()
    seats = await unit.person_references.seats(person_id)
    return Forgetting(
        waiting=tuple(code for code, status in seats if status == "lobby"),
        running=tuple(code for code, status in seats if status in RUNNING),
        over=sum(status in OVER for _, status in seats),
        messages=await unit.person_references.messages(person_id),
    )


def _stranger() -> Refused:
    return Refused("nothing_stored", "Nothing is stored about you here.")
