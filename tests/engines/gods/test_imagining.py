"""What is imagined from a view holds whatever that view shows, and nothing that it does not (Ruling 6)."""

import random

import msgspec
import pytest

from engines.gods.imagining import imagine
from engines.gods.legal_moves import plans
from tests.engines.gods.equal_views import pairs
from tests.engines.gods.table import BLUE, ENGINE, GREEN, ORANGE, RED, act, start, view


@pytest.mark.parametrize("number", range(20))
def test_what_others_planned_is_not_in_it(number: int) -> None:
    for pair in pairs(ENGINE, random.Random(number)):
        for viewer in pair.viewers:
            seen = view(pair.one, viewer)
            imagined = imagine(seen, random.Random(number))
            assert imagined == imagine(view(pair.other, viewer), random.Random(number))
            assert view(imagined, viewer) == seen
            assert not any(god.missed for seat, god in enumerate(imagined.gods) if seat != viewer)


def test_the_game_goes_on_in_it_by_its_own_figures() -> None:
    options = {
        "preset": "uniform2",
        "limit": "cost",
        "stalemate": "sticky",
        "stalemate_after": 2,
        "stalemate_loss": 3,
        "max_actions": 4,
        "afk_out": 1,
        "show_ready": False,
    }
    state = start(**options)
    for _ in range(3):
        for seat in ENGINE.to_act(state):
            state = act(state, seat, "none", "ready")
    for viewer in (None, BLUE):
        imagined = imagine(view(state, viewer), random.Random(1))
        assert imagined.options.stalemate == "sticky"
        assert plans(imagined, BLUE) == plans(state, BLUE)
        late = act(act(act(imagined, RED, "none", "ready"), BLUE, "Ar", "ready"), GREEN, "none", "ready")
        for text in ("none", "ready"):
            late = act(late, ORANGE, text)
        assert [god.ep for god in late.gods] == [57 - 3 - 5, 57 - 3 - 2, 54, 54]


def test_a_view_from_before_it_told_all_figures_is_of_a_game_by_the_usual_ones() -> None:
    seen = view(start(), RED)
    stored = msgspec.json.decode(ENGINE.codec.encode(seen))
    for later in ("limit", "stalemate", "stalemate_after", "afk_out"):
        del stored[later]
    assert ENGINE.codec.decode_view(msgspec.json.encode(stored)) == seen


def test_all_plans_of_the_others_are_thought_of() -> None:
    seen = view(act(start(), RED, "Ab"), RED)
    imagined = [imagine(seen, random.Random(number)) for number in range(1_000)]
    assert {state.stances[RED].plan for state in imagined} == {("Ab",)}
    for seat in (BLUE, GREEN, ORANGE):
        # Forty-two plans, and none saved.
        assert len({state.stances[seat].plan for state in imagined}) == 43


def test_who_is_late_or_ready_is_so() -> None:
    state = act(act(act(start(), RED, "ready"), BLUE, "time up"), GREEN, "draw")
    imagined = imagine(view(state, ORANGE), random.Random(3))
    assert imagined.pending == state.pending == (GREEN, ORANGE)
    assert imagined.asking == (GREEN,)
