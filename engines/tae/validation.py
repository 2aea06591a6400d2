"""The only gate to an action: what `validate` returns is legal.

Codes and their order are those of docs/rules/tae.md section 14, verbatim. Each phase defines its legal
actions, and the reasons of refusals. `engines.tae.apply` adds ``NOT_SEATED`` and ``NOT_HERE`` for actions at
any table.
"""

from collections.abc import Callable
from typing import Final, cast

from msgspec.structs import replace

from engines.contract import Action, ErrorCode, IllegalAction, Seat
from engines.tae.actions import (
    ACTIONS,
    CELL_FIELDS,
    TYPE_FIELDS,
    ChooseCombat,
    Reinforce,
    TaeAction,
    is_whole,
)
from engines.tae.constants import (
    CELL_NUMBERS,
    COLONY_TYPES,
    NAMES,
    OFF_BOARD,
    TYPE_NUMBERS,
    cell_at,
    cell_name,
    kind_number,
)
from engines.tae.legal_moves import PHASES, phase_of
from engines.tae.obstacles import NO_CELL
from engines.tae.state import TaeState

_EXAMPLES = (
    "leader merchant I5, withdraw merchant, colony settler I5, bomb I5, swap g2 r1, end, combat merchant, "
    "reinforce 2, build 0 G5 or skip"
)
_LONGEST = 20
_PHASE_OF = {action: phase for phase in PHASES.values() for action in phase.actions}


def validate(state: TaeState, seat: Seat, action: Action) -> TaeAction:
    """The legal action in its canonical spelling. Raises IllegalAction."""
    sound = canonical(action)
    phase = _PHASE_OF[type(sound)]
    if seat != state.active and not phase.off_turn:
        raise IllegalAction(ErrorCode.NOT_YOUR_TURN, f"It is {NAMES[state.active]}'s turn.")
    if phase is not phase_of(state):
        now = phase_of(state).prompt(state)
        raise IllegalAction(ErrorCode.WRONG_PHASE, f"{phase.wrong_phase}: {now}.")
    refusal = phase.refusal(state, seat, sound)
    if refusal is not None:
        raise refusal
    return sound


def unreadable(text: str = "That") -> IllegalAction:
    """The refusal of an unknown action, with the text as far as it can be quoted."""
    return IllegalAction(ErrorCode.BAD_ACTION, f"{_quoted(text)} is not an action of TaE. Write {_EXAMPLES}.")


def canonical(action: Action) -> TaeAction:
    """The action with its fields in canonical spelling. Raises IllegalAction ``BAD_ACTION``."""
    if type(action) not in _SOUND:
        raise unreadable()
    for name, sound in _SOUND[type(action)]:
        value = getattr(action, name)
        if (canonical := sound(value)) is not value:
            action = replace(action, **{name: canonical})
    return cast("TaeAction", action)


def _whole(value: object) -> object:
    if not is_whole(value):
        raise unreadable()
    return value


def _kind_word(text: object) -> str:
    if isinstance(text, str) and text in TYPE_NUMBERS:
        return text
    number = kind_number(text)
    if number is None:
        sentence = (
            f"{_quoted(text)} is not a kind: write merchant (G), scientist (R), settler (K) or miner (U)."
        )
        raise IllegalAction(ErrorCode.BAD_ACTION, sentence)
    return COLONY_TYPES[number]


def _cell_word(text: object) -> str:
    if isinstance(text, str) and text in CELL_NUMBERS:
        return text
    cell = cell_at(text)
    if cell is None:
        raise no_cell(text)
    # A cell that does not exist keeps the name that was written, for the refusal.
    return cell_name(cell) if cell != OFF_BOARD else str(text).strip().upper()


def no_cell(text: object) -> IllegalAction:
    """The refusal of a text that names no cell."""
    return IllegalAction(ErrorCode.BAD_ACTION, NO_CELL.format(_quoted(text, "of that name")))


def _quoted(text: object, otherwise: str = "That") -> str:
    """The typed text, if it is short and fit for a sentence; else `otherwise`."""
    plain = text.strip() if isinstance(text, str) else ""
    return plain if plain.replace(" ", "").isalnum() and len(plain) <= _LONGEST else otherwise


def _sound(name: str) -> Callable[[object], object]:
    return _cell_word if name in CELL_FIELDS else _kind_word if name in TYPE_FIELDS else _whole


_SOUND: Final[dict[type[Action], tuple[tuple[str, Callable[[object], object]], ...]]] = {
    **{of: tuple((name, _sound(name)) for name in of.__struct_fields__) for of in ACTIONS},
    # A combat's kind, and the number of committed ships, have codes of their own.
    ChooseCombat: (("type", lambda text: text if kind_number(text) is None else _kind_word(text)),),
    Reinforce: (),
}
"""For each field of an action, the function that returns its canonical spelling, or refuses it."""
