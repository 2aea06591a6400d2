"""Options and state of a game of Guerre des Deux Roses."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engines.contract import Seat, Value
from engines.roses.board import CASTLE_BITS, SOLDIERS
from engines.roses.moves import PASS, Move, drops, moves
from engines.roses.view import LastAction
from engines.table import Ending, Table


class RosesOptions(Value, frozen=True, kw_only=True):
    """The options of sections 3, 5 and 6 of the rules."""

    first: Annotated[Literal["white", "black"], Meta(description="Who drops first")] = "white"
    long_phalanx: Annotated[
        bool, Meta(description="A phalanx of three or four may also charge as a whole (ruling 8)")
    ] = False
    support_contiguous: Annotated[
        bool, Meta(description="In a support attack the two soldiers must touch each other (ruling 10)")
    ] = False
    repetition: Annotated[
        int, Meta(ge=0, le=100, description="The same position this often is a draw; 0 never (ruling 14)")
    ] = 3
    quiet_limit: Annotated[
        int, Meta(ge=0, le=10_000, description="Plies without a capture for a draw; 0 never (ruling 15)")
    ] = 100


class RosesState(Value, frozen=True, kw_only=True):
    """A position with all that its rules ask about the past. Masks: `engines.roses.board`."""

    options: RosesOptions
    ply: int = 0
    turn: Seat
    """The side to move."""
    soldiers: tuple[int, int]
    """Bit mask of each side's soldiers."""
    reserves: tuple[int, int]
    quiet: int = 0
    """Plies of the move phase since the last capture."""
    trail: tuple[int, ...] = ()
    """Every position of the move phase since the last capture, oldest first (`position_key`); kept only
    where the option `repetition` asks for it."""
    table: Table = Table()
    ending: Ending | None = None
    last: LastAction | None = None

    @property
    def dropping(self) -> bool:
        """Whether soldiers are left to drop."""
        return any(self.reserves)

    @property
    def castles(self) -> tuple[bool, bool]:
        """Whether each castle still stands: it falls to the soldier that enters its cell."""
        return (
            not self.soldiers[1] & CASTLE_BITS[0],
            not self.soldiers[0] & CASTLE_BITS[1],
        )

    @property
    def lost(self) -> tuple[int, int]:
        """Soldiers of each side that are out of the game."""
        return (
            SOLDIERS - self.soldiers[0].bit_count() - self.reserves[0],
            SOLDIERS - self.soldiers[1].bit_count() - self.reserves[1],
        )


def position_key(soldiers: tuple[int, int], turn: Seat) -> int:
    """A number for a position of the move phase: what must be equal for a repetition (ruling 14)."""
    return soldiers[0] | soldiers[1] << 20 | turn << 40


def strokes(state: RosesState) -> list[Move]:
    """The actions of the side to move, in no particular order; never empty while the game runs."""
    if state.ending is not None:
        return []
    mover = state.turn
    own, enemy = state.soldiers[mover], state.soldiers[1 - mover]
    if state.dropping:
        found = drops(own, enemy, CASTLE_BITS[mover]) if state.reserves[mover] else []
    else:
        found = moves(
            own,
            enemy,
            CASTLE_BITS[1 - mover],
            long_phalanx=state.options.long_phalanx,
            contiguous=state.options.support_contiguous,
        )
    return found or [PASS]
