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
    return apply_move(state, validate(state, seat, action))


def apply_move(state: RosesState, move: Move) -> Step[RosesState]:
    """Do a legal move of the side to move."""
    seat, action = state.turn, move.action
    reserves = state.reserves
    quiet, trail = state.quiet, state.trail
    if isinstance(action, Drop):
        reserves = (reserves[0] - 1, reserves[1]) if seat == 0 else (reserves[0], reserves[1] - 1)
    elif move.captures or move.takes_castle:
        # No position before a capture can recur, so the counts begin anew.
        quiet, trail = 0, ()
    elif not state.dropping:
        quiet += 1
    notation = display(move)
    after = replace(
        state,
        ply=state.ply + 1,
        turn=1 - seat,
        soldiers=soldiers_after(state, move),
        reserves=reserves,
        quiet=quiet,
        trail=trail,
        meta=state.meta.moved(seat),
        last=_last(seat, move, notation),
    )
    return Step(state=update_result(after), notation=notation, events=tuple(events_of(seat, move)))


def soldiers_after(state: RosesState, move: Move) -> tuple[int, int]:
    """Each side's soldiers after a move of the side to move."""
    own, enemy = state.soldiers[state.turn] ^ move.own_flip, state.soldiers[1 - state.turn] ^ move.enemy_flip
    return (own, enemy) if state.turn == 0 else (enemy, own)


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
