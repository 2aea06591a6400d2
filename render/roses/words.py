"""A position of Guerre des Deux Roses in words: alt text, and a board for screen readers."""

from engines.contract import Seat
from engines.roses.board import CASTLES, PLACES, RED_CELLS, ROWS
from engines.roses.info import INFO
from engines.roses.view import RosesView
from engines.wording import listed, shorten
from render.contract import Frame
from render.phrases import MOST_TEXT, alt_text, opening, recent_events, seat_name

_HALF_CELL = 3
"""The width of half a cell in characters."""


def alt(view: RosesView, frame: Frame) -> str:
    """Whose turn it is, recent events, and all pieces with their cells: at most 1,024 characters."""
    sides = (_side(view, frame, seat) for seat in (0, 1))
    return alt_text(
        (opening(view, frame, INFO), recent_events(frame, INFO), *view.notes, _attacks(view), *sides)
    )


def text(view: RosesView, frame: Frame) -> str:
    """The board in characters of one width, then the pieces as a list."""
    lines = [opening(view, frame, INFO), recent_events(frame, INFO), "", *_grid(view, frame), ""]
    lines += ["w, b: soldiers. W, B: castles. x: ruin. *: empty red cell."]
    lines += [_side(view, frame, 0), _side(view, frame, 1), *view.notes]
    return shorten("\n".join(lines).replace("\n\n\n", "\n\n"), MOST_TEXT)


def _attacks(view: RosesView) -> str:
    """A sentence about the marks that answer a question."""
    ways = [f"{origin} on {target}" for origin, target in view.attacks]
    return f"Attacks: {listed(ways)}." if ways else ""


def _side(view: RosesView, frame: Frame, seat: Seat) -> str:
    """One side's pieces in a sentence."""
    cells = view.soldiers[seat]
    castle = f"castle {CASTLES[seat]}" if view.castles[seat] else f"castle {CASTLES[seat]} fallen"
    soldiers = (
        f"soldier{'' if len(cells) == 1 else 's'} {listed(cells)}" if cells else "no soldiers on the board"
    )
    parts = [castle, soldiers]
    if view.reserves[seat]:
        parts.append(f"{view.reserves[seat]} in reserve")
    if view.lost[seat]:
        parts.append(f"{view.lost[seat]} lost")
    return f"{seat_name(frame, INFO, seat)}: {', '.join(parts)}."


def _grid(view: RosesView, frame: Frame) -> list[str]:
    """The rows as on the picture, each cell as its name and its contents."""
    rows = [(PLACES[cells[0]][0], [f"{cell} {_sign(view, cell)}" for cell in cells]) for cells in ROWS]
    if frame.perspective == 1:
        widest = 11
        rows = [(widest - x2 - 2 * (len(cells) - 1), cells[::-1]) for x2, cells in reversed(rows)]
    return [(" " * (_HALF_CELL * (x2 - 1)) + "  ".join(cells)).rstrip() for x2, cells in rows]


def _sign(view: RosesView, cell: str) -> str:
    soldier = "".join(letter for letter, cells in zip("wb", view.soldiers, strict=True) if cell in cells)
    if cell in CASTLES:
        seat = CASTLES.index(cell)
        return "WB"[seat] if view.castles[seat] else f"{soldier}x"
    return soldier or ("*" if cell in RED_CELLS else ".")
