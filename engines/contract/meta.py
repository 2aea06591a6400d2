"""What seats may do beside the game itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Generic

from engines.contract.action import MetaAction
from engines.contract.step import StateT, Step
from engines.contract.values import Seat


@dataclass(frozen=True, kw_only=True)
class MetaRules(Generic[StateT]):
    """Which meta actions (resign, draw, claim, extend) a seat may make, in or out of turn, and what they do.

    `engines.meta` has the common rules of games for two.
    """

    legal: Callable[[StateT, Seat], Iterator[MetaAction]]
    """Every meta action that the seat may make now; never `TimeUp`, which is the clock's."""
    apply: Callable[[StateT, Seat, MetaAction], Step[StateT]]
    """Do one. Raises IllegalAction, and changes nothing then."""
