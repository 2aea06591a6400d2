"""Counting action sequences (perft) on bit masks, without building states."""

from collections import Counter

from engines.contract import Seat
from engines.roses.apply import apply_move
from engines.roses.board import CASTLE_BITS
from engines.roses.legal_moves import legal_moves
from engines.roses.moves import PASS, moves
from engines.roses.state import RosesState, position_key


def count_sequences(state: RosesState, depth: int) -> int:
    """The number of sequences of legal actions of this length; what ends the game has no sequel."""
    if depth == 0:
        return 1
    if state.ending is not None:
        return 0
    if not state.dropping:
        return _count_moves(state, depth)
    found = legal_moves(state)
    if depth == 1:
        return len(found)
    return sum(count_sequences(apply_move(state, drop).state, depth - 1) for drop in found)


def _count_moves(state: RosesState, depth: int) -> int:
    options = state.options
    long_phalanx, contiguous = options.long_phalanx, options.support_contiguous
    repetition, quiet_limit = options.repetition, options.quiet_limit
    seen = Counter(state.trail)

    def walk(own: int, enemy: int, mover: Seat, quiet: int, depth: int) -> int:
        found = moves(
            own, enemy, CASTLE_BITS[1 - mover], long_phalanx=long_phalanx, contiguous=contiguous
        ) or [PASS]
        if depth == 1:
            return len(found)
        total = 0
        for move in found:
            if move.takes_castle:
                continue
            still = 0 if move.captures else quiet + 1
            mine, theirs = own ^ move.own_flip, enemy ^ move.enemy_flip
            # Only a capture can wipe a side out, and it takes two soldiers to make one.
            if not theirs or (quiet_limit and still >= quiet_limit):
                continue
            if not repetition:
                total += walk(theirs, mine, 1 - mover, still, depth - 1)
                continue
            key = position_key((theirs, mine) if mover else (mine, theirs), 1 - mover)
            seen[key] += 1
            if seen[key] < repetition:
                total += walk(theirs, mine, 1 - mover, still, depth - 1)
            seen[key] -= 1
        return total

    mover = state.turn
    return walk(state.soldiers[mover], state.soldiers[1 - mover], mover, state.quiet, depth)
