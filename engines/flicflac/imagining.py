"""A state that a viewer cannot tell from the true one, made from their view alone."""

from random import Random

from engines.chance import Chance
from engines.flicflac.options import FlicFlacOptions
from engines.flicflac.pieces import CODES
from engines.flicflac.state import FlicFlacState, Staged, Stand
from engines.flicflac.view import FlicFlacView


def imagine(view: FlicFlacView, rng: Random) -> FlicFlacState:
    """The position of a running game as its viewer sees it.

    What the view does not tell is as in a game without random events in which every phase had a move.
    """
    now = {one.code: Stand(one.cell, one.flipped) for one in view.pieces}
    staged = tuple(
        Staged(move.piece, Stand(move.origin, now[move.piece].flipped != move.flipped))
        for move in view.staged
    )
    turn, _, extra = view.turn.removeprefix("turn ").partition(", extra ")
    return FlicFlacState(
        options=FlicFlacOptions(size=view.size, target=view.target, lead=view.lead),
        chance=Chance(f"{rng.getrandbits(256):064x}"),
        ply=view.ply,
        turn=int(turn),
        extra=int(extra or 0),
        side=view.side,
        free=tuple(one.code for one in view.pieces if one.free),
        stands=tuple(now[code] for code in CODES),
        staged=staged,
        score=view.score,
        slide=view.slide,
        last=view.last,
    )
