"""Two-player zero-sum games with simultaneous choices, solved exactly."""

from collections.abc import Sequence
from typing import NamedTuple

_SMALL = 1e-12
"""Smaller numbers of the tableau count as zero."""


class Solved(NamedTuple):
    """The value of a zero-sum game, and the optimal strategies."""

    value: float
    """What the first player gets on average when both play their optimal strategies."""
    first: list[float]
    """The probability with which the first player chooses each row."""
    second: list[float]
    """The probability with which the second player chooses each column."""


def solve(rows: Sequence[Sequence[float]]) -> Solved:
    """Solve the game in which one player chooses a row and gets the entry that the other's column has there.

    The simplex method, with Bland's rule so that it ends: of the variables that may enter, the lowest number.
    """
    height, width = len(rows), len(rows[0])
    shift = 1.0 - min(min(row) for row in rows)
    # With all entries positive: maximise the sum of the columns' weights where no row gets more than 1.
    table = [[entry + shift for entry in row] + [1.0] for row in rows]
    goal = [-1.0] * width + [0.0]
    # A variable below `width` is a column's, the others are the rows' slack. A pivot exchanges two of them.
    inside = list(range(width))
    basis = list(range(width, width + height))
    while True:
        open_columns = [at for at in range(width) if goal[at] < -_SMALL]
        if not open_columns:
            break
        column = min(open_columns, key=inside.__getitem__)
        row = min(
            (at for at in range(height) if table[at][column] > _SMALL),
            key=lambda at: (table[at][-1] / table[at][column], basis[at]),
        )
        _pivot(table, goal, row, column)
        inside[column], basis[row] = basis[row], inside[column]
    total = goal[-1]
    first, second = [0.0] * height, [0.0] * width
    for at, variable in enumerate(inside):
        if variable >= width:
            first[variable - width] = goal[at] / total
    for at, variable in enumerate(basis):
        if variable < width:
            second[variable] = table[at][-1] / total
    return Solved(1.0 / total - shift, first, second)


def _pivot(table: list[list[float]], goal: list[float], row: int, column: int) -> None:
    """Exchange the variables of a row and a column."""
    chosen = table[row]
    inverse = 1.0 / chosen[column]
    chosen[column] = 1.0
    chosen[:] = [entry * inverse for entry in chosen]
    for line in (*(one for one in table if one is not chosen), goal):
        factor = line[column]
        if factor:
            line[column] = 0.0
            line[:] = [entry - factor * by for entry, by in zip(line, chosen, strict=True)]
