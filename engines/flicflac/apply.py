"""What an action does: the new state and what happened."""

from msgspec.structs import replace

from engines.contract import Extend, MetaAction, Seat, Step, TimeUp
from engines.flicflac.actions import End, FlicFlacAction, Move, Reset, Retract
from engines.flicflac.events import events_of
from engines.flicflac.notation import end_text, phase_text, write
from engines.flicflac.phase_end import end_game, end_phase
from engines.flicflac.pieces import NAMES
from engines.flicflac.state import FlicFlacState, Staged, Stand, stand_of, with_stands
from engines.flicflac.validation import validate
from engines.meta import meta_step


def apply(state: FlicFlacState, seat: Seat, action: FlicFlacAction) -> Step[FlicFlacState]:
    """Do an action; all but a phase's end is for its mover's eyes. Raises IllegalAction (`validation`)."""
    sound = validate(state, seat, action)
    if isinstance(sound, End):
        return end(state)
    return Step(state=stage(state, sound), notation=write(sound), public=None)


def end(state: FlicFlacState, *, by_clock: bool = False) -> Step[FlicFlacState]:
    """End the phase with the moves staged so far."""
    after = end_phase(state, by_clock=by_clock)
    last = after.last
    assert last is not None  # noqa: S101 -- a phase has just ended
    late = "time up, " if by_clock else ""
    return Step(
        state=after,
        notation=f"{late}{end_text(last)}",
        events=tuple(events_of(last, extra_follows=after.ending is None and after.extra > 0)),
        public=f"{late}{phase_text(last)}",
        # A draw is revealed, which a preview would give away.
        reveals=after.chance != state.chance,
    )


def stage(state: FlicFlacState, action: Move | Retract | Reset) -> FlicFlacState:
    """The state with a legal move staged, or with one or all of those staged taken back."""
    if isinstance(action, Move):
        start = stand_of(state, action.piece)
        stand = Stand(action.to, start.flipped != state.board.flips(action.to))
        return replace(
            state,
            stands=with_stands(state.stands, [(action.piece, stand)]),
            staged=(*state.staged, Staged(action.piece, start)),
        )
    kept = tuple(one for one in state.staged if isinstance(action, Retract) and one.piece != action.piece)
    back = ((one.piece, one.start) for one in state.staged if one not in kept)
    return replace(state, stands=with_stands(state.stands, back), staged=kept)


def apply_meta(state: FlicFlacState, seat: Seat, action: MetaAction) -> Step[FlicFlacState]:
    """Do a meta action; the clock ends the phase with the moves made so far. Codes: `engines.meta`."""
    if isinstance(action, TimeUp):
        return end(state, by_clock=True)
    meta, ending = state.meta.apply(seat, action, NAMES)
    after = replace(state, meta=meta)
    if isinstance(action, Extend):
        after = replace(after, missed=(state.missed[0], 0) if seat == 0 else (0, state.missed[1]))
    return meta_step(after if ending is None else end_game(after, ending), seat, action)
