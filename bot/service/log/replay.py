"""Replaying a game's log: the states to which it leads, and whether these are the game's."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

import msgspec

from bot.service.log.effective_events import effective_events, has_checkpoint
from bot.service.log.event_types import APPLIED, Back, EventType, RulesMigrated, data_of
from bot.service.log.mixture import Reseed, mixtures_of
from bot.service.values.refused import Refused
from bot.store.models import EventRow, GameRow
from engines.contract import AnyEngine, IllegalAction, IllegalOptions, Step, Value
from engines.reviewing import Act

_KEPT = 256
"""States that are kept."""


class BrokenLog(Exception):  # noqa: N818 -- what it says is enough
    """A log that cannot be replayed; the text says where and why, in one sentence."""


@contextmanager
def refuse_broken(code: str, sentence: str) -> Iterator[None]:
    """Raise Refused with this code and sentence where BrokenLog is raised, whose text may quote secrets."""
    try:
        yield
    except BrokenLog as broken:
        raise Refused(code, sentence) from broken


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
    yield from replay_any_version(engine, game, applied, after)


def replay_any_version(
    engine: AnyEngine, game: GameRow, applied: Sequence[EventRow], after: Value | None = None
) -> Iterator[Value]:
    """As `replay_states`, without the check of the version."""
    state = _beginning(engine, game, applied) if after is None else after
    yield state
    for event in applied:
        if event.kind != EventType.RULES:
            state = state_after(engine, game, state, event)
        yield state


class Replays:
    """Replays logs from the states that earlier replays reached.

    Readers of a game begin at different events. A cached state stays valid: a log only grows, and an undo
    keeps what comes before.
    """

    def __init__(self) -> None:
        self._reached: OrderedDict[tuple[int, int], Value] = OrderedDict()
        """The states last asked for, each by its game and the event after which it held."""

    def replay(
        self,
        engine: AnyEngine,
        game: GameRow,
        effective: Sequence[EventRow],
        first: int,
        after: Value | None = None,
    ) -> list[Value]:
        """The state before each effective event from index `first` on, and the last one.

        `after`: the state before the first effective event; None: the game's first state. Raises BrokenLog. A
        long log takes a good part of a second: not for the event loop.
        """
        begin, reached = first, None
        while begin and (reached := self._reached.get((game.id, effective[begin - 1].id))) is None:
            begin -= 1
        replayed = replay_states(engine, game, effective[begin:], after=reached if begin else after)
        states = list(islice(replayed, first - begin, None))
        if first:
            # Each step is atomic, so threads need no lock.
            self._reached.pop((game.id, effective[first - 1].id), None)
            self._reached[game.id, effective[first - 1].id] = states[0]
        if len(self._reached) > _KEPT:
            self._reached.popitem(last=False)
        return states


def acts_of(engine: AnyEngine, game: GameRow, applied: Sequence[EventRow]) -> tuple[Value, tuple[Act, ...]]:
    """The state before the first of these effective events, and what each of them does. Raises BrokenLog."""
    acts = []
    for event in applied:
        if event.kind == EventType.UNDONE:
            acts.append(Act(seed=reseed_of(game, event)))
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


def state_after(engine: AnyEngine, game: GameRow, state: Value, event: EventRow) -> Value:
    """The state after an effective event. Raises BrokenLog."""
    if event.kind == EventType.UNDONE:
        reseeded: Value = engine.reseed(state, reseed_of(game, event))
        return reseeded
    return step_of(engine, game, state, event).state


def _place_of(game: GameRow, event: EventRow) -> str:
    """The name of an event in the messages of BrokenLog."""
    return f"Event {event.seq} of game {game.code}"


def step_of(engine: AnyEngine, game: GameRow, state: Value, event: EventRow) -> Step[Value]:
    """The step of an event's action. Raises BrokenLog, which quotes no action: it may be secret."""
    where = _place_of(game, event)
    if event.seat is None or event.action is None:
        raise BrokenLog(f"{where} lacks its seat or its action.")
    try:
        step = engine.apply(state, event.seat, engine.codec.decode_action(event.action.encode()))
    except IllegalAction as error:
        raise BrokenLog(f"{where} is not legal when played again ({error.code}).") from None
    except msgspec.DecodeError:
        raise BrokenLog(f"{where} is not an action under these rules.") from None
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
                raise BrokenLog(f"{_place_of(game, event)} goes back to more than had been played.")
            undone = tuple(one for one in stack[back.undo_to :] if one.kind == EventType.ACTION)
            backs.append((event, undone))
            del states[back.undo_to + 1 :], stack[back.undo_to :]
            if back.reseed is not None:
                states.append(state_after(engine, game, states[-1], event))
                stack.append(event)
    return ReplayedLog(states[-1], tuple(steps), tuple(backs))


def reseed_of(game: GameRow, event: EventRow) -> str:
    """The seed of the play after an undo with a new secret. Raises BrokenLog."""
    promised = data_of(event, Back).reseed
    for mixture in mixtures_of(game).later:
        if promised == Reseed(mixture.commitment, mixture.contributions):
            return mixture.seed
    raise BrokenLog(f"{_place_of(game, event)} promises a secret that the game does not have.")


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
