"""A task for a computer as bytes, and its answer: what goes to a process that thinks, and comes back.

Such a process is ``python -m engines think`` (docs/computer-players.md): a task a line, an answer a line,
each a JSON object without a line feed in it.
"""

from pathlib import Path
from random import Random
from traceback import extract_tb

import msgspec

from engines.contract import AnyEngine, Level, Seat, Value, View
from engines.registry import engine_for
from engines.reviewing import Review, ReviewTask, review

MAX_TASK = 1 << 20
"""Longest task, in bytes."""

COMMAND = ("-m", "engines", "think")
"""What Python is called with for such a process, in the folder `FOLDER`."""
FOLDER = Path(__file__).parent.parent


class Task(Value, frozen=True, kw_only=True, tag="choose"):
    """All that a player gets: to choose an action."""

    game: str
    view: msgspec.Raw
    """The view of the seat, as `Codec.encode` writes it."""
    seat: Seat
    level: Level
    seed: str
    """The seed of the player's choices, any text: equal tasks have equal answers. Never that of the game."""


class Thought(Value, frozen=True, kw_only=True, omit_defaults=True):
    """An answer: one of these."""

    action: str | None = None
    """The chosen action in notation (`Engine.format`)."""
    review: Review | None = None
    error: str | None = None
    """What went wrong and where, without anything of the position."""


def task_for(engine: AnyEngine, view: View, seat: Seat, level: Level, seed: str) -> Task:
    """The task to choose an action of this seat, from its view."""
    encoded = msgspec.Raw(engine.codec.encode(view))
    return Task(game=engine.info.key, view=encoded, seat=seat, level=level, seed=seed)


def think(task: Task | ReviewTask) -> Thought:
    """Let the game's computer player choose, or review a game. Any fault is part of the answer."""
    try:
        engine = engine_for(task.game)
        if engine.computer is None:
            return Thought(error=f"There is no computer player of {engine.info.title}.")
        if isinstance(task, ReviewTask):
            return Thought(review=review(task, engine))
        view = engine.codec.decode_view(bytes(task.view))
        # No secret depends on these numbers; a text seeds the same ones on every machine.
        action = engine.computer.choose(view, task.seat, task.level, Random(task.seed))  # noqa: S311
        return Thought(action=engine.format(action))
    except Exception as error:
        # For the log: only type and place of the fault, since a message may quote the position.
        at = extract_tb(error.__traceback__)[-1]
        return Thought(error=f"{type(error).__name__} in {Path(at.filename).name}, line {at.lineno}")


def answer(line: bytes) -> bytes:
    """The answer to a task in JSON, also in JSON."""
    try:
        thought = think(msgspec.json.decode(line, type=Task | ReviewTask))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        thought = Thought(error="That is not a task.")
    return msgspec.json.encode(thought)
