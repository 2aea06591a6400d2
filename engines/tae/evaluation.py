"""What a position is worth to each player, roughly and quickly: points first, then what will bring more."""

from functools import lru_cache
from typing import Final, TypeAlias

from engines.contract import Seat
from engines.tae.board_masks import MONUMENTS, NEIGHBOURS, SQUARES, START, surroundings
from engines.tae.constants import CELLS, HAND, LETTERS, MERCHANT, SCIENTIST, SETTLER, SHIPS
from engines.tae.outcome import finals, outcome, with_artifacts
from engines.tae.state import Counts, TaeState, Tally

_BAG: Final = sum(SHIPS) - len(START)
_LAST_ARTIFACTS: Final = 2
_NEEDS: Final = (1.3, 1.0, 0.75, 0.55)
"""The weights of a point in the weakest kind, in the second weakest and so on."""
_KINDS: Final = range(len(LETTERS))
# The worth of a leader: the expected points of its kind, and the safety of its place.
_BY_STRENGTH: Final = tuple(0.8 + 0.12 * min(colonies, 5) for colonies in range(CELLS + 1))
_BY_SUPPORT: Final = (0.0, -0.15, 0.3, 0.45, 0.45)


def evaluate(state: TaeState) -> tuple[float, ...]:
    """What share of a win each player may expect; together 1."""
    if (over := outcome(state)) is not None:
        return over.shares
    left = rest_of_game(state)
    worth = worths(state, left)
    if state.seats == 2:
        one = _share(worth[0] - worth[1], left)
        return one, 1 - one
    playing = state.playing
    shares = [
        _share(own - max([worth[other] for other in playing if other != seat]), left)
        if seat in playing
        else 0.0
        for seat, own in enumerate(worth)
    ]
    whole = sum(shares)
    return tuple([share / whole for share in shares])


def rest_of_game(state: TaeState) -> float:
    """About what part of the game is still to come, by ships in the bag and artifacts on the board."""
    artifacts = (len(state.board.artifacts) - _LAST_ARTIFACTS) / (len(START) - _LAST_ARTIFACTS)
    return max(0.0, min(artifacts, len(state.bag) / _BAG))


def _share(ahead: float, left: float) -> float:
    """The share of a win to expect from a lead. The more of the game is left, the nearer it is to a half."""
    return 0.5 + 0.5 * ahead / (abs(ahead) + 1 + 5 * left)


def worths(state: TaeState, left: float) -> list[float]:
    """What each player has, in points of the weakest kind."""
    board, hands = state.board, state.hands
    needs = [_needs(tally) for tally in state.scores]
    held = [_expected(hand) for hand in hands]
    chances = [left * bombs / 4 for bombs in state.bombs]
    colonies = [board.marks[letter] for letter in LETTERS]
    led = []
    for region in board.regions:
        if not region & board.leader_cells:
            continue
        leaders = [leader for leader in board.placed_leaders if region >> leader[2] & 1]
        strengths = [(region & like).bit_count() for like in colonies]
        led.append((region, leaders, strengths))
        for seat, kind, cell in leaders:
            hand, need = held[seat], needs[seat]
            support = (colonies[SCIENTIST] & NEIGHBOURS[cell]).bit_count()
            chances[seat] += (
                need[kind] * (_BY_STRENGTH[strengths[kind]] + 0.35 * min(2.0, hand[kind]))
                + _BY_SUPPORT[support]
                + 0.06 * min(3.0, hand[SCIENTIST])
            )
            if kind == MERCHANT and region & board.lying:
                chances[seat] += 0.4
            elif kind == SETTLER:
                kinds = [of for _, of, _ in leaders]
                for other in _KINDS:
                    if other not in kinds:
                        chances[seat] += need[other] * (0.3 + 0.2 * min(1.0, hand[other]))
        for monument in board.monuments:
            if region & SQUARES[monument.square]:
                for seat, kind, _ in leaders:
                    if kind in MONUMENTS[monument.id]:
                        chances[seat] += 2.5 * needs[seat][kind]
    vacant = board.vacant
    for number, one in enumerate(led):
        for beside in led[number + 1 :]:
            if surroundings(one[0]) & surroundings(beside[0]) & vacant:
                _wars(state, one, beside, needs, chances)
    return [
        _points(tally, left) + (0.1 + 0.9 * left) * chance
        for tally, chance in zip(state.scores, chances, strict=True)
    ]


@lru_cache(4096)
def _expected(hand: Counts) -> tuple[float, ...]:
    """The ships of each kind that a player will have when the hand is filled up."""
    missing = (HAND - sum(hand)) / sum(SHIPS)
    return tuple([held + missing * ships for held, ships in zip(hand, SHIPS, strict=True)])


def _points(tally: Tally, left: float) -> float:
    one, two, three, four = finals(tally)
    return one + two * (0.1 + 0.5 * left) + three * (0.03 + 0.35 * left) + four * (0.01 + 0.2 * left)


@lru_cache(4096)
def _needs(tally: Tally) -> tuple[float, ...]:
    counts = with_artifacts(tally)
    order = sorted(_KINDS, key=counts.__getitem__)
    return tuple([_NEEDS[order.index(kind)] for kind in _KINDS])


_Led: TypeAlias = tuple[int, list[tuple[Seat, int, int]], list[int]]
"""A region, its leaders, and its colonies of each kind."""


def _wars(
    state: TaeState, one: _Led, other: _Led, needs: list[tuple[float, ...]], chances: list[float]
) -> None:
    """Add to the chances what rivals may expect of each other where one colony would join their regions."""
    for seat, kind, _ in one[1]:
        for rival, of, _ in other[1]:
            if of != kind or rival == seat:
                continue
            own, theirs = one[2][kind], other[2][kind]
            ahead = own - theirs + 0.6 * (state.hands[seat][kind] - state.hands[rival][kind])
            stronger, weaker, stake = (seat, rival, theirs) if ahead > 0 else (rival, seat, own)
            chance = 0.3 * min(1.0, abs(ahead) / 2)
            chances[stronger] += chance * needs[stronger][kind] * (1 + stake)
            chances[weaker] -= chance * (1 + 0.25 * stake)
