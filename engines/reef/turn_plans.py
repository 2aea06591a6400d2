"""Whole turns of a player, found by a beam search over promising actions.

A plan is a line of actions and the space that is collected after it. A player who plans again after every
action finds the rest of the plan, or a better one; a turn ends when nothing improves it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from engines.contract import Seat
from engines.reef.actions import (
    SCREEN,
    SEA,
    Cancel,
    Collect,
    Cube,
    Eat,
    Introduce,
    Larva,
    Move,
    Place,
    PlayAlga,
    ReefAction,
    TakeTile,
)
from engines.reef.components import CORALS, HAND_TILES, LARVA_PLAYS, NEIGHBOURS, Cell, Coral
from engines.reef.counts import count, plus, together
from engines.reef.evaluation import holdings, lead
from engines.reef.phases.larva_play import open_play
from engines.reef.phases.turn import TURN
from engines.reef.state import ReefState
from engines.search.beam import beam_search

_MOST_MOVES = 3
"""Moves of shrimps in a turn: without a limit they could go on for ever."""
_EFFORT = 0.02
"""The points that each action of a plan costs, so that useless actions are left out."""
_PLACES = 8
"""Cells that are tried for a tile."""
_POSTS = 4
"""Corals that are tried for a shrimp."""


class Plan(NamedTuple):
    """A line of actions, and its result."""

    worth: float
    """The player's `lead` after the plan, with the collected space, less `_EFFORT` for each action."""
    actions: tuple[ReefAction, ...]
    """The actions, ending with the collection of a space unless the game ends before."""


@dataclass(frozen=True, kw_only=True)
class _Line:
    """The beginning of a plan."""

    mark: tuple[float, int, int, int]
    """Equal for lines that lead to the same result in another order."""
    worth: float = field(compare=False)
    state: ReefState = field(compare=False)
    actions: tuple[ReefAction, ...] = field(compare=False)


def plans(
    state: ReefState,
    seat: Seat,
    width: int,
    steps: int,
    *,
    most: int = 1,
    noticed: Callable[[], bool] = lambda: True,
) -> list[Plan]:
    """Turns of the seat whose turn it is, the best first: at most `most`, without duplicates.

    After each of the `steps` the `width` best lines continue. Six steps always find a turn where everything
    is `noticed`, which is asked of each longer line.
    """

    def grow(line: _Line) -> Iterator[tuple[float, _Line]]:
        return ((after.worth, after) for after in _longer(line, seat) if noticed())

    root = _line(state, seat, ())
    lines = beam_search(root, grow=grow, make=lambda _, after: after, width=width, steps=steps)
    found = [
        _ended(line, seat)
        for line in (root, *(line for _, line in lines))
        if line.state.phase != "turn" or TURN.may(line.state, seat, Collect)
    ]
    found.sort(key=lambda plan: -plan.worth)
    return found[:most]


def _line(state: ReefState, seat: Seat, actions: tuple[ReefAction, ...]) -> _Line:
    worth = lead(state, seat)
    # Leaving bare rock changes no worth, but must not look the same: the turn cannot end before.
    bare = len(state.bare_posts(seat))
    mark = round(worth, 9), sum(state.players[seat].front), state.turn.larva_plays, bare
    return _Line(mark=mark, worth=worth, state=state, actions=actions)


def _ended(line: _Line, seat: Seat) -> Plan:
    """The plan of a line: the space that is best for the next turn is collected after it."""
    if line.state.phase != "turn":
        return Plan(line.worth - _EFFORT * len(line.actions), line.actions)
    sea, player = line.state.open_sea, line.state.players[seat]

    def after(space: Coral) -> float:
        hand, cubes = together(player.hand, sea.tiles_on(space)), plus(player.cubes, space)
        return holdings(replace(player, hand=hand, cubes=cubes), sea.values)

    space = max(CORALS, key=after)
    without = line.worth - holdings(player, sea.values) - _EFFORT * len(line.actions)
    return Plan(after(space) + without, (*line.actions, Collect(space)))


def _longer(line: _Line, seat: Seat) -> Iterator[_Line]:
    """The line with one more action, or with a larva cube and the first tile."""
    if line.state.phase != "turn":
        return
    for action in _promising(line.state, seat):
        state = done(line.state, seat, action)
        if isinstance(action, Larva):
            for tile in _tiles(state, seat):
                yield _line(done(state, seat, tile), seat, (*line.actions, action, tile))
        else:
            yield _line(state, seat, (*line.actions, action))


def done(state: ReefState, seat: Seat, action: ReefAction) -> ReefState:
    """The state after an action of a turn that is known to be legal."""
    return TURN.apply(state, seat, action)[0]


def _promising(state: ReefState, seat: Seat) -> Iterator[ReefAction]:
    """The actions worth trying in a turn."""
    player, turn, legal = state.players[seat], state.turn, partial(TURN.legal_of, state, seat)
    if turn.play is not None and not turn.play.laid:
        yield from _tiles(state, seat) or legal(Cancel)
        return
    if bare := state.bare_posts(seat):
        # Shrimps on bare rock must leave before the turn can end.
        yield from (Move(post, SCREEN) for post in bare)
        return
    posts = _posts(state)
    if turn.play is not None:
        yield from _tiles(state, seat)
    if len(state.marks.shrimps) < _MOST_MOVES:
        middles = {post: _middle(state.corals.at(post)) for post in state.posts(seat)}
        yield from (
            action for action in legal(Move) if action.to in posts or action.to == middles[action.origin]
        )
    yield from legal(Eat)
    yield from legal(Larva)
    yield from (action for action in legal(Introduce) if action.cell in posts)
    if turn.larva_plays < LARVA_PLAYS:
        for colour in CORALS:
            held = count(player.hand, colour) + count(player.front, colour)
            if count(player.front, colour) and held > 1 and not count(player.cubes, colour):
                yield from (action for action in legal(Cube) if action.colour == colour)
            if count(player.cubes, colour) > 1 and count(player.hand, colour) < HAND_TILES:
                yield from (action for action in legal(TakeTile) if action.colour == colour)
    if sum(player.front):
        pay = min(
            (colour for colour in CORALS if count(player.front, colour)),
            key=lambda colour: count(player.hand, colour) + count(player.front, colour),
        )
        for action in legal(PlayAlga):
            if action.pay == pay and (action.to != SEA or state.open_sea.flipped_by(action.alga, None)):
                yield action


def _posts(state: ReefState) -> set[Cell]:
    """Good places for a shrimp: the middle of each of the largest corals without one."""
    corals = {state.corals.at(cell) for cell in state.polyps if cell not in state.corals.guards}
    largest = sorted((-len(coral), _middle(coral)) for coral in corals)[:_POSTS]
    return {middle for _, middle in largest}


def _middle(coral: frozenset[Cell]) -> Cell:
    """The cell of a coral from which a shrimp protects most of it."""
    return max(sorted(coral), key=lambda cell: sum([near in coral for near in NEIGHBOURS[cell]]))


def _tiles(state: ReefState, seat: Seat) -> list[Place]:
    """The best placements of the next tile of the larva play, from the hand while that is possible."""
    places: list[Place] = list(TURN.legal_of(state, seat, Place))
    source = next((place.source for place in places), None)
    colour = open_play(state).colour
    found = [place for place in places if place.source == source]
    found.sort(key=lambda place: (-_promise(state, seat, place.cell, colour), place.cell))
    return found[:_PLACES]


def _promise(state: ReefState, seat: Seat, cell: Cell, colour: Coral) -> float:
    """The worth of a tile there: for the coral that grows, for who guards it, for a tile that is taken."""
    corals, polyps = state.corals, state.polyps
    worth, free = 0.0, 0
    for near in NEIGHBOURS[cell]:
        if near not in polyps:
            free += 1
        elif polyps[near] == colour:
            owner = corals.owner(near)
            worth += 2.0 + len(corals.at(near)) / 4 if owner is None else 6.0 if owner == seat else -4.0
    if cell in polyps:
        owner = corals.owner(cell)
        worth += 3.0 if owner is None else -8.0 if owner == seat else 5.0
    return worth + free / 4
