"""Beam search: grow nodes step by step, and after each step keep the few that look best."""

from collections.abc import Callable, Hashable, Iterable
from operator import itemgetter
from typing import TypeVar

NodeT = TypeVar("NodeT", bound=Hashable)
MoveT = TypeVar("MoveT")


def beam_search(
    root: NodeT,
    *,
    grow: Callable[[NodeT], Iterable[tuple[float, MoveT]]],
    make: Callable[[NodeT, MoveT], NodeT],
    width: int,
    steps: int,
) -> list[tuple[float, NodeT]]:
    """All nodes that were kept, each once, with their values, best first; the root is not among them.

    ``grow`` gives the moves of a node, each with the value of the node that it leads to; ``make`` makes that
    node, and is called for no more than are kept and their equals. Of equal values the first found is first.
    """
    value_of: Callable[[tuple[float, NodeT] | tuple[float, NodeT, MoveT]], float] = itemgetter(0)
    kept: list[tuple[float, NodeT]] = []
    seen = {root}
    layer = [root]
    for _ in range(steps):
        grown = [(value, node, move) for node in layer for value, move in grow(node)]
        grown.sort(key=value_of, reverse=True)
        layer = []
        for value, node, move in grown:
            child = make(node, move)
            if child not in seen:
                seen.add(child)
                layer.append(child)
                kept.append((value, child))
                if len(layer) == width:
                    break
    kept.sort(key=value_of, reverse=True)
    return kept
