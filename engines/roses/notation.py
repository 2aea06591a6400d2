"""Reading and writing actions: docs/rules/guerre-des-deux-roses.md section 7."""

import re

from engines.contract import ErrorCode, IllegalAction, Seat
from engines.roses.actions import Drop, Pass, Phalanx, RosesAction, Shift, SingleStep, Support, Translate
from engines.roses.board import (
    BIT,
    CASTLE_BITS,
    CASTLES,
    COMPASS,
    DIRECTIONS,
    ROWS,
    TOUCHING,
    Direction,
    neighbour,
    ray,
)
from engines.roses.moves import Move
from engines.roses.state import RosesState
from engines.roses.validation import check_cell, check_moving, check_own, check_turn, validate

SIDES = "wb"
"""The letters of the two sides in a position."""

_CELL = "[a-f][1-6]"
_ANY_CELL = re.compile(r"(?<![a-wyz])[a-z]\d{1,9}")
"""A text that may be meant as a cell: not the end of a word, except after the sign of an attack."""
_DROP = re.compile(rf"@?({_CELL})")
_MOVE = re.compile(rf"({_CELL})-({_CELL})")
_HIT = re.compile(rf"({_CELL})[x:×]({_CELL})(>{_CELL}|\*|#)?")
_GROUP = re.compile(rf"((?:{_CELL}){{1,4}})\+(e|w|ne|nw|se|sw)")

_HELP = "Write a move like @d3, d3-d4, f6-c3, d4e5+ne, d4xf6 or d3xd4."


def display(move: Move) -> str:
    """The text of a move with what happened: ``d3xd4>d5``, ``d4xf6*``, ``c3xe3#``."""
    return move.text + _suffix(move)


def read(state: RosesState, seat: Seat, text: str) -> RosesAction:
    """The legal action of this seat that a text names. Raises IllegalAction, the first code that applies."""
    check_turn(state, seat)
    compact = "".join(text.split()).lower()
    if compact == "pass":
        return validate(state, seat, Pass()).action
    if found := _DROP.fullmatch(compact):
        return validate(state, seat, Drop(check_cell(found[1]))).action
    if found := _MOVE.fullmatch(compact):
        origin, target = check_cell(found[1]), check_cell(found[2])
        near = BIT[target] & TOUCHING[BIT[origin]] or origin == target
        return validate(state, seat, SingleStep(origin, target) if near else Shift(origin, target)).action
    if found := _HIT.fullmatch(compact):
        return _read_hit(state, seat, check_cell(found[1]), check_cell(found[2]), found[3])
    if found := _GROUP.fullmatch(compact):
        cells = [check_cell(found[1][at : at + 2]) for at in range(0, len(found[1]), 2)]
        if len(set(cells)) < len(cells):
            raise IllegalAction(ErrorCode.SYNTAX, "Each soldier of a group is named once.")
        direction = next(one for one in DIRECTIONS if one == found[2])
        return _read_group(state, seat, tuple(sorted(cells)), direction)
    unknown = next((cell for cell in _ANY_CELL.findall(text.lower()) if cell not in BIT), None)
    why = "That cannot be read." if unknown is None else f"There is no cell {unknown}."
    raise IllegalAction(ErrorCode.SYNTAX, f"{why} {_HELP}")


def _suffix(move: Move) -> str:
    if move.target is None:
        return ""
    if move.takes_castle:
        return "#"
    return "*" if move.beyond is None else f">{move.beyond}"


def _read_hit(state: RosesState, seat: Seat, origin: str, target: str, suffix: str | None) -> RosesAction:
    if suffix is not None and suffix.startswith(">"):
        check_cell(suffix[1:])
    near = BIT[target] & TOUCHING[BIT[origin]]
    move = validate(state, seat, Support(origin, target) if near else Phalanx(origin, target))
    if suffix is not None and suffix != _suffix(move):
        raise IllegalAction("bad_suffix", f"The move is legal, but what happens is {display(move)}.")
    return move.action


def _read_group(state: RosesState, seat: Seat, cells: tuple[str, ...], direction: Direction) -> RosesAction:
    check_moving(state)
    for cell in cells:
        check_own(state, seat, cell)
    return validate(state, seat, _matching_action(state, seat, cells, direction)).action


def _matching_action(
    state: RosesState, seat: Seat, cells: tuple[str, ...], direction: Direction
) -> RosesAction:
    """The action of a group of soldiers; if impossible the nearest one, whose refusal names the obstacle."""
    where = COMPASS[direction]
    line = _in_line(cells, direction)
    if line is None:
        if len(cells) == 2:
            return Translate(cells[0], cells[1], direction)
        raise IllegalAction(ErrorCode.ILLEGAL, f"{', '.join(cells)} cannot go {where} together.")
    onto = neighbour(line[-1], direction)
    if onto is None:
        raise IllegalAction("blocked", f"There is no cell {where} of {line[-1]}.")
    if (state.soldiers[1 - seat] | CASTLE_BITS[1 - seat]) & BIT[onto]:
        return Support(line[0], onto) if len(line) == 1 else Phalanx(line[0], onto)
    return SingleStep(line[0], onto) if len(line) == 1 else Shift(line[0], onto)


def _in_line(cells: tuple[str, ...], direction: Direction) -> tuple[str, ...] | None:
    """The cells from the rear to the front if they are a line in this direction without a gap."""
    for rear in cells:
        line = (rear, *ray(rear, direction))[: len(cells)]
        if set(line) == set(cells):
            return line
    return None


def write_position(state: RosesState) -> str:
    """The position string. A castle's cell shows the castle, even where a soldier has just taken it."""

    def symbol(cell: str) -> str:
        if cell in CASTLES:
            return "WB"[CASTLES.index(cell)]
        bit = BIT[cell]
        return "w" if state.soldiers[0] & bit else "b" if state.soldiers[1] & bit else "."

    board = "/".join("".join(symbol(cell) for cell in row) for row in ROWS)
    return f"{board} {SIDES[state.turn]} {state.reserves[0]}{state.reserves[1]}"
