"""What the systems of a view hold."""

from __future__ import annotations

from functools import lru_cache

from engines.tae.constants import WIDTH, cell_name
from engines.tae.view import TaeView


def contents(view: TaeView) -> dict[str, str]:
    """What each system holds, by its name in reading order: the letters of the view's rows."""
    return _contents(view.rows)


@lru_cache(8)
def _contents(rows: tuple[str, ...]) -> dict[str, str]:
    return {
        cell_name(row * WIDTH + column): sign
        for row, line in enumerate(rows)
        for column, sign in enumerate(line)
    }
