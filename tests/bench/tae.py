"""The rules of TaE beside python-chess at comparable tasks."""

import random
from collections.abc import Callable, Iterator
from functools import partial

import chess

from engines.contract import AnyEngine
from engines.tae.actions import TaeAction
from engines.tae.apply import advance
from engines.tae.board import leaders_in, support, unsupported
from engines.tae.board_masks import ALL, START, UNINHABITABLE, cells_of, set_of
from engines.tae.conformance.position import read_position
from engines.tae.constants import COLONY_TYPES, WIDTH
from engines.tae.engine import TAE
from engines.tae.legal_moves import to_act
from engines.tae.sampling import sample
from engines.tae.state import TaeState
from tests.bench import Figure, best_seconds
from tests.bench.random_games import chess_game, games_a_second

_ROUNDS = 200
_GAMES = 90
"""Whole random games of two players a second that searches can count on."""
_KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def crowded(engine: AnyEngine) -> TaeState:
    """The start colonies and some ninety more, all sixteen leaders, a full hand of all kinds."""
    rng = random.Random(7)
    rough = list(cells_of(UNINHABITABLE))
    free = list(cells_of(ALL & ~UNINHABITABLE & ~set_of(START)))
    rng.shuffle(free)
    leaders = [
        {"player": player, "kind": kind, "at": _pair(free.pop())}
        for player in ("bow", "pot", "lion", "bull")
        for kind in COLONY_TYPES
    ]
    colonies = {"{},{}".format(*_pair(free.pop())): rng.choice(COLONY_TYPES[:3]) for _ in range(65)}
    colonies |= {"{},{}".format(*_pair(cell)): "miner" for cell in rough[:25]}
    position = {
        "players": ["bow", "pot", "lion", "bull"],
        "active": "bow",
        "base": "start",
        "position": {"colonies": colonies, "leaders": leaders},
        "hands": {"bow": {"merchant": 2, "scientist": 2, "settler": 1, "miner": 1}},
        "bag_size": 60,
    }
    return read_position(position, engine.options({}))


def run() -> Iterator[Figure]:
    """Regions and strengths, legal actions, and playing them."""
    engine = TAE
    full, begun = crowded(engine), _begun(engine)
    board = chess.Board(_KIWIPETE)
    moves = list(board.legal_moves)

    generated = _microseconds(lambda: list(board.legal_moves))
    value = _microseconds(lambda: strengths(full))
    what = "regions and strengths of a crowded board"
    yield Figure(what, value, "µs", generated, "python-chess, legal moves", "less", 500)
    for name, state in (("a crowded board", full), ("the start position", begun)):
        value = _microseconds(partial(_all_legal, engine, state)) / 1_000
        yield Figure(
            f"legal actions of a full hand, {name}", value, "ms", generated / 1_000, "python-chess", "less", 5
        )

    actions = list(engine.legal(full, 0))
    seconds = best_seconds(lambda: [engine.apply(full, 0, action) for action in actions])
    floor = best_seconds(lambda: _push_all(board, moves))
    yield Figure(
        "an action applied, checked, told",
        seconds / len(actions) * 1e6,
        "µs",
        floor / len(moves) * 1e6,
        "python-chess",
        "less",
    )

    games, floor = games_a_second(partial(_core_game, engine)), games_a_second(chess_game)
    yield Figure("random games by the core", games, "a second", floor, "python-chess", "more", _GAMES)


def _core_game(engine: AnyEngine, rng: random.Random) -> None:
    """A random game of two to its end, as searches play it: without listing actions or telling of them."""
    state = engine.start(engine.options({}), 2, f"{rng.getrandbits(256):064x}")
    while seats := to_act(state):
        state = advance(state, seats[0], sample(state, seats[0], rng))


def strengths(state: TaeState) -> list[object]:
    """Every region with its leaders and colonies of each kind, and what supports every leader."""
    board = state.board
    colonies = [board.colonies(kind) for kind in range(len(COLONY_TYPES))]
    found: list[object] = [unsupported(board)]
    for region in board.regions:
        counts = [(own & region).bit_count() for own in colonies]
        led = [(seat, kind, support(board, cell)) for seat, kind, cell in leaders_in(board, region)]
        found.append((counts, led))
    return found


def _begun(engine: AnyEngine) -> TaeState:
    hand = {"merchant": 2, "scientist": 2, "settler": 1, "miner": 1}
    position = {
        "players": ["bow", "pot"],
        "active": "bow",
        "base": "start",
        "hands": {"bow": hand},
        "bag_size": 60,
    }
    return read_position(position, engine.options({}))


def _all_legal(engine: AnyEngine, state: TaeState) -> list[TaeAction]:
    return list(engine.legal(state, 0))


def _pair(cell: int) -> list[int]:
    return [cell % WIDTH, cell // WIDTH]


def _microseconds(task: Callable[[], object]) -> float:
    return best_seconds(lambda: [task() for _ in range(_ROUNDS)]) / _ROUNDS * 1e6


def _push_all(board: chess.Board, moves: list[chess.Move]) -> None:
    for move in moves:
        board.is_legal(move)
        board.push(move)
        board.pop()
