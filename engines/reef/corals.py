"""Corals and who guards them (rules/reef-encounter.md section 1)."""

from collections.abc import Mapping

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


class Corals:
    """The corals of a position. Each is searched for when it is first asked for, and then kept."""

    def __init__(self, polyps: Mapping[Cell, Coral], shrimps: Mapping[Cell, Seat]) -> None:
        self._polyps = polyps
        self._shrimps = shrimps
        self._found: dict[Cell, frozenset[Cell]] = {}
        self._posts: dict[Cell, Cell] | None = None

    def at(self, cell: Cell) -> frozenset[Cell]:
        """The cells of the coral on a cell; none if no polyp is there."""
        if cell not in self._found:
            found = coral(self._polyps, cell)
            self._found |= dict.fromkeys(found or (cell,), found)
        return self._found[cell]

    def beside(self, cell: Cell, colour: Coral) -> set[frozenset[Cell]]:
        """The different corals of a colour adjacent to a cell."""
        return {self.at(near) for near in NEIGHBOURS[cell] if self._polyps.get(near) == colour}

    def post(self, cell: Cell) -> Cell | None:
        """Where the shrimp of the coral on a cell stands."""
        if self._posts is None:
            self._posts = {near: post for post in self._shrimps for near in self.at(post)}
        return self._posts.get(cell)

    def owner(self, cell: Cell) -> Seat | None:
        """Whose shrimp guards the coral on a cell."""
        post = self.post(cell)
        return None if post is None else self._shrimps[post]

    def guarded(self, seat: Seat) -> int:
        """The polyps of all corals that a seat guards."""
        return sum(len(self.at(post)) for post, owner in self._shrimps.items() if owner == seat)

    def is_protected(self, cell: Cell) -> bool:
        """Whether a shrimp stands on this polyp, or on an adjacent one of the same coral."""
        colour = self._polyps[cell]
        return cell in self._shrimps or any(
            near in self._shrimps and self._polyps.get(near) == colour for near in NEIGHBOURS[cell]
        )

    def joins_guarded(self, cell: Cell, colour: Coral) -> bool:
        """Whether a polyp there would join corals of its colour of which two or more have a shrimp."""
        near = [one for one in NEIGHBOURS[cell] if self._polyps.get(one) == colour]
        return len(near) > 1 and len({self.post(one) for one in near} - {None}) > 1
