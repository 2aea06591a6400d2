"""What pictures and questions tell, and positions: sections 9 and 11 of docs/rules/four-gods.md."""

from typing import Any

import pytest

from engines.contract import Event, IllegalAction
from engines.gods.conformance.position import read_position, write_position
from engines.gods.questions import AskHistory
from engines.gods.view import GodsView
from tests.engines.gods.table import BLUE, ENGINE, ORANGE, RED, act, last, load, plan, play_round, start, view


def test_a_settled_round_is_public_in_all_its_parts() -> None:
    state = play_round(start(), "R: Ab Ag Do; B: Dr; G: Ao Dr Db")
    red, blue, green, orange = last(state).gods
    assert last(state).number == 1
    assert last(state).ep == (55, 60, 57, 55)
    assert (green.hit_by, green.blocked) == ((), (RED,))
    assert (orange.hit_by, orange.blocked) == ((2,), ())
    assert (blue.ledger.cost, blue.ledger.blocks, blue.ledger.refund) == (1, 1, 1)
    assert (red.ledger.before, red.ledger.after) == (60, 55)
    for viewer in range(4):
        assert view(state, viewer).history == view(state).history


def test_chips_tell_energy_and_who_is_out() -> None:
    state = play_round(load("3 5 7 out"), "R: Ab; B: Ar; G: Dr")
    assert view(state).chips == ("−4 EP, out", "−2 EP, out", "6 EP", "0 EP, out")
    assert view(state).prompt == "GREEN wins as the last god standing"
    assert [god.fell_in_round for god in view(state).gods] == [9, 9, None, 0]
    assert view(state, 2).own is None


def test_a_looming_drain_is_told() -> None:
    assert view(load("9 9 9 9", 5)).drain_looms
    assert not view(load("9 9 9 9", 4)).drain_looms
    assert view(load("9 9 9 9", 2, {"stalemate_after": 2, "stalemate_loss": 4})).drain == 4


def test_the_turn_is_the_round() -> None:
    state = play_round(start())
    assert (view(state).turn, view(state).round, view(state).ply) == ("round 2", 2, 1)


def test_a_panel_has_a_row_of_attacks_and_one_of_defences() -> None:
    panel = ENGINE.panel.staged(start(), RED)
    assert panel is not None
    labels = [[toggle.label for toggle in row] for row in panel.rows]
    assert labels[0] == ["Attack BLUE", "Attack GREEN", "Attack ORANGE"]
    assert labels[1] == ["Defend against BLUE", "Defend against GREEN", "Defend against ORANGE"]
    assert labels[2] == ["Ready", "Clear"]


def test_a_toggle_changes_the_plan_by_one_action_where_that_leaves_a_legal_one() -> None:
    expected = {
        "": ["Ab", "Ag", "Ao", "Db", "Dg", "Do", "ready", None],
        "Ag": ["Ab Ag", "none", "Ag Ao", "Ag Db", "Ag Dg", "Ag Do", "ready", "clear"],
        "Ag Db": [None, "Db", None, "Ag", None, None, "ready", "clear"],
    }
    for planned, notations in expected.items():
        state = start(max_actions=2)
        panel = ENGINE.panel.staged(act(state, RED, planned) if planned else state, RED)
        assert panel is not None
        assert [toggle.notation for row in panel.rows for toggle in row] == notations


def test_history_tells_an_earlier_round() -> None:
    state = play_round(start(), "R: Ab Ag Do; B: Dr; G: Ao Dr Db")
    state = act(play_round(state, "R: Ab"), BLUE, "Ar")
    answer = ENGINE.questions.answer(state, ORANGE, AskHistory(1))
    assert answer.text.splitlines() == [
        "**Round 1**",
        "- **RED** attacked BLUE and GREEN and defended against ORANGE: 60−5=55 EP",
        "- **BLUE** defended against RED: 60−1+1=60 EP",
        "- **GREEN** attacked ORANGE and defended against RED and BLUE: 60−4+1=57 EP",
        "- **ORANGE** did nothing: 60−5=55 EP",
        "BLUE blocked RED; GREEN blocked RED; GREEN hit ORANGE.",
    ]
    assert isinstance(answer.view, GodsView)
    assert answer.view.shown == view(state).history[0]
    last = ENGINE.questions.answer(state, None, AskHistory(2))
    assert ENGINE.questions.answer(state, None, AskHistory()) == last
    assert list(ENGINE.questions.suggest(state, None)) == [AskHistory(2), AskHistory(1)]


def test_history_tells_drain_falls_and_resignations() -> None:
    state = play_round(act(load("9 8 1 30", 5), RED, "resign"))
    text = ENGINE.questions.answer(state, None, AskHistory()).text
    assert "The stalemate drained 1 EP from every living god" in text
    assert "Fallen: GREEN." in text
    assert "Resigned: RED." in text


@pytest.mark.parametrize("number", [3, -1, None, "1", True, 1.5])
def test_only_settled_rounds_can_be_asked_about(number: Any) -> None:
    state = play_round(play_round(start()))
    if number is True:
        number = 2**31
    with pytest.raises(IllegalAction) as caught:
        ENGINE.questions.answer(state, None, AskHistory(number))
    assert caught.value.code == "no_such_round"
    assert caught.value.sentence == "Name a round from 1 to 2."


def test_before_the_first_settlement_there_is_no_history() -> None:
    with pytest.raises(IllegalAction) as caught:
        ENGINE.questions.answer(start(), None, AskHistory())
    assert caught.value.code == "no_such_round"
    assert view(start()).shown is None


def test_drains_and_falls_are_narrated() -> None:
    state = act(load("9 8 1 30", 5), RED, "resign")
    for seat in (1, 2):
        state = act(state, seat, "ready")
    step = ENGINE.apply(state, ORANGE, ENGINE.parse(state, ORANGE, "ready"))
    found = [ENGINE.narrate(event) for event in step.events]
    assert "the stalemate drains 1 EP from every living god" in found
    assert found[-2:] == ["RED resigns and is out", "GREEN falls"]


def test_an_event_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="not an event of this game"):
        ENGINE.narrate(Event())


# -- positions ---------------------------------------------------------------------------------------------


def test_a_position_holds_what_is_secret() -> None:
    state = act(act(plan(start(afk_out=3), "R: Ag Db; B: none"), RED, "ready"), ORANGE, "resign")
    state = act(state, 2, "time up", "draw")
    position = write_position(state)
    assert position == {
        "round": 1,
        "ep": {"r": 60, "b": 60, "g": 60, "o": 60},
        "alive": "rbgo",
        "fell": {},
        "resigned": "",
        "missed": {},
        "quiet": 0,
        "drained": False,
        "plans": {"r": "Ag Db", "b": "none"},
        "ready": "ro",
        "late": "g",
        "resigning": "o",
        "draw": "g",
    }
    loaded = read_position(position, state.options)
    one, other = play_round(loaded), play_round(state)
    assert write_position(one) == write_position(other)
    assert view(one) == view(other)


def test_a_position_keeps_who_fell_and_who_was_absent() -> None:
    state = start(afk_out=5)
    for seat in (RED, BLUE, 2):
        state = act(state, seat, "ready")
    state = play_round(act(act(state, ORANGE, "time up"), RED, "resign"), "B: Dg")
    position = write_position(state)
    assert position["fell"] == {"r": 2}
    assert position["resigned"] == "r"
    assert write_position(read_position(position, state.options)) == position


def test_a_position_keeps_an_end_by_consent() -> None:
    state = plan(play_round(start(), "R: Ab"), "B: Dg")
    for seat in (RED, BLUE, 2, ORANGE):
        state = act(state, seat, "draw")
    loaded = read_position(write_position(state), state.options)
    assert loaded.result == state.result
    assert ENGINE.outcome(loaded) == ENGINE.outcome(state)
    assert write_position(loaded) == write_position(state)


@pytest.mark.parametrize(
    "change",
    [
        {"ep": {"r": 1}},
        {"ep": None},
        {"alive": "rx"},
        {"alive": "rr"},
        {"fell": {"r": 1}},
        {"alive": "rbg", "fell": {"o": 2}},
        {"resigned": "r"},
        {"round": 0},
        {"quiet": -1},
        {"ready": "rbgo"},
        {"resigning": "r"},
        {"plans": {"r": "Ar"}},
        {"plans": {"r": "??"}},
        {"plans": {"rb": "Ag"}},
        {"alive": "rbg", "ready": "o"},
        {"speed": 1},
    ],
)
def test_impossible_positions_are_refused(change: dict[str, Any]) -> None:
    position = {"ep": {"r": 9, "b": 9, "g": 9, "o": 9}, **change}
    with pytest.raises(ValueError, match=r"\.$|legal"):
        read_position(position, ENGINE.options({}))


@pytest.mark.parametrize(
    ("energy", "options", "most"),
    [
        (3, {}, "At most 3 actions a round."),
        (2, {}, "At most 2 actions with 2 EP."),
        (1, {}, "At most 1 action with 1 EP."),
        (5, {"max_actions": 6}, "At most 5 actions with 5 EP."),
        (2, {"limit": "cost"}, "At most 3 actions a round, for no more than your 2 EP."),
    ],
)
def test_the_panel_says_what_energy_limits(energy: int, options: dict[str, object], most: str) -> None:
    """Ruling 3."""
    panel = ENGINE.panel.staged(load(f"{energy} 9 9 9", options=options), RED)
    assert panel is not None
    assert panel.text.endswith(most)
