"""What searches use does the same as the rules with all their words."""

import random

import pytest
from msgspec.structs import replace

from engines.tae.actions import Bomb, ByCell
from engines.tae.apply import advance
from engines.tae.board import squares_with
from engines.tae.board_masks import RINGS, SQUARES, cells_of
from engines.tae.constants import CELL_NAMES, CELLS, HEIGHT, WIDTH, cell_number
from engines.tae.player import sample
from engines.tae.state import TaeState
from tests.engines.tae.table import BOW, ENGINE, load


def at(cell: str) -> int:
    return cell_number("ABCDEFGHIJKLMNOP".index(cell[0]), int(cell[1:]) - 1)


def test_a_ring_is_all_cells_around_one_corners_included() -> None:
    places = [divmod(cell, WIDTH) for cell in range(CELLS)]
    for (row, column), ring in zip(places, RINGS, strict=True):
        near = [max(abs(row - other), abs(column - across)) == 1 for other, across in places]
        assert ring == sum(1 << cell for cell, is_near in enumerate(near) if is_near)


def test_a_square_is_four_cells_of_the_map() -> None:
    for cell, (row, column) in enumerate(divmod(cell, WIDTH) for cell in range(CELLS)):
        square = [(row + down) * WIDTH + column + right for down in (0, 1) for right in (0, 1)]
        whole = row < HEIGHT - 1 and column < WIDTH - 1
        assert SQUARES[cell] == (sum(1 << one for one in square) if whole else 0)


def test_each_colony_of_a_square_belongs_to_it() -> None:
    board = load("k@G5 k@H5 k@G6 k@H6 k@I6 g@I5").board
    for cell in cells_of(SQUARES[at("G5")]):
        assert squares_with(board, cell) == (at("G5"),)
    for outside in ("I6", "I5", "A1"):
        assert squares_with(board, at(outside)) == ()


@pytest.mark.parametrize("number", range(4))
def test_the_core_comes_to_the_same_position_and_samples_what_is_legal(number: int) -> None:
    rng = random.Random(number)
    options = ENGINE.options({"monuments": number % 2 == 1})
    state: TaeState = ENGINE.start(options, 2 + number % 3, f"{number:064x}")
    kinds = set()
    while state.ending is None:
        seat = rng.choice(ENGINE.to_act(state))
        action = sample(state, seat, rng)
        kinds.add(type(action))
        if state.ply % 7 == 0:
            assert action in list(ENGINE.legal(state, seat))
        after = ENGINE.apply(state, seat, action).state
        assert replace(advance(state, seat, action), last=after.last) == after
        state = after
    assert len(kinds) >= 6


def test_everything_legal_is_sampled_sooner_or_later() -> None:
    state = load("r@H5 r@A1", "Bg@G5", hands={"bow": {"miner": 1, "scientist": 1}}, bag_size=2)
    rng = random.Random(1)
    legal = set(ENGINE.legal(state, BOW))
    assert {sample(state, BOW, rng) for _ in range(50_000)} == legal


def test_the_actions_on_a_set_of_cells_are_its_own_whatever_was_asked_for_before() -> None:
    rng, every, cells = random.Random(4), [Bomb(name) for name in CELL_NAMES], 0
    by_cell = ByCell(every)
    for changes in (0, 1, 3, CELLS, 2, 6, 7, CELLS, 0, 1, 6, *[2] * 30):
        for cell in rng.sample(range(CELLS), changes):
            cells ^= 1 << cell
        assert list(by_cell.on(cells)) == [every[cell] for cell in cells_of(cells)]
    assert list(by_cell.on(0)) == []
