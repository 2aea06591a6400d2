"""Corals, who guards them, and where tiles may be laid (rules/reef-encounter.md sections 1 and 7.3)."""

from __future__ import annotations

from collections.abc import Mapping

from engines.contract import Seat
from engines.reef.components import BOARDS, CORALS, NEIGHBOURS, Cell, Coral
from engines.reef.state import ReefState, is_stronger

Polyps = Mapping[Cell, Coral]


def coral(polyps: Polyps, cell: Cell) -> frozenset[Cell]:
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


def corals_beside(state: ReefState, cell: Cell, colour: Coral) -> list[frozenset[Cell]]:
    """The different corals of a colour adjacent to a cell."""
    found: list[frozenset[Cell]] = []
    for near in NEIGHBOURS[cell]:
        if state.polyps.get(near) == colour and not any(near in group for group in found):
            found.append(coral(state.polyps, near))
    return found


def guard(state: ReefState, group: frozenset[Cell]) -> Cell | None:
    """Where the shrimp of a coral stands."""
    return next((cell for cell in state.shrimps if cell in group), None)


def owner(state: ReefState, group: frozenset[Cell]) -> Seat | None:
    """Whose shrimp guards a coral."""
    cell = guard(state, group)
    return None if cell is None else state.shrimps[cell]


def guarded_cells(state: ReefState, lifted: Cell | None = None) -> dict[Cell, Seat]:
    """Every cell of a guarded coral, and its owner; as if one shrimp were lifted off the board."""
    return {
        cell: seat
        for post, seat in state.shrimps.items()
        if post != lifted
        for cell in coral(state.polyps, post)
    }


def is_protected(state: ReefState, cell: Cell) -> bool:
    """Whether a shrimp stands on this polyp, or on an adjacent one of the same coral."""
    colour = state.polyps[cell]
    return cell in state.shrimps or any(
        near in state.shrimps and state.polyps.get(near) == colour for near in NEIGHBOURS[cell]
    )


def joins_guarded(state: ReefState, cell: Cell, colour: Coral) -> bool:
    """Whether a polyp there would join corals of its colour of which two or more have a shrimp."""
    groups = corals_beside(state, cell, colour)
    return len(groups) > 1 and sum(guard(state, group) is not None for group in groups) > 1


def refused_cell(state: ReefState, cell: Cell, colour: Coral) -> str | None:
    """Why a tile of this colour cannot be laid on a rock cell, hands disregarded: a code of section 12."""
    target = state.polyps.get(cell)
    if target == colour:
        return "SAME_COLOUR"
    if target is None:
        if cell in state.shrimps:
            return "SHRIMP_IN_WAY"
    elif code := _refused_attack(state, cell, colour, target):
        return code
    return "JOINS_GUARDED" if joins_guarded(state, cell, colour) else None


def _refused_attack(state: ReefState, cell: Cell, colour: Coral, target: Coral) -> str | None:
    attackers = corals_beside(state, cell, colour)
    if not attackers:
        return "ATTACK_NOT_ADJACENT"
    largest = max(map(len, attackers))
    if largest < 2:
        return "ATTACK_TOO_SMALL"
    if not is_stronger(state, colour, target):
        # The option reads the seed literally: the larger devours the smaller, whatever the coral tile says.
        smaller = state.options.size_attack and len(coral(state.polyps, cell)) < largest
        if not smaller:
            return "ATTACK_NOT_STRONGER"
    return "ATTACK_PROTECTED" if is_protected(state, cell) else None


def is_full(state: ReefState) -> bool:
    """Whether no tile of any colour could be laid anywhere (section 10, condition 3)."""
    cells = [cell for name in state.boards for cell in BOARDS[name].cells]
    return all(cell in state.polyps for cell in cells) and all(
        refused_cell(state, cell, colour) is not None for cell in cells for colour in CORALS
    )
