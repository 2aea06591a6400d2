"""Why an action is refused: the first code of docs/rules/guerre-des-deux-roses.md section 7 that applies.

`validate` is the only gate to an action: what it returns is legal.
"""

import re
from functools import partial
from typing import Any, NoReturn

from engines.contract import Action, ErrorCode, IllegalAction, Seat
from engines.roses.actions import Drop, Pass, Phalanx, RosesAction, Shift, SingleStep, Support, Translate
from engines.roses.board import (
    BIT,
    BOTH_CASTLES,
    CASTLE_BITS,
    CASTLES,
    COMPASS,
    DIRECTIONS,
    NAMES,
    OPPOSITE,
    RED_CELLS,
    TOUCHING,
    Direction,
    heading,
    names,
    neighbour,
    ray,
)
from engines.roses.legal_moves import legal, legal_moves
from engines.roses.moves import BY_ACTION, Move
from engines.roses.state import RosesState
from engines.wording import listed

_CELL = re.compile(r"[a-f][1-6]")
_illegal = partial(IllegalAction, ErrorCode.ILLEGAL)
_blocked = partial(IllegalAction, "blocked")


def validate(state: RosesState, seat: Seat, action: Action) -> Move:
    """The move of a legal action. Raises IllegalAction with the first code that applies."""
    check_turn(state, seat)
    sound = _canonical(action)
    move = BY_ACTION.get(sound)
    if move is not None and move in legal_moves(state):
        return move
    _check_phase(state, sound)
    _check_action(state, seat, sound)
    raise _illegal("That is not possible here.")


def check_turn(state: RosesState, seat: Seat) -> None:
    """Raises IllegalAction ``not_your_turn``."""
    if seat != state.turn:
        raise IllegalAction(ErrorCode.NOT_YOUR_TURN, f"It is {NAMES[state.turn]}'s turn.")


def _canonical(action: Action) -> RosesAction:
    """The action with well-formed fields, a pair in order.

    Raises IllegalAction ``syntax`` or ``no_such_cell``.
    """
    if not isinstance(action, RosesAction):
        raise IllegalAction(ErrorCode.SYNTAX, "That is not an action of this game.")
    fields: dict[str, Any] = {
        name: (_direction if name == "direction" else _cell)(getattr(action, name))
        for name in action.__struct_fields__
    }
    if isinstance(action, Translate):
        fields["first"], fields["second"] = sorted((fields["first"], fields["second"]))
    return type(action)(**fields)


def check_cell(cell: str) -> str:
    """The cell itself. Raises IllegalAction ``no_such_cell`` if the board does not have it."""
    if cell not in BIT:
        raise IllegalAction("no_such_cell", f"There is no cell {cell}.")
    return cell


def _cell(text: object) -> str:
    name = text.strip().lower() if isinstance(text, str) else ""
    if not _CELL.fullmatch(name):
        raise IllegalAction(
            ErrorCode.SYNTAX, "A cell is a letter from a to f and a number from 1 to 6, such as d3."
        )
    return check_cell(name)


def _direction(text: object) -> str:
    name = text.strip().lower() if isinstance(text, str) else ""
    if name not in DIRECTIONS:
        raise IllegalAction(ErrorCode.SYNTAX, "A direction is one of e, w, ne, nw, se and sw.")
    return name


def check_moving(state: RosesState) -> None:
    """Raises IllegalAction ``wrong_phase`` while soldiers are dropped."""
    if state.dropping:
        drops = _drops_in_words(state)
        raise IllegalAction(ErrorCode.WRONG_PHASE, f"Soldiers are still being dropped: {drops}.")


def check_own(state: RosesState, seat: Seat, cell: str) -> None:
    """Raises IllegalAction ``not_your_soldier`` unless a soldier of the seat is there."""
    if not state.soldiers[seat] & BIT[cell]:
        where = listed(names(state.soldiers[seat]))
        raise IllegalAction("not_your_soldier", f"No soldier of yours is on {cell}; yours are on {where}.")


def _check_phase(state: RosesState, action: RosesAction) -> None:
    if isinstance(action, Pass):
        raise _illegal("You may pass only when you can do nothing else.")
    if not isinstance(action, Drop):
        check_moving(state)
    elif not state.dropping:
        raise IllegalAction(
            ErrorCode.WRONG_PHASE, "All soldiers are on the board: now they move, such as d3-d4."
        )


def _drops_in_words(state: RosesState) -> str:
    cells = [action.cell for action in legal(state, state.turn) if isinstance(action, Drop)]
    if not cells:
        return "there is no room for yours, so you can only pass"
    return f"yours may go to {listed(cells, 'or')}"


def _check_action(state: RosesState, seat: Seat, action: RosesAction) -> None:
    match action:
        case Drop(cell=cell):
            _check_drop(state, cell)
        case SingleStep(origin=origin, target=target):
            check_own(state, seat, origin)
            if BIT[target] & TOUCHING[BIT[origin]]:
                _check_free(state, target)
            raise _illegal(f"{target} is not next to {origin}.")
        case Shift(origin=origin, target=target):
            _, distance = _check_row(state, seat, origin, target)
            _check_free(state, target)
            if distance == 1:
                raise _illegal("A line shift moves two or more soldiers; one alone steps.")
        case Translate(first=first, second=second, direction=direction):
            _check_translation(state, seat, first, second, direction)
        case Phalanx(origin=origin, target=target):
            _check_phalanx(state, seat, origin, target)
        case Support(origin=origin, target=target):
            _check_support(state, seat, origin, target)


def _check_drop(state: RosesState, cell: str) -> NoReturn:
    drops = _drops_in_words(state)
    if _occupied(state) & BIT[cell]:
        raise _blocked(f"{cell} is occupied: {drops}.")
    if cell in RED_CELLS:
        raise _illegal(f"Nothing may be dropped on the red cell {cell}: {drops}.")
    if not state.reserves[state.turn]:
        raise _illegal("You have no soldiers left to drop, so you can only pass.")
    raise _illegal(f"{cell} touches none of your pieces: {drops}.")


def _check_translation(state: RosesState, seat: Seat, first: str, second: str, direction: Direction) -> None:
    for cell in (first, second):
        check_own(state, seat, cell)
    if not BIT[second] & TOUCHING[BIT[first]]:
        raise _illegal(f"{first} and {second} are not next to each other.")
    if second in (neighbour(first, direction), neighbour(first, OPPOSITE[direction])):
        raise _illegal(f"{COMPASS[direction].capitalize()} is along their own line: that is a line shift.")
    for cell in (first, second):
        onto = neighbour(cell, direction)
        if onto is None:
            raise _blocked(f"There is no cell {COMPASS[direction]} of {cell}.")
        _check_free(state, onto)


def _check_phalanx(state: RosesState, seat: Seat, origin: str, target: str) -> NoReturn:
    direction, distance = _check_row(state, seat, origin, target)
    if distance == 1:
        raise _illegal("A phalanx is two soldiers in line; one alone needs support.")
    _check_push(state, seat, target, direction)
    if state.options.long_phalanx:
        raise _illegal("A long phalanx charges with its whole line.")
    raise _illegal("Exactly two soldiers charge: name the rear one of the front two.")


def _check_support(state: RosesState, seat: Seat, origin: str, target: str) -> NoReturn:
    check_own(state, seat, origin)
    heading_and_distance = heading(origin, target)
    if heading_and_distance is None or heading_and_distance[1] != 1:
        raise _illegal(f"{target} is not next to {origin}.")
    _check_push(state, seat, target, heading_and_distance[0])
    helpers = state.soldiers[seat] & TOUCHING[BIT[target]] & ~BIT[origin]
    if not helpers:
        hint = "; a castle falls only to a phalanx" if target in CASTLES else ""
        raise IllegalAction("no_support", f"No other soldier of yours touches {target}{hint}.")
    if not helpers & TOUCHING[BIT[origin]]:
        raise IllegalAction("no_support", f"No soldier of yours touches both {target} and {origin}.")
    raise IllegalAction("castle_needs_phalanx", "A castle falls only to a phalanx: two soldiers in line.")


def _occupied(state: RosesState) -> int:
    return state.soldiers[0] | state.soldiers[1] | BOTH_CASTLES


def _check_row(state: RosesState, seat: Seat, origin: str, target: str) -> tuple[Direction, int]:
    """The direction and distance from origin to target. Raises IllegalAction unless these are in line, and
    soldiers of the seat hold all cells of the line before the target.
    """
    check_own(state, seat, origin)
    heading_and_distance = heading(origin, target)
    if heading_and_distance is None:
        raise _illegal(f"{origin} and {target} are not in line.")
    direction, distance = heading_and_distance
    for cell, _ in zip(ray(origin, direction), range(distance - 1), strict=False):
        check_own(state, seat, cell)
    return heading_and_distance


def _check_free(state: RosesState, cell: str) -> None:
    if _occupied(state) & BIT[cell]:
        raise _blocked(f"{cell} is occupied.")


def _check_push(state: RosesState, seat: Seat, target: str, direction: Direction) -> None:
    if not (state.soldiers[1 - seat] | CASTLE_BITS[1 - seat]) & BIT[target]:
        raise _illegal(f"No enemy is on {target}.")
    beyond = neighbour(target, direction)
    if beyond is not None and _occupied(state) & BIT[beyond]:
        raise _blocked(f"{target} cannot be pushed: {beyond} behind it is occupied.")
