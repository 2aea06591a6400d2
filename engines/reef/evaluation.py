"""A computer player's valuation of a position, for each player.

In points of the final score: certain points in a fish, corals that may be eaten in later turns, and the tiles
and cubes to grow them.
"""

from math import exp, tanh

from engines.contract import Seat
from engines.reef.components import NEIGHBOURS, SHRIMPS_PER_PLAYER, Cell
from engines.reef.counts import NUMBER
from engines.reef.outcome import outcome
from engines.reef.phases.meals import meal_gain
from engines.reef.state import Player, ReefState
from engines.reef.view import Counts

_SOON = (0.7, 0.6, 0.5, 0.4)
"""The weights of the next meal to come, the second, the third ..."""
_LATER = 0.8
"""Points that a shrimp behind the screen will win, counted like the meals to come."""
_EXPOSED = 0.05
"""How much of an unprotected polyp is expected to be lost for each colour stronger than its own."""
_GAINS = (0.0, 0.3, 0.6, 0.9, 1.1, 1.5, 2.2)
"""Tiles that a coral may bring in a turn to come, by its size."""
_TILE, _PAIRED, _CUBE, _FRONT = 0.1, 0.1, 0.25, 0.5
"""Points for a tile in hand, more points for a tile with a cube, points for a cube and a consumed tile."""
_PAIRS, _CUBES, _CONSUMED = 6, 3, 6
"""How many tiles with a cube and how many cubes of a colour, and how many consumed tiles, are of use."""
_SCALE = 7.0
"""Points of difference that make a win e times as likely as a loss."""
_WON, _CLOSE = 12.0, 4.0
"""What a win is worth, in points; and a difference in points at the end that leaves little doubt."""


def evaluate(state: ReefState) -> tuple[float, ...]:
    """What share of a win each seat may expect."""
    if (over := outcome(state)) is not None:
        return over.shares
    chances = [
        0.0 if seat in state.resigned else exp(points(state, seat) / _SCALE)
        for seat in range(len(state.players))
    ]
    return tuple(chance / sum(chances) for chance in chances)


def lead(state: ReefState, seat: Seat) -> float:
    """The points by which a player leads the others; at the end any lead at all counts most."""
    own = points(state, seat)
    others = [
        points(state, other)
        for other in range(len(state.players))
        if other != seat and other not in state.resigned
    ]
    if not others:
        return own
    best = max(others)
    if state.phase in ("final", "over"):
        return own - best + _WON * tanh((own - best) / _CLOSE)
    return own - 0.6 * best - 0.4 * sum(others) / len(others)


def points(state: ReefState, seat: Seat) -> float:
    """The final score that a player may expect."""
    player, values = state.players[seat], state.open_sea.values
    score = float(state.open_sea.worth(player.fish))
    posts = [post for post, owner in state.shrimps.items() if owner == seat]
    if state.phase in ("final", "over"):
        return score + max(
            map(float, _last_meals(state, posts) if seat in state.pending else ()), default=0.0
        )
    prospects = [_prospect(state, post) for post in posts]
    prospects += [_LATER] * (SHRIMPS_PER_PLAYER - player.eaten - len(posts))
    prospects.sort(reverse=True)
    fastest = max(other.eaten for number, other in enumerate(state.players) if number != seat)
    turns = SHRIMPS_PER_PLAYER + 1 - fastest
    for prospect, soon in zip(prospects[:turns], _SOON, strict=False):
        score += prospect * soon
    return score + holdings(player, values)


def holdings(player: Player, values: Counts) -> float:
    """Points that a player's tiles in hand and in front, and cubes, may still bring."""
    worth = _FRONT * min(sum(player.front), _CONSUMED)
    for hand, front, cubes, value in zip(player.hand, player.front, player.cubes, values, strict=True):
        worth += _TILE * hand
        if cubes:
            worth += _CUBE * min(cubes, _CUBES) + _PAIRED * min(hand + front, _PAIRS) * (value + 2) / 5
    return worth


def _last_meals(state: ReefState, posts: list[Cell]) -> list[int]:
    """Points of the corals that may be eaten in the final feeding; 0 for those too small for a meal."""
    return [
        meal_gain(state, len(state.corals.at(post))) * state.open_sea.values[NUMBER[state.polyps[post]]]
        for post in posts
        if post in state.polyps
    ]


def _prospect(state: ReefState, post: Cell) -> float:
    """Points that the coral under a shrimp may bring in a turn to come, attacked and grown as it may be."""
    colour = state.polyps.get(post)
    if colour is None:
        return 0.0
    coral, value = state.corals.at(post), state.open_sea.values[NUMBER[colour]]
    safe = 1 + sum([near in coral for near in NEIGHBOURS[post]])
    size = safe + (len(coral) - safe) * (1 - _EXPOSED * (5 - value)) - state.options.advanced
    whole = min(int(size), len(_GAINS) - 2)
    return value * (_GAINS[whole] + (size - whole) * (_GAINS[whole + 1] - _GAINS[whole]))
