"""The state of a game of Guerre des Deux Roses, and how it begins."""

from msgspec import field

from engines.contract import IllegalOptions, Seat, Value
from engines.meta import Ending, MetaState
from engines.roses.board import CASTLE_BITS, SOLDIERS
from engines.roses.options import RosesOptions
from engines.roses.view import LastAction


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
    meta: MetaState = field(name="table", default=MetaState())
    ending: Ending | None = None
    last: LastAction | None = None

    @property
    def dropping(self) -> bool:
        """Whether soldiers are left to drop."""
        return any(self.reserves)

    @property
    def castles(self) -> tuple[bool, bool]:
        """Whether each castle is intact: it falls to the soldier that enters its cell."""
        return (not self.soldiers[1] & CASTLE_BITS[0], not self.soldiers[0] & CASTLE_BITS[1])

    @property
    def lost(self) -> tuple[int, int]:
        """Soldiers of each side that are out of the game."""
        return (
            SOLDIERS - self.soldiers[0].bit_count() - self.reserves[0],
            SOLDIERS - self.soldiers[1].bit_count() - self.reserves[1],
        )


def set_up(options: RosesOptions, _seats: int, _seed: str) -> RosesState:
    """The empty board (section 3 of the rules). The seed is not used: the game has no chance in it."""
    if options.repetition == 1:
        raise IllegalOptions("repetition is 0 (never) or at least 2: every position occurs for a first time.")
    turn = ("white", "black").index(options.first)
    return RosesState(options=options, turn=turn, soldiers=(0, 0), reserves=(SOLDIERS, SOLDIERS))


def position_key(soldiers: tuple[int, int], turn: Seat) -> int:
    """The identity of a position of the move phase for repetitions (ruling 14)."""
    return soldiers[0] | soldiers[1] << 20 | turn << 40
