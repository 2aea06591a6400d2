"""Pairs of states that differ only in what somebody must not know.

A game that hides something (`GameInfo.hidden`) brings a generator, listed in `tests.engines.hidden_games`.
The same pairs serve the tests of pictures and messages.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from engines.contract import AnyEngine, Offer, Seat, Value

StateT = TypeVar("StateT", bound=Value)


class Pair(NamedTuple, Generic[StateT]):
    """Two states that must be one to the viewers."""

    one: StateT
    other: StateT
    viewers: tuple[Seat | None, ...]
    """Those who must not be able to tell: other seats, and with None the public."""


PairMaker: TypeAlias = Callable[[AnyEngine, random.Random], Iterator[Pair[Any]]]


def shown(offer: Offer[Any]) -> tuple[str, list[list[tuple[str, str, str]]]]:
    """All that a player reads of an offer."""
    return offer.words, [[(pick.value, pick.label, pick.note) for pick in path] for path in offer.paths]
