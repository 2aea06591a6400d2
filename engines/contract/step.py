"""What an accepted action brings about."""

from typing import Generic

import msgspec

from engines.contract.values import StateT, Value
from engines.contract.view import Event

LONGEST_HEADLINE = 80
LONGEST_SUMMARY = 1_500
"""Characters of a `StepSummary`."""


class StepSummary(Value, frozen=True):
    """What a step brought, where the clauses of its events one after the other would not read well."""

    headline: str
    """A few words for alt texts, at most `LONGEST_HEADLINE` characters: ``Round 3: 2 hits; GREEN falls``."""
    text: str
    """The whole summary in Markdown, at most `LONGEST_SUMMARY`."""


class Step(Value, Generic[StateT], frozen=True):
    """The result of an accepted action."""

    state: StateT
    notation: str
    """The action as its actor reads it in the history, with what happened: ``d4xf6*``."""
    events: tuple[Event, ...] = ()
    public: str | msgspec.UnsetType | None = msgspec.UNSET
    """The notation that everybody else may read for ever. None: nobody else may learn of the action (it is
    staged or secret). Where it is left out it equals ``notation``."""
    reveals: bool = False
    """Whether the action showed a player hidden information: it has no preview, and undo stops there."""
    marks_only: bool = False
    """Whether only marks changed publicly: a seat is ready, a seat has committed. The newest card is updated
    in place; no new one is posted, and open panels stay valid."""
    anonymous: bool = False
    """Whether the actor is secret, although the line ``public`` is not."""
    summary: StepSummary | None = None
    """What a card tells everybody about the step; None: the narrated events."""

    @property
    def public_notation(self) -> str | None:
        """The history line for everybody but the actor, or None if there is none."""
        return self.notation if isinstance(self.public, msgspec.UnsetType) else self.public
