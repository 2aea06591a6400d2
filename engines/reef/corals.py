"""Corals and who guards them (docs/rules/reef-encounter.md section 1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cached_property

from engines.contract import Seat
from engines.reef.components import NEIGHBOURS, Cell, Coral


def coral(polyps: Mapping[Cell, Coral], cell: Cell) -> frozenset[Cell]:
    """The cells of the coral on a cell; none if no polyp is there."""
    colour = polyps.get(cell)
    if colour is None:
        return frozenset()
    found = {cell}
    edge = [cell]
    while edge:
        for near in NEIGHBOURS[edge.pop()]:
            if near not in found and polyps.get(near) == colour:
                found.add(near)
                edge.append(near)
    return frozenset(found)


_NOTHING_FOUND: dict[Cell, frozenset[Cell]] = {}


class Corals:
    """The corals of a position. Each is searched for when it is first asked for, and then kept: also by the
    positions after it in which it has not changed.
    """

    def __init__(
        self,
        polyps: dict[Cell, Coral],
        shrimps: Mapping[Cell, Seat],
        found: Mapping[Cell, frozenset[Cell]] = _NOTHING_FOUND,
    ) -> None:
        self.polyps = polyps
        self._shrimps = shrimps
        self._found = dict(found)
        self._edges: dict[Coral, dict[Cell, list[Cell]]] = {}

    def with_shrimps(self, shrimps: Mapping[Cell, Seat]) -> Corals:
        """These polyps with other shrimps."""
        return Corals(self.polyps, shrimps, self._found)

    def with_polyps(self, laid: Mapping[Cell, Coral], gone: Collection[Cell] = ()) -> Corals:
        """These shrimps with some polyps added or exchanged, and without those on some cells."""
        polyps = {**self.polyps, **laid}
        for cell in gone:
            del polyps[cell]
        found = dict(self._found)
        for cell in (*laid, *gone):
            for near in (cell, *NEIGHBOURS[cell]):
                for stale in (near, *found.get(near, ())):
                    found.pop(stale, None)
        return Corals(polyps, self._shrimps, found)

    def at(self, cell: Cell) -> frozenset[Cell]:
        """The cells of the coral on a cell; none if no polyp is there."""
        if cell not in self._found:
            found = coral(self.polyps, cell)
            self._found |= dict.fromkeys(found or (cell,), found)
        return self._found[cell]

    def beside(self, cell: Cell, colour: Coral) -> set[frozenset[Cell]]:
        """The different corals of a colour adjacent to a cell."""
        return {self.at(near) for near in self._touching(colour).get(cell, ())}

    @cached_property
    def guards(self) -> dict[Cell, Cell]:
        """The cell of the shrimp that guards each guarded cell. A shrimp guards its coral, or the bare rock
        under it.
        """
        return {near: post for post in self._shrimps for near in self.at(post) or (post,)}

    def post(self, cell: Cell) -> Cell | None:
        """Where the shrimp of the coral on a cell stands."""
        return self.guards.get(cell) if cell in self.polyps else None

    def owner(self, cell: Cell) -> Seat | None:
        """Whose shrimp guards the coral on a cell."""
        post = self.post(cell)
        return None if post is None else self._shrimps[post]

    def guarded(self, seat: Seat) -> int:
        """The polyps of all corals that a seat guards."""
        return sum(len(self.at(post)) for post, owner in self._shrimps.items() if owner == seat)

    def is_protected(self, cell: Cell) -> bool:
        """Whether a shrimp stands on this polyp, or on an adjacent one of the same coral."""
        colour = self.polyps[cell]
        return cell in self._shrimps or any(
            near in self._shrimps and self.polyps.get(near) == colour for near in NEIGHBOURS[cell]
        )

    def joins_guarded(self, cell: Cell, colour: Coral) -> bool:
        """Whether a polyp there would join corals of its colour of which two or more have a shrimp."""
        near = self._touching(colour).get(cell, ())
        return len(near) > 1 and len({self.post(one) for one in near} - {None}) > 1

    def _touching(self, colour: Coral) -> dict[Cell, list[Cell]]:
        """For each cell beside polyps of a colour the cells of those polyps."""
        if colour not in self._edges:
            edge: dict[Cell, list[Cell]] = {}
            for cell, one in self.polyps.items():
                if one == colour:
                    for near in NEIGHBOURS[cell]:
                        edge.setdefault(near, []).append(cell)
            # Stored only when complete: other threads may read it at any time.
            self._edges[colour] = edge
        return self._edges[colour]
