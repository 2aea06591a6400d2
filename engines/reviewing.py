"""A computer's review of a finished game: where it was decided, and what the computer would have played.

Everything about such a game is public, so its positions are judged as they were. The computer's own choice is
made from the view of the seat, as in play.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Final

import msgspec

from engines.contract import AnyEngine, IllegalAction, Level, Seat, Value, Verdict

MOST_SWINGS: Final = 3
"""The most swings of a review where the computer can only guess."""
_EXAMINED: Final = 10
"""The number of turns among which swings are then looked for."""
_LONGEST: Final = 12
"""The number of actions after which a line is not continued."""
_SLIGHT: Final = 0.01
"""A share of a win so small that losing it is no swing."""


class Act(Value, frozen=True, omit_defaults=True):
    """One thing that brought a game from a position to the next."""

    seat: Seat = 0
    action: msgspec.Raw = msgspec.Raw(b"null")
    """The action as `Codec.encode` writes it; ``null`` where no seat acted."""
    chosen: bool = False
    """Whether a player chose it: it was neither forced nor a timeout."""
    seed: str = ""
    """Where no seat acted: the new seed of the position."""


class ReviewTask(Value, frozen=True, kw_only=True, tag="review"):
    """A game that is to be judged."""

    game: str
    start: msgspec.Raw
    """Its first position, as `Codec.encode` writes it."""
    acts: tuple[Act, ...]
    level: Level
    """The level of the computer that looks for better actions: the highest where all is judged exactly."""
    seed: str
    """The seed of the player's choices, any text: equal tasks have equal answers."""


class Turn(Value, frozen=True):
    """One seat's turn in a clock period, by the numbers of the game's positions: the first is 0."""

    seat: Seat
    at: int
    """The position in which it began to choose."""
    after: int
    """The position after the period."""


class Swing(Value, frozen=True, omit_defaults=True):
    """A turn by which a seat lost something that it could have kept."""

    turn: Turn
    share: float
    """What share of a win the seat could expect after it, 0 to 1."""
    line: tuple[str, ...]
    """What the computer would have done instead, in notation."""
    instead: float
    """The share of a win that the seat could expect after that line."""
    plies: int | None = None
    """How many plies away the end was before the turn, where that is known exactly."""


class Review(Value, frozen=True):
    """The result of a review."""

    exact: bool
    """Whether shares are no guesses, but wins (1), losses (0) and draws, and the swings all mistakes."""
    turns: tuple[int, ...]
    """How many turns of each seat were judged."""
    swings: tuple[Swing, ...]
    """In the order of the game."""


def review(task: ReviewTask, engine: AnyEngine) -> Review:
    """Judge a game. Raises IllegalAction where it is none, ValueError where no computer plays it."""
    if engine.computer is None:
        raise ValueError("no computer plays that game")
    states, turns = _played(engine, task)
    exact = engine.computer.exact_verdict is not None
    level = Level.STRONG if exact else task.level
    swings = []
    for turn in _suspects(engine, states, turns, exact=exact):
        rng = Random(f"{task.seed} {turn.at}")  # noqa: S311 -- a text seeds the same numbers everywhere
        line, end = _line(engine, states[turn.at], turn.seat, level, rng)
        end = _joined(engine, end, [act for act in task.acts[turn.at : turn.after] if act.seat != turn.seat])
        share, instead = (_shares(engine, one)[turn.seat] for one in (states[turn.after], end))
        if instead - share > _SLIGHT:
            verdict = _verdict(engine, states[turn.at])
            plies = None if verdict is None else verdict.plies
            swings.append(Swing(turn, round(share, 3), line, round(instead, 3), plies))
    if not exact:
        swings = sorted(swings, key=lambda swing: swing.share - swing.instead)[:MOST_SWINGS]
    swings.sort(key=lambda swing: (swing.turn.at, swing.turn.seat))
    seated = [turn.seat for turn in turns]
    return Review(exact, tuple(map(seated.count, range(_seats(engine, states[0])))), tuple(swings))


def _played(engine: AnyEngine, task: ReviewTask) -> tuple[list[Value], list[Turn]]:
    """All positions of a game, and its turns. Raises IllegalAction."""
    states: list[Value] = [engine.codec.decode_state(bytes(task.start))]
    actors = list[Seat | None]()
    turns, first = list[Turn](), 0
    for act in task.acts:
        action = None if bytes(act.action) == b"null" else engine.codec.decode_action(bytes(act.action))
        if not isinstance(action, engine.action_types):
            # For example a draw offer: the parts before and after it are judged separately.
            turns += _turns(engine, states[first:], actors[first:], first)
            first = len(states)
        actors.append(act.seat if act.chosen else None)
        before = states[-1]
        if action is not None:
            states.append(engine.apply(before, act.seat, action).state)
        else:
            states.append(engine.reseed(before, act.seed) if act.seed else before)
    return states, [*turns, *_turns(engine, states[first:], actors[first:], first)]


def _turns(
    engine: AnyEngine, states: Sequence[Value], actors: Sequence[Seat | None], first: int
) -> Iterator[Turn]:
    """The turns of a part of the game with only the game's own actions.

    `states`: before each action and after the last. `actors`: the choosing seats. A turn is that of a seat
    with which a clock period began.
    """
    begin, period = 0, None
    for place, state in enumerate(states):
        now = None if place == len(states) - 1 else engine.clock.period(state)
        if place and now != period:
            for seat in engine.to_act(states[begin]):
                if seat in actors[begin:place]:
                    yield Turn(seat, first + actors.index(seat, begin), first + place)
            begin = place
        period = now


def _suspects(
    engine: AnyEngine, states: Sequence[Value], turns: Sequence[Turn], *, exact: bool
) -> list[Turn]:
    """The turns that may have cost a share of a win: if shares are exact all after which it was lower, else
    the `_EXAMINED` with the greatest losses.

    Guesses tend to favour the seat to move, or the others, by the same amount in every turn, so that a loss
    alone says little.
    """
    shares = {place: _shares(engine, states[place]) for turn in turns for place in (turn.at, turn.after)}
    losses = [(shares[turn.at][turn.seat] - shares[turn.after][turn.seat], turn) for turn in turns]
    if exact:
        return [turn for loss, turn in losses if loss > 0]
    losses.sort(key=lambda one: -one[0])
    return [turn for _, turn in losses[:_EXAMINED]]


def _verdict(engine: AnyEngine, state: Value) -> Verdict | None:
    exact_verdict = None if engine.computer is None else engine.computer.exact_verdict
    return None if exact_verdict is None or engine.outcome(state) is not None else exact_verdict(state)


def _shares(engine: AnyEngine, state: Value) -> tuple[float, ...]:
    assert engine.computer is not None  # noqa: S101 -- checked before
    if (over := engine.outcome(state)) is not None:
        return over.shares
    if (verdict := _verdict(engine, state)) is None:
        return engine.computer.evaluate(state)
    seats = range(_seats(engine, state))
    return tuple(
        1 / len(seats) if verdict.winner is None else float(seat == verdict.winner) for seat in seats
    )


def _seats(engine: AnyEngine, state: Value) -> int:
    return len(engine.view(state, None).chips)


def _line(
    engine: AnyEngine, state: Value, seat: Seat, level: Level, rng: Random
) -> tuple[tuple[str, ...], Value]:
    """What the computer does in a seat until its turn ends or something is revealed; the position then."""
    assert engine.computer is not None  # noqa: S101 -- checked before
    period, line = engine.clock.period(state), list[str]()
    while len(line) < _LONGEST and seat in engine.to_act(state) and engine.clock.period(state) == period:
        for action in engine.computer.planned(engine.view(state, seat), seat, level, rng):
            step = engine.apply(state, seat, action)
            line.append(engine.format(action))
            state = step.state
            if step.reveals:
                return tuple(line), state
    return tuple(line), state


def _joined(engine: AnyEngine, state: Value, others: Sequence[Act]) -> Value:
    """The position after the acts of the others in the same period, as far as these are still legal in it."""
    period = engine.clock.period(state)
    for act in others:
        if engine.outcome(state) is None and engine.clock.period(state) == period:
            with suppress(IllegalAction):
                state = engine.apply(state, act.seat, engine.codec.decode_action(bytes(act.action))).state
    return state
