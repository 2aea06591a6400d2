"""What a seat, or the public, may know of a game of Flic Flac.

Everything but the phase under way: until its mover ends it, all others see the position at its start.
Cells are named as in docs/rules/flic-flac.md section 3.4; where they lie and which colour they have, `board`
tells for the view's size and slide (`engines.flicflac.board.board`).
"""

from typing import Literal

from engines.contract import Seat, Value, View
from engines.flicflac.pieces import Colour


class PieceView(Value, frozen=True, kw_only=True):
    """A piece as the viewer sees it."""

    code: str
    """Shape and body: ``CO``."""
    cell: str | None
    """None: at home."""
    flipped: bool
    flying: tuple[Colour, Colour]
    """The colours of the face that is up."""
    empowered: bool
    """It is on a hex of its own colour."""
    health: int
    melee: bool
    """Something passes between it and a neighbour: its health is worth showing, even if it is 0."""
    doomed: bool
    """Grey: it goes home if the phase ends now."""
    captor: bool
    """It gets an extra phase if the phase ends now."""
    free: bool
    """It may act in the present phase: all of the side's in a main phase, in an extra phase the captors."""
    moved: bool
    """It has moved in the present phase, and may only be retracted. Only its mover sees this."""


class MoveView(Value, frozen=True):
    """A piece's move in a phase, as a picture needs it."""

    piece: str
    origin: str | None
    """None: from home."""
    target: str
    flipped: bool


class Capture(Value, frozen=True):
    """A piece that was sent home at the end of a phase."""

    piece: str
    cell: str
    """Where it stood."""


class RandomEvent(Value, frozen=True, kw_only=True):
    """What chance did between two turns (docs/rules/flic-flac.md section 10)."""

    kind: Literal["wind", "recall", "sinkholes", "slide"]
    colours: tuple[Colour, Colour] | None = None
    """The opposite colours of a recall (bodies) or of sink holes (hexes)."""
    cells: int | None = None
    """How many cells along the columns the pattern slid: 3 or 6."""
    flipped: tuple[str, ...] = ()
    """The pieces that the wind turned over."""
    gone: tuple[Capture, ...] = ()
    """The pieces that went home without being captured, and where they stood."""


class PhaseView(Value, frozen=True, kw_only=True):
    """A phase that has ended. Moves that were retracted are not in it."""

    seat: Seat
    extra: bool
    moves: tuple[MoveView, ...]
    """The moves, in the order in which they were made."""
    captures: tuple[Capture, ...]
    """Pieces of either side, as they stood when the phase ended."""
    captors: tuple[str, ...]
    """The pieces that struck the captured enemies: they get an extra phase, unless that won the game."""
    chance: RandomEvent | None = None
    """What happened after it, before the other side's turn."""


class Reach(Value, frozen=True):
    """Marks: where a piece may go."""

    piece: str
    cells: tuple[str, ...]
    flips: tuple[str, ...]
    """The cells of the way on which the piece flips."""


class FlicFlacView(View, frozen=True, kw_only=True):
    """The position before the viewer's eyes. Seat 0 has the cylinders, seat 1 the blocks."""

    size: int
    """Cells along an edge of the board: 5 to 8."""
    slide: int
    """How far the colour pattern has slid: 0, 6 or 12 half cells."""
    pieces: tuple[PieceView, ...]
    """All twelve: CB, CG, CY, CO, CR, CP, then the blocks in the same order."""
    score: tuple[int, int]
    """Captures that each side has made."""
    target: int
    """The number of captures that a side needs to win."""
    lead: int
    """How many more captures than the other side the winner needs."""
    phase: Literal["main", "extra", "over"]
    side: Seat
    """The side whose phase it is; when the game is over, whose it was."""
    staged: tuple[MoveView, ...]
    """The viewer's own moves of the present phase, in the order in which they were made."""
    last: PhaseView | None
    """The phase before this one, of either side; None at the start."""
    reach: Reach | None = None
    """Marks that answer a question about a piece's reach."""
    highlight: str | None = None
    """The piece that a question was about."""
