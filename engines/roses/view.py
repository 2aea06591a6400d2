"""The public view of a game of Guerre des Deux Roses: everything, for nothing in it is hidden."""

from typing import Literal

from engines.contract import Seat, Value, View


class LastAction(Value, frozen=True):
    """The last ply as a picture needs it. Cells: docs/rules/guerre-des-deux-roses.md section 2."""

    seat: Seat
    notation: str
    """The notation in display form: ``d4xf6*``."""
    moved: tuple[tuple[str, str], ...] = ()
    """The old and new cell of each of the mover's soldiers that went."""
    dropped: str | None = None
    pushed: tuple[str, str] | None = None
    """The old and new cell of the enemy soldier that was pushed and stays in the game."""
    fallen: str | None = None
    """The cell from which an enemy soldier went over the edge, or the captured castle's cell."""
    fell_towards: Literal["e", "w", "ne", "nw", "se", "sw"] | None = None


class RosesView(View, frozen=True, kw_only=True, omit_defaults=True):
    """The position. Seat 0 is White (castle e3, below), seat 1 is Black (castle b5, on top)."""

    phase: Literal["drop", "move", "over"]
    soldiers: tuple[tuple[str, ...], tuple[str, ...]]
    """Each side's soldiers, cells in alphabetical order."""
    castles: tuple[bool, bool]
    """Whether each side's castle is intact."""
    reserves: tuple[int, int]
    lost: tuple[int, int]
    """Soldiers that each side has lost for good."""
    next_seat: Seat
    """The side to move."""
    last: LastAction | None
    position: str
    """The position string of section 7 of the rules."""
    attacks: tuple[tuple[str, str], ...] = ()
    """Marks that answer a question: the cell of a soldier in front, and of the enemy that it could push."""
    long_phalanx: bool = False
    """This field and the next three are options of the game."""
    support_contiguous: bool = False
    repetition: int = 3
    quiet_limit: int = 100
    quiet: int = 0
    """Plies of the move phase since the last capture."""
    trail: tuple[int, ...] = ()
    """The positions since the last capture (`engines.roses.state.position_key`)."""
