"""The partition of cells into regions, and the cells between them: docs/rules/tae.md section 2.

A partition is derived from another by one cell more or less, which affects only neighbouring cells.
"""

from __future__ import annotations

from bisect import insort
from functools import lru_cache

from engines.tae.board_masks import ALL, NEIGHBOURS, RINGS, around, cells_of, grown


class Partition:
    """Sets of cells: the regions that some cells make up, and the cells between them."""

    __slots__ = ("_beside", "_without", "between", "cells", "regions")

    def __init__(self, cells: int, regions: tuple[int, ...], between: int) -> None:
        self.cells = cells
        self.regions = regions
        """The regions in reading order of their first cells."""
        self.between = between
        """The cells that touch two of the regions or more."""
        self._beside: dict[int, list[int]] = {}
        self._without: dict[int, Partition] = {}

    def of(self, cells: int) -> Partition:
        """The partition of these cells, derived cell by cell: quick if most are those of this partition."""
        found, changed = self, self.cells ^ cells
        for cell in cells_of(changed & self.cells):
            found = found.without(cell)
        for cell in cells_of(changed & cells):
            found = found._with(cell)
        return found

    def without(self, cell: int) -> Partition:
        """The partition without one of its cells."""
        if cell not in self._without:
            self._without[cell] = self._lifted(cell)
        return self._without[cell]

    def beside(self, cell: int) -> list[int]:
        """The regions that touch a cell, in reading order; for a region's own cell, its parts without it."""
        if cell not in self._beside:
            near = NEIGHBOURS[cell]
            touched = [region for region in self.regions if region & near]
            if touched and self.cells >> cell & 1:
                left = touched[0] ^ 1 << cell
                touched = [left] if _holds(cell, self.cells & RINGS[cell]) else _regions(left)
            self._beside[cell] = touched
        return self._beside[cell]

    def links(self, cell: int) -> bool:
        """Whether a cell's region falls apart without it."""
        return not _holds(cell, self.cells & RINGS[cell]) and len(self.beside(cell)) > 1

    def _lifted(self, cell: int) -> Partition:
        lifted = 1 << cell
        regions = [region for region in self.regions if not region & lifted]
        for part in self.beside(cell):
            insort(regions, part, key=_first)
        return Partition(self.cells ^ lifted, tuple(regions), self.between_without(cell, ALL))

    def between_without(self, cell: int, among: int) -> int:
        """The cells of `among` that touch several regions once one cell is taken out of its region."""
        between = self.between
        if not _holds(cell, self.cells & RINGS[cell]):
            between |= _between(self.beside(cell))
        between &= among
        # Only the neighbouring cells change.
        if doubtful := between & NEIGHBOURS[cell]:
            left = self.cells ^ 1 << cell
            for beside in cells_of(doubtful):
                if _together(NEIGHBOURS[beside] & left, left):
                    between ^= 1 << beside
        return between

    def _with(self, cell: int) -> Partition:
        parts = self.beside(cell)
        joined = sum(parts, 1 << cell)
        others = [region for region in self.regions if not region & joined]
        cells, edge = self.cells | 1 << cell, around(joined)
        between = self.between & ~edge | edge & around(cells ^ joined)
        insort(others, joined, key=_first)
        more = Partition(cells, tuple(others), between)
        more._beside[cell] = parts
        return more


def _first(region: int) -> int:
    return region & -region


def _regions(cells: int) -> list[int]:
    found = []
    while cells:
        region = grown(cells & -cells, cells)
        found.append(region)
        cells ^= region
    return found


def _between(regions: list[int]) -> int:
    touched = several = 0
    for region in regions:
        near = around(region)
        several |= touched & near
        touched |= near
    return several


def _together(near: int, within: int) -> bool:
    """Whether the cells of `near` are connected with each other within `within`."""
    return not near & (near - 1) or not near & ~grown(near & -near, within)


@lru_cache(4096)
def _holds(cell: int, ring: int) -> bool:
    """Whether the neighbours of a cell certainly stay connected without it."""
    return _together(ring & NEIGHBOURS[cell], ring)


def partition_of(cells: int) -> Partition:
    """The partition of these cells, computed from scratch."""
    regions = _regions(cells)
    return Partition(cells, tuple(regions), _between(regions))
