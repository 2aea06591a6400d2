"""Values, scores and the final table (rules/reef-encounter.md section 11)."""

from __future__ import annotations

from msgspec.structs import replace

from engines.contract import Outcome, Seat
from engines.reef.components import CORALS
from engines.reef.corals import guarded_cells
from engines.reef.counts import NUMBER
from engines.reef.naming import listed, many, name
from engines.reef.state import ReefState, sides
from engines.reef.view import Counts, ResultView

REASONS = {
    "locks": "the tenth coral tile is locked",
    "shrimps": "a fourth shrimp has been eaten",
    "no_room": "no tile can be laid anywhere",
    "no_refill": "the open sea cannot be refilled",
    "resignation": "all others have given up",
    "position": "the game was over from the start",
}
"""Why a game is over, by the code of the outcome."""


def values(state: ReefState) -> Counts:
    """What a tile of each colour is worth: 1 and as many as there are tiles that show it as the stronger."""
    worth = [1] * len(CORALS)
    for side in sides(state):
        worth[NUMBER[side.stronger]] += 1
    white, yellow, orange, pink, grey = worth
    return (white, yellow, orange, pink, grey)


def worth(state: ReefState, tiles: Counts) -> int:
    """What tiles are worth in a fish."""
    return sum(number * value for number, value in zip(tiles, values(state), strict=True))


def results(state: ReefState) -> tuple[ResultView, ...]:
    """The final table, by seat. Those who gave up come last, the first to do so at the very end."""
    owners = list(guarded_cells(state).values())
    table = tuple(
        ResultView(
            seat=seat,
            rank=0,
            score=worth(state, player.fish),
            fish=player.fish,
            front=sum(player.front),
            cubes=sum(player.cubes),
            tiles=sum(player.hand),
            guarded=owners.count(seat),
        )
        for seat, player in enumerate(state.players)
    )
    keys = [_key(state, line) for line in table]
    return tuple(
        replace(line, rank=1 + sum(other > key for other in keys))
        for line, key in zip(table, keys, strict=True)
    )


def _key(state: ReefState, line: ResultView) -> tuple[int, ...]:
    if line.seat in state.resigned:
        return (state.resigned.index(line.seat) - len(state.players),)
    return (0, line.score, line.front, line.cubes, line.tiles, line.guarded)


def outcome(state: ReefState) -> Outcome | None:
    """How the game ended."""
    if state.phase != "over":
        return None
    table = results(state)
    why = state.ending.why if state.ending else "position"
    ranks = tuple(line.rank for line in table)
    best: list[Seat] = [seat for seat, rank in enumerate(ranks) if rank == 1]
    names = listed(name(state.seats[seat]) for seat in best)
    verb = "share the win" if len(best) > 1 else "wins"
    return Outcome(
        ranks=ranks,
        why=why,
        text=f"{names} {verb} with {many(table[best[0]].score, 'point')}: {REASONS[why]}.",
        scores=tuple(line.score for line in table),
    )
