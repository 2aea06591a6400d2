"""What the side to move may do: sections 4 and 5 of docs/rules/guerre-des-deux-roses.md."""

from collections.abc import Iterator

from msgspec.structs import replace

from engines.contract import Seat
from engines.roses.actions import RosesAction
from engines.roses.board import CASTLE_BITS
from engines.roses.moves import PASS, Move, drops, in_order, moves
from engines.roses.state import RosesState


def to_act(state: RosesState) -> tuple[Seat, ...]:
    """The side to move."""
    return () if state.ending is not None else (state.turn,)


def legal(state: RosesState, seat: Seat) -> Iterator[RosesAction]:
    """Every legal action by kind, then by text; or the forced pass alone."""
    if seat == state.turn:
        for move in sorted(legal_moves(state), key=in_order):
            yield move.action


def forced_pass(state: RosesState) -> bool:
    """Whether the side to move must pass (ruling 12)."""
    return legal_moves(state) == [PASS]


def forced(state: RosesState) -> tuple[Seat, RosesAction] | None:
    """The only action of the side to move, if it has no other: the pass, or a move.

    In a game that nothing else would end moves are left to the players, who may agree on a draw.
    """
    found = legal_moves(state)
    endless = not (state.options.repetition or state.options.quiet_limit)
    return (state.turn, found[0].action) if len(found) == 1 and (found == [PASS] or not endless) else None


def own_turn(state: RosesState, seat: Seat) -> RosesState | None:
    """The position with this side to move."""
    return None if state.ending is not None else replace(state, turn=seat)


def legal_moves(state: RosesState) -> list[Move]:
    """The moves of the side to move, in no particular order; never empty while the game runs."""
    if state.ending is not None:
        return []
    mover = state.turn
    own, enemy = state.soldiers[mover], state.soldiers[1 - mover]
    if state.dropping:
        found = drops(own, enemy, CASTLE_BITS[mover]) if state.reserves[mover] else []
    else:
        found = moves(
            own,
            enemy,
            CASTLE_BITS[1 - mover],
            long_phalanx=state.options.long_phalanx,
            contiguous=state.options.support_contiguous,
        )
    return found or [PASS]
