"""Carrying an action out: the new state and what happened."""

from __future__ import annotations

from msgspec.structs import replace

from engines.contract import Seat, Step
from engines.roses.actions import Drop
from engines.roses.ending import settle
from engines.roses.notation import display
from engines.roses.state import RosesState
from engines.roses.story import events
from engines.roses.strokes import Stroke
from engines.roses.view import LastAction


def carry_out(state: RosesState, seat: Seat, stroke: Stroke) -> Step[RosesState]:
    """Do what a legal stroke does."""
    action = stroke.action
    own = state.soldiers[seat] ^ stroke.own_flip
    enemy = state.soldiers[1 - seat] ^ stroke.enemy_flip
    reserves = state.reserves
    quiet, trail = state.quiet, state.trail
    if isinstance(action, Drop):
        reserves = (reserves[0] - 1, reserves[1]) if seat == 0 else (reserves[0], reserves[1] - 1)
    elif stroke.captures or stroke.takes_castle:
        # No position before a capture can come again.
        quiet, trail = 0, ()
    elif not state.dropping:
        quiet += 1
    notation = display(stroke)
    after = replace(
        state,
        ply=state.ply + 1,
        turn=1 - seat,
        soldiers=(own, enemy) if seat == 0 else (enemy, own),
        reserves=reserves,
        quiet=quiet,
        trail=trail,
        table=state.table.moved(seat),
        last=_last(seat, stroke, notation),
    )
    return Step(state=settle(after), notation=notation, events=events(seat, stroke))


def _last(seat: Seat, stroke: Stroke, notation: str) -> LastAction:
    gone = stroke.captures or stroke.takes_castle
    pushed = stroke.target is not None and stroke.beyond is not None and not gone
    return LastAction(
        seat=seat,
        notation=notation,
        moved=stroke.moved,
        dropped=stroke.action.cell if isinstance(stroke.action, Drop) else None,
        pushed=(stroke.target, stroke.beyond) if pushed and stroke.target and stroke.beyond else None,
        fallen=stroke.target if gone else None,
        fell_towards=stroke.direction if gone else None,
    )
