"""Why an action is refused. `validate` is the only gate to an action: what it returns is legal.

Codes and their order are those of rules/tae.md section 14, verbatim. MetaState actions add ``GAME_OVER``,
``NOT_SEATED`` and ``NOT_HERE`` (`engines.tae.engine`).
"""

from __future__ import annotations

from typing import Any, NoReturn

from engines.contract import Action, IllegalAction, Seat
from engines.tae.actions import (
    Bomb,
    Build,
    ChooseCombat,
    Colony,
    End,
    Leader,
    Reinforce,
    Skip,
    Swap,
    TaeAction,
    Withdraw,
)
from engines.tae.board import DESTROYED, EMPTY, MONUMENT, regions, support, touching
from engines.tae.board_masks import MONUMENTS, UNINHABITABLE
from engines.tae.combat import conflicts
from engines.tae.constants import (
    COLONY_NAMES,
    COLONY_TYPES,
    HAND,
    LEADER_NAMES,
    LETTERS,
    MINER,
    NAMES,
    OFF_BOARD,
    SHIP_NAMES,
    cell_at,
    cell_name,
    counted,
    kind_number,
    listed,
)
from engines.tae.state import TaeState
from engines.tae.turn import monument_choices

HELP = (
    "Write leader merchant I5, withdraw merchant, colony settler I5, bomb I5, swap g2 r1, end, "
    "combat merchant, reinforce 2, build 0 G5, or skip."
)
_PHASE_WORDS = {
    "action": "an action: leader, withdraw, colony, bomb, swap or end",
    "choose_combat": "the choice of the first combat",
    "reinforce": "commitments to the combat: reinforce with a number of ships",
    "monument": "the monument: build or skip",
}
_OFF = "off"
"""What stands for every cell that does not exist."""
_WHEN: dict[type[Action], str] = {ChooseCombat: "choose_combat", Build: "monument", Skip: "monument"}


def validate(state: TaeState, seat: Seat, action: Action) -> TaeAction:
    """The same action in its canonical spelling if it is legal. Raises IllegalAction."""
    check_running(state)
    sound = _well_formed(action)
    if isinstance(sound, Reinforce):
        return _reinforce(state, seat, sound)
    if seat != state.active:
        _refuse("NOT_YOUR_TURN", f"It is {NAMES[state.active]}'s turn.")
    if state.phase != _WHEN.get(type(sound), "action"):
        _refuse("WRONG_PHASE", f"What is awaited now is {_PHASE_WORDS[state.phase]}.")
    match sound:
        case Leader(type=kind, to=to):
            _check_leader(state, seat, _kind(kind), _cell(to))
        case Withdraw(type=kind):
            if state.board.leaders[seat][_kind(kind)] is None:
                _refuse("LEADER_NOT_ON_BOARD", f"Your {LEADER_NAMES[_kind(kind)]} is at home already.")
        case Colony(type=kind, to=to):
            _check_colony(state, seat, _kind(kind), _cell(to))
        case Bomb(to=to):
            _check_bomb(state, seat, _cell(to))
        case Swap():
            _check_swap(state, seat, sound)
        case ChooseCombat():
            return _combat(state, sound)
        case Build():
            _check_build(state, sound)
        case _:
            pass
    return sound


def check_running(state: TaeState) -> None:
    """Raises IllegalAction ``GAME_OVER``."""
    if state.ending is not None:
        _refuse("GAME_OVER", "The game is over.")


def unreadable() -> IllegalAction:
    """The refusal of what is no action of this game."""
    return IllegalAction("UNKNOWN_ACTION", f"That is no action of this game. {HELP}")


def _refuse(code: str, sentence: str) -> NoReturn:
    raise IllegalAction(code, sentence)


def _well_formed(action: Action) -> TaeAction:
    match action:
        case Leader(type=kind, to=to):
            return Leader(_kind_word(kind), _cell_word(to))
        case Withdraw(type=kind):
            return Withdraw(_kind_word(kind))
        case Colony(type=kind, to=to):
            return Colony(_kind_word(kind), _cell_word(to))
        case Bomb(to=to):
            return Bomb(_cell_word(to))
        case Swap():
            if all(map(_is_whole, swapped(action))):
                return action
        case Build(id=number, square=square):
            if _is_whole(number):
                return Build(number, _cell_word(square))
        case End() | Skip() | ChooseCombat() | Reinforce():
            # What a combat's kind or a number of ships must be has codes of its own.
            return action
        case _:
            pass
    raise unreadable()


def swapped(action: Swap) -> tuple[int, int, int, int]:
    """The numbers of ships by kind."""
    return action.merchant, action.scientist, action.settler, action.miner


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _kind_word(text: object) -> str:
    number = kind_number(text)
    if number is None:
        _refuse("UNKNOWN_ACTION", "The kinds are merchant (g), scientist (r), settler (k) and miner (u).")
    return COLONY_TYPES[number]


def _cell_word(text: object) -> str:
    cell = cell_at(text)
    if cell is None:
        _refuse("UNKNOWN_ACTION", "A cell is a column A to P and a row 1 to 11, such as I5.")
    return _OFF if cell == OFF_BOARD else cell_name(cell)


def _kind(word: str) -> int:
    return COLONY_TYPES.index(word)


def _cell(word: str) -> int:
    cell = cell_at(word)
    return OFF_BOARD if cell is None else cell


def _reinforce(state: TaeState, seat: Seat, action: Reinforce) -> Reinforce:
    combat = state.combat
    if combat is None:
        _refuse("WRONG_PHASE", f"No combat is open; what is awaited now is {_PHASE_WORDS[state.phase]}.")
    side = next((side for side in combat.sides if side.seat == seat), None)
    if side is None:
        names = listed(NAMES[side.seat] for side in combat.sides)
        _refuse("NOT_INVOLVED", f"You have no leader in this combat; it is between {names}.")
    if side.ships is not None:
        _refuse("ALREADY_REINFORCED", "You have committed your ships already; that is final.")
    if not _is_whole(action.ships) or action.ships < 0:
        _refuse("BAD_AMOUNT", "Commit a whole number of ships, 0 or more.")
    held = state.hands[seat][combat.ship]
    if action.ships > held:
        name = SHIP_NAMES[combat.ship]
        _refuse("NOT_ENOUGH_SHIPS", f"You have {counted(held, name)}: commit {held} or fewer.")
    return action


def _combat(state: TaeState, action: ChooseCombat) -> ChooseCombat:
    open_kinds = conflicts(state.board, state.connecting) if state.connecting is not None else ()
    kind = kind_number(action.type)
    if kind is None or kind not in open_kinds:
        names = listed((COLONY_TYPES[number] for number in open_kinds), "or")
        _refuse("NO_SUCH_COMBAT", f"Choose one of the kinds in conflict: {names}.")
    return ChooseCombat(COLONY_TYPES[kind])


def _check_on_board(cell: int) -> None:
    if cell == OFF_BOARD:
        _refuse("OFF_BOARD", "There is no such cell: columns go from A to P, rows from 1 to 11.")


def _check_not_destroyed(state: TaeState, cell: int) -> None:
    if state.board.ground[cell] == DESTROYED:
        _refuse("DESTROYED", f"The system {cell_name(cell)} is destroyed.")


def _check_empty(state: TaeState, cell: int, leader_cells: int) -> None:
    if state.board.ground[cell] != EMPTY or leader_cells >> cell & 1:
        _refuse("OCCUPIED", f"{cell_name(cell)} is taken; choose an empty cell.")


def _check_leader(state: TaeState, seat: Seat, kind: int, cell: int) -> None:
    _check_on_board(cell)
    stands = state.board.leaders[seat][kind]
    if cell == stands:
        _refuse("SAME_CELL", f"Your {LEADER_NAMES[kind]} stands on {cell_name(cell)} already.")
    board = state.board.with_leader(seat, kind, None)
    _check_not_destroyed(state, cell)
    _check_empty(state, cell, board.leader_cells)
    name = cell_name(cell)
    if UNINHABITABLE >> cell & 1:
        _refuse("UNINHABITABLE", f"{name} is uninhabitable; leaders live on inhabitable systems.")
    if not support(board, cell):
        _refuse("NO_SCIENCE_COLONY", f"No science colony is beside {name}; a leader needs one.")
    if len(touching(cell, regions(board.occupied))) > 1:
        _refuse("LEADER_JOINS_REGIONS", f"{name} touches several regions; a leader may touch only one.")


def _check_colony(state: TaeState, seat: Seat, kind: int, cell: int) -> None:
    if not state.hands[seat][kind]:
        _refuse("NOT_IN_HAND", f"You have no {SHIP_NAMES[kind]} in your hand.")
    _check_on_board(cell)
    _check_not_destroyed(state, cell)
    _check_empty(state, cell, state.board.leader_cells)
    rough = UNINHABITABLE >> cell & 1
    if rough and kind != MINER:
        _refuse("UNINHABITABLE", f"{cell_name(cell)} is uninhabitable; only mining robots settle there.")
    if not rough and kind == MINER:
        _refuse("INHABITABLE", f"{cell_name(cell)} is inhabitable; mining robots settle elsewhere.")


def _check_bomb(state: TaeState, seat: Seat, cell: int) -> None:
    if not state.bombs[seat]:
        _refuse("NO_BOMBS", "You have used both of your bombs.")
    _check_on_board(cell)
    _check_not_destroyed(state, cell)
    name = cell_name(cell)
    if state.board.leader_cells >> cell & 1:
        _refuse("BOMB_ON_LEADER", f"A leader stands on {name}; bombs spare leaders.")
    if state.board.ground[cell] == MONUMENT:
        _refuse("BOMB_ON_MONUMENT", f"A monument stands on {name}; bombs spare monuments.")
    if cell in state.board.artifacts:
        _refuse("BOMB_ON_ARTIFACT", f"An artifact lies on {name}; bombs spare artifacts.")


def _check_swap(state: TaeState, seat: Seat, action: Swap) -> None:
    counts = swapped(action)
    if min(counts) < 0 or not 1 <= sum(counts) <= HAND:
        _refuse("BAD_AMOUNT", f"Swap 1 to {HAND} ships.")
    for number, (wanted, held) in enumerate(zip(counts, state.hands[seat], strict=True)):
        if wanted > held:
            _refuse("NOT_IN_HAND", f"You have only {counted(held, SHIP_NAMES[number])} in your hand.")
    if sum(counts) > len(state.bag):
        _refuse("BAG_TOO_SMALL", f"The bag holds only {counted(len(state.bag), 'ship')}.")


def _check_build(state: TaeState, action: Build) -> None:
    choices = monument_choices(state)
    square = _cell(action.square)
    if square not in {where for _, where in choices}:
        names = listed(dict.fromkeys(cell_name(where) for _, where in choices), "or")
        _refuse("NO_SUCH_SQUARE", f"Name the top left cell of the square: {names}.")
    if not 0 <= action.id < len(MONUMENTS) or action.id in {one.id for one in state.board.monuments}:
        free = listed(sorted({str(number) for number, _ in choices}), "or")
        _refuse("MONUMENT_TAKEN", f"That monument is not to be had; you may build {free}.")
    if (action.id, square) not in choices:
        kind = COLONY_NAMES[LETTERS.index(state.board.ground[square])]
        _refuse("MONUMENT_COLOUR", f"That monument does not fit a square with a {kind}.")
