"""Reading and writing actions: ``CB C1``, ``CB retract``, ``reset``, ``end``.

In the history an end includes its effects: ``end xBR xBY`` with captures, ``end ~wind`` with a random event;
for everybody but the mover it follows the moves of its phase: ``CB C1, CG K13, end xBR``.
"""

import re

from engines.contract import ErrorCode, IllegalAction, Seat
from engines.flicflac.actions import End, FlicFlacAction, Move, Reset, Retract
from engines.flicflac.phase_end import forecast
from engines.flicflac.state import FlicFlacState
from engines.flicflac.validation import HELP, check_turn, validate
from engines.flicflac.view import PhaseView, RandomEvent

_MOVE = re.compile(r"([a-z]{2})[ \-@]*([a-z][0-9]{1,2}|home)")
_RETRACT = re.compile(r"([a-z]{2}) *retract")
_END = re.compile(r"end((?: *[x×][a-z]{2})*)")


def write(action: FlicFlacAction) -> str:
    """The canonical text of an action."""
    match action:
        case Move(piece=piece, to=to):
            return f"{_plain(piece)} {_plain(to)}"
        case Retract(piece=piece):
            return f"{_plain(piece)} retract"
        case Reset():
            return "reset"
        case End():
            return "end"


def read(state: FlicFlacState, seat: Seat, text: str) -> FlicFlacAction:
    """The legal action of this seat that a text names. Raises IllegalAction, the first code that applies."""
    check_turn(state, seat)
    words = " ".join(text.lower().split())
    if words == "reset":
        return validate(state, seat, Reset())
    if found := _END.fullmatch(words):
        _check_suffix(state, found[1])
        return validate(state, seat, End())
    if found := _RETRACT.fullmatch(words):
        return validate(state, seat, Retract(found[1]))
    if found := _MOVE.fullmatch(words):
        return validate(state, seat, Move(found[1], found[2]))
    raise IllegalAction(ErrorCode.SYNTAX, f"That cannot be read. {HELP}")


def end_text(phase: PhaseView) -> str:
    """The end of a phase with its effects."""
    captures = "".join(f" x{capture.piece}" for capture in phase.captures)
    return f"end{captures}{_event_text(phase.chance)}"


def phase_text(phase: PhaseView) -> str:
    """A whole phase as everybody may read it, retracted moves left out."""
    return ", ".join((*(f"{move.piece} {move.target}" for move in phase.moves), end_text(phase)))


def _event_text(event: RandomEvent | None) -> str:
    if event is None:
        return ""
    if event.colours is not None:
        return f" ~{event.kind} {'/'.join(event.colours)}"
    return f" ~{event.kind}" if event.cells is None else f" ~{event.kind} {event.cells}"


def _plain(field: str) -> str:
    name = field.strip().upper()
    return "home" if name == "HOME" else name


def _check_suffix(state: FlicFlacState, suffix: str) -> None:
    named = sorted(suffix.upper().replace("×", "X").replace("X", " ").split())
    captives = forecast(state.board, state.stands, state.side).captives
    if named and named != sorted(captives):
        what = "".join(f" x{piece}" for piece in captives)
        raise IllegalAction("bad_suffix", f"You may end the phase, but what happens is: end{what}.")
