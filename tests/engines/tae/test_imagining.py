"""What is imagined from a view holds whatever that view shows, and nothing that it does not (section 12)."""

import random

import pytest
from msgspec.structs import replace

from engines.contract import Resign
from engines.tae.constants import LETTERS, SHIPS
from engines.tae.imagining import imagine
from engines.tae.state import NONE, TaeState
from tests.engines.playouts import a_choice
from tests.engines.tae.equal_views import pairs
from tests.engines.tae.table import BOW, ENGINE, LION, POT, play, start
from tests.engines.tae.test_rulings import three


@pytest.mark.parametrize("number", range(6))
def test_what_others_hide_is_not_in_it(number: int) -> None:
    for pair in pairs(ENGINE, random.Random(number)):
        for viewer in pair.viewers:
            if pair.one.ending is None:
                seen = ENGINE.view(pair.one, viewer)
                imagined = imagine(seen, random.Random(number))
                assert imagined == imagine(ENGINE.view(pair.other, viewer), random.Random(number))
                assert ENGINE.view(imagined, viewer) == seen


@pytest.mark.parametrize("number", range(3))
def test_nothing_that_is_seen_is_lost_and_no_ship(number: int) -> None:
    rng = random.Random(number)
    options = ENGINE.options({"monuments": True, "joining": "board", "open_scores": number == 0})
    state: TaeState = ENGINE.start(options, 2 + number, f"{number:064x}")
    while True:
        seat, action = a_choice(ENGINE, state, rng)
        state = ENGINE.apply(state, seat, Resign() if rng.random() < 0.005 else action).state
        if state.ending is not None:
            break
        viewer = rng.choice((None, *range(state.seats)))
        seen = ENGINE.view(state, viewer)
        imagined = imagine(seen, rng)
        assert ENGINE.view(imagined, viewer) == seen
        assert ENGINE.codec.decode_view(ENGINE.codec.encode(seen)) == seen
        colonies = sum(imagined.board.ground.count(letter) for letter in LETTERS)
        held = sum(map(sum, imagined.hands)) + len(imagined.bag) + sum(imagined.discards)
        assert colonies + held == sum(SHIPS)


def test_other_hands_are_drawn_as_the_unseen_ships_lie() -> None:
    seen = ENGINE.view(start(), BOW)
    imagined = [imagine(seen, random.Random(number)) for number in range(500)]
    assert all(sum(state.hands[POT]) == 6 for state in imagined)
    own = imagined[0].hands[BOW]
    unseen = [SHIPS[kind] - own[kind] - (10 if kind == 1 else 0) for kind in range(4)]
    for kind in range(4):
        mean = sum(state.hands[POT][kind] for state in imagined) / len(imagined)
        assert abs(mean - 6 * unseen[kind] / sum(unseen)) < 0.25


def test_the_colony_that_has_joined_regions_is_known_and_a_sealed_commitment_is_not() -> None:
    state = play(three(), "B colony settler H5")
    assert state.phase == "choose_combat"
    for viewer in (BOW, POT, LION, None):
        imagined = imagine(ENGINE.view(state, viewer), random.Random(1))
        assert (imagined.connecting, imagined.placed) == (state.connecting, state.placed)
        assert play(imagined, "B combat merchant").combat is not None
    state = play(state, "B combat merchant", "L reinforce 1")
    seen = ENGINE.view(state, BOW)
    sealed = [imagine(seen, random.Random(number)).combat for number in range(40)]
    assert {combat.side_of(LION).ships for combat in sealed if combat} >= {0, 1}  # type: ignore[union-attr]


def test_who_left_before_a_combat_has_nothing_in_it() -> None:
    state = play(ENGINE.apply(three(), LION, Resign()).state, "B colony settler H5")
    assert state.combat is not None
    imagined = imagine(ENGINE.view(state, BOW), random.Random(1))
    assert (imagined.resigned, imagined.leaving) == ((LION,), ())


def test_who_leaves_in_a_combat_commits_nothing_more() -> None:
    state = play(three(), "B colony settler H5", "B combat merchant")
    seen = ENGINE.view(ENGINE.apply(state, LION, Resign()).state, None)
    assert seen.combat is not None
    for number in range(5):
        combat = imagine(seen, random.Random(number)).combat
        assert combat is not None
        assert [side.ships for side in combat.sides if side.seat == LION] == [0]


def test_who_leaves_a_combat_without_a_ship_is_there_as_long_as_a_leader_is() -> None:
    state = play(three(), "B colony settler H5", "B combat merchant")
    bare = replace(state, hands=(*state.hands[:LION], NONE))
    left = ENGINE.apply(bare, LION, Resign()).state
    imagined = imagine(ENGINE.view(left, BOW), random.Random(1))
    assert (imagined.leaving, imagined.resigned) == (left.leaving, ()) == ((LION,), ())
