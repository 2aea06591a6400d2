"""A player who grows corals, attacks, guards, eats and locks, so that games end as those of people do."""

from engines.contract import Seat
from engines.reef.actions import (
    SEA,
    Choose,
    Collect,
    Cube,
    Eat,
    Feed,
    Introduce,
    Larva,
    Place,
    PlayAlga,
    ReefAction,
)
from engines.reef.components import CORALS, NEIGHBOURS, Coral
from engines.reef.corals import coral
from engines.reef.counts import NUMBER, count
from engines.reef.state import ReefState
from tests.engines.reef.table import ENGINE

_GUARDED = 3
"""The least size of a coral that is worth a shrimp."""


def greedy_choice(state: ReefState, seat: Seat, *, locks: bool) -> ReefAction:
    """The action that this player prefers now; of equally good ones the first."""
    return max(ENGINE.legal(state, seat), key=lambda action: _wish(state, seat, action, locks=locks))


def _wish(state: ReefState, seat: Seat, action: ReefAction, *, locks: bool) -> float:
    player = state.players[seat]

    def held(colour: Coral) -> int:
        return count(player.hand, colour) + count(player.front, colour)

    match action:
        case Eat() | Feed():
            return 100
        case PlayAlga(to=to) if locks and to != SEA:
            return 60
        case Place(cell=cell):
            play = state.turn.play
            beside = sum(state.polyps.get(near) == play.colour for near in NEIGHBOURS[cell]) if play else 0
            return 50 + 10 * (cell in state.polyps) + beside
        case Cube(colour=colour):
            short = not count(player.cubes, colour) and held(colour) > 2 and state.turn.larva_plays < 2
            return 40 if short else -1
        case Larva(colour=colour) if held(colour) > 1:
            return 30 + held(colour)
        case Introduce(cell=cell):
            size = len(coral(state.polyps, cell))
            return 20 + size if size >= _GUARDED else -1
        case Collect(space=space):
            return 5 + sum(state.spaces[NUMBER[space]]) / 10 + held(space) / 100
        case Choose(fish=fish, cubes=cubes):
            return sum(count(player.hand, colour) for colour in CORALS if colour in cubes) - held(fish)
    return -1
