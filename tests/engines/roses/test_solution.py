"""The solved game agrees with the rules: each verdict follows from those of the positions after it."""

import lzma
from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engines.contract import Verdict
from engines.roses import solution
from engines.roses.board import BIT
from engines.roses.conformance.solving import solve
from engines.roses.engine import ROSES
from engines.roses.solution import FIELD, LAYERS, exact_verdict, index_of, layer_size
from engines.roses.state import RosesState
from engines.search.solved import Damaged

AFTER_DROPS = 8


def position(own: int, enemy: int, turn: int, **options: Any) -> RosesState:
    """A position of the move phase, without a past."""
    begun = ROSES.start(ROSES.options({"repetition": 0, "quiet_limit": 0, **options}), 2, "0" * 64)
    soldiers = (enemy, own) if turn else (own, enemy)
    return replace(begun, ply=AFTER_DROPS, turn=turn, soldiers=soldiers, reserves=(0, 0))


def by_chance(rng: Random, **options: Any) -> RosesState:
    """Any position of the move phase; those with many soldiers as often as those with few."""
    own, enemy = rng.choice(LAYERS)
    cells = rng.sample(FIELD, own + enemy)
    first, second = (sum(BIT[cell] for cell in some) for some in (cells[:own], cells[own:]))
    return position(first, second, rng.randrange(2), **options)


def followed(state: RosesState) -> Verdict:
    """The verdict on a position by those on the positions after every legal action."""
    after = []
    for action in ROSES.legal(state, state.turn):
        step = ROSES.apply(state, state.turn, action).state
        ending = step.ending
        after.append(exact_verdict(step) if ending is None else Verdict(ending.winner, 0))
    won = [one.plies for one in after if one.winner == state.turn]
    if won:
        return Verdict(state.turn, min(plies or 0 for plies in won) + 1)
    if any(one.winner is None for one in after):
        return Verdict(None, None)
    return Verdict(1 - state.turn, max(one.plies or 0 for one in after) + 1)


@pytest.mark.parametrize("long_phalanx", [False, True])
@pytest.mark.parametrize("contiguous", [False, True])
@pytest.mark.parametrize(
    "examples", [300, pytest.param(20_000, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_every_verdict_follows_from_those_after_it(
    examples: int, contiguous: bool, long_phalanx: bool
) -> None:
    rng = Random(7)
    for _ in range(examples):
        state = by_chance(rng, support_contiguous=contiguous, long_phalanx=long_phalanx)
        assert exact_verdict(state) == followed(state), state.soldiers


def test_the_start_is_a_draw_and_so_are_most_positions_after_the_drops() -> None:
    begun = ROSES.start(ROSES.options({}), 2, "0" * 64)
    assert exact_verdict(begun) == Verdict(None, None)
    seen: dict[object, RosesState] = {}
    open_ends = [begun]
    while open_ends:
        state = open_ends.pop()
        assert exact_verdict(state) == followed(state)
        for action in ROSES.legal(state, state.turn):
            after = ROSES.apply(state, state.turn, action).state
            if (after.soldiers, after.turn) not in seen:
                seen[after.soldiers, after.turn] = after
                if after.dropping:
                    open_ends.append(after)
    done = Counter(exact_verdict(state).winner for state in seen.values() if not state.dropping)
    assert done == {None: 483, 0: 117, 1: 10}


def test_the_longest_win_takes_as_long_as_the_rules_say() -> None:
    lost = solution.table(contiguous=False, long_phalanx=False)._lost
    # The win of 73 plies leads to a loss of 72.
    assert max(lost) - 1 == 72
    assert len(lost) == sum(layer_size(*layer) for layer in LAYERS) == 6_524_022


@pytest.mark.parametrize("long_phalanx", [False, True])
@pytest.mark.parametrize("contiguous", [False, True])
@pytest.mark.parametrize("soldiers", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_solving_anew_gives_the_same(soldiers: int, contiguous: bool, long_phalanx: bool) -> None:
    table = solution.table(contiguous=contiguous, long_phalanx=long_phalanx)._lost
    parts, at = {}, 0
    for layer in LAYERS:
        parts[layer] = table[at : at + layer_size(*layer)]
        at += layer_size(*layer)
    few = [layer for layer in LAYERS if max(layer) <= soldiers]
    anew = solve(contiguous=contiguous, long_phalanx=long_phalanx, soldiers=soldiers)
    assert anew == b"".join(parts[layer] for layer in few)


def test_positions_are_numbered_without_a_gap() -> None:
    pairs = [(BIT[one], BIT[other]) for one in FIELD for other in FIELD if one != other]
    numbers = [index_of(own, enemy) for own, enemy in pairs]
    assert all(after == before + 1 for before, after in pairwise(numbers))


def test_a_table_of_another_release_is_not_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "solution.xz").write_bytes(lzma.compress(b"\0" * 10))
    monkeypatch.setattr(solution, "_DATA", tmp_path)
    solution.table.cache_clear()
    with pytest.raises(Damaged, match=r"solution\.xz is not the table of this release"):
        exact_verdict(position(BIT["d3"], BIT["c5"], 0))
    solution.table.cache_clear()
