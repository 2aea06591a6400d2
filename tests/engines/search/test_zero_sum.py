"""Matrix games: known ones, and by any other neither side gains by playing otherwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.search.zero_sum import solve

ENTRIES = st.one_of(st.integers(-3, 3).map(float), st.floats(-10, 10, allow_subnormal=False))


def test_rock_paper_scissors_is_left_to_chance() -> None:
    solved = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert solved.value == pytest.approx(0)
    assert solved.first == pytest.approx([1 / 3] * 3)
    assert solved.second == pytest.approx([1 / 3] * 3)


def test_what_is_best_in_any_case_is_done() -> None:
    solved = solve([[3, 1, 4], [2, 0, 1]])
    assert solved.value == pytest.approx(1)
    assert solved.first == pytest.approx([1, 0])
    assert solved.second == pytest.approx([0, 1, 0])


def test_a_side_without_a_choice() -> None:
    assert solve([[0.25]]).value == pytest.approx(0.25)
    assert solve([[1], [2]]).first == pytest.approx([0, 1])


@given(
    st.integers(1, 5).flatmap(
        lambda width: st.lists(st.lists(ENTRIES, min_size=width, max_size=width), min_size=1, max_size=5)
    )
)
def test_neither_side_gains_by_playing_otherwise(rows: list[list[float]]) -> None:
    solved = solve(rows)
    for strategy in (solved.first, solved.second):
        assert sum(strategy) == pytest.approx(1)
        assert min(strategy) >= -1e-9
    for column in zip(*rows, strict=True):
        got = sum(part * entry for part, entry in zip(solved.first, column, strict=True))
        assert got >= solved.value - 1e-7
    for row in rows:
        assert (
            sum(part * entry for part, entry in zip(solved.second, row, strict=True)) <= solved.value + 1e-7
        )
