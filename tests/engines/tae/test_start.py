"""Section 3 and the check values of section 14."""

from collections import Counter

import pytest
from msgspec.structs import replace

from engines.tae.actions import Bomb, Colony, Leader
from engines.tae.constants import COLONY_TYPES
from tests.engines.tae.table import BOW, ENGINE, code, load, start


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_up(seats: int) -> None:
    state = start(seats)
    assert [sum(hand) for hand in state.hands] == [6] * seats
    assert len(state.bag) == 143 - 6 * seats
    held = Counter(state.bag)
    for hand in state.hands:
        held.update(dict(zip("grku", hand, strict=True)))
    assert held == {"g": 30, "r": 47, "k": 30, "u": 36}
    assert state.bombs == (2,) * seats
    assert len(state.board.artifacts) == 10
    view = ENGINE.view(state, None)
    assert len(view.regions) == 10
    assert {(leader.cell, leader.support) for leader in view.leaders} == {(None, 0)}
    assert sorted(artifact.cell for artifact in view.artifacts if artifact.outer) == ["B2", "B8", "O9", "P2"]


def test_equal_seeds_give_equal_games_and_the_seed_says_who_begins() -> None:
    assert start(4) == start(4)
    assert {start(4, f"{number:064x}").active for number in range(40)} == {0, 1, 2, 3}


def test_another_seed_shuffles_the_bag_and_nothing_else() -> None:
    state = start(3)
    other = ENGINE.reseed(state, "1" * 64)
    assert other.bag != state.bag
    assert Counter(other.bag) == Counter(state.bag)
    assert replace(other, bag=state.bag) == state


def test_the_legal_actions_of_the_start_position() -> None:
    hand = dict.fromkeys(COLONY_TYPES, 1)
    state = load(base="start", hands={"bow": hand})
    counts = Counter(
        (type(action).__name__, getattr(action, "type", "")) for action in ENGINE.legal(state, BOW)
    )
    for kind in COLONY_TYPES:
        assert counts["Leader", kind] == 33
    for kind in ("merchant", "scientist", "settler"):
        assert counts["Colony", kind] == 125
    assert counts["Colony", "miner"] == 41
    assert counts["Bomb", ""] == 166
    assert counts["Swap", ""] == 2**4 - 1
    assert counts["End", ""] == 1
    assert {Leader, Colony, Bomb} <= {type(action) for action in ENGINE.legal(state, BOW)}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("colony miner E1", "NOT_IN_HAND"),
        ("colony settler E1", "UNINHABITABLE"),
        ("colony settler I7", "OCCUPIED"),
        ("colony settler Q1", "OFF_BOARD"),
        ("colony settler 16,0", "OFF_BOARD"),
        ("colony settler B12", "OFF_BOARD"),
        ("leader settler I7", "OCCUPIED"),
        ("leader settler E3", "UNINHABITABLE"),
        ("leader settler A1", "NO_SCIENCE_COLONY"),
        ("withdraw settler", "LEADER_NOT_ON_BOARD"),
        ("bomb I7", "BOMB_ON_ARTIFACT"),
        ("swap", "BAD_AMOUNT"),
        ("reinforce 0", "WRONG_PHASE"),
        ("combat settler", "WRONG_PHASE"),
        ("dance", "UNKNOWN_ACTION"),
        ("leader pirate I5", "UNKNOWN_ACTION"),
        ("leader settler 5I", "UNKNOWN_ACTION"),
    ],
)
def test_the_samples_of_errors_on_the_start_position(text: str, expected: str) -> None:
    hand = {"merchant": 1, "scientist": 1, "settler": 1}
    state = load(base="start", hands={"bow": hand})
    assert code(state, BOW, text) == expected
    others = {"reinforce 0": "WRONG_PHASE"}
    by_pot = "UNKNOWN_ACTION" if expected == "UNKNOWN_ACTION" else others.get(text, "NOT_YOUR_TURN")
    assert code(state, 1, text) == by_pot


def test_a_position_on_the_start_base_may_put_something_else_there() -> None:
    state = load("k@I7", base="start", destroyed="K1")
    assert state.board.ground[6 * 16 + 8] == "k"
    assert state.board.ground[10] == "#"
    assert len(state.board.artifacts) == 9
