"""What the end of a phase does, and would do: docs/rules/flic-flac.md sections 7 to 9."""

from typing import NamedTuple

from msgspec.structs import replace

from engines.contract import Seat
from engines.flicflac import core
from engines.flicflac.board import Board
from engines.flicflac.core import Influence, grid_of, position_of, winner
from engines.flicflac.pieces import CODES, OWNER, SIDES
from engines.flicflac.random_events import draw_random_event, send_home
from engines.flicflac.state import FlicFlacState, Stands, public_stands, stand_of
from engines.flicflac.view import MoveView, PhaseView
from engines.meta import Ending, MetaState


class Forecast(NamedTuple):
    """What the end of a phase would do to a position, pieces in their order."""

    influences: list[Influence]
    health: list[int]
    captives: tuple[str, ...]
    """Pieces of either side with negative health."""
    captors: tuple[str, ...]
    """Pieces of the side in its phase that attack an enemy captive."""


def forecast(board: Board, stands: Stands, side: Seat) -> Forecast:
    """Steps 1 and 2 of section 8 for a phase of this side (rulings 21, 23 and 24)."""
    grid = grid_of(board)
    found = core.influences(grid, position_of(grid, stands))
    health = core.healths(found)
    return Forecast(
        found,
        health,
        tuple(code for code, points in zip(CODES, health, strict=True) if points < 0),
        tuple(CODES[number] for number in core.captors(found, health, side)),
    )


def health_of(board: Board, stands: Stands) -> list[int]:
    """The health of each piece, by its number."""
    grid = grid_of(board)
    return core.healths(core.influences(grid, position_of(grid, stands)))


def moves_of(state: FlicFlacState) -> tuple[MoveView, ...]:
    """The moves of the present phase that were not retracted, in their order."""
    moves = []
    for staged in state.staged:
        stand = stand_of(state, staged.piece)
        assert stand.cell is not None  # noqa: S101 -- a move ends on the board
        moves.append(
            MoveView(staged.piece, staged.start.cell, stand.cell, stand.flipped != staged.start.flipped)
        )
    return tuple(moves)


def end_phase(state: FlicFlacState, *, by_clock: bool) -> FlicFlacState:
    """The state after the end of its phase; the events are in its ``last``."""
    side = state.side
    found = forecast(state.board, state.stands, side)
    score = score_after(state, found)
    after, captures = send_home(_count(state, by_clock=by_clock), found.captives)
    phase = PhaseView(
        seat=side, extra=state.extra > 0, moves=moves_of(state), captures=captures, captors=found.captors
    )
    after = replace(after, ply=state.ply + 1, staged=(), score=score, last=phase)
    if (seat := winner_after(state, found)) is not None:
        return end_game(after, Ending("captures", seat))
    if found.captors:
        return replace(after, extra=state.extra + 1, free=found.captors)
    return _hand_over(after, phase)


def score_after(state: FlicFlacState, found: Forecast) -> tuple[int, int]:
    """The captures of both sides if the phase ends like this."""
    lost = [OWNER[code] for code in found.captives]
    return state.score[0] + lost.count(1), state.score[1] + lost.count(0)


def winner_after(state: FlicFlacState, found: Forecast) -> Seat | None:
    """The side that has won if the phase ends like this: then no captor strikes again (section 8, step 5)."""
    return winner(score_after(state, found), state.options.target, state.options.lead)


def end_game(state: FlicFlacState, ending: Ending) -> FlicFlacState:
    """The state when the game is over. Staged moves whose phase has not ended are undone."""
    return replace(state, stands=public_stands(state), staged=(), meta=MetaState(), ending=ending)


def _count(state: FlicFlacState, *, by_clock: bool) -> FlicFlacState:
    """Update the counters of the house rules, and let a draw offer lapse at the end of its maker's phase."""
    side, options = state.side, state.options
    still = not state.staged
    idle = 0 if not still else state.idle + (state.extra == 0)
    run = state.missed[side] + 1 if by_clock and still else 0
    meta = state.meta.moved(side)
    if options.claim_after and run >= options.claim_after:
        meta = replace(meta, overdue=(*meta.overdue, side))
    missed = (run, state.missed[1]) if side == 0 else (state.missed[0], run)
    return replace(state, idle=idle, missed=missed, meta=meta)


def _hand_over(state: FlicFlacState, phase: PhaseView) -> FlicFlacState:
    """Step 7, after this phase: a draw for want of moves; else chance, then the other side's main phase."""
    if state.options.idle_draw and state.idle >= state.options.idle_draw:
        return end_game(state, Ending("idle", None))
    state, event = draw_random_event(state)
    other, last = 1 - state.side, replace(phase, chance=event)
    return replace(state, turn=state.turn + 1, extra=0, side=other, free=SIDES[other], last=last)
