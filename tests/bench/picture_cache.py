"""The cache of pictures stays within its bound, and that is enough: long games of all kinds drawn in turn."""

import time
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from engines.contract import AnyEngine, View
from engines.registry import ENGINES
from render.cache import cached_bytes, limit_cache
from render.contract import Frame
from render.registry import paint
from tests.bench import Figure
from tests.engines.playouts import a_choice
from tests.service.actors import KNOWN

_MEGABYTE = 1_000_000
_BOUND = 64
_EVERYTHING = 4_096
_ALLOWED = 1.6
"""How many times as long a picture may take with the bound, where hardly two in a row share a ground."""
_ACTIONS = 200
_APART = 9
"""Actions from one picture of a game to the next."""
_rounds = count()


class _Picture(NamedTuple):
    key: str
    view: View
    frame: Frame


def run() -> Iterator[Figure]:
    """Measure pictures of games of all kinds and sizes, with the default bound and without any."""
    pictures = [
        picture
        for engine in ENGINES.values()
        for seats in range(engine.info.min_seats, len(engine.info.seats) + 1)
        for picture in _pictures(engine, seats)
    ]
    # As on a host of many games.
    Random(1).shuffle(pictures)
    _draw(pictures, _EVERYTHING)
    unbounded, everything = _draw(pictures, _EVERYTHING)
    _draw(pictures, _BOUND)
    bounded, most = _draw(pictures, _BOUND)
    limit_cache(_BOUND)
    floor = "what would be kept without a bound"
    yield Figure(f"kept of {len(pictures)} pictures", most, "MB", everything, floor, "less", _BOUND)
    floor = "with everything kept"
    yield Figure("one of them", bounded, "ms", unbounded, floor, "less", _ALLOWED * unbounded)


def _draw(pictures: list[_Picture], megabytes: int) -> tuple[float, float]:
    """The processor milliseconds of a picture, and the most megabytes that were cached."""
    limit_cache(megabytes)
    code = f"R{next(_rounds)}"
    most, begun = 0, time.process_time()
    for key, view, frame in pictures:
        # With another code: else the finished picture would be found in the cache.
        paint(key, view, replace(frame, code=code))
        most = max(most, cached_bytes())
    return (time.process_time() - begun) / len(pictures) * 1_000, most / _MEGABYTE


def _pictures(engine: AnyEngine, seats: int) -> Iterator[_Picture]:
    rng = Random(seats)
    state = engine.start(engine.options({}), seats, "5eed" * 16)
    for made in range(_ACTIONS):
        if not engine.to_act(state):
            return
        if made % _APART == 0:
            viewer = rng.choice([None, engine.to_act(state)[0]])
            frame = Frame(
                code="",
                players=tuple(person.name for person in KNOWN[:seats]),
                theme="light" if made // _APART % 3 == 0 else "dark",
                perspective=viewer,
                hand=viewer is not None and engine.hand is not None,
            )
            yield _Picture(engine.info.key, engine.view(state, viewer), frame)
        state = engine.apply(state, *a_choice(engine, state, rng)).state
