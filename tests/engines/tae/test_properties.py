"""What holds in every position of random games."""

import random
from itertools import permutations

import pytest

from engines.tae.board import Board, leaders_in, unsupported
from engines.tae.board_masks import NEIGHBOURS, set_of
from engines.tae.constants import CELLS, LETTERS, SHIPS
from engines.tae.partition import Partition, partition_of
from engines.tae.state import TaeState
from tests.engines.playouts import a_choice
from tests.engines.tae.table import ENGINE, load, play


def ships(state: TaeState) -> int:
    colonies = sum(state.board.ground.count(letter) for letter in LETTERS)
    return colonies + sum(map(sum, state.hands)) + len(state.bag) + sum(state.discards)


def known(board: Board) -> list[object]:
    """What follows from a board, whether it is found anew or from the boards before."""
    lifted = [board.partition.without(cell) for _, _, cell in board.placed_leaders]
    afresh = [partition_of(board.occupied ^ 1 << cell) for _, _, cell in board.placed_leaders]
    for found in (board.partition, *lifted):
        assert found.between == set_of(
            cell
            for cell in range(CELLS)
            if len([region for region in found.regions if region & NEIGHBOURS[cell]]) > 1
        )
    for (_, _, cell), one in zip(board.placed_leaders, lifted, strict=True):
        assert board.partition.beside(cell) == one.beside(cell)
    assert [parts(one) for one in lifted] == [parts(one) for one in afresh]
    return [board.marks, board.leader_cells, board.lying, board.occupied, parts(board.partition)]


def parts(found: Partition) -> tuple[object, ...]:
    return found.cells, found.regions, found.between


def games() -> list[tuple[int, int]]:
    return [(seats, number) for seats in (2, 3, 4) for number in range(3)]


@pytest.mark.parametrize(("seats", "number"), games())
def test_a_whole_random_game(seats: int, number: int) -> None:
    rng = random.Random(f"{seats} {number}")
    options = ENGINE.options({"monuments": number % 2 == 1})
    state: TaeState = ENGINE.start(options, seats, f"{rng.getrandbits(256):064x}")
    for _ in range(ENGINE.info.playout_bound):
        if state.ending is not None:
            break
        seat, action = a_choice(ENGINE, state, rng)
        before, state = state, ENGINE.apply(state, seat, action).state
        assert ships(state) == sum(SHIPS)
        assert unsupported(state.board) == ()
        for old, new in zip(before.scores, state.scores, strict=True):
            assert all(one <= other for one, other in zip(old, new, strict=True))
        if state.connecting is None and state.combat is None:
            for region in state.board.regions:
                kinds = [kind for _, kind, _ in leaders_in(state.board, region)]
                assert len(set(kinds)) == len(kinds)
        # A restart at any moment, in the middle of a combat too.
        restarted = ENGINE.codec.decode_state(ENGINE.codec.encode(state))
        assert restarted == state
        if state.ply % 5 == 0:
            assert known(state.board) == known(restarted.board)
    assert state.ending is not None


def test_commitments_in_any_order_come_to_the_same() -> None:
    """X5, three sides: a race of commitments."""
    state = load(
        "r@F5 r@J5 r@H8 g@G6 g@I6 g@I5",
        "Bg@G5 Pg@J6 Lg@H7",
        players=["bow", "pot", "lion"],
        hands={"bow": {"settler": 1, "merchant": 1}, "lion": {"merchant": 3}},
        artifacts="A1 B1 C1",
    )
    state = play(state, "B colony settler H6")
    ends = {
        ENGINE.codec.encode(play(state, *order))
        for order in permutations(["B reinforce 1", "P reinforce 0", "L reinforce 2"])
    }
    assert len(ends) == 1
