"""What is known of an action before it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from engines.contract.action import ActionT
from engines.contract.question import Answer
from engines.contract.values import Seat, StateT


@dataclass(frozen=True, kw_only=True)
class PreviewRules(Generic[StateT, ActionT]):
    """What the actor, and nobody else, is told of a legal action beforehand."""

    show: Callable[[StateT, Seat, ActionT], Answer | None] = lambda _, __, ___: None
    """In words, and as a picture of the position as far as it can be foreseen. None: it can simply be
    tried."""
    needs_confirmation: Callable[[StateT, Seat, ActionT], bool] = lambda _, __, ___: False
    """Whether so much would follow that the actor sees it and confirms it even where the action was
    written out. Panels show a preview in any case."""
