"""A game's event log in a unit of work: the only module that appends events."""

from datetime import datetime

import msgspec

from bot.service.log.event_types import EventType
from bot.service.values.request import Cause, Person
from bot.store.models import EventRow, GameRow
from bot.store.unit import Unit
from engines.contract import Seat, Value


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

    def append(
        self,
        kind: EventType,
        *,
        seat: Seat | None = None,
        person: Person | None = None,
        notation: str | None = None,
        public_notation: str | None = None,
        action: bytes | None = None,
        reveals: bool = False,
        data: Value | None = None,
    ) -> None:
        """Append an event; the first of a unit of work carries its cause."""
        first_seq = self.seq_before + 1
        self._row.last_seq += 1
        self.unit.events.append(
            EventRow(
                game_id=self._row.id,
                seq=self._row.last_seq,
                first_seq=first_seq,
                kind=kind.value,
                seat=seat,
                player_id=None if person is None else person.id,
                action=None if action is None else action.decode(),
                notation=notation,
                public_notation=public_notation,
                reveals=reveals,
                data=None if data is None else msgspec.json.encode(data).decode(),
                cause=self.cause.key if self.cause and self._row.last_seq == first_seq else None,
                at=self._now,
            )
        )
