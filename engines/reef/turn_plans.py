"""Whole turns of a player, found by a beam search over what promises something.

A plan is a line of actions and the space that is collected after it. A player who plans anew after every
action finds the rest of the plan again, or a better one; a turn ends when nothing betters it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

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
from engines.reef.counts import NUMBER, count, plus, together
from engines.reef.judging import holdings, lead
from engines.reef.phases.larva_play import open_play
from engines.reef.phases.turn import TURN
from engines.reef.state import ReefState

_MOST_MOVES = 3
"""Moves of shrimps in a turn: they alone could go on for ever."""
_PLACES = 8
"""Cells that are tried for a tile."""
_POSTS = 4
"""Corals that are tried for a shrimp."""


class Plan(NamedTuple):
    """A line of actions, and what it leads to."""

    worth: float
    """For whoever has the turn: `lead`, with the space that is collected."""
    actions: tuple[ReefAction, ...]
    """The collection with them, unless the game ends before."""


class _Line(NamedTuple):
    """The beginning of a plan."""

    worth: float
    state: ReefState
    actions: tuple[ReefAction, ...]


def plans(state: ReefState, seat: Seat, *, width: int, nodes: int, most: int = 1) -> list[Plan]:
    """Turns of the seat whose turn it is, the best first: at most so many, none twice.

    At each step the best `width` lines go on, until so many nodes, positions tried out, have been looked at.
    """
    found: list[Plan] = []
    lines = [_Line(lead(state, seat), state, ())]
    seen: set[tuple[float, int, int]] = set()
    while lines:
        found += [_ended(line, seat) for line in lines if _may_end(line.state, seat)]
        longer: list[_Line] = []
        for line in lines:
            if line.state.phase != "turn":
                continue
            for after in _longer(line, seat):
                nodes -= 1
                # Lines that lead to the same by another order.
                mark = (
                    round(after.worth, 9),
                    sum(after.state.players[seat].front),
                    after.state.turn.larva_plays,
                )
                if mark not in seen:
                    seen.add(mark)
                    longer.append(after)
        if nodes <= 0 and found:
            break
        longer.sort(key=lambda line: -line.worth)
        lines = longer[:width]
    found.sort(key=lambda plan: -plan.worth)
    return found[:most]


def _may_end(state: ReefState, seat: Seat) -> bool:
    return state.phase != "turn" or TURN.may(state, seat, Collect)


def _ended(line: _Line, seat: Seat) -> Plan:
    """With the space that is best for the next turn."""
    if line.state.phase != "turn":
        return Plan(line.worth, line.actions)
    sea, player = line.state.open_sea, line.state.players[seat]
    worth, space = max(
        (
            holdings(
                replace(
                    player, hand=together(player.hand, sea.tiles_on(space)), cubes=plus(player.cubes, space)
                ),
                sea.values,
            ),
            -NUMBER[space],
        )
        for space in CORALS
    )
    collect = Collect(CORALS[-space])
    return Plan(line.worth + worth - holdings(player, sea.values), (*line.actions, collect))


def _longer(line: _Line, seat: Seat) -> Iterator[_Line]:
    """The line with one more action, or with a larva cube and the first tile."""
    for action in _promising(line.state, seat):
        state = done(line.state, seat, action)
        if isinstance(action, Larva):
            for tile in _tiles(state, seat):
                laid = done(state, seat, tile)
                yield _Line(lead(laid, seat), laid, (*line.actions, action, tile))
        else:
            yield _Line(lead(state, seat), state, (*line.actions, action))


def done(state: ReefState, seat: Seat, action: ReefAction) -> ReefState:
    """After an action of a turn that is known to be legal."""
    return TURN.apply(state, seat, action)[0]


def _legal(state: ReefState, seat: Seat, kind: type[Any]) -> Iterable[Any]:
    rule = TURN.rules[kind]
    return rule.legal(state, seat) if TURN.hindrance(state, seat, rule) is None else ()


def _promising(state: ReefState, seat: Seat) -> Iterator[ReefAction]:
    """What is worth trying out in a turn."""
    player, turn = state.players[seat], state.turn
    if turn.play is not None:
        tiles = _tiles(state, seat)
        yield from tiles or _legal(state, seat, Cancel)
        if not turn.play.laid:
            return
    yield from _legal(state, seat, Eat)
    yield from _legal(state, seat, Larva)
    posts = _posts(state)
    yield from (action for action in _legal(state, seat, Introduce) if action.cell in posts)
    bare, many = state.bare_posts(seat), len(state.marks.shrimps) >= _MOST_MOVES
    for action in _legal(state, seat, Move) if bare or not many else ():
        if action.origin in bare if action.to == SCREEN else action.to in posts and not many:
            yield action
    if turn.larva_plays < LARVA_PLAYS:
        for colour in CORALS:
            held = count(player.hand, colour) + count(player.front, colour)
            if count(player.front, colour) and held > 1 and not count(player.cubes, colour):
                yield from (action for action in _legal(state, seat, Cube) if action.colour == colour)
            if count(player.cubes, colour) > 1 and count(player.hand, colour) < HAND_TILES:
                yield from (action for action in _legal(state, seat, TakeTile) if action.colour == colour)
    if sum(player.front):
        pay = min(
            (colour for colour in CORALS if count(player.front, colour)),
            key=lambda colour: count(player.hand, colour) + count(player.front, colour),
        )
        for action in _legal(state, seat, PlayAlga):
            if action.pay == pay and (action.to != SEA or state.open_sea.flipped_by(action.alga, None)):
                yield action


def _posts(state: ReefState) -> set[Cell]:
    """Where a shrimp would stand well: of the largest corals without one, in the midst of each."""
    corals: dict[frozenset[Cell], Cell] = {}
    for cell in state.polyps:
        coral = state.corals.at(cell)
        if coral not in corals and cell not in state.corals.guards:
            corals[coral] = max(
                sorted(coral), key=lambda one: sum([near in coral for near in NEIGHBOURS[one]])
            )
    largest = sorted(corals, key=lambda coral: (-len(coral), corals[coral]))[:_POSTS]
    return {corals[coral] for coral in largest}


def _tiles(state: ReefState, seat: Seat) -> list[Place]:
    """Where the next tile of the larva play might go: from the hand while that is possible."""
    places: list[Place] = list(_legal(state, seat, Place))
    if not places:
        return []
    source, colour = places[0].source, open_play(state).colour
    ranked = sorted(
        (
            (-_promise(state, seat, place.cell, colour), place.cell, place)
            for place in places
            if place.source == source
        ),
        key=lambda one: one[:2],
    )
    return [place for _, _, place in ranked[:_PLACES]]


def _promise(state: ReefState, seat: Seat, cell: Cell, colour: Coral) -> float:
    """How much a tile there might bring: the larger coral, the own shrimp, a tile that is taken."""
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
