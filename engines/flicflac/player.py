"""The computer player: it looks for the placements of a phase that seem best at sight, and follows them to
the end of the turn and of the other side's answer.
"""

from math import exp
from random import Random
from typing import NamedTuple, TypeAlias

from engines.contract import ComputerPlayer, Level, Seat
from engines.flicflac.actions import End, FlicFlacAction, Move
from engines.flicflac.core import (
    Grid,
    Position,
    captors,
    grid_of,
    healths,
    influences,
    places_in,
    position_of,
    winner,
)
from engines.flicflac.imagining import imagine
from engines.flicflac.outcome import outcome
from engines.flicflac.phase_search import WEIGHTS, Node, PhaseSearch, Weights
from engines.flicflac.pieces import CODES, NUMBER
from engines.flicflac.state import FlicFlacState, start_of
from engines.flicflac.view import FlicFlacView

_WON = 100.0
"""What the end of the game is worth, in captures."""

Moves: TypeAlias = tuple[tuple[int, int], ...]
"""Pieces and the places that they go to, in this order."""


class Effort(NamedTuple):
    """How much is looked at."""

    width: int
    """Placements that are kept after each move of a piece."""
    nodes: int
    """Placements that are looked at in the main phase of a turn, answers to them included."""
    answer: int = 0
    """The width of the search for the other side's answer; 0: a turn's end is judged at sight."""
    whim: float = 0.1
    """How far off the judgement of a placement may be, in captures."""


EFFORTS: dict[Level, Effort] = {
    Level.GENTLE: Effort(width=2, nodes=8_000, whim=0.6),
    Level.STEADY: Effort(width=8, nodes=80_000, answer=2),
    Level.STRONG: Effort(width=30, nodes=800_000, answer=4),
}

_SHARES = 21
"""Pieces left to move, summed over the choices of a main phase; its number of nodes is divided by it."""


class Turn(NamedTuple):
    """A moment of a turn, in which a side may still move some pieces."""

    grid: Grid
    position: Position
    side: Seat
    free: tuple[int, ...]
    score: tuple[int, int]
    target: int
    lead: int


class Search:
    """The search for one choice, until its nodes are used up."""

    def __init__(self, nodes: int, weights: Weights = WEIGHTS) -> None:
        self._nodes = nodes
        self._weights = weights

    def best(self, turn: Turn, effort: Effort, rng: Random) -> Moves:
        """The moves before the end of the phase, of as many placements as there are nodes to follow."""
        phase, found = self._placements(turn, effort.width)
        followed: list[tuple[float, Moves]] = []
        for value, node in found:
            whim = effort.whim * (rng.random() - rng.random())
            worth = self._follow(turn, phase, node.position, value, effort.answer) + whim
            followed.append((worth, node.moves))
            if self._nodes <= 0:
                break
        return max(followed, key=lambda one: one[0])[1]

    def value(self, turn: Turn, width: int, answer: int = 0) -> float:
        """What the turn is worth to its side, in captures, as far as the two best placements show."""
        phase, found = self._placements(turn, width)
        return max(self._follow(turn, phase, node.position, value, answer) for value, node in found[:2])

    def _placements(self, turn: Turn, width: int) -> tuple[PhaseSearch, list[tuple[float, Node]]]:
        phase = PhaseSearch(turn.grid, turn.position, turn.side, self._weights)
        found = phase.best(turn.free, width)
        self._nodes -= phase.nodes
        return phase, found

    def _follow(self, turn: Turn, phase: PhaseSearch, position: Position, value: float, answer: int) -> float:
        """The value of ending the phase in this position, given its static value."""
        side = turn.side
        found = influences(turn.grid, position)
        health = healths(found)
        captives = [number for number in range(len(CODES)) if health[number] < 0]
        score = list(turn.score)
        for number in captives:
            score[1 - number // 6] += 1
        gained = score[side] - turn.score[side] - (score[1 - side] - turn.score[1 - side])
        won = winner(score, turn.target, turn.lead)
        if won is not None:
            return gained + (_WON if won == side else -_WON)
        after = turn._replace(position=position.sent_home(captives), score=(score[0], score[1]))
        if again := captors(found, health, side):
            return gained + self.value(after._replace(free=again), 2, answer)
        if not answer:
            return value
        other = after._replace(side=1 - side, free=_PIECES[1 - side])
        return gained + phase.placement(after.position) - self.value(other, answer)


_PIECES = (tuple(range(6)), tuple(range(6, 12)))
"""Each side's pieces."""


def choose(view: FlicFlacView, _seat: Seat, level: Level, rng: Random) -> FlicFlacAction:
    """The next move of the best placement that is found, or the end of the phase."""
    # Only coming draws are imagined, and the search does not look at them: any seed will do.
    turn = turn_of(imagine(view, Random(0)))  # noqa: S311
    effort = EFFORTS[level]
    moves = Search(effort.nodes * len(turn.free) // _SHARES).best(turn, effort, rng)
    if not moves:
        return End()
    number, place = moves[0]
    return Move(CODES[number], turn.grid.name[place])


def sample(state: FlicFlacState, _seat: Seat, rng: Random) -> FlicFlacAction:
    """A move of a piece that has not moved, or the end of the phase."""
    turn = turn_of(state)
    picked = rng.randrange(len(turn.free) + 1)
    if picked < len(turn.free):
        number, (places, _) = turn.free[picked], turn.position
        if cells := places_in(turn.grid.reach(number, places[number], turn.position.taken)):
            return Move(CODES[number], turn.grid.name[rng.choice(cells)])
    return End()


def evaluate(state: FlicFlacState) -> tuple[float, ...]:
    """The shares, by the captures made and those that the side in its phase sees."""
    if (over := outcome(state)) is not None:
        return over.shares
    turn, side = turn_of(state), state.side
    # Pieces may enter at any time: planning to bring them in gives no advantage.
    ahead = Search(0, WEIGHTS._replace(entered=0.0, near=0.0)).value(turn, 2)
    ahead += state.score[side] - state.score[1 - side]
    share = 1 / (1 + exp(-_STEEPNESS * max(-_WON, min(_WON, ahead))))
    return (share, 1 - share) if side == 0 else (1 - share, share)


_STEEPNESS = 0.33
"""How much one capture changes the logarithm of the odds of a win."""


def turn_of(state: FlicFlacState) -> Turn:
    """The present moment of a running game."""
    grid, options = grid_of(state.board), state.options
    free = tuple(NUMBER[piece] for piece in state.free if start_of(state, piece) is None)
    position = position_of(grid, state.stands)
    return Turn(grid, position, state.side, free, state.score, options.target, options.lead)


COMPUTER = ComputerPlayer(choose=choose, sample=sample, evaluate=evaluate)
