"""Pairs of states that differ only in what somebody must not know.

A game that hides something (`GameInfo.hidden`) brings a generator, listed in `tests.engines.hidden_games`.
The same pairs serve the tests of pictures and messages.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from engines.contract import AnyEngine, Offer, Seat, SeatEvent, Step, Value

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


def told(engine: AnyEngine, step: Step[Any], seat: Seat, viewer: Seat | None) -> tuple[object, ...]:
    """All that a step of this seat tells a viewer, beside what they see then."""
    secret = viewer != seat and step.public_notation is None
    clauses = [
        engine.narrate(event)
        for event in step.events
        if (
            not secret
            if event.audience == "public"
            else isinstance(event, SeatEvent) and event.seat == viewer
        )
    ]
    if secret:
        return (clauses,)
    line = step.notation if viewer == seat else step.public_notation
    return clauses, line, step.summary, step.marks_only, step.anonymous
