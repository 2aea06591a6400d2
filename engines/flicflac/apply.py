"""Carrying an action out: the new state and what happened."""

from __future__ import annotations

from msgspec.structs import replace

from engines.contract import Step
from engines.flicflac.actions import End, FlicFlacAction, Move, Reset, Retract
from engines.flicflac.naming import flips
from engines.flicflac.narration import events
from engines.flicflac.notation import end_text, phase_text, write
from engines.flicflac.phase_end import end_phase
from engines.flicflac.state import (
    FlicFlacState,
    Staged,
    Stand,
    public_stands,
    stand_of,
    with_stands,
)


def apply(state: FlicFlacState, action: FlicFlacAction) -> Step[FlicFlacState]:
    """Do a legal action. All but the end of a phase is for its mover's eyes."""
    if isinstance(action, End):
        return end(state)
    return Step(state=_staged(state, action), notation=write(action), public=None)


def end(state: FlicFlacState, *, by_clock: bool = False) -> Step[FlicFlacState]:
    """End the phase with the moves staged so far."""
    after = end_phase(state, by_clock=by_clock)
    last = after.last
    assert last is not None  # noqa: S101 -- a phase has just ended
    late = "time up, " if by_clock else ""
    return Step(
        state=after,
        notation=f"{late}{end_text(last)}",
        events=events(last, extra_follows=after.ending is None and after.extra > 0),
        public=f"{late}{phase_text(last)}",
        # To try it out beforehand would show the draw, whatever came of it.
        reveals=after.chance != state.chance,
    )


def _staged(state: FlicFlacState, action: Move | Retract | Reset) -> FlicFlacState:
    match action:
        case Move(piece=piece, to=cell):
            start = stand_of(state, piece)
            stand = Stand(cell, start.flipped != flips(state.ground, cell))
            return replace(
                state,
                stands=with_stands(state.stands, [(piece, stand)]),
                staged=(*state.staged, Staged(piece, start)),
            )
        case Retract(piece=piece):
            back = [staged for staged in state.staged if staged.piece == piece]
            return replace(
                state,
                stands=with_stands(state.stands, ((staged.piece, staged.start) for staged in back)),
                staged=tuple(staged for staged in state.staged if staged.piece != piece),
            )
        case Reset():
            return replace(state, stands=public_stands(state), staged=())
