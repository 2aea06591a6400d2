"""The options of a game: sections 4, 10, 11 and 12 of docs/rules/flic-flac.md."""

from typing import Annotated

from msgspec import Meta

from engines.contract import Value
from engines.flicflac.board import SIZES


class FlicFlacOptions(Value, frozen=True, kw_only=True):
    """The options of sections 4, 10, 11 and 12; the seats determine who has the cylinders."""

    size: Annotated[
        int, Meta(ge=SIZES[0], le=SIZES[-1], description="Cells along each edge of the board")
    ] = 8
    target: Annotated[int, Meta(ge=1, le=100, description="Captures to win")] = 11
    lead: Annotated[int, Meta(ge=1, le=100, description="Captures that the winner must be ahead")] = 2
    events: Annotated[
        int, Meta(ge=0, le=100, description="Chance in per cent of a random event after each turn")
    ] = 0
    extra_time: Annotated[
        int, Meta(ge=1, le=100, description="Deadline of an extra phase in per cent of a turn's")
    ] = 50
    claim_after: Annotated[
        int, Meta(ge=0, le=100, description="Deadlines missed in a row without a move for a claim; 0 never")
    ] = 0
    idle_draw: Annotated[
        int, Meta(ge=0, le=1_000, description="Main phases in a row without a move for a draw; 0 never")
    ] = 0
