"""The view of a state: the whole position, but of the phase under way only what its viewer may know."""

from typing import Literal

from msgspec.structs import replace

from engines.contract import Seat
from engines.flicflac.legal_moves import to_act
from engines.flicflac.outcome import outcome
from engines.flicflac.phase_end import forecast, moves_of, winner_after
from engines.flicflac.pieces import CODES, NAMES, NUMBER, flying
from engines.flicflac.state import FlicFlacState, is_empowered, public_stands
from engines.flicflac.view import FlicFlacView, PieceView
from engines.wording import listed, spelled


def seen_by(state: FlicFlacState, viewer: Seat | None) -> FlicFlacState:
    """The state as a viewer may know it: without staged moves for all but the mover."""
    return state if viewer == state.side else replace(state, stands=public_stands(state), staged=())


def build_view(state: FlicFlacState, viewer: Seat | None) -> FlicFlacView:
    """What the viewer may know."""
    seen = seen_by(state, viewer)
    over = outcome(seen)
    return FlicFlacView(
        viewer=viewer,
        ply=seen.ply,
        turn=clock_period(seen),
        to_act=to_act(seen),
        prompt=over.text.rstrip(".") if over else _prompt(seen),
        chips=tuple(f"{score}/{seen.options.target}" for score in seen.score),
        outcome=over,
        size=seen.options.size,
        slide=seen.slide,
        pieces=_pieces(seen),
        score=seen.score,
        target=seen.options.target,
        lead=seen.options.lead,
        phase=_phase(seen),
        side=seen.side,
        staged=moves_of(seen),
        last=seen.last,
    )


def clock_period(state: FlicFlacState) -> str:
    """The phase as players say it: ``turn 7``, ``turn 7, extra 2``."""
    return f"turn {state.turn}, extra {state.extra}" if state.extra else f"turn {state.turn}"


def _phase(state: FlicFlacState) -> Literal["main", "extra", "over"]:
    if state.ending is not None:
        return "over"
    return "extra" if state.extra else "main"


def _prompt(state: FlicFlacState) -> str:
    name, moved = NAMES[state.side], {staged.piece for staged in state.staged}
    left = [piece for piece in state.free if piece not in moved]
    if not left:
        return f"{name} to end the phase"
    if state.extra:
        return f"{name} to strike again with {listed(left)}"
    more = " more" if moved else ""
    return f"{name} to move up to {spelled(len(left))}{more} piece{'' if len(left) == 1 else 's'}"


def _pieces(state: FlicFlacState) -> tuple[PieceView, ...]:
    found = forecast(state.board, state.stands, state.side)
    fighting = {number for one in found.influences for number in (one.by, one.on)}
    running = state.ending is None
    strikes = running and winner_after(state, found) is None
    marked = {staged.piece for staged in state.staged}
    return tuple(
        PieceView(
            code=code,
            cell=stand.cell,
            flipped=stand.flipped,
            flying=flying(code, stand.flipped),
            empowered=is_empowered(state, code),
            health=found.health[NUMBER[code]],
            melee=NUMBER[code] in fighting,
            doomed=code in found.captives,
            captor=strikes and code in found.captors,
            free=running and code in state.free,
            moved=code in marked,
        )
        for code, stand in zip(CODES, state.stands, strict=True)
    )
