"""What an action does: the new state and what happened."""

from msgspec.structs import replace

from engines.contract import MetaAction, Seat, Step
from engines.meta import meta_step
from engines.roses.actions import Drop, RosesAction
from engines.roses.board import NAMES
from engines.roses.events import events_of
from engines.roses.moves import Move
from engines.roses.notation import display
from engines.roses.outcome import update_result
from engines.roses.state import RosesState
from engines.roses.validation import validate
from engines.roses.view import LastAction


def apply(state: RosesState, seat: Seat, action: RosesAction) -> Step[RosesState]:
    """Do an action. Raises IllegalAction with the codes of `engines.roses.validation`."""
    return apply_move(state, seat, validate(state, seat, action))


def apply_move(state: RosesState, seat: Seat, move: Move) -> Step[RosesState]:
    """Do a legal move."""
    action = move.action
    own = state.soldiers[seat] ^ move.own_flip
    enemy = state.soldiers[1 - seat] ^ move.enemy_flip
    reserves = state.reserves
    quiet, trail = state.quiet, state.trail
    if isinstance(action, Drop):
        reserves = (reserves[0] - 1, reserves[1]) if seat == 0 else (reserves[0], reserves[1] - 1)
    elif move.captures or move.takes_castle:
        # No position before a capture can come again.
        quiet, trail = 0, ()
    elif not state.dropping:
        quiet += 1
    notation = display(move)
    after = replace(
        state,
        ply=state.ply + 1,
        turn=1 - seat,
        soldiers=(own, enemy) if seat == 0 else (enemy, own),
        reserves=reserves,
        quiet=quiet,
        trail=trail,
        meta=state.meta.moved(seat),
        last=_last(seat, move, notation),
    )
    return Step(state=update_result(after), notation=notation, events=tuple(events_of(seat, move)))


def _last(seat: Seat, move: Move, notation: str) -> LastAction:
    gone = move.captures or move.takes_castle
    return LastAction(
        seat=seat,
        notation=notation,
        moved=move.moved,
        dropped=move.action.cell if isinstance(move.action, Drop) else None,
        pushed=(move.target, move.beyond) if move.target and move.beyond and not gone else None,
        fallen=move.target if gone else None,
        fell_towards=move.direction if gone else None,
    )


def apply_meta(state: RosesState, seat: Seat, action: MetaAction) -> Step[RosesState]:
    """Do a meta action. Codes: those of `engines.meta`."""
    meta, ending = state.meta.apply(seat, action, NAMES)
    return meta_step(replace(state, meta=meta, ending=ending), seat, action)
