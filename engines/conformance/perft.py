"""Counting sequences of actions (perft), to compare engines with each other and to time them."""

from engines.conformance.registry import conformance_of
from engines.contract import AnyEngine, Value


def perft(engine: AnyEngine, state: Value, depth: int) -> int:
    """The number of sequences of legal actions of this length (meta actions left out)."""
    count = conformance_of(engine).perft
    return count_by_playing(engine, state, depth) if count is None else count(state, depth)


def count_by_playing(engine: AnyEngine, state: Value, depth: int) -> int:
    """The number of sequences, found by playing each of them."""
    if depth == 0:
        return 1
    return sum(
        count_by_playing(engine, engine.apply(state, seat, action).state, depth - 1)
        for seat in engine.to_act(state)
        for action in engine.legal(state, seat)
    )
