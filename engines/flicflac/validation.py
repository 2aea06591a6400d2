"""Why an action is refused. `validate` is the only gate to an action: what it returns is legal.

Codes, the first that applies: ``not_your_turn``, ``syntax``, ``no_such_piece``,
``no_such_cell``, ``not_your_piece``, ``frozen`` (no captor in this extra phase); then of a move
``has_moved``, ``not_home`` (no piece moves home), ``occupied``, ``out_of_reach``; of a retraction
``not_moved``, ``start_occupied``; of a reset ``nothing_moved``. Reading adds ``bad_suffix`` (`notation`), the
table those of `engines.meta`.
"""

import re

from engines.contract import Action, ErrorCode, IllegalAction, Seat
from engines.flicflac.actions import End, FlicFlacAction, Move, Reset, Retract
from engines.flicflac.legal_moves import destinations, may_retract
from engines.flicflac.pieces import CODES, NAMES, NUMBER, OWNER, SIDES
from engines.flicflac.state import FlicFlacState, piece_on, start_of
from engines.wording import listed

HOME = "HOME"
"""The word for a piece's home in place of a cell."""

HELP = "Write CB C1 to move, CB retract, reset, or end."

_PIECE = re.compile(r"[A-Z]{2}")
_CELL = re.compile(r"[A-Z][0-9]{1,2}|HOME")


def validate(state: FlicFlacState, seat: Seat, action: Action) -> FlicFlacAction:
    """The legal action, with its fields well-formed. Raises IllegalAction."""
    check_turn(state, seat)
    match action:
        case Move(piece=piece, to=to):
            move = Move(_code(piece), _cell(to))
            _check_piece(move.piece)
            _check_cell(state, move.to)
            _check_free(state, seat, move.piece)
            if move.to not in destinations(state, move.piece):
                raise _out_of_reach(state, move)
            return move
        case Retract(piece=piece):
            retraction = Retract(known_piece(piece))
            _check_free(state, seat, retraction.piece)
            if not may_retract(state, retraction.piece):
                raise _no_way_back(state, retraction.piece)
            return retraction
        case Reset() if not state.staged:
            raise IllegalAction("nothing_moved", "No piece has moved in this phase: nothing to take back.")
        case Reset() | End():
            return action
    raise IllegalAction(ErrorCode.SYNTAX, f"That is not an action of this game. {HELP}")


def check_turn(state: FlicFlacState, seat: Seat) -> None:
    """Raises IllegalAction ``not_your_turn``."""
    if seat != state.side:
        raise IllegalAction(ErrorCode.NOT_YOUR_TURN, f"It is not your phase but that of {NAMES[state.side]}.")


def known_piece(text: object) -> str:
    """The code of a piece of either side. Raises IllegalAction ``syntax`` or ``no_such_piece``."""
    code = _code(text)
    _check_piece(code)
    return code


def _code(text: object) -> str:
    code = text.strip().upper() if isinstance(text, str) else ""
    if not _PIECE.fullmatch(code):
        raise IllegalAction(
            ErrorCode.SYNTAX, "A piece is C or B (cylinder, block) and its colour, such as CB or BO."
        )
    return code


def _cell(text: object) -> str:
    name = text.strip().upper() if isinstance(text, str) else ""
    if not _CELL.fullmatch(name):
        raise IllegalAction(ErrorCode.SYNTAX, "A cell is a letter and a number, such as C1.")
    return name


def _check_piece(piece: str) -> None:
    if piece not in NUMBER:
        sentence = f"There is no piece {piece}; the pieces are {listed(CODES)}."
        raise IllegalAction("no_such_piece", sentence, public=True)


def _check_cell(state: FlicFlacState, cell: str) -> None:
    if cell != HOME and cell not in state.board.cell:
        sentence = f"There is no cell {cell} on this board; {_columns(state, cell)}."
        raise IllegalAction("no_such_cell", sentence, public=True)


def _columns(state: FlicFlacState, cell: str) -> str:
    """Which columns, or which cells of the column, the board has in place of an unknown cell."""
    letters = list(dict.fromkeys(name[0] for name in state.board.cell))
    if cell[0] not in letters:
        return f"its columns are {', '.join(letters)}"
    column = [name for name in state.board.cell if name[0] == cell[0]]
    return f"its column {cell[0]} runs from {column[0]} to {column[-1]}"


def _check_free(state: FlicFlacState, seat: Seat, piece: str) -> None:
    if OWNER[piece] != seat:
        sentence = f"{piece} is not yours; yours are {listed(SIDES[seat])}."
        raise IllegalAction("not_your_piece", sentence, public=True)
    if piece not in state.free:
        raise IllegalAction("frozen", f"This is an extra phase: only {listed(state.free)} may act.")


def _out_of_reach(state: FlicFlacState, move: Move) -> IllegalAction:
    """Why a free piece cannot move there."""
    piece, cell = move.piece, move.to
    if start_of(state, piece) is not None:
        return IllegalAction(
            "has_moved", f"{piece} has moved in this phase: it can only be retracted ({piece} retract)."
        )
    where = destinations(state, piece)
    legal = f"it may go to {listed(where, 'or')}" if where else "it cannot move at all"
    if cell == HOME:
        return IllegalAction("not_home", f"No piece moves home by itself. {piece}: {legal}.")
    other = piece_on(state, cell)
    if other == piece:
        return IllegalAction(ErrorCode.OCCUPIED, f"{piece} stands on {cell} already; {legal}.")
    if other is not None:
        return IllegalAction(ErrorCode.OCCUPIED, f"{other} stands on {cell}. {piece}: {legal}.")
    return IllegalAction("out_of_reach", f"{cell} is out of {piece}'s reach; {legal}.")


def _no_way_back(state: FlicFlacState, piece: str) -> IllegalAction:
    """Why a free piece cannot be retracted."""
    start = start_of(state, piece)
    if start is None or start.cell is None:
        return IllegalAction("not_moved", f"{piece} has not moved in this phase, so it cannot be retracted.")
    other = piece_on(state, start.cell)
    return IllegalAction(
        "start_occupied",
        f"{piece} began the phase on {start.cell}, where {other} stands now: {other} must leave first.",
    )
