"""The types of a game's events, what the data of each type holds, and its line in the game's history."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, TypeVar

import msgspec

from bot.service.log.mixture import Reseed
from bot.service.values.request import Person
from bot.store.models import EventRow
from engines.contract import Seat, Value

DataT = TypeVar("DataT", bound=Value)


class EventType(StrEnum):
    """The types of events."""

    CREATED = "created"
    COMMITTED = "committed"
    """The hash of the secret was published; `data` is a `bot.service.game.commitment.Committed`."""
    JOINED = "joined"
    LEFT = "left"
    CANCELLED = "cancelled"
    STARTED = "started"
    ACTION = "action"
    """A player's action."""
    AUTOMATIC = "automatic"
    """A forced action, applied by the host."""
    CLOCK = "clock"
    """The timeout action of a seat whose deadline has passed."""
    UNDO_ASKED = "undo_asked"
    UNDO_AGREED = "undo_agreed"
    UNDO_DECLINED = "undo_declined"
    UNDONE = "undone"
    """Play went back; `data` is a `Back`."""
    RULES = "rules"
    """The game was migrated to this host's rules; `data` is a `RulesMigrated`."""
    PAUSED = "paused"
    """The game and its clock were stopped; `data` is a `Waiting` where that ends automatically."""
    RESUMED = "resumed"
    """The game resumes with the time that was left."""
    RETIMED = "retimed"
    """The deadline or the length of turns was changed; `data` is a `Timing`."""
    OUTAGE = "outage"
    """A deadline that passed while no process ran was moved; `data` is a `Timing`."""
    PAUSING = "pausing"
    """A pause, or its end, is asked for, agreed to or declined; `data` is the `PauseRequest` that waits."""
    OPENED = "opened"
    """The owner of a seat has vanished and is warned; `data` is an `Opened`."""
    HERE = "here"
    """The owner of a seat that was opened keeps it."""
    AWAY = "away"
    """A seat's player began a vacation; `data` is a `Leave`."""
    BACK = "back"
    """That vacation has ended."""
    ADMIN = "admin"
    """An administrator acted; the effects are separate events, except for a `Replaced`."""
    ABSENT = "absent"
    """A seat did nothing in as many deadlines in a row as the table agreed on."""
    MISSED = "missed"
    """A seat's time ran out and no action is made for it: play waits."""
    ENDING = "ending"
    """A seat asks to end the game without a result, or withdraws that; `data` is an `Ending`."""
    BANKS = "banks"
    """The seats' time banks changed; `data` is a `Banks`. It is recorded for the doctor alone."""
    FORSAKEN = "forsaken"
    """A player was forgotten: the seat is empty until an administrator fills it."""


APPLIED = frozenset({EventType.ACTION, EventType.AUTOMATIC, EventType.CLOCK})
"""Types with an action that the engine applied."""
LEAVE_TYPES = frozenset({EventType.AWAY, EventType.BACK})
"""Vacation types: they ping nobody and end no turn."""
ADMIN_TYPES = frozenset({EventType.ADMIN, EventType.FORSAKEN})
"""Types that concern the players rather than the position."""
_OF_LOBBY = {EventType.CREATED, EventType.JOINED, EventType.LEFT, EventType.STARTED, EventType.CANCELLED}
_OF_ACCOUNTS = {EventType.COMMITTED, EventType.RULES, EventType.BANKS}
PLAY = frozenset(EventType) - _OF_LOBBY - _OF_ACCOUNTS
"""Types that a game's history shows."""

LINES: Mapping[EventType, str] = {
    EventType.UNDO_ASKED: "undo?",
    EventType.UNDO_AGREED: "undo agreed",
    EventType.UNDO_DECLINED: "no undo",
    EventType.PAUSED: "paused",
    EventType.RESUMED: "resumed",
    EventType.OUTAGE: "deadline moved after an outage",
    EventType.ABSENT: "stays away",
    EventType.MISSED: "misses the deadline",
    EventType.ENDING: "end without a result?",
    EventType.FORSAKEN: "left for good",
    EventType.PAUSING: "pause?",
    EventType.OPENED: "a seat is opened to others",
    EventType.HERE: "keeps the seat",
    EventType.AWAY: "on vacation",
    EventType.BACK: "back from vacation",
}
"""These types' lines in a game's history. Stored logs hold these lines, so they never change."""


class Started(Value, frozen=True):
    """The data of a `STARTED` event."""

    players: tuple[int, ...]
    """The person in each seat."""
    rules_version: int | None = None
    """None, like the options, in games that were started by earlier releases."""
    options: dict[str, Any] | None = None


class Replaced(Value, frozen=True):
    """The data of an `ADMIN` event that replaces a player."""

    seat: Seat
    before: int
    after: int


class Waiting(Value, frozen=True):
    """The data of a `PAUSED` event that ends when these vacant seats are taken."""

    vacant: tuple[Seat, ...]


class Opened(Value, frozen=True):
    """The data of an `OPENED` event."""

    vanished: Seat
    at: datetime
    """The moment from which another player may take the seat."""


class Leave(Value, frozen=True):
    """The data of an `AWAY` event."""

    until: datetime
    """When the vacation is to end."""


class StepFlags(Value, frozen=True):
    """The data of an applied action with flags of its `engines.contract.Step`."""

    marks_only: bool = msgspec.field(name="quiet", default=False)
    anonymous: bool = False


class Back(Value, frozen=True):
    """The data of an `UNDONE` event."""

    undo_to: int
    """The number of effective events that remain."""
    reseed: Reseed | None = None
    """The new secret for all later draws; an event with one is effective itself."""


class RulesMigrated(Value, frozen=True):
    """The data of a `RULES` event: the version of the rules from here on."""

    version: int
    checkpoint: msgspec.Raw = msgspec.field(name="basis", default=msgspec.Raw(b"null"))
    """The checkpoint at which later replays begin; ``null`` where a replay under the new rules leads to the
    same position."""

    @property
    def has_checkpoint(self) -> bool:
        """Whether later replays begin at a stored position."""
        return bytes(self.checkpoint) != b"null"


class Timing(Value, frozen=True):
    """The data of a `RETIMED` or `OUTAGE` event: the values after it."""

    deadline: datetime | None
    hours: float | None
    """The length of later turns."""


class Ending(Value, frozen=True):
    """The data of an `ENDING` event: the seats that ask to end the game after it."""

    seats: tuple[Seat, ...]


class Banks(Value, frozen=True):
    """The data of a `BANKS` event: what `SeatClocks` holds after it."""

    left: tuple[float, ...]
    granted: tuple[str, ...]
    """The grants of this event alone."""


class _Seating(msgspec.Struct):
    """What the data of `ADMIN` events may hold, as far as it tells of a change of players."""

    seat: Seat | None = None
    before: Any = None
    after: Any = None


class _InFavour(msgspec.Struct):
    """The common part of `PAUSING` and `ENDING` data: the seats in favour after the event."""

    seats: tuple[Seat, ...] = ()


def read_line(event: EventRow, line: str) -> str:
    """An event's line for readers: the log stores the same line for a request and for each answer to it."""
    if event.kind not in {EventType.PAUSING, EventType.ENDING}:
        return line
    in_favour = msgspec.json.decode(event.data or "{}", type=_InFavour).seats
    if event.seat is None:
        return "not agreed in time"
    if event.player_id is None:
        return "no longer wished"
    if event.seat not in in_favour:
        return "declined"
    return line if len(in_favour) == 1 else "agreed"


def banks_after(events: Iterable[EventRow]) -> Banks | None:
    """The banks after these events of a game, with all grants until then; None before they were opened."""
    banks = [data_of(event, Banks) for event in events if event.kind == EventType.BANKS]
    return Banks(banks[-1].left, tuple(grant for one in banks for grant in one.granted)) if banks else None


def data_of(event: EventRow, kind: type[DataT]) -> DataT:
    """The data of an event, decoded as this type."""
    return msgspec.json.decode(event.data or "", type=kind)


def replaced_in(event: EventRow) -> Replaced | None:
    """The change of players that an event made; None for all others."""
    if event.kind != EventType.ADMIN or event.data is None:
        return None
    change = msgspec.json.decode(event.data, type=_Seating)
    return None if change.seat is None else Replaced(change.seat, change.before, change.after)


def seated_since(events: Sequence[EventRow], seat: Seat, person: Person) -> int:
    """The event by which a person took over a seat; 0 for its first player."""
    for event in reversed(events):
        change = replaced_in(event)
        if change is not None and (change.seat, change.after) == (seat, person.id):
            return event.seq
    return 0


def timing_line(timing: Timing, *, length: bool) -> str:
    """A `RETIMED` event's line in a game's history; `length`: the length of turns changed."""
    if not length:
        return "deadline set"
    return (
        "turns have no deadline any more"
        if timing.hours is None
        else f"turns have {timing.hours:g} h from now on"
    )


def undo_line(notations: Sequence[str | None]) -> str | None:
    """The history line of undone actions; None if none of them has a notation."""
    shown = [notation for notation in notations if notation is not None]
    if len(shown) > 1:
        return f"undo {len(shown)} actions"
    return f"undo {shown[0]}" if shown else None


def undone_in(line: str) -> str:
    """The actions that a line of `undo_line` names: ``d3-c3``, ``2 actions``; empty if it names none."""
    return line.removeprefix("undo").strip()


def flags_of(event: EventRow) -> StepFlags:
    """The flags of an applied action; the defaults for other events."""
    return StepFlags() if event.data is None or event.kind not in APPLIED else data_of(event, StepFlags)
