"""The golden games of Reef Encounter: random ones to their end, one given up, one that the clock plays."""

import random
from functools import cache
from typing import Any

import msgspec

from engines.chance import seed_hash
from engines.contract import Seat
from engines.record import Made, Record, with_draws
from engines.reef.actions import Collect, Eat, Feed, ReefAction
from engines.reef.engine import REEF
from engines.reef.state import ReefState
from tests.engines.reef.greedy_player import greedy_choice

_ENGINE = REEF
_SEED = "5eed" * 16
_PEOPLE = ("Ann", "Bob", "Cem", "Dot")


@cache
def reef_games() -> dict[str, Record]:
    """Every golden game of Reef Encounter by the path of its files below this folder, without suffix."""
    return {
        "reef/two": _played(2, 5),
        "reef/three": _played(3, 6, size_attack=True),
        "reef/four": _played(4, 9, advanced=True),
        "reef/shrimps": _greedy(2, 6, locks=False),
        "reef/locks": _greedy(4, 25, locks=True),
        "reef/resignation": _given_up(),
        "reef/clock": _by_the_clock(),
    }


def _played(seats: int, number: int, **options: Any) -> Record:
    """A random game: a kind of action is drawn first, as moves of shrimps would crowd out others."""
    rng = random.Random(number)
    states = [_ENGINE.start(_ENGINE.options(options), seats, _SEED)]
    made: list[Made] = []
    while to_act := _ENGINE.to_act(states[-1]):
        seat = to_act[0]
        kinds: dict[type, list[str]] = {}
        for action in _ENGINE.legal(states[-1], seat):
            kinds.setdefault(type(action), []).extend(_texts(states[-1], action))
        collections = kinds.get(Collect)
        texts = collections if collections and rng.random() < 0.4 else rng.choice(list(kinds.values()))
        text = rng.choice(texts)
        _do(states, made, seat, text)
    return _record(states[-1], made)


def _texts(state: ReefState, action: ReefAction) -> list[str]:
    """All notations of an action: any cell of its coral names a meal, which is listed once."""
    if isinstance(action, Eat | Feed):
        return [_ENGINE.format(type(action)(cell)) for cell in sorted(state.corals.at(action.cell))]
    return [_ENGINE.format(action)]


def _greedy(seats: int, number: int, *, locks: bool) -> Record:
    """A game between greedy players."""
    seed = f"{number:064x}"
    states = [_ENGINE.start(_ENGINE.options({}), seats, seed)]
    made: list[Made] = []
    while to_act := _ENGINE.to_act(states[-1]):
        action = greedy_choice(states[-1], to_act[0], locks=locks)
        _do(states, made, to_act[0], _texts(states[-1], action)[0])
    return _record(states[-1], made, seed)


def _given_up() -> Record:
    states = [_ENGINE.start(_ENGINE.options({}), 3, _SEED)]
    made: list[Made] = []
    for seat in range(3):
        _do(states, made, seat, "time up")
    for _ in range(2):
        _do(states, made, _ENGINE.to_act(states[-1])[0], "collect Y")
        _do(states, made, _ENGINE.to_act(states[-1])[0], "resign")
    return _record(states[-1], made)


def _by_the_clock() -> Record:
    states = [_ENGINE.start(_ENGINE.options({}), 2, _SEED)]
    made: list[Made] = []
    while to_act := _ENGINE.to_act(states[-1]):
        _do(states, made, to_act[0], "time up")
    return _record(states[-1], made)


def _do(states: list[ReefState], made: list[Made], seat: Seat, text: str) -> None:
    state = states[-1]
    states.append(_ENGINE.apply(state, seat, _ENGINE.parse(state, seat, text)).state)
    made.append(Made(seat, text))


def _record(state: ReefState, made: list[Made], seed: str = _SEED) -> Record:
    record = Record(
        game="reef",
        rules_version=1,
        options=msgspec.to_builtins(state.options),
        seats=_PEOPLE[: len(state.players)],
        tags={"code": "R33F"},
        seed=seed,
        seed_hash=seed_hash(seed),
        entries=tuple(made),
        outcome=_ENGINE.outcome(state),
    )
    return with_draws(record)
