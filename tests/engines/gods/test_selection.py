"""Selections by text: section 7 of docs/rules/four-gods.md."""

from typing import Any

import pytest

from engines.contract import IllegalAction
from engines.gods.actions import Clear, Plan, Ready
from engines.gods.state import GodsState
from tests.engines.gods.table import (
    BLUE,
    ENGINE,
    GREEN,
    ORANGE,
    RED,
    act,
    code,
    load,
    play_round,
    refusal,
    start,
)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("none", "none"),
        (" NONE ", "none"),
        ("Ab Ag Do", "Ab Ag Do"),
        ("do,AG;ab", "Ab Ag Do"),
        ("attack blue green defend orange", "Ab Ag Do"),
        ("attack blue, green + defend orange", "Ab Ag Do"),
        ("att b def b defence o", "Ab Db Do"),
        ("defense g  ;  a o", "Ao Dg"),
        ("d b g o", "Db Dg Do"),
        ("A b\tD\ng", "Ab Dg"),
        ("ablue,dorange", "Ab Do"),
        ("Dg Ab", "Ab Dg"),
    ],
)
def test_what_can_be_read(text: str, canonical: str) -> None:
    action = ENGINE.parse(start(), RED, text)
    assert action == Plan(canonical)
    assert ENGINE.format(Plan(text)) == canonical
    assert ENGINE.parse(start(), RED, canonical) == action


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "b", "a", "Xb", "Ay", "AbAg", "Ab,,Ag", "Ab,", ",Ab", "Ab none", "none Ab", "attack", "blue",
        "Ab and Ag", "a,b", "Ab/Ag", "Abb", "attack bluegreen", "Ab Ag Do!", "defending b",
    ],
)  # fmt: skip
def test_what_cannot_be_read(text: str) -> None:
    assert code(start(), RED, text) == "bad_action"
    with pytest.raises(IllegalAction):
        ENGINE.apply(start(), RED, Plan(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ar Xb", "bad_action"),
        ("Ar Ao Ab Ab", "self_target"),
        ("Ao Ab Ab Ag Db", "target_eliminated"),
        ("Ab Ab Ag Db Dg", "duplicate"),
        ("Ab Ag Db Dg", "too_many"),
        ("Ab Ag", "not_enough_ep"),
    ],
)
def test_the_first_code_that_applies(text: str, expected: str) -> None:
    assert code(load("1 2 60 out"), RED, text) == expected


def test_codes_that_come_before_the_text() -> None:
    over = play_round(load("6 5 out out"), "R: Ab; B: Ar")
    assert code(over, ORANGE, "Xb") == "game_over"
    assert code(load("6 5 7 out"), ORANGE, "Xb") == "eliminated"
    assert code(load("6 5 7 out"), 4, "Xb") == "not_seated"


def test_a_refused_plan_leaves_the_one_before_in_force() -> None:
    state = act(start(), RED, "Ab")
    assert code(state, RED, "Ab Ag Do Db") == "too_many"
    own = ENGINE.view(state, RED).own
    assert own is not None
    assert own.actions == ("Ab",)


def test_energy_limits_the_number_of_actions() -> None:
    """Ruling 3: the price is not checked."""
    state = load("1 2 3 60")
    most = {seat: max(len(plan_of(text)) for text in legal(state, seat)) for seat in range(4)}
    assert most == {RED: 1, BLUE: 2, GREEN: 3, ORANGE: 3}
    assert refusal(state, BLUE, "Ar Ag Ao").sentence == "With 2 EP you may choose at most two actions."
    assert refusal(state, RED, "Ab Ag").sentence == "With 1 EP you may choose at most one action."
    nothing = load("0 2 3 60")
    assert refusal(nothing, RED, "Ab").sentence == "With 0 EP you may choose no actions."


def test_energy_limits_the_price_by_option() -> None:
    state = load("1 2 3 60", options={"limit": "cost"})
    assert legal(state, RED) == ["none", "Db", "Dg", "Do"]
    assert "Ar" in legal(state, BLUE)
    assert "Ar Dr" not in legal(state, BLUE)
    assert "Ar Dr" in legal(state, GREEN)
    assert code(state, RED, "Ab") == "not_enough_ep"
    assert refusal(state, RED, "Ab").sentence == "These actions cost 2, and you have 1 EP."


def test_the_number_of_actions_by_option() -> None:
    assert len(legal(start(max_actions=6), RED)) == 64
    assert len(legal(start(max_actions=1), RED)) == 7
    assert code(start(max_actions=1), RED, "Ab Ag") == "too_many"


def test_the_choices_shrink_with_the_living() -> None:
    """Six single actions against three, four against two, two against one."""
    for energy, count in {"9 9 9 9": 6, "9 9 9 out": 4, "9 9 out out": 2}.items():
        own = ENGINE.view(load(energy), RED).own
        assert own is not None
        assert len(own.choices) == count
    assert len(legal(start(), RED)) == 1 + 6 + 15 + 20


@pytest.mark.parametrize(
    ("energy", "options", "most"),
    [
        ("1 9 9 9", {}, 1),
        ("2 9 9 9", {}, 2),
        ("9 9 9 9", {}, 3),
        ("9 9 out out", {}, 2),
        ("9 9 9 9", {"max_actions": 5}, 5),
        ("1 9 9 9", {"limit": "cost"}, 3),
    ],
)
def test_a_god_is_told_how_many_actions_it_may_choose(
    energy: str, options: dict[str, Any], most: int
) -> None:
    own = ENGINE.view(load(energy, options=options), RED).own
    assert own is not None
    assert own.most == most


def test_every_combination_of_two_actions_is_judged_alike_by_list_and_gate() -> None:
    state = load("2 9 9 out")
    for first in ("Ab", "Ag", "Ao", "Ar", "Db", "Dg"):
        for second in ("", " Ab", " Ag", " Db", " Dg", " Do"):
            try:
                action = ENGINE.parse(state, RED, first + second)
            except IllegalAction:
                continue
            assert ENGINE.format(action) in legal(state, RED)


def test_the_other_actions_have_their_words() -> None:
    state = act(start(), RED, "Ab")
    assert ENGINE.parse(state, RED, " Clear ") == Clear()
    assert ENGINE.parse(state, RED, "READY") == Ready()
    assert ENGINE.parse(act(state, RED, "ready"), RED, "ready  off") == Ready(on=False)
    assert [ENGINE.format(one) for one in (Clear(), Ready(), Ready(on=False))] == [
        "clear",
        "ready",
        "not ready",
    ]
    assert code(start(), RED, "clear") == "nothing_saved"


def test_plans_are_described_and_pointed_at() -> None:
    state = start(max_actions=6)
    plan = Plan("Ab Ag Do")
    assert ENGINE.offer(state, RED, plan).words == "attack BLUE and GREEN, defend against ORANGE: costs 5"
    assert ENGINE.offer(state, RED, Plan("none")).words == "do nothing: costs 0"
    (path,) = ENGINE.offer(state, RED, plan).paths
    assert [(pick.value, pick.label, pick.note) for pick in path] == [
        ("Ab Ag", "attack BLUE and GREEN", "costs 4"),
        ("Do", "defend against ORANGE", "costs 5 in all"),
    ]
    assert len({ENGINE.offer(state, RED, one).paths[0][0].value for one in ENGINE.legal(state, RED)}) <= 25


def legal(state: GodsState, seat: int) -> list[str]:
    return [ENGINE.format(one) for one in ENGINE.legal(state, seat) if isinstance(one, Plan)]


def plan_of(text: str) -> list[str]:
    return [] if text == "none" else text.split()


def test_the_ready_mark_that_is_offered_is_the_other_one() -> None:
    state = start()
    assert list(ENGINE.legal(state, RED))[-1] == Ready(on=True)
    assert list(ENGINE.legal(act(state, RED, "ready"), RED))[-1] == Ready(on=False)
