"""The rules of TaE beside python-chess at comparable tasks."""

import random
from collections.abc import Iterator
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
from engines.tae.player import sample
from engines.tae.state import TaeState
from tests.bench import Figure
from tests.bench._chess import KIWIPETE, applied, microseconds
from tests.bench.random_games import chess_game, games_a_second

_ROUNDS = 200
_GAMES = 90
"""The least whole random games of two players a second, for searches."""


def crowded(engine: AnyEngine) -> TaeState:
    """A position with the start colonies and some ninety more, all sixteen leaders, and a full hand."""
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
    """Measure regions and strengths, legal actions, and playing them."""
    engine = TAE
    full, begun = crowded(engine), _begun(engine)
    board, timed = chess.Board(KIWIPETE), partial(microseconds, times=_ROUNDS)

    generated = timed(lambda: list(board.legal_moves))
    value = timed(lambda: strengths(full))
    what = "regions and strengths of a crowded board"
    yield Figure(what, value, "µs", generated, "python-chess, legal moves", "less", 500)
    for name, state in (("a crowded board", full), ("the start position", begun)):
        value = timed(partial(_all_legal, engine, state)) / 1_000
        yield Figure(
            f"legal actions of a full hand, {name}", value, "ms", generated / 1_000, "python-chess", "less", 5
        )

    yield applied(engine, full)

    games, floor = games_a_second(partial(_core_game, engine)), games_a_second(chess_game)
    yield Figure("random games by the core", games, "a second", floor, "python-chess", "more", _GAMES)


def _core_game(engine: AnyEngine, rng: random.Random) -> None:
    """Play a random game of two to its end as searches do: without listing actions or narrating them."""
    state = engine.start(engine.options({}), 2, f"{rng.getrandbits(256):064x}")
    while seats := to_act(state):
        state = advance(state, seats[0], sample(state, seats[0], rng))


def strengths(state: TaeState) -> list[object]:
    """Every region with its leaders and colonies of each kind, and every leader's support."""
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
