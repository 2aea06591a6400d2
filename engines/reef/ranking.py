"""How likely a player wants an action: greater values come first in a panel without room for all.

Where corals grow by a tile, the player's own guarded ones count most; attacks that take a tile precede
others.
"""

from engines.contract import Seat
from engines.reef import actions
from engines.reef.actions import SCREEN, SEA, ReefAction
from engines.reef.components import NEIGHBOURS, Cell, Coral
from engines.reef.counts import count, from_letters
from engines.reef.phases.larva_play import growth, open_play
from engines.reef.phases.meals import meal_gain
from engines.reef.state import ReefState

_LARGE = 8
"""The size of a coral from which on more polyps do not count."""


def rank(state: ReefState, seat: Seat, action: ReefAction) -> float:
    """How likely the player wants the action. It depends only on the seat's view."""
    player, sea = state.players[seat], state.open_sea
    match action:
        case actions.Choose(fish=fish, cubes=cubes):
            held = sum(map(min, player.hand, from_letters(cubes)))
            return 2 * count(sea.values, fish) - count(player.hand, fish) + 3 * held
        case actions.Eat(cell=cell) | actions.Feed(cell=cell):
            gain = meal_gain(state, len(state.corals.at(cell)))
            return 100 + gain * count(sea.values, state.polyps[cell])
        case actions.Larva(colour=colour):
            return 60 + min(count(player.hand, colour) + count(player.front, colour), 5)
        case actions.Place(cell=cell, source=source):
            return 40 + 0.3 * _of_tile(state, seat, cell, open_play(state).colour) - (source == "front")
        case actions.Introduce(cell=cell):
            return 45 + _of_guard(state, cell)
        case actions.Move(to=to) if to == SCREEN:
            # High even where many tiles can be laid: the shrimp, which is picked first, gets this rank.
            return 52
        case actions.Move(origin=origin, to=to):
            if to not in state.polyps:
                return 15
            return 20 + _of_guard(state, to) - 8 * (to in state.corals.at(origin))
        case actions.Collect(space=space):
            return 40 + 4 * sum(sea.tiles_on(space)) + count(sea.values, space) / 2
        case actions.PlayAlga(alga=alga, pay=pay, to=to):
            after = sea.with_cylinder(alga, None if to == SEA else to)
            gain = after.worth(player.fish) - sea.worth(player.fish)
            return 30 + min(gain, 9) + (to != SEA) + count(player.front, pay) / 20
        case actions.Cube(colour=colour):
            return 50 + count(player.hand, colour) / 20
        case actions.TakeTile(colour=colour):
            return 49 + count(player.cubes, colour) / 20
    return 58


def _of_tile(state: ReefState, seat: Seat, cell: Cell, colour: Coral) -> float:
    """The worth of laying a tile there: the coral that grows, its owner, and the tile taken."""
    corals = state.corals
    joined = corals.beside(cell, colour)
    worth = 3 * min(1 + sum(map(len, joined)), _LARGE)
    for near in NEIGHBOURS[cell]:
        if state.polyps.get(near) == colour and (guard := corals.owner(near)) is not None:
            worth += 20 if guard == seat else -15
            break
    if cell in state.polyps:
        owner = corals.owner(cell)
        worth += 15 if owner is None else -30 if owner == seat else 23
    return worth + 6 * (growth(state, cell, colour) is not None)


def _of_guard(state: ReefState, cell: Cell) -> float:
    """The worth of a shrimp there: the size of its coral, and how many polyps it protects at once."""
    colour = state.polyps[cell]
    beside = sum(state.polyps.get(near) == colour for near in NEIGHBOURS[cell])
    return min(len(state.corals.at(cell)), _LARGE) + beside / 4
