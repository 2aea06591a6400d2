"""Reviews of short random games by computers, recorded by ``python -m tests.engines.reviews``."""

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from engines.contract import AnyEngine, Level
from engines.registry import ENGINES
from engines.reviewing import Act, Review, ReviewTask
from engines.thinking import think
from tests.engines.thoughts import PLAYED

FILE: Final = Path(__file__).with_name("reviews.txt")
_ACTS: Final = 24


def task_of(engine: AnyEngine, acts: Sequence[Act], seats: int = 2, **options: object) -> ReviewTask:
    """The task to judge a game of these acts."""
    start = engine.start(engine.options(options), seats, "0" * 64)
    encoded = msgspec.Raw(engine.codec.encode(start))
    return ReviewTask(game=engine.info.key, start=encoded, acts=tuple(acts), level=Level.GENTLE, seed="any")


def random_game(key: str) -> ReviewTask:
    """The task to judge a game of random actions."""
    engine = ENGINES[key]
    assert engine.computer is not None
    seats = engine.info.min_seats
    state, acts, rng = engine.start(engine.options({}), seats, "0" * 64), list[Act](), random.Random(key)
    while engine.to_act(state) and len(acts) < _ACTS:
        forced = engine.forced(state)
        seat = rng.choice(engine.to_act(state)) if forced is None else forced[0]
        action = engine.computer.sample(state, seat, rng) if forced is None else forced[1]
        acts.append(Act(seat, msgspec.Raw(engine.codec.encode(action)), forced is None))
        state = engine.apply(state, seat, action).state
    return task_of(engine, acts, seats)


def review_text(key: str, review: Review | None) -> str:
    """A review as text for the recording."""
    return f"{key} {msgspec.json.encode(review).decode()}"


if __name__ == "__main__":
    FILE.write_text("".join(f"{review_text(key, think(random_game(key)).review)}\n" for key in PLAYED))
