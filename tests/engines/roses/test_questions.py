"""Questions about a position (section 10 of the rules)."""

from typing import Any

import pytest

from engines.contract import IllegalAction, Question
from engines.registry import ENGINES
from engines.roses.conformance.position import read_position
from engines.roses.questions import AskAttacks, AskPosition

ENGINE = ENGINES["roses"]
EXAMPLE_B = "B/.ww./b..../.bwwb/.b../W w 00"


class Weather(Question, frozen=True, tag="weather"):
    """No game knows."""


def answer_text(position: str, question: Question) -> str:
    return ENGINE.questions.answer(read_position(position, ENGINE.options({})), None, question).text


def test_attacks_of_both_sides() -> None:
    text = answer_text(EXAMPLE_B, AskAttacks())
    white, black = text.split("**Black**")
    assert "`d4xf6`" in white
    assert "`e5xc3`" in white
    assert "to move" in white
    assert "`c3xe3`" in black
    assert "`d3xd4`" in black
    assert "to move" not in black


def test_attacks_are_marked_from_the_soldier_in_front_to_its_enemy() -> None:
    state = read_position(EXAMPLE_B, ENGINE.options({}))
    view: Any = ENGINE.questions.answer(state, None, AskAttacks()).view
    assert {("e5", "f6"), ("d3", "e3"), ("d3", "d4")} <= set(view.attacks)
    assert view.last is None
    for origin, target in view.attacks:
        owners = {seat for seat, cells in enumerate(view.soldiers) for cell in cells if cell == origin}
        assert owners
        assert all(target not in view.soldiers[seat] for seat in owners)


def test_nothing_is_attacked_while_soldiers_are_dropped() -> None:
    assert "before all eight" in answer_text("B/..../...../...../..../W w 44", AskAttacks())


def test_the_position_string() -> None:
    assert answer_text(EXAMPLE_B, AskPosition()) == f"`{EXAMPLE_B}`"


def test_what_the_game_does_not_know() -> None:
    with pytest.raises(IllegalAction, match="no answer"):
        answer_text(EXAMPLE_B, Weather())


def test_every_answer_fits_a_message() -> None:
    state = read_position(EXAMPLE_B, ENGINE.options({}))
    for question in ENGINE.questions.suggest(state, None):
        assert 0 < len(ENGINE.questions.answer(state, None, question).text) <= 1900
