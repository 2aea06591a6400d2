"""Nothing is ever lost: tiles, cubes, cylinders and shrimps are counted after every action."""

import random

import pytest

from engines.contract import IllegalAction
from engines.reef.components import BOARDS, CORALS
from engines.reef.counts import NUMBER
from engines.reef.phases.larva_play import problem_of_cell
from engines.reef.state import ReefState
from tests.engines.reef.table import ENGINE, start, wander


def check(state: ReefState) -> None:
    tiles = [state.bag, state.bonus, *state.spaces]
    cubes = [state.cubes]
    for player in state.players:
        tiles += [player.hand, player.front, player.fish]
        cubes.append(player.cubes)
    for colour in CORALS:
        number = NUMBER[colour]
        on_boards = list(state.polyps.values()).count(colour)
        assert on_boards + sum(counts[number] for counts in tiles) == 40
        on_sea = state.bare_space != colour
        assert sum(counts[number] for counts in cubes) + on_sea == 10
    assert all(number >= 0 for counts in (*tiles, *cubes) for number in counts)
    in_use = sum(state.locked) + (state.cylinder is not None)
    assert sum(state.open_sea.cylinders.values()) + in_use == 20
    assert all(0 <= number <= 5 for number in state.open_sea.cylinders.values())
    for seat, player in enumerate(state.players):
        posts = [cell for cell, own in state.shrimps.items() if own == seat]
        assert state.shrimps_left(seat) + len(posts) + player.eaten == 4
        assert state.shrimps_left(seat) >= 0
        assert all(sum(post.startswith(board) for post in posts) <= 2 for board in state.boards)
        if seat != state.active or state.phase in ("final", "over"):
            assert all(post in state.polyps for post in posts), "bare rock is for the active player"
    posts = [cell for cell in state.shrimps if cell in state.polyps]
    assert len({state.corals.at(cell) for cell in posts}) == len(posts), "one shrimp a coral"
    assert sum(state.open_sea.values) == 15
    assert all(1 <= value <= 5 for value in state.open_sea.values)
    assert all(sum(space) <= 3 for space in state.spaces)


@pytest.mark.parametrize("number", range(8))
def test_everything_is_conserved(number: int) -> None:
    rng = random.Random(number)
    seats = 2 + number % 3
    state = start(seats, f"{number:064x}", advanced=number % 4 == 3, size_attack=number % 5 == 4)
    check(state)
    for after in wander(state, rng, 350):
        check(after)


@pytest.mark.parametrize(
    "number", [0, 3, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 2))]
)
def test_what_is_offered_agrees_with_the_gate(number: int) -> None:
    """`legal` takes short cuts: every shrimp, cell and colour is put to the gate one by one as well."""
    rng = random.Random(number)
    for state in wander(start(2 + number % 3, f"{number:064x}"), rng, 150)[::15]:
        if state.phase != "turn":
            continue
        legal = {ENGINE.format(action) for action in ENGINE.legal(state, state.active)}
        cells = [cell for board in ENGINE.view(state, None).boards for cell in _cells(board.id)]
        tried = {f"{verb} {cell}" for verb in ("eat", "place", "shrimp") for cell in cells}
        tried |= {f"place {cell} front" for cell in cells}
        tried |= {f"{verb} {colour}" for verb in ("larva", "cube", "tile", "collect") for colour in CORALS}
        tried |= {f"move {post} {cell}" for post in state.shrimps for cell in (*cells, "screen")}
        tried |= {"end_larva", "cancel", "decline"}
        accepted = {text for text in tried if _accepts(state, text)}
        assert accepted == {text for text in legal if not text.startswith("alga")}


def _cells(board: str) -> tuple[str, ...]:
    return BOARDS[board].cells


def _accepts(state: ReefState, text: str) -> bool:
    try:
        ENGINE.parse(state, state.active, text)
    except IllegalAction:
        return False
    return True


@pytest.mark.parametrize("number", range(3))
def test_a_laid_tile_never_makes_two_shrimps_one_coral(number: int) -> None:
    for state in wander(start(4, f"{number:064x}"), random.Random(number), 300)[::20]:
        for cell in (cell for post in state.shrimps for cell in state.corals.at(post)):
            for colour in CORALS:
                if problem_of_cell(state, cell, colour) is None:
                    assert not state.corals.joins_guarded(cell, colour)
                    assert cell not in state.shrimps
