"""What is found out about corals is kept, and asked for by several threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.reef.components import NEIGHBOURS, Cell, Coral
from engines.reef.corals import Corals

if TYPE_CHECKING:
    from _collections_abc import dict_items


class _Polyps(dict[Cell, Coral]):
    """Polyps of which somebody else asks at the moment at which they are looked through."""

    asked: Corals
    cell: Cell
    answer: bool | None = None

    def items(self) -> dict_items[Cell, Coral]:
        if self.answer is None:
            self.answer = False
            self.answer = self.asked.joins_guarded(self.cell, "W")
        return super().items()


def test_who_asks_while_another_looks_is_told_the_same() -> None:
    cell, (one, other) = next((cell, near[:2]) for cell, near in NEIGHBOURS.items() if len(near) > 1)
    polyps = _Polyps({one: "W", other: "W"})
    polyps.cell, polyps.asked = cell, Corals(polyps, {one: 0, other: 1})
    assert polyps.asked.joins_guarded(cell, "W")
    assert polyps.answer is True
