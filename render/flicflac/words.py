"""A position of Flic Flac in words: alt text, and a board for screen readers."""

from functools import lru_cache

from engines.contract import Seat
from engines.flicflac.board import board
from engines.flicflac.info import INFO
from engines.flicflac.pieces import OWNER
from engines.flicflac.view import FlicFlacView, PieceView, Reach
from engines.wording import counted, listed, signed
from render.contract import Frame
from render.phrases import alt_text, opening, recent_events, seat_name, text_lines

_CELL = 3
"""The width of a cell in characters."""
_KEY = (
    "Columns from left to right, each from 1 at the top. A colour's letter: empty, - if black. +: in reach."
)


def alt(view: FlicFlacView, frame: Frame) -> str:
    """Whose turn it is, recent events, the pieces with their healths: at most 1,024 characters."""
    return alt_text(_sentences(view, frame))


def text(view: FlicFlacView, frame: Frame) -> str:
    """The board between the sentences of `alt`; recent events are left out without room for them."""
    head, recent, *sides = _sentences(view, frame)
    board_and_rest = ["", *_grid(view), _KEY, "", *(one for one in sides if one)]
    return text_lines(head, recent, board_and_rest)


def _sentences(view: FlicFlacView, frame: Frame) -> tuple[str, ...]:
    return (
        opening(view, frame, INFO),
        recent_events(frame, INFO),
        _staged(view),
        _reach(view.reach),
        _side(view, frame, 0),
        _side(view, frame, 1),
    )


def _staged(view: FlicFlacView) -> str:
    """A sentence about the moves that the mover has staged in the phase under way."""
    if not view.staged:
        return ""
    moves = (f"{move.piece} to {move.target}{' (flips)' * move.flipped}" for move in view.staged)
    return f"Moved so far: {listed(moves)}."


def _reach(reach: Reach | None) -> str:
    if reach is None:
        return ""
    if not reach.cells:
        return f"{reach.piece} can go nowhere."
    cells = (f"{cell}{' (flips)' * (cell in reach.flips)}" for cell in reach.cells)
    return f"{reach.piece} can go to {listed(cells)}."


def _side(view: FlicFlacView, frame: Frame, seat: Seat) -> str:
    """One side's score and pieces in a sentence."""
    mine = [one for one in view.pieces if OWNER[one.code] == seat]
    out = [_piece(one, falls=one.doomed and view.phase != "over") for one in mine if one.cell is not None]
    home = [_flying(one) for one in mine if one.cell is None]
    parts = [*out, *([f"at home {listed(home)}"] if home else [])]
    score = f"{view.score[seat]} of {counted(view.target, 'capture')}"
    return f"{seat_name(frame, INFO, seat)}, {score}: {'; '.join(parts)}."


def _piece(one: PieceView, *, falls: bool) -> str:
    """A piece in words: ``CO flying GY on D2, empowered, health +1``; `falls`: if the phase ends now."""
    recent = f"{_flying(one)} on {one.cell}{', empowered' if one.empowered else ''}"
    if one.melee or one.health:
        recent += f", health {signed(one.health)}"
    return recent + ", falls" * falls


def _flying(one: PieceView) -> str:
    return f"{one.code} flying {''.join(one.flying)}"


def _grid(view: FlicFlacView) -> list[str]:
    """Each column of the board as a line, shifted by half a cell for each that it is shorter."""
    piece_at = {one.cell: one.code for one in view.pieces}
    reach = view.reach.cells if view.reach is not None else ()
    lines = []
    for beginning, cells in _columns(view.size, view.slide):
        signs = [piece_at.get(name) or sign + "+" * (name in reach) for name, sign in cells]
        lines.append("".join([beginning, *(sign.ljust(_CELL) for sign in signs)]).rstrip())
    return lines


@lru_cache(4)
def _columns(size: int, slide: int) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """The columns of a board: the beginning of each line, and its cells by name with their colours' signs."""
    columns: dict[str, list[tuple[str, str]]] = {}
    for cell in board(size, slide).cells:
        sign = cell.colour.lower().replace("k", "-")
        columns.setdefault(cell.name[0], []).append((cell.name, sign))
    longest = 2 * size - 1
    return tuple(
        (f"{letter} {' ' * ((longest - len(cells)) * _CELL // 2)}", tuple(cells))
        for letter, cells in columns.items()
    )
