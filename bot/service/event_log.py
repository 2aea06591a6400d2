"""Reading a game's event log: effective events, the states they lead to, the game's record."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple, TypeVar

import msgspec

from bot.service.mixture import Mixture, Reseed, mixtures_of
from bot.store.models import EventRow, GameRow
from engines import record
from engines.chance import seed_hash
from engines.contract import AnyEngine, IllegalAction, IllegalOptions, Resign, Seat, Step, Value
from engines.record import Entry, Made, Origin, Record, Undo
from engines.reviewing import Act

DataT = TypeVar("DataT", bound=Value)


class EventType(StrEnum):
    """The types of events."""

    CREATED = "created"
    COMMITTED = "committed"
    """The hash of the secret was published; `data` is a `bot.service.commitment.Committed`."""
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
    """The game and its clock were stopped; `data` is a `Waiting` where that ends by itself."""
    RESUMED = "resumed"
    """The game goes on with the time that was left."""
    RETIMED = "retimed"
    """The deadline or the length of turns was changed; `data` is a `Timing`."""
    OUTAGE = "outage"
    """A deadline that passed while no process ran was moved; `data` is a `Timing`."""
    PAUSING = "pausing"
    """A pause, or its end, is asked for, agreed to or declined; `data` is the `PauseWish` that waits."""
    OPENED = "opened"
    """The owner of a seat has vanished and is warned; `data` is an `Opened`."""
    HERE = "here"
    """The owner of a seat that was opened keeps it."""
    AWAY = "away"
    """A seat's player began a vacation; `data` is a `Leave`."""
    BACK = "back"
    """That vacation has ended."""
    ADMIN = "admin"
    """An administrator acted; the effects are events of their own, but for a `Replaced`."""
    ABSENT = "absent"
    """A seat has done nothing in as many deadlines in a row as were agreed."""
    MISSED = "missed"
    """A seat's time ran out and nothing is done for it: play waits."""
    ENDING = "ending"
    """A seat wishes to end the game without a result, or no longer; `data` is an `Ending`."""
    BANKS = "banks"
    """The seats' time banks changed; `data` is a `Banks`. Only an account for the doctor."""
    FORSAKEN = "forsaken"
    """A player was forgotten: the seat is empty until an administrator fills it."""


APPLIED = frozenset({EventType.ACTION, EventType.AUTOMATIC, EventType.CLOCK})
"""Types with an action that the engine applied."""
CLOCKWORK = frozenset(
    {
        *(EventType.PAUSED, EventType.RESUMED, EventType.RETIMED, EventType.OUTAGE),
        *(EventType.ABSENT, EventType.MISSED, EventType.ENDING),
    }
)
"""Types that concern the game's clock alone."""
LEAVE_TYPES = frozenset({EventType.AWAY, EventType.BACK})
"""Vacation types: they ping nobody and end no turn."""
ADMIN_TYPES = frozenset({EventType.ADMIN, EventType.FORSAKEN})
"""Types that concern the players rather than the position."""
PLAY = (
    APPLIED
    | CLOCKWORK
    | ADMIN_TYPES
    | LEAVE_TYPES
    | {EventType.PAUSING, EventType.OPENED, EventType.HERE}
    | {EventType.UNDO_ASKED, EventType.UNDO_AGREED, EventType.UNDO_DECLINED, EventType.UNDONE}
)
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
    """The moment from which somebody else may take the seat."""


class Leave(Value, frozen=True):
    """The data of an `AWAY` event."""

    until: datetime
    """When the vacation is to end."""


class Done(Value, frozen=True):
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
    """The data of an `ENDING` event: the seats that wish to end the game after it."""

    seats: tuple[Seat, ...]


class Banks(Value, frozen=True):
    """The data of a `BANKS` event: what `SeatClocks` holds after it."""

    left: tuple[float, ...]
    granted: tuple[str, ...]
    """The grants of this event alone."""


class _Wish(msgspec.Struct):
    """The common part of `PAUSING` and `ENDING` data: the seats that wish it after the event."""

    seats: tuple[Seat, ...] = ()


def read_line(event: EventRow, line: str) -> str:
    """An event's line for readers: the log stores the same line for a wish and for each answer to it."""
    if event.kind not in {EventType.PAUSING, EventType.ENDING}:
        return line
    wished = msgspec.json.decode(event.data or "{}", type=_Wish).seats
    if event.seat is None:
        return "not agreed in time"
    if event.seat not in wished:
        return "declined"
    return line if len(wished) == 1 else "agreed"


def banks_before(events: Sequence[EventRow], seq: int) -> Banks | None:
    """The banks before an event, with all grants until then; None before they were opened."""
    banks = [data_of(event, Banks) for event in events if event.kind == EventType.BANKS and event.seq < seq]
    return Banks(banks[-1].left, tuple(grant for one in banks for grant in one.granted)) if banks else None


def data_of(event: EventRow, kind: type[DataT]) -> DataT:
    """The data of an event whose type has data of this kind."""
    return msgspec.json.decode(event.data or "", type=kind)


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


def done(event: EventRow) -> Done:
    """The flags of an applied action; the defaults for other events."""
    return Done() if event.data is None or event.kind not in APPLIED else data_of(event, Done)


class BrokenLog(Exception):  # noqa: N818 -- what it says is enough
    """A log that cannot be replayed; the text says where and why, in one sentence."""


def has_checkpoint(event: EventRow) -> bool:
    """Whether this event holds a checkpoint at which later replays begin."""
    return event.kind == EventType.RULES and data_of(event, RulesMigrated).has_checkpoint


def effective_events(events: Sequence[EventRow]) -> list[EventRow]:
    """The applied events that are not undone, in order, and those that brought a new seed.

    The first is a `RULES` event where the others were played from its checkpoint.
    """
    stack: list[EventRow] = []
    for event in events:
        if event.kind in APPLIED:
            stack.append(event)
        elif event.kind == EventType.UNDONE:
            back = data_of(event, Back)
            del stack[back.undo_to :]
            if back.reseed is not None:
                stack.append(event)
        elif has_checkpoint(event):
            stack = [event]
    return stack


def undone_events(events: Sequence[EventRow]) -> list[EventRow]:
    """The undone actions that can be redone, in order: undone by players, with nothing else done since.

    Playing the first of them again, in whatever way, keeps the rest. An administrator's act or a change of
    players clears them.
    """
    stack: list[EventRow] = []
    undone: list[EventRow] = []
    before: EventRow | None = None
    for event in events:
        if event.kind in APPLIED:
            undone = undone[1:] if undone and _same(event, undone[0]) else []
            stack.append(event)
        elif event.kind == EventType.UNDONE:
            back = data_of(event, Back)
            by_players = event.seat is not None or (before and before.kind == EventType.UNDO_AGREED)
            undone = [*stack[back.undo_to :], *undone] if by_players else []
            del stack[back.undo_to :]
            if back.reseed is not None:
                stack.append(event)
        elif has_checkpoint(event):
            stack, undone = [event], []
        elif event.kind in ADMIN_TYPES:
            undone = []
        before = event
    return undone


def _same(event: EventRow, other: EventRow) -> bool:
    return (event.kind, event.seat, event.action) == (other.kind, other.seat, other.action)


def resigned(engine: AnyEngine, events: Sequence[EventRow]) -> tuple[Seat, ...]:
    """The seats that have resigned by these effective events."""
    given_up = {
        event.seat
        for event in events
        if event.seat is not None
        and event.action is not None
        and isinstance(engine.codec.decode_action(event.action.encode()), Resign)
    }
    return tuple(sorted(given_up))


def of_the_game(engine: AnyEngine, event: EventRow) -> bool:
    """Whether an applied event is an action in the game rather than about it."""
    action = engine.codec.decode_action((event.action or "").encode())
    return isinstance(action, engine.action_types)


def shown_actions(engine: AnyEngine, undone: Sequence[EventRow]) -> tuple[tuple[Seat, str], ...]:
    """The notations of the game's own actions among these, as `GameSummary.undo_actions`."""
    return tuple(
        (event.seat, event.public_notation)
        for event in undone
        if event.seat is not None and event.public_notation is not None
        if event.kind in {EventType.ACTION, EventType.AUTOMATIC} and of_the_game(engine, event)
    )


def replay(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> Value:
    """The state after these effective events. Raises BrokenLog."""
    *_, state = replay_states(engine, game, applied)
    return state


def replay_states(
    engine: AnyEngine, game: GameRow, applied: Sequence[EventRow], *, after: Value | None = None
) -> Iterator[Value]:
    """The game's first state, or `after`, and the state after each of these effective events.

    Raises BrokenLog.
    """
    if game.seed is None:
        raise BrokenLog(f"Game {game.code} has not started.")
    if game.rules_version != engine.info.rules_version:
        raise BrokenLog(
            f"Game {game.code} was started under version {game.rules_version} of the rules of "
            f"{engine.info.title}; this host has version {engine.info.rules_version}."
        )
    yield from _played_again(engine, game, applied, after)


def outdated(engine: AnyEngine, game: GameRow) -> bool:
    """Whether an unfinished game was last played under another rules version."""
    return game.status in {"active", "paused"} and game.rules_version != engine.info.rules_version


def migrate_rules(
    engine: AnyEngine, game: GameRow, events: Sequence[EventRow]
) -> tuple[RulesMigrated, Value]:
    """The migration of an `outdated` game to these rules, and its state after it.

    Only the version changes where a replay of the log leads to the snapshot; elsewhere the snapshot becomes
    the checkpoint. A snapshot that these rules cannot read is rebuilt from the log. Raises BrokenLog where
    the log cannot be replayed either.
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


def _readable_snapshot(engine: AnyEngine, game: GameRow) -> Value | None:
    """The snapshot, if these rules can read it and go on from there; else None."""
    try:
        state: Value = engine.codec.decode_state((game.state or "").encode())
        engine.view(state, None)
        for seat in engine.to_act(state):
            next(iter(engine.legal(state, seat)), None)
    except Exception:  # A snapshot of other rules may fail in any way.
        return None
    return state


def _played_again(
    engine: AnyEngine, game: GameRow, applied: Sequence[EventRow], after: Value | None = None
) -> Iterator[Value]:
    """As `replay_states`, without the check of the version."""
    state = _beginning(engine, game, applied) if after is None else after
    yield state
    for event in applied:
        if event.kind != EventType.RULES:
            state = _after(engine, game, state, event)
        yield state


def acts_of(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> tuple[Value, tuple[Act, ...]]:
    """The state before the first of these effective events, and what each of them does. Raises BrokenLog."""
    acts = []
    for event in applied:
        if event.kind == EventType.UNDONE:
            acts.append(Act(seed=_new_seed(game, event, _place(game, event))))
        elif event.seat is None or event.action is None:
            acts.append(Act())
        else:
            chosen = event.kind == EventType.ACTION
            acts.append(Act(event.seat, msgspec.Raw(event.action.encode()), chosen))
    return _beginning(engine, game, applied), tuple(acts)


def _beginning(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> Value:
    """The state before the first of these events. Raises BrokenLog."""
    try:
        if applied and applied[0].kind == EventType.RULES:
            state: Value = engine.codec.decode_state(bytes(data_of(applied[0], RulesMigrated).checkpoint))
        else:
            options = engine.options(msgspec.json.decode(game.options))
            state = engine.start(options, len(game.seats), game.seed or "")
    except (IllegalOptions, msgspec.MsgspecError, ValueError):
        raise BrokenLog(f"Game {game.code} cannot be set up under these rules.") from None
    return state


def _after(engine: AnyEngine, game: GameRow, state: Value, event: EventRow) -> Value:
    """The state after an effective event. Raises BrokenLog."""
    if event.kind == EventType.UNDONE:
        reseeded: Value = engine.reseed(state, _new_seed(game, event, _place(game, event)))
        return reseeded
    return step_of(engine, game, state, event).state


def _place(game: GameRow, event: EventRow) -> str:
    return f"Event {event.seq} of game {game.code}"


def step_of(engine: AnyEngine, game: GameRow, state: Value, event: EventRow) -> Step[Value]:
    """The step of an event's action. Raises BrokenLog, which quotes no action: it may be secret."""
    where = _place(game, event)
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
    return step


class ReplayedLog(NamedTuple):
    """A log replayed in full: its final state and the step of each applied event."""

    state: Value
    steps: tuple[tuple[EventRow, Step[Value]], ...]
    """Including undone events, but not those before a checkpoint."""
    backs: tuple[tuple[EventRow, tuple[EventRow, ...]], ...]
    """The undo events, each with the players' actions that it undid."""


def replay_log(engine: AnyEngine, game: GameRow, events: Sequence[EventRow]) -> ReplayedLog:
    """Replay the whole log, including undone events. Raises BrokenLog."""
    since = max((number for number, event in enumerate(events) if has_checkpoint(event)), default=None)
    states = [_beginning(engine, game, () if since is None else (events[since],))]
    stack: list[EventRow] = []
    if since is not None:
        # The checkpoint itself is an effective event.
        states.append(states[0])
        stack.append(events[since])
    steps, backs = [], []
    for event in events[0 if since is None else since + 1 :]:
        if event.kind in APPLIED:
            step = step_of(engine, game, states[-1], event)
            states.append(step.state)
            stack.append(event)
            steps.append((event, step))
        elif event.kind == EventType.UNDONE:
            back = data_of(event, Back)
            if back.undo_to >= len(states):
                raise BrokenLog(f"{_place(game, event)} goes back to more than had been played.")
            undone = tuple(one for one in stack[back.undo_to :] if one.kind == EventType.ACTION)
            backs.append((event, undone))
            del states[back.undo_to + 1 :], stack[back.undo_to :]
            if back.reseed is not None:
                states.append(_after(engine, game, states[-1], event))
                stack.append(event)
    return ReplayedLog(states[-1], tuple(steps), tuple(backs))


def _new_seed(game: GameRow, event: EventRow, where: str) -> str:
    """The seed of the play after an undo with a new secret. Raises BrokenLog."""
    promised = data_of(event, Back).reseed
    for mixture in mixtures_of(game).later:
        if promised == Reseed(mixture.commitment, mixture.words):
            return mixture.seed
    raise BrokenLog(f"{where} promises a secret that the game does not have.")


def inconsistency(engine: AnyEngine, game: GameRow, events: Sequence[EventRow]) -> str | None:
    """How log and snapshot disagree, in one sentence; None if they agree to the byte."""
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
    if any(has_checkpoint(event) for event in events):
        raise BrokenLog(
            f"The rules of {engine.info.title} have changed while game {game.code} was played, so that it "
            "cannot be played again from its start; it has no record."
        )
    entries: list[Entry] = []
    effective = 0
    for event in events:
        if event.kind in APPLIED and event.action is not None and event.seat is not None:
            try:
                action = engine.codec.decode_action(event.action.encode())
            except msgspec.ValidationError as error:
                raise BrokenLog(f"Event {event.seq} of game {game.code} cannot be read.") from error
            entries.append(Made(event.seat, engine.format(action)))
            effective += 1
        elif event.kind == EventType.UNDONE:
            back = data_of(event, Back)
            if back.reseed is None and back.undo_to == effective:
                continue  # The game went on after its end, with nothing undone.
            effective = back.undo_to + (back.reseed is not None)
            with_seed = back.reseed is not None and seed
            new_seed = _new_seed(game, event, _place(game, event)) if with_seed else msgspec.UNSET
            entries.append(Undo(back.undo_to, new_seed))
    tags = {"code": game.code, "started": f"{game.started_at or game.created_at:%Y-%m-%d}"}
    if game.finished_at is not None:
        tags["finished"] = f"{game.finished_at:%Y-%m-%d}"
    seated = sorted(game.seats, key=lambda row: row.seat or 0)
    mixtures = mixtures_of(game)
    later = tuple(_origin(mixture, seed=True) for mixture in mixtures.later)
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
        origin=_origin(mixtures.first, seed=seed) if mixtures.first else msgspec.UNSET,
        reseeds=later if seed and later else msgspec.UNSET,
    )


def with_draws(made: Record) -> Record:
    """The record with everything that was drawn, if its seed is in it; not for the event loop.

    One whose log does not lead to its end stays as it is: `inconsistency` says so.
    """
    try:
        return record.with_draws(made)
    except ValueError:
        return made


def _origin(mixture: Mixture, *, seed: bool) -> Origin:
    return Origin(mixture.commitment, mixture.words, mixture.secret if seed else msgspec.UNSET)
