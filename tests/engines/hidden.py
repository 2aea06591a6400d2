"""Pairs of states that differ only in what somebody must not know.

A game that hides something (`GameInfo.hidden`) adds a generator here, under its key. The same pairs serve
the tests of pictures and messages.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeAlias

from engines.contract import AnyEngine, Seat


class Pair(NamedTuple):
    """Two states that must be one to the viewers."""

    one: Any
    other: Any
    viewers: tuple[Seat | None, ...]
    """Those who must not be able to tell: other seats, and with None the public."""


PairMaker: TypeAlias = Callable[[AnyEngine, random.Random], Iterator[Pair]]

PAIRS: dict[str, PairMaker] = {}
"""For each game that hides something: states at several moments of random games, each with hidden parts
exchanged (hands, sealed plans, the order of a bag, the seed itself)."""
