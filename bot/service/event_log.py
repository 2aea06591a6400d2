"""Reading a game's event log: which actions stand, the state to which they lead, the game's record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

from bot.store.models import EventRow, GameRow
from engines.chance import seed_hash
from engines.contract import AnyEngine, IllegalAction, IllegalOptions, Value
from engines.record import Entry, Made, Record, Undo


class EventType(StrEnum):
    """What an event can be."""

    CREATED = "created"
    JOINED = "joined"
    LEFT = "left"
    CANCELLED = "cancelled"
    STARTED = "started"
    ACTION = "action"
    """A player's action."""
    AUTOMATIC = "automatic"
    """An action that the host made for a seat without a choice."""
    CLOCK = "clock"
    """What the clock did for a seat whose deadline had passed."""
    UNDO_ASKED = "undo_asked"
    UNDO_AGREED = "undo_agreed"
    UNDO_DECLINED = "undo_declined"
    UNDONE = "undone"
    """Play went back; `data` is a `Back`."""
    RULES = "rules"
    """The game went over to the rules as they now are; `data` is a `RulesMigrated`."""
    PAUSED = "paused"
    """The game stands still, and its clock with it."""
    RESUMED = "resumed"
    """It goes on, with the time that was left."""
    RETIMED = "retimed"
    """Somebody set another deadline, or another length of turns; `data` is a `Timing`."""
    OUTAGE = "outage"
    """A deadline that had come while no process attended to it was moved; `data` is a `Timing`."""
    ADMIN = "admin"
    """An administrator did something; what followed from it are events of their own."""
    FORSAKEN = "forsaken"
    """A player is forgotten: nobody sits in the seat any more until it is given to somebody."""


APPLIED = frozenset({EventType.ACTION, EventType.AUTOMATIC, EventType.CLOCK})
"""Kinds whose action the engine applied."""
CLOCKWORK = frozenset({EventType.PAUSED, EventType.RESUMED, EventType.RETIMED, EventType.OUTAGE})
"""Kinds that concern nothing but the game's time."""
ADMIN_TYPES = frozenset({EventType.ADMIN, EventType.FORSAKEN})
"""Kinds that concern the people at the table rather than the position."""
PLAY = (
    APPLIED
    | CLOCKWORK
    | ADMIN_TYPES
    | {EventType.UNDO_ASKED, EventType.UNDO_AGREED, EventType.UNDO_DECLINED, EventType.UNDONE}
)
"""Kinds that a history of the game shows."""


class Started(Value, frozen=True):
    """The data of a `STARTED` event."""

    players: tuple[int, ...]
    """Who plays in each seat."""


class Done(Value, frozen=True):
    """The data of an applied action, where it is out of the ordinary (`engines.contract.Step`)."""

    marks_only: bool = msgspec.field(name="quiet", default=False)
    anonymous: bool = False


class Back(Value, frozen=True):
    """The data of an `UNDONE` event."""

    undo_to: int
    """How many of the actions that stood before still stand."""


class RulesMigrated(Value, frozen=True):
    """The data of a `RULES` event: from here on the game is played under this version of its rules."""

    version: int
    checkpoint: msgspec.Raw = msgspec.field(name="basis", default=msgspec.Raw(b"null"))
    """The position from which play goes on and every later replay begins, where these rules no longer lead
    from the game's start to where it stood; ``null`` where they do."""

    @property
    def has_checkpoint(self) -> bool:
        """Whether there is such a position."""
        return bytes(self.checkpoint) != b"null"


class Timing(Value, frozen=True):
    """The data of a `RETIMED` or `OUTAGE` event: what holds after it."""

    deadline: datetime | None
    hours: float | None
    """The length of turns to come."""


def done(event: EventRow) -> Done:
    """What is out of the ordinary about an applied action."""
    if event.data is None or event.kind not in APPLIED:
        return Done()
    return msgspec.json.decode(event.data, type=Done)


class BrokenLog(Exception):  # noqa: N818 -- what it says is enough
    """A game whose log cannot be played again; the text says where and why, in one sentence."""


def effective_events(events: Sequence[EventRow]) -> list[EventRow]:
    """The events whose actions have not been taken back, in order.

    The first may be a `RULES` event with the position from which those after it were played.
    """
    stack: list[EventRow] = []
    for event in events:
        if event.kind in APPLIED:
            stack.append(event)
        elif event.kind == EventType.UNDONE:
            del stack[msgspec.json.decode(event.data or "", type=Back).undo_to :]
        elif event.kind == EventType.RULES and _rules_migrated(event).has_checkpoint:
            stack = [event]
    return stack


def replay(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> Any:
    """The state after these actions, which stand. Raises BrokenLog."""
    *_, state = replay_states(engine, game, applied)
    return state


def replay_states(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> Iterator[Any]:
    """The game's first state, and the one after each of these events, which stand. Raises BrokenLog."""
    if game.seed is None:
        raise BrokenLog(f"Game {game.code} has not started.")
    if game.rules_version != engine.info.rules_version:
        raise BrokenLog(
            f"Game {game.code} was started under version {game.rules_version} of the rules of "
            f"{engine.info.title}; this host has version {engine.info.rules_version}."
        )
    yield from _played_again(engine, game, applied)


def outdated(engine: AnyEngine, game: GameRow) -> bool:
    """Whether a game that can go on was played under other rules than these so far."""
    return game.status in {"active", "paused"} and game.rules_version != engine.info.rules_version


def migrate_rules(engine: AnyEngine, game: GameRow, events: Sequence[EventRow]) -> tuple[RulesMigrated, Any]:
    """How an `outdated` game goes on under these rules, and from which state.

    Where its log, played again, leads to its snapshot, nothing but the version changes; where it does not,
    the snapshot becomes the position from which it is played. A snapshot that these rules cannot read is made
    anew from the log. Raises BrokenLog if neither serves.
    """
    version = engine.info.rules_version
    snapshot = _readable_snapshot(engine, game)
    try:
        *_, state = _played_again(engine, game, effective_events(events))
    except BrokenLog:
        if snapshot is None:
            raise
    else:
        if snapshot is None or engine.codec.encode(state) == engine.codec.encode(snapshot):
            return RulesMigrated(version), state
    return RulesMigrated(version, msgspec.Raw(engine.codec.encode(snapshot))), snapshot


def _rules_migrated(event: EventRow) -> RulesMigrated:
    return msgspec.json.decode(event.data or "", type=RulesMigrated)


def _readable_snapshot(engine: AnyEngine, game: GameRow) -> Any:
    """The snapshot, if these rules can read it and play on from there; None if not."""
    try:
        state = engine.codec.decode_state((game.state or "").encode())
        engine.view(state, None)
        for seat in engine.to_act(state):
            next(iter(engine.legal(state, seat)), None)
    except Exception:  # A snapshot of other rules may make these fail in any way.
        return None
    return state


def _played_again(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> Iterator[Any]:
    """As `replay_states`, whatever the game's version."""
    state = _beginning(engine, game, applied)
    yield state
    for event in applied:
        if event.kind != EventType.RULES:
            state = _after(engine, game, state, event)
        yield state


def _beginning(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> Any:
    """The state from which these were played. Raises BrokenLog."""
    try:
        if applied and applied[0].kind == EventType.RULES:
            return engine.codec.decode_state(bytes(_rules_migrated(applied[0]).checkpoint))
        options = engine.options(msgspec.json.decode(game.options))
        return engine.start(options, len(game.seats), game.seed or "")
    except (IllegalOptions, msgspec.MsgspecError, ValueError):
        raise BrokenLog(f"Game {game.code} cannot be set up under these rules.") from None


def _after(engine: AnyEngine, game: GameRow, state: Any, event: EventRow) -> Any:
    """The state after an event's action. Raises BrokenLog, which quotes nothing: plays may be secret."""
    where = f"Event {event.seq} of game {game.code}"
    if event.seat is None or event.action is None:
        raise BrokenLog(f"{where} lacks its seat or its action.")
    try:
        step = engine.apply(state, event.seat, engine.codec.decode_action(event.action.encode()))
    except IllegalAction as error:
        raise BrokenLog(f"{where} is not legal when played again ({error.code}).") from None
    except msgspec.ValidationError:
        raise BrokenLog(f"{where} is no action of these rules.") from None
    if step.notation != event.notation:
        raise BrokenLog(f"{where} does not do what it did when it was played.")
    return step.state


def inconsistency(engine: AnyEngine, game: GameRow, events: Sequence[EventRow]) -> str | None:
    """What is wrong with a game's log or its snapshot, in one sentence; None if they agree to the byte."""
    if [event.seq for event in events] != list(range(1, game.last_seq + 1)):
        return f"The events of game {game.code} are not numbered 1 to {game.last_seq}."
    if game.state is None:
        return None
    try:
        state = replay(engine, game, effective_events(events))
    except BrokenLog as broken:
        return str(broken)
    if engine.codec.encode(state) != game.state.encode():
        return f"The log of game {game.code} leads to another position than its snapshot shows."
    return None


def record_of(engine: AnyEngine, game: GameRow, events: Sequence[EventRow], *, seed: bool) -> Record:
    """The game as a record, with its secret seed or without.

    Raises BrokenLog before the start, and where an action cannot be read.
    """
    if game.seed is None or game.state is None:
        raise BrokenLog(f"Game {game.code} has not started.")
    if any(event.kind == EventType.RULES and _rules_migrated(event).has_checkpoint for event in events):
        raise BrokenLog(
            f"The rules of {engine.info.title} have changed while game {game.code} was played, so that it "
            "cannot be played again from its start; it has no record."
        )
    entries: list[Entry] = []
    for event in events:
        if event.kind in APPLIED and event.action is not None and event.seat is not None:
            try:
                action = engine.codec.decode_action(event.action.encode())
            except msgspec.ValidationError as error:
                raise BrokenLog(f"Event {event.seq} of game {game.code} cannot be read.") from error
            entries.append(Made(event.seat, engine.format(action)))
        elif event.kind == EventType.UNDONE:
            entries.append(Undo(msgspec.json.decode(event.data or "", type=Back).undo_to))
    tags = {"code": game.code, "started": f"{game.started_at or game.created_at:%Y-%m-%d}"}
    if game.finished_at is not None:
        tags["finished"] = f"{game.finished_at:%Y-%m-%d}"
    seated = sorted(game.seats, key=lambda row: row.seat or 0)
    return Record(
        game=game.key,
        rules_version=game.rules_version,
        options=msgspec.json.decode(game.options),
        seats=tuple(row.player.name for row in seated),
        tags=tags,
        seed=game.seed if seed else None,
        seed_hash=seed_hash(game.seed),
        entries=tuple(entries),
        outcome=engine.outcome(engine.codec.decode_state(game.state.encode())),
    )
