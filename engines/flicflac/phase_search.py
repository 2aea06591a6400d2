"""The value of ending a phase in a position, and the placements of a phase that look best.

Values are in captures, for the side in its phase. Unanswered threats are estimated statically: which of the
side's pieces a single enemy could capture next turn, and which enemies a single piece of the side could.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import NamedTuple, TypeAlias

from engines.contract import Seat
from engines.flicflac.core import (
    HOME,
    Grid,
    Influence,
    Position,
    between,
    captors,
    flies,
    healths,
    influences,
    places_in,
)
from engines.flicflac.pieces import CODES
from engines.search.beam import beam_search


class Weights(NamedTuple):
    """Weights of the static estimate, in captures."""

    exposed: float = 0.7
    """A piece that an enemy may capture next turn, as far as there is an enemy for each."""
    threatened: float = 0.5
    """An enemy that may be captured next turn, as far as there is a piece for each."""
    strike: float = 0.3
    """The right to strike again."""
    entered: float = 0.6
    """A piece on the board."""
    near: float = 0.05
    """A piece a step nearer to the middle."""


WEIGHTS = Weights()

_FACES = (False, True)
_KILLERS = tuple(
    tuple(
        tuple(
            (by, face)
            for by in range(len(CODES))
            for face in _FACES
            if by // 6 != on // 6 and flies(by, face, on) and not flies(on, other, by)
        )
        for other in _FACES
    )
    for on in range(len(CODES))
)
"""For each piece and face, the enemies with the faces on which their attack on it is unanswered."""
_BIT = tuple(1 << number % 6 for number in range(len(CODES)))
_COUNT = tuple(mask.bit_count() for mask in range(1 << 6))


class PhaseResult(NamedTuple):
    """What a phase's end would bring in some position."""

    points: float
    """Captures made, less pieces lost, and the worth of striking again."""
    gone: int
    """The enemies that fall, as bits."""
    out: int
    """The side's own pieces that fall or strike again: their future places are unknown."""


_NOTHING = PhaseResult(0, 0, 0)


Sight: TypeAlias = tuple[int, int, int, int, float]
"""How many own pieces are exposed and to whom, how many threaten and whom, and the worth of their places."""


@dataclass(frozen=True, slots=True)
class Node:
    """A placement of a phase, and the moves that led to it. Equal to any with the same position."""

    position: Position
    free: tuple[int, ...] = field(compare=False)
    """The pieces that may still move."""
    moves: tuple[tuple[int, int], ...] = field(compare=False)
    """The moves, each a piece and the place that it goes to."""


class PhaseSearch:
    """The placements of one phase: enemies do not move in it, so their threats are computed once."""

    def __init__(self, grid: Grid, position: Position, side: Seat, weights: Weights = WEIGHTS) -> None:
        self.grid = grid
        self.side = side
        self.weights = weights
        self.own = range(6 * side, 6 * side + 6)
        self.enemies = range(6 - 6 * side, 12 - 6 * side)
        self.start = position
        self.nodes = 0
        """Placements looked at."""
        self._enemy_cells = Position(
            tuple(place if number in self.enemies else HOME for number, place in enumerate(position.places)),
            position.flipped,
        ).taken
        self._danger = self._dangers(self.enemies_from(position.places))
        self._prey = self._preys()
        self._worth = _worth(grid, weights)

    def enemies_from(self, places: Iterable[int]) -> dict[int, tuple[int, int]]:
        """The cells that each enemy may reach next turn: with its present face, and with the other. The
        side's own pieces are not treated as obstacles.
        """
        grid, taken = self.grid, self._enemy_cells
        found = {}
        for number, place in enumerate(places):
            if number in self.enemies:
                cells = grid.reach(number, place, taken)
                same, other = cells & grid.coloured, cells & grid.black
                found[number] = (same if place == HOME else same | 1 << place, other)
        return found

    def _dangers(self, landings: dict[int, tuple[int, int]]) -> dict[tuple[int, bool], list[tuple[int, int]]]:
        """For each own piece and face: the enemies that could capture it alone, as bits, and where."""
        grid, flipped = self.grid, self.start.flipped
        return {
            (on, other): [
                (_BIT[by], grid.around(landings[by][face != flipped[by]])) for by, face in _KILLERS[on][other]
            ]
            for on in self.own
            for other in _FACES
        }

    @cached_property
    def _danger_from_home(self) -> dict[tuple[int, bool], list[tuple[int, int]]]:
        """The dangers from enemies that have been sent home."""
        return self._dangers(self.enemies_from([HOME] * 12))

    def _preys(self) -> dict[tuple[int, bool], list[tuple[int, int]]]:
        """For each own piece and face: the enemies that it could capture alone, as bits, and from where."""
        grid, taken = self.grid, self._enemy_cells
        places, flipped = self.start
        found: dict[tuple[int, bool], list[tuple[int, int]]] = {
            (by, face): [] for by in self.own for face in _FACES
        }
        for on in self.enemies:
            if places[on] == HOME:
                continue
            beside = grid.around(1 << places[on]) & ~taken
            black = grid.around(beside & grid.black)
            coloured = beside & grid.coloured
            for _ in range(2):
                coloured |= grid.around(coloured) & grid.coloured & ~taken
            # A piece beside it on a black cell may stay there.
            coloured |= grid.around(coloured) | beside & grid.black
            for by, face in _KILLERS[on][flipped[on]]:
                found[by, face].append((_BIT[on], coloured))
                found[by, not face].append((_BIT[on], black))
        return found

    def evaluate(self, found: list[Influence], health: list[int]) -> PhaseResult:
        """What the end of the phase would bring, from what pieces do to each other and how they fare."""
        if min(health) >= 0:
            return _NOTHING
        points, gone, out = 0.0, 0, 0
        for number, one in enumerate(health):
            if one < 0:
                if number in self.enemies:
                    points += 1
                    gone |= _BIT[number]
                else:
                    points -= 1
                    out |= _BIT[number]
        if gone:
            points += self.weights.strike
            for number in captors(found, health, self.side):
                out |= _BIT[number]
        return PhaseResult(points, gone, out)

    def exposure(self, number: int, face: bool, place: int, gone: int) -> int:
        """The enemies that could capture this piece there, if those that are gone come from home."""
        bits = 0
        if place != HOME:
            for bit, mask in self._danger[number, face]:
                if not gone & bit and mask >> place & 1:
                    bits |= bit
            if gone:
                for bit, mask in self._danger_from_home[number, face]:
                    if gone & bit and mask >> place & 1:
                        bits |= bit
        return bits

    def threat(self, number: int, face: bool, place: int, gone: int) -> int:
        """The enemies that this piece could capture from there."""
        bits = 0
        if place != HOME:
            for bit, mask in self._prey[number, face]:
                if mask >> place & 1:
                    bits |= bit
        return bits & ~gone

    def value(self, position: Position) -> float:
        """The value of ending the phase in this position."""
        found = influences(self.grid, position)
        result = self.evaluate(found, healths(found))
        return self._sum(result, self._sight(position, result))

    def placement(self, position: Position) -> float:
        """The worth of the places of the side's pieces, wherever the others are."""
        return sum(self._worth[place] for number in self.own if (place := position.places[number]) != HOME)

    def _sight(self, position: Position, result: PhaseResult, but: int = -1) -> Sight:
        """What the side sees with all its pieces except the one with the number `but`; -1: with all."""
        places, flipped = position
        exposed = by = threatening = whom = 0
        worth = 0.0
        for number in self.own:
            place = places[number]
            if number == but or place == HOME:
                continue
            worth += self._worth[place]
            if result.out & _BIT[number]:
                continue
            bits = self.exposure(number, flipped[number], place, result.gone)
            if bits:
                exposed += 1
                by |= bits
            bits = self.threat(number, flipped[number], place, result.gone)
            if bits:
                threatening += 1
                whom |= bits
        return exposed, by, threatening, whom, worth

    def _sum(self, result: PhaseResult, sight: Sight) -> float:
        weights = self.weights
        exposed, by, threatening, whom, worth = sight
        return (
            result.points
            - weights.exposed * min(exposed, _COUNT[by])
            + weights.threatened * min(threatening, _COUNT[whom])
            + worth
        )

    def grow(self, node: Node) -> Iterator[tuple[float, tuple[int, int]]]:
        """Every move of a piece that may still move, with the value of ending the phase after it."""
        grid = self.grid
        position = node.position
        (places, flipped), taken = position, position.taken
        all_found = influences(grid, position)
        for number in node.free:
            place = places[number]
            # A piece at home touches nobody, and none acts on itself, so its own old place does no harm.
            at = {one: other for other, one in enumerate(places)}
            found = [one for one in all_found if number not in {one.by, one.on}]
            health = healths(found)
            left = self.evaluate(found, health)
            exposed, by, threatening, whom, worth = self._sight(position, left, number)
            touching = grid.around(taken & ~(1 << place) if place != HOME else taken)
            turned = (*flipped[:number], not flipped[number], *flipped[number + 1 :])
            for target in places_in(grid.reach(number, place, taken)):
                self.nodes += 1
                faces = turned if grid.black >> target & 1 else flipped
                if touching >> target & 1:
                    at[target] = number
                    combatants = between(grid, at, faces, target)
                    del at[target]
                    result = self.evaluate([*found, *combatants], healths(combatants, health))
                    if result != left:
                        after = position.moved(grid, number, target)
                        yield self._sum(result, self._sight(after, result)), (number, target)
                        continue
                threats = self.threat(number, faces[number], target, left.gone)
                dangers = self.exposure(number, faces[number], target, left.gone)
                sight = (
                    exposed + (dangers != 0),
                    by | dangers,
                    threatening + (threats != 0),
                    whom | threats,
                    worth + self._worth[target],
                )
                yield self._sum(left, sight), (number, target)

    def make(self, node: Node, move: tuple[int, int]) -> Node:
        """The placement after this move."""
        number, target = move
        return Node(
            node.position.moved(self.grid, number, target),
            tuple(one for one in node.free if one != number),
            (*node.moves, move),
        )

    def best(self, free: tuple[int, ...], width: int) -> list[tuple[float, Node]]:
        """The placements that look best, best first; one of them moves nothing."""
        root = Node(self.start, free, ())
        found = beam_search(root, grow=self.grow, make=self.make, width=width, steps=len(free))
        found.append((self.value(self.start), root))
        found.sort(key=lambda one: one[0], reverse=True)
        return found


@cache
def _worth(grid: Grid, weights: Weights) -> dict[int, float]:
    """For each cell the worth of a piece there, whatever the piece."""
    return {place: weights.entered - weights.near * far for place, far in grid.far.items()}
