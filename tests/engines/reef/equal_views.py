"""Pairs of states that look the same to viewers who must not know hands, cubes, fishes, choices or draws."""

import random
from collections.abc import Iterator

from msgspec.structs import replace

from engines.chance import Chance
from engines.contract import AnyEngine, Seat
from engines.reef.components import CORALS, Coral
from engines.reef.counts import NUMBER, count, plus
from engines.reef.state import ReefState
from engines.reef.view import Counts
from tests.engines.hidden import Pair
from tests.engines.playouts import a_choice


def pairs(engine: AnyEngine, rng: random.Random) -> Iterator[Pair[ReefState]]:
    """Pairs at several moments of a random game, set-up and final feeding included."""
    seats = rng.choice((2, 3, 4))
    options = {"advanced": rng.random() < 0.3, "size_attack": rng.random() < 0.3}
    state: ReefState = engine.start(engine.options(options), seats, f"{rng.getrandbits(256):064x}")
    for _ in range(6):
        yield from _of(state, rng)
        for _ in range(rng.choice((1, 2, 40))):
            if not engine.to_act(state):
                return
            seat, action = a_choice(engine, state, rng)
            state = engine.apply(state, seat, action).state
    if state.phase == "turn":
        pending = tuple(seat for seat in range(seats) if seat != state.active)
        done = replace(state.turn, play=None)
        yield from _of(replace(state, phase="final", pending=pending, turn=done), rng)


def _of(state: ReefState, rng: random.Random) -> Iterator[Pair[ReefState]]:
    if state.phase == "over":
        return
    everybody = (None, *range(len(state.players)))
    seed = Chance(f"{rng.getrandbits(256):064x}", state.chance.drawn)
    yield Pair(state, replace(state, chance=seed), everybody)
    for seat in range(len(state.players)):
        others = tuple(viewer for viewer in everybody if viewer != seat)
        for other in (
            _hand(state, seat, rng),
            _cubes(state, seat),
            _fish(state, seat),
            _choice(state, seat),
        ):
            if other is not None and other != state:
                yield Pair(state, other, others)


def _hand(state: ReefState, seat: Seat, rng: random.Random) -> ReefState | None:
    """A state with a tile of the hand exchanged for one in the bag, or with one less. No colour runs out."""
    player = state.players[seat]
    gone = _some(player.hand)
    back = [colour for colour in CORALS if count(state.bag, colour) > 1 and colour != gone]
    if gone is None or not back:
        return None
    colour = rng.choice(back)
    if rng.random() < 0.5:
        return state.with_player(seat, hand=plus(player.hand, gone, -1))
    hand = plus(plus(player.hand, gone, -1), colour)
    bag = plus(plus(state.bag, gone), colour, -1)
    return replace(state.with_player(seat, hand=hand), bag=bag)


def _cubes(state: ReefState, seat: Seat) -> ReefState | None:
    """A state with a cube in the hand exchanged for another, or without it."""
    player = state.players[seat]
    gone = _some(player.cubes)
    if gone is None:
        return None
    other = CORALS[(NUMBER[gone] + 1) % len(CORALS)]
    return state.with_player(seat, cubes=plus(plus(player.cubes, gone, -1), other))


def _fish(state: ReefState, seat: Seat) -> ReefState | None:
    player = state.players[seat]
    gone = _some(player.fish)
    return None if gone is None else state.with_player(seat, fish=plus(player.fish, gone, 2))


def _choice(state: ReefState, seat: Seat) -> ReefState | None:
    player = state.players[seat]
    if player.choice is None:
        return None
    return state.with_player(seat, choice="WW" if player.choice != "WW" else "PG")


def _some(counts: Counts) -> Coral | None:
    return next((colour for colour in CORALS if count(counts, colour)), None)
