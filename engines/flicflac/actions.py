"""What a side may do in its phase: docs/rules/flic-flac.md section 5.

Commands take their order and their help from these classes.
"""

from typing import Annotated, TypeAlias

from msgspec import Meta

from engines.contract import Action


class Move(Action, frozen=True, tag="move"):
    """Move one of your free pieces; it flips where it lands on black."""

    piece: Annotated[str, Meta(description="One of your pieces that has not moved yet, e.g. CB")]
    to: Annotated[str, Meta(description="A cell within its reach, e.g. C1")]


class Retract(Action, frozen=True, tag="retract"):
    """Put a piece back where it stood when the phase began; it may then move anew."""

    piece: Annotated[str, Meta(description="A piece that has moved in this phase, e.g. CB")]


class Reset(Action, frozen=True, tag="reset"):
    """Take all moves of this phase back."""


class End(Action, frozen=True, tag="end"):
    """End the phase: captures are made, and your captors strike again or the turn passes."""


FlicFlacAction: TypeAlias = Move | Retract | Reset | End

ACTIONS: tuple[type[FlicFlacAction], ...] = (Move, Retract, Reset, End)
