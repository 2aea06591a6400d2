"""What the side in its phase may do: docs/rules/flic-flac.md sections 5, 6 and 8."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Seat
from engines.flicflac.actions import End, FlicFlacAction, Move, Reset, Retract
from engines.flicflac.board import Board
from engines.flicflac.core import grid_of, places_in, position_of
from engines.flicflac.pieces import NUMBER, SIDES
from engines.flicflac.state import FlicFlacState, Stands, piece_on, public_stands, start_of


def to_act(state: FlicFlacState) -> tuple[Seat, ...]:
    """The side whose phase it is."""
    return () if state.ending is not None else (state.side,)


def legal(state: FlicFlacState, seat: Seat) -> Iterator[FlicFlacAction]:
    """Moves by piece and cell, retractions, a reset where something has moved, the end of the phase."""
    if seat not in to_act(state):
        return
    for piece in state.free:
        for cell in destinations(state, piece):
            yield Move(piece, cell)
    for piece in state.free:
        if may_retract(state, piece):
            yield Retract(piece)
    if state.staged:
        yield Reset()
    yield End()


def destinations(state: FlicFlacState, piece: str) -> tuple[str, ...]:
    """The cells that a free piece may move to: none if it has moved in this phase."""
    return reach(state.board, state.stands, NUMBER[piece]) if start_of(state, piece) is None else ()


def reach(board: Board, stands: Stands, number: int) -> tuple[str, ...]:
    """The cells that a piece may move to, of either side, even if it has moved in this phase."""
    grid = grid_of(board)
    position = position_of(grid, stands)
    mask = grid.reach(number, position.places[number], position.taken)
    return tuple([grid.name[place] for place in places_in(mask)])


def may_retract(state: FlicFlacState, piece: str) -> bool:
    """Whether the piece has moved and may go back: home at any time, to a cell while that is empty."""
    start = start_of(state, piece)
    return start is not None and (start.cell is None or piece_on(state, start.cell) is None)


def forced(state: FlicFlacState) -> tuple[Seat, FlicFlacAction] | None:
    """The end of an extra phase in which no captor can move (section 8)."""
    stuck = state.extra > 0 and next(legal(state, state.side), None) == End()
    return (state.side, End()) if stuck else None


def own_turn(state: FlicFlacState, seat: Seat) -> FlicFlacState | None:
    """The main phase of this side, with the pieces where everybody sees them."""
    if state.ending is not None:
        return None
    return replace(state, stands=public_stands(state), staged=(), extra=0, side=seat, free=SIDES[seat])
