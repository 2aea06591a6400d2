"""Position strings (docs/rules/guerre-des-deux-roses.md section 7): ``B/..../...../...../..../W w 44``."""

import re

from engines.contract import Seat
from engines.roses.board import BIT, CASTLES, ROWS, SOLDIERS
from engines.roses.notation import SIDES
from engines.roses.options import RosesOptions
from engines.roses.outcome import update_result
from engines.roses.state import RosesState

_FORM = re.compile(r"(?P<board>[.wbWB/]+) (?P<turn>[wb]) (?P<white>[0-4])(?P<black>[0-4])")


def read_position(text: object, options: RosesOptions) -> RosesState:
    """The state of a position string, as if the game began there. Raises ValueError."""
    found = _FORM.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise ValueError(
            "A position is six rows of . w b W B joined by /, the side to move (w or b) and the two "
            "reserves, such as B/..../...../...../..../W w 44."
        )
    rows = found["board"].split("/")
    if tuple(map(len, rows)) != tuple(map(len, ROWS)):
        raise ValueError("The rows of a position have 1, 4, 5, 5, 4 and 1 cells.")
    soldiers = [0, 0]
    for row, cells in zip(rows, ROWS, strict=True):
        for symbol, cell in zip(row, cells, strict=True):
            castle = "WB"[CASTLES.index(cell)] if cell in CASTLES else None
            if (castle is not None or symbol in "WB") and symbol != castle:
                raise ValueError(f"The castles stand on {CASTLES[0]} (W) and {CASTLES[1]} (B), nothing else.")
            if symbol in SIDES:
                soldiers[SIDES.index(symbol)] |= BIT[cell]
    reserves = (int(found["white"]), int(found["black"]))
    for side, name in enumerate(("White", "Black")):
        if soldiers[side].bit_count() + reserves[side] > SOLDIERS:
            raise ValueError(f"{name} has more than {SOLDIERS} soldiers.")
    turn: Seat = SIDES.index(found["turn"])
    return update_result(
        RosesState(options=options, turn=turn, soldiers=(soldiers[0], soldiers[1]), reserves=reserves)
    )
