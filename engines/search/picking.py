"""Picks by chance, made from `Random.random` alone, which gives the same in every version of Python."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

ItemT = TypeVar("ItemT")


def happens(chance: float, rng: Random) -> bool:
    """Whether something with this chance happens: from 0, never, to 1, always."""
    return rng.random() < chance


def below(bound: int, rng: Random) -> int:
    """A number 0 .. bound-1, all equally likely."""
    return int(rng.random() * bound)


def one_of(items: Sequence[ItemT], rng: Random) -> ItemT:
    """An item, all equally likely."""
    return items[below(len(items), rng)]
