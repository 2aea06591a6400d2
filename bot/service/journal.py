"""Reading a game's event log: which actions stand, the state to which they lead, the game's record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

import msgspec

from bot.store.models import EventRow, GameRow
from engines.chance import seed_hash
from engines.contract import AnyEngine, IllegalAction, Value
from engines.record import Entry, Made, Record, Undo


class Kind(StrEnum):
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


APPLIED = frozenset({Kind.ACTION, Kind.AUTOMATIC, Kind.CLOCK})
"""Kinds whose action the engine applied."""
PLAY = APPLIED | {Kind.UNDO_ASKED, Kind.UNDO_AGREED, Kind.UNDO_DECLINED, Kind.UNDONE}
"""Kinds that a history of the game shows."""


class Started(Value, frozen=True):
    """The data of a `STARTED` event."""

    players: tuple[int, ...]
    """Who plays in each seat."""


class Back(Value, frozen=True):
    """The data of an `UNDONE` event."""

    undo_to: int
    """How many of the actions that stood before still stand."""


class BrokenLog(Exception):  # noqa: N818 -- what it says is enough
    """A game whose log cannot be played again; the text says where and why, in one sentence."""


def standing(events: Sequence[EventRow]) -> list[EventRow]:
    """The events whose actions have not been taken back, in order."""
    stack: list[EventRow] = []
    for event in events:
        if event.kind in APPLIED:
            stack.append(event)
        elif event.kind == Kind.UNDONE:
            del stack[msgspec.json.decode(event.data or "", type=Back).undo_to :]
    return stack


def replay(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> Any:
    """The state after these actions from the game's start. Raises BrokenLog."""
    *_, state = retrace(engine, game, applied)
    return state


def retrace(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> Iterator[Any]:
    """The game's first state, and the one after each of these actions. Raises BrokenLog."""
    if game.seed is None:
        raise BrokenLog(f"Game {game.code} has not started.")
    if game.rules_version != engine.info.rules_version:
        raise BrokenLog(
            f"Game {game.code} was started under version {game.rules_version} of the rules of "
            f"{engine.info.title}; this host has version {engine.info.rules_version}."
        )
    options = engine.options(msgspec.json.decode(game.options))
    state = engine.start(options, len(game.seats), game.seed)
    yield state
    for event in applied:
        if event.seat is None or event.action is None:
            raise BrokenLog(f"Event {event.seq} of game {game.code} lacks its seat or its action.")
        try:
            step = engine.apply(state, event.seat, engine.decode_action(event.action.encode()))
        except (IllegalAction, msgspec.ValidationError) as error:
            raise BrokenLog(f"Event {event.seq} of game {game.code} is not legal there: {error}.") from error
        if step.notation != event.notation:
            raise BrokenLog(
                f"Event {event.seq} of game {game.code} reads “{event.notation}” in the log but "
                f"“{step.notation}” when played again."
            )
        state = step.state
        yield state


def flaw(engine: AnyEngine, game: GameRow, events: Sequence[EventRow]) -> str | None:
    """What is wrong with a game's log or its snapshot, in one sentence; None if they agree to the byte."""
    if [event.seq for event in events] != list(range(1, game.version + 1)):
        return f"The events of game {game.code} are not numbered 1 to {game.version}."
    if game.state is None:
        return None
    try:
        state = replay(engine, game, standing(events))
    except BrokenLog as broken:
        return str(broken)
    if engine.encode_state(state) != game.state.encode():
        return f"The log of game {game.code} leads to another position than its snapshot shows."
    return None


def record_of(engine: AnyEngine, game: GameRow, events: Sequence[EventRow], *, seed: bool) -> Record:
    """The game as a record, with its secret seed or without.

    Raises BrokenLog before the start, and where an action cannot be read.
    """
    if game.seed is None or game.state is None:
        raise BrokenLog(f"Game {game.code} has not started.")
    entries: list[Entry] = []
    for event in events:
        if event.kind in APPLIED and event.action is not None and event.seat is not None:
            try:
                action = engine.decode_action(event.action.encode())
            except msgspec.ValidationError as error:
                raise BrokenLog(f"Event {event.seq} of game {game.code} cannot be read.") from error
            entries.append(Made(event.seat, engine.format(action)))
        elif event.kind == Kind.UNDONE:
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
        outcome=engine.outcome(engine.decode_state(game.state.encode())),
    )
