"""The state of a game of Flic Flac, and how it begins: docs/rules/flic-flac.md sections 4 and 10 to 12."""

from collections.abc import Iterable

from msgspec import field
from msgspec.structs import replace

from engines.chance import Chance, check_seed
from engines.contract import Seat, Value
from engines.flicflac.board import Board, board
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.pieces import BODY, CODES, NUMBER, SIDES
from engines.flicflac.view import PhaseView
from engines.meta import Ending, MetaState


class Stand(Value, frozen=True):
    """Where a piece is and which face is up."""

    cell: str | None = None
    """None: at home."""
    flipped: bool = False


Stands = tuple[Stand, ...]
"""The places and sides of all twelve pieces, by their numbers."""

SET_UP: Stands = (Stand(),) * len(CODES)


class Staged(Value, frozen=True):
    """A piece that is marked moved, and how it stood when the phase began."""

    piece: str
    start: Stand


class FlicFlacState(Value, frozen=True, kw_only=True):
    """A position with all that its rules ask about the past."""

    options: FlicFlacOptions
    chance: Chance
    ply: int = 0
    """Phases that have ended."""
    turn: int = 1
    """Turns of either side, counted from 1."""
    extra: int = 0
    """0 in a main phase, else the number of the extra phase within the turn."""
    side: Seat = 0
    """The side whose phase it is."""
    free: tuple[str, ...] = SIDES[0]
    """The pieces that may act in this phase."""
    stands: Stands = SET_UP
    """The pieces as the mover sees them, staged moves included."""
    staged: tuple[Staged, ...] = ()
    """The pieces that are marked moved, in the order of their moves."""
    score: tuple[int, int] = (0, 0)
    slide: int = 0
    """What random events have added to the board's row phase."""
    idle: int = 0
    """Main phases in a row, of either side, in which no piece moved (option `idle_draw`)."""
    missed: tuple[int, int] = (0, 0)
    """For each side its last phases in a row that the clock ended with no piece moved (`claim_after`)."""
    meta: MetaState = field(name="table", default=MetaState())
    ending: Ending | None = None
    last: PhaseView | None = None

    @property
    def board(self) -> Board:
        """The board with its colours as they now lie."""
        return board(self.options.size, self.slide)


def set_up(options: FlicFlacOptions, _seats: int, seed: str) -> FlicFlacState:
    """All pieces at home, normal side up."""
    return FlicFlacState(options=options, chance=Chance(check_seed(seed)))


def reseed(state: FlicFlacState, seed: str) -> FlicFlacState:
    """The position with another seed for the random events to come."""
    return replace(state, chance=Chance(check_seed(seed)))


def stand_of(state: FlicFlacState, piece: str) -> Stand:
    """A piece's place and side as its mover sees it."""
    return state.stands[NUMBER[piece]]


def start_of(state: FlicFlacState, piece: str) -> Stand | None:
    """How a piece that is marked moved stood when the phase began; None if it is not marked."""
    return next((staged.start for staged in state.staged if staged.piece == piece), None)


def is_empowered(state: FlicFlacState, piece: str) -> bool:
    """Whether a piece is on a hex of its own colour."""
    cell = stand_of(state, piece).cell
    return cell is not None and state.board.cell[cell].colour == BODY[piece]


def piece_on(state: FlicFlacState, cell: str) -> str | None:
    """The piece on a cell in its mover's eyes."""
    return next((code for code, one in zip(CODES, state.stands, strict=True) if one.cell == cell), None)


def public_stands(state: FlicFlacState) -> Stands:
    """The position when the phase began, which is all that others know of it."""
    return with_stands(state.stands, ((staged.piece, staged.start) for staged in state.staged))


def with_stands(stands: Stands, changes: Iterable[tuple[str, Stand]]) -> Stands:
    """`stands` with the changes applied."""
    changed = list(stands)
    for piece, stand in changes:
        changed[NUMBER[piece]] = stand
    return tuple(changed)
