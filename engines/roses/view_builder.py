"""The view of a state: everything in this game is public."""

from collections.abc import Iterator
from typing import Literal

from engines.contract import Seat
from engines.roses.board import NAMES, names
from engines.roses.legal_moves import forced_pass, to_act
from engines.roses.notation import write_position
from engines.roses.outcome import outcome
from engines.roses.state import RosesState, position_key
from engines.roses.view import RosesView
from engines.wording import counted

_NEAR = 20
"""How many plies ahead a draw by quiet plies is announced."""


def build_view(state: RosesState, viewer: Seat | None) -> RosesView:
    """What anybody may know."""
    over = outcome(state)
    return RosesView(
        viewer=viewer,
        ply=state.ply,
        turn=f"move {state.ply + (over is None)}",
        to_act=to_act(state),
        prompt=over.text.rstrip(".") if over else _prompt(state),
        chips=tuple(_chip(state, seat) for seat in (0, 1)),
        notes=tuple(_notes(state)),
        outcome=over,
        phase=_phase(state),
        soldiers=(names(state.soldiers[0]), names(state.soldiers[1])),
        castles=state.castles,
        reserves=state.reserves,
        lost=state.lost,
        next_seat=state.turn,
        last=state.last,
        position=write_position(state),
        long_phalanx=state.options.long_phalanx,
        support_contiguous=state.options.support_contiguous,
        repetition=state.options.repetition,
        quiet_limit=state.options.quiet_limit,
        quiet=state.quiet,
        trail=state.trail,
    )


def _phase(state: RosesState) -> Literal["drop", "move", "over"]:
    if state.ending is not None:
        return "over"
    return "drop" if state.dropping else "move"


def _prompt(state: RosesState) -> str:
    name = NAMES[state.turn]
    if forced_pass(state):
        return f"{name} has no legal action and passes"
    return f"{name} drops a soldier" if state.dropping else f"{name} moves"


def _notes(state: RosesState) -> Iterator[str]:
    """Lines that say how near the game is to a draw (rulings 14 and 15)."""
    options = state.options
    if state.dropping or state.ending is not None:
        return
    left = options.quiet_limit - state.quiet
    if 0 < left <= _NEAR:
        yield f"Drawn after {counted(left, 'more move')} without a capture."
    again = state.trail.count(position_key(state.soldiers, state.turn))
    if 1 < again == options.repetition - 1:
        yield f"This position has come up {again} times: once more is a draw."


def _chip(state: RosesState, seat: Seat) -> str:
    if state.dropping:
        return f"{state.reserves[seat]} in reserve"
    return counted(state.soldiers[seat].bit_count(), "soldier")
