"""Hands, cubes, fishes and choices belong to their owner alone."""

import random

import pytest

from engines.contract import IllegalAction
from engines.reef.actions import ACTIONS
from engines.reef.counts import from_letters
from engines.reef.questions import tell_hand as hold
from engines.reef.state import ReefState
from tests.engines.reef.equal_views import pairs
from tests.engines.reef.table import ENGINE, GREEN, RED, act, begun, load, own, play, start


@pytest.mark.parametrize(
    "number", [*range(3), *(pytest.param(number, marks=pytest.mark.slow) for number in range(3, 6))]
)
def test_what_is_hidden_makes_no_difference_to_refusals(number: int) -> None:
    """Nor to anything else that others are shown: `tests/engines/test_hidden.py`."""
    found = list(pairs(ENGINE, random.Random(number)))
    assert found
    for pair in found:
        assert ENGINE.forced(pair.one) == ENGINE.forced(pair.other)
        for seat in (seat for seat in pair.viewers if seat is not None):
            if seat not in ENGINE.to_act(pair.one):
                assert complaints(pair.one, seat) == complaints(pair.other, seat)


def complaints(state: ReefState, seat: int) -> list[str]:
    found = []
    for text in ("collect W", "choose W WW", "feed B1:D4", "eat B1:D4", "tile W", "nonsense"):
        with pytest.raises(IllegalAction) as caught:
            ENGINE.parse(state, seat, text)
        found.append(str(caught.value))
    assert len(ACTIONS) > len(found)
    return found


def test_only_the_owner_sees_a_hand_and_a_fish() -> None:
    state = load(red={"hand": "WWP", "cubes": "YG", "fish": "OO"}, green={"hand": "G"})
    mine = own(state)
    assert (mine.hand, mine.cubes, mine.fish) == (from_letters("WWP"), from_letters("YG"), from_letters("OO"))
    assert mine.score == 6
    assert own(state, GREEN).hand == from_letters("G")
    assert ENGINE.view(state, None).own is None
    assert "3 tiles" in hold(state, RED)
    assert "1 tile)" in hold(state, GREEN)


def test_a_choice_is_told_to_nobody_until_all_have_chosen() -> None:
    state = start()
    first, second = (next(iter(ENGINE.legal(state, seat))) for seat in (0, 1))
    step = ENGINE.apply(state, 0, first)
    assert step.public_notation == "choose"
    own_event, public = step.events
    assert (public.audience, ENGINE.narrate(public)) == ("public", "Purple has chosen")
    assert (own_event.audience, own_event.seat) == ("seat", 0)  # type: ignore[attr-defined]
    assert ENGINE.narrate(own_event) == "you fed a white tile and took two white cubes"
    assert step.reveals, "undo must not take another's choice back"
    assert own(step.state, 0).choice == "WW"
    assert own(step.state, 1).choice is None
    last = ENGINE.apply(step.state, 1, second)
    assert last.notation == f"{ENGINE.format(second)}; cubes: purple WW, green WW"
    assert last.public_notation == "choose; cubes: purple WW, green WW"
    assert last.state.cubes[0] == 9 - 4
    assert [ENGINE.view(last.state, None).own, own(last.state, 0).choice] == [None, None]


def test_only_what_draws_or_ends_reveals() -> None:
    state = begun()
    seat = state.active
    for action in ENGINE.legal(state, seat):
        step = ENGINE.apply(state, seat, action)
        assert step.reveals == ENGINE.format(action).startswith("collect")


def test_all_is_shown_when_the_game_is_over() -> None:
    state = load("B2: O A2 A3 A4 B2 B3 C2", shrimps={"red": ["B2:A3"]}, red={"fish": "OYY", "eaten": 3})
    state = act(state, RED, "eat B2:A3")
    assert ENGINE.view(state, None).results == ()
    assert ENGINE.forced(state) is not None
    step = ENGINE.apply(state, GREEN, ENGINE.parse(state, GREEN, "decline"))
    assert step.reveals
    line = ENGINE.view(step.state, None).results[RED]
    assert (line.rank, line.fish, line.score) == (1, from_letters("OOOYY"), 15)
    assert play(state, "decline") == step.state
