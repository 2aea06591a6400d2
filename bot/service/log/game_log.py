"""A game's event log in a unit of work: the only module that appends events."""

from datetime import datetime
from typing import TypedDict, Unpack

import msgspec

from bot.service.log.event_types import EventType
from bot.service.values.request import Cause, Person
from bot.store.models import EventRow, GameRow
from bot.store.unit import Unit
from engines.contract import Seat, Value


class EventFields(TypedDict, total=False):
    """What an event may hold beside its type; see `EventRow`."""

    seat: Seat | None
    person: Person | None
    notation: str | None
    public_notation: str | None
    action: bytes
    reveals: bool
    data: Value | None


class GameLog:
    """The log of a game, to which a unit of work appends."""

    def __init__(self, unit: Unit, row: GameRow, now: datetime, cause: Cause | None) -> None:
        self.unit = unit
        self.cause = cause
        """The request behind this unit of work; set before the first event."""
        self.seq_before = row.last_seq
        """The newest event before this unit of work."""
        self._row = row
        self._now = now

    def append(self, kind: EventType, **fields: Unpack[EventFields]) -> None:
        """Append an event; the first of a unit of work carries its cause."""
        first_seq = self.seq_before + 1
        self._row.last_seq += 1
        person, action, data = fields.get("person"), fields.get("action"), fields.get("data")
        self.unit.events.append(
            EventRow(
                game_id=self._row.id,
                seq=self._row.last_seq,
                first_seq=first_seq,
                kind=kind.value,
                seat=fields.get("seat"),
                player_id=None if person is None else person.id,
                action=None if action is None else action.decode(),
                notation=fields.get("notation"),
                public_notation=fields.get("public_notation"),
                reveals=fields.get("reveals", False),
                data=None if data is None else msgspec.json.encode(data).decode(),
                cause=self.cause.key if self.cause and self._row.last_seq == first_seq else None,
                at=self._now,
            )
        )
