"""Views, choices and answers."""

import pytest
from msgspec.structs import replace

from bot.service.game.picking import card_picks
from engines.contract import Answer, IllegalAction, Question
from engines.flicflac.actions import End, FlicFlacAction, Move, Retract
from engines.flicflac.pieces import CODES
from engines.flicflac.questions import AskHealth, AskReach
from engines.flicflac.state import FlicFlacState
from engines.flicflac.view import FlicFlacView, MoveView, Reach
from tests.engines.flicflac.table import (
    BLOCKS,
    COMBAT_1,
    CYLINDERS,
    ENGINE,
    MOVEMENT,
    ONE_FALLS,
    act,
    load,
    mine,
    piece,
    play,
    start,
)


class Weather(Question, frozen=True, tag="weather"):
    """Nothing that this game knows."""


def ask(state: FlicFlacState, question: Question, seat: int | None = CYLINDERS) -> Answer:
    answer = ENGINE.questions.answer(state, seat, question)
    assert 0 < len(answer.text) <= 1_900
    return answer


# -- the view ----------------------------------------------------------------------------------------------


def test_the_view_of_the_start() -> None:
    view = mine(start(size=6, target=7, lead=3))
    assert (view.size, view.slide, view.target, view.lead) == (6, 0, 7, 3)
    assert [one.code for one in view.pieces] == list(CODES)
    assert view.last is None
    assert view.turn == "turn 1"
    assert view.chips == ("0/7", "0/7")
    assert view.prompt == "Cylinders to move up to six pieces"


def test_marks_of_a_melee() -> None:
    view = ENGINE.view(load(COMBAT_1), None)
    marks = {one.code: one for one in view.pieces}
    assert [code for code in CODES if marks[code].captor] == ["CY", "CR"]
    assert not marks["BP"].melee, "beside CO, but nothing passes between them"
    assert marks["BB"].melee, "its health is 0, and it fights"
    assert marks["BB"].health == 0


def test_the_last_phase() -> None:
    state = play(load(ONE_FALLS + " CB@A1 BB@home*"), "CB A2,end")
    last = mine(state).last
    assert last is not None
    assert last.moves == (MoveView("CB", "A1", "A2", flipped=False),)
    assert [(one.piece, one.cell) for one in last.captures] == [("BR", "D5")]
    assert (last.seat, last.extra, last.captors, last.chance) == (CYLINDERS, False, ("CY",), None)
    assert mine(state).prompt == "Cylinders to strike again with CY"


def test_what_has_moved_and_what_is_free() -> None:
    state = play(start(), "CB C1")
    assert piece(state, "CB").moved
    assert all(one.free == (one.code[0] == "C") for one in mine(state).pieces)
    assert mine(state).staged == (MoveView("CB", None, "C1", flipped=True),)


# -- choices -----------------------------------------------------------------------------------------------


def described(state: FlicFlacState, action: FlicFlacAction) -> str:
    return ENGINE.offer(state, state.side, action).words


def test_a_move_says_whether_it_flips_and_which_healths_change() -> None:
    state = load(COMBAT_1)
    assert described(state, Move("CG", "G8")) == "CG to G8: health CG −21, CB 0, BO +3"
    assert described(state, Move("CO", "E2")) == "CO to E2, where it flips"
    assert described(state, End()) == "end the phase: BY and BR are captured, CY and CR strike again"
    assert described(start(), End()) == "end the phase: no captures"


def test_the_end_of_a_phase_says_that_it_draws_the_game() -> None:
    assert described(start(idle_draw=1), End()) == "end the phase: no captures, the game is drawn"
    assert described(start(idle_draw=2), End()) == "end the phase: no captures"
    falls = load(ONE_FALLS, side="B", idle_draw=1)
    assert described(falls, End()) == "end the phase: BR is captured, the game is drawn"
    assert described(play(falls, "BO H1"), End()) == "end the phase: BR is captured"


def test_what_turns_grey_comes_first() -> None:
    assert (
        described(load("CY@C3* BR@D5"), Move("CY", "C4")) == "CY to C4, where it flips: health BR −21, CY +1"
    )


def test_words_leave_out_what_there_is_no_room_for() -> None:
    state = load("CB@H8 CG@H10 CY@H7 CO@J7 CR@G6 CP@G9 BB@H9 BG@G7 BY@J9 BO@F7 BR@J8 BP@K6")
    ((pick,),) = ENGINE.offer(state, CYLINDERS, End()).paths
    captured = "CB, CG, CY, BB, BG, BY, BR and BP are captured"
    assert pick.note == f"{captured}, CB, CG, CO and CP strike again"
    assert described(state, End()) == f"end the phase: {captured}, …"


def test_picks_are_a_piece_and_a_cell_or_the_end_at_once() -> None:
    state = play(load(COMBAT_1), "CO E2")
    first: dict[str, set[tuple[str, str]]] = {}
    for action in ENGINE.legal(state, CYLINDERS):
        (path,) = ENGINE.offer(state, CYLINDERS, action).paths
        first.setdefault(path[0].value, set()).add((path[0].label, path[0].note))
    assert list(first) == ["CB", "CG", "CY", "CR", "CP", "CO-", "reset", "end"]
    assert all(len(labels) == 1 for labels in first.values())
    assert first["CG"] == {("CG · H9", "green cylinder, flies purple and blue, health +2")}
    assert first["CO-"] == {("CO · take it back", "")}
    assert described(state, Retract("CO")) == "CO back to D2"
    ((piece_, onto),) = ENGINE.offer(state, CYLINDERS, Move("CP", "C7")).paths
    assert piece_.then == "CP, the purple cylinder: where to?"
    assert (onto.label, onto.note) == ("C7 · flips", "health CP −22, BB +2")


def test_a_cell_of_its_own_colour_is_told_before_a_piece_goes_there() -> None:
    state = start()
    labels = {
        ENGINE.offer(state, CYLINDERS, action).paths[0][-1].label
        for action in ENGINE.legal(state, CYLINDERS)
        if isinstance(action, Move) and action.piece == "CB"
    }
    assert {"E1 · empowered", "C1 · flips", "A1"} <= labels


def test_the_card_carries_the_pieces_of_the_phase_wherever_its_mover_has_staged_them() -> None:
    picks = [(code, f"{code} · home") for code in CODES[:6]]
    for state in (start(), play(start(), "CB C1")):
        shown = card_picks(ENGINE, state, ENGINE.view(state, None))
        assert [(pick.value, pick.label) for pick in shown] == picks


def test_the_prompt_counts_what_may_still_move_for_its_mover_alone() -> None:
    one = play(start(), "CB C1")
    assert mine(one).prompt == "Cylinders to move up to five more pieces"
    assert ENGINE.view(one, None).prompt == "Cylinders to move up to six pieces"
    five = play(one, "CG K13, CY E1, CO P9, CR A1")
    assert mine(five).prompt == "Cylinders to move up to one more piece"
    assert mine(play(five, "CP L12")).prompt == "Cylinders to end the phase"


def test_labels_begin_with_the_place_that_is_marked_and_ends_stand_apart() -> None:
    for state in (start(), play(load(COMBAT_1), "CO E2"), play(start(), "CB C1")):
        for action in ENGINE.legal(state, CYLINDERS):
            (path,) = ENGINE.offer(state, CYLINDERS, action).paths
            for pick in path:
                assert len(pick.label) <= 25
                if pick.group == "end":
                    assert pick.value in {"reset", "end"}
                elif pick.at:
                    assert pick.label.split(" · ")[0] == pick.at
                else:
                    assert pick.label == f"{pick.value[:-1]} · take it back"


def test_where_it_fights_comes_first() -> None:
    state = load("CB@F7 BO@H9")
    ranked = sorted(
        (ENGINE.offer(state, CYLINDERS, action) for action in ENGINE.legal(state, CYLINDERS)),
        key=lambda offer: -offer.rank,
    )
    piece, cell = ranked[0].notation.split()
    assert piece == "CB"
    assert cell in state.board.neighbours["H9"]


# -- questions ---------------------------------------------------------------------------------------------


def test_every_neighbour_is_accounted_for() -> None:
    for position in (COMBAT_1, "CB@H7 CG@H8 BO@H9* BY@G8 CR@G9* BG@J7 BP@J8*"):
        state = load(position)
        for code in CODES:
            text = ask(state, AskHealth(code)).text
            head, *lines = text.splitlines()
            parts = [line.split("**")[1] for line in lines if line.startswith("- ")]
            total = sum(int(part.replace("−", "-")) for part in parts)
            assert total == piece(state, code).health
            assert code in head


def test_why_a_block_is_grey() -> None:
    result = ask(load(COMBAT_1), AskHealth("br"))
    assert result.text.splitlines() == [
        "**BR**, the red block on D5, flying purple and blue, has health **−21**.",
        "- CY on C4: **−21**, it flies red and attacks BR (−1); BR does not fly yellow, so the attack is "
        "unanswered (−20).",
        "Below 0 it is grey: it goes home if the phase ends now, and the other side scores.",
    ]
    assert result.view == replace(mine(load(COMBAT_1)), highlight="BR")


def test_an_answered_attack_and_support() -> None:
    assert (
        "- BY on H5: **+1**, it flies red and attacks CR (−1); CR flies yellow and attacks it (+2)."
        in ask(load(COMBAT_1), AskHealth("CR")).text
    )
    assert (
        "- BG on G7, empowered: **+2**, it flies orange and supports BO (+2); BO flies green and supports it "
        "(at no gain to itself)." in ask(load(COMBAT_1), AskHealth("BO")).text
    )
    assert "neither flies the other's colour" in ask(load(COMBAT_1), AskHealth("BP")).text


def test_health_of_those_apart() -> None:
    assert "takes no part" in ask(start(), AskHealth("CB")).text
    assert "No piece stands beside it." in ask(load("CB@H8"), AskHealth("CB")).text


def test_reach_in_words_and_dots() -> None:
    result = ask(load(MOVEMENT), AskReach("CR"))
    assert "(15 cells)" in result.text
    assert "On black it flips: D3 and E2." in result.text
    view = result.view
    assert isinstance(view, FlicFlacView)
    assert view.reach is not None
    assert view.highlight == view.reach.piece == "CR"
    assert len(view.reach.cells) == 15
    assert set(view.reach.flips) == {"D3", "E2"}


def test_reach_of_pieces_that_may_not_move() -> None:
    assert "may not move in this phase, but reaches A8, B9, " in ask(start(), AskReach("BB")).text
    assert "no cell" in ask(load("CB@A1 CR@B1 CY@A2 CG@B2"), AskReach("CB")).text


def test_reach_of_a_piece_that_has_moved() -> None:
    state = play(load("CB@C1 CR@D2"), "CB B1")
    result = ask(state, AskReach("CB"))
    assert "`CB retract` puts it back to C1" in result.text
    assert isinstance(result.view, FlicFlacView)
    assert result.view.reach == Reach("CB", ("C1",), ())
    assert "cannot go back" in ask(play(state, "CR C1"), AskReach("CB")).text
    home = ask(play(start(), "CB C1"), AskReach("CB"))
    assert "back home" in home.text
    assert isinstance(home.view, FlicFlacView)
    assert home.view.reach is None
    # Others are told of the piece where the phase found it.
    assert "on C1" in ask(state, AskReach("CB"), BLOCKS).text


def test_all_pieces_are_offered_for_both_questions() -> None:
    asked = list(ENGINE.questions.suggest(start(), None))
    assert len(asked) == 24
    for question in asked:
        ask(act(load(COMBAT_1), CYLINDERS, "end"), question, None)


@pytest.mark.parametrize("question", [AskHealth("XX"), AskReach("C"), Weather()])
def test_what_cannot_be_answered(question: Question) -> None:
    with pytest.raises(IllegalAction):
        ENGINE.questions.answer(start(), None, question)


@pytest.mark.parametrize("wins", [True, False])
def test_after_a_winning_end_nobody_strikes_again(*, wins: bool) -> None:
    """Section 8, step 5: the game is over before any captor gets an extra phase."""
    state = load(ONE_FALLS, score=(10 if wins else 9, 9))
    offer = ENGINE.offer(state, CYLINDERS, End())
    assert offer.words == (
        "end the phase: Cylinders win, BR is captured"
        if wins
        else "end the phase: BR is captured, CY strikes again"
    )
    assert piece(state, "CY").captor is not wins
    assert ("strikes again" in ask(state, AskHealth("CY")).text) is not wins
    over = play(state, "end")
    assert ENGINE.view(over, None).phase == ("over" if wins else "extra")


def test_nothing_is_promised_of_a_phase_when_the_game_is_over() -> None:
    state = load(ONE_FALLS)
    assert "it goes home if the phase ends now" in ask(state, AskHealth("BR")).text
    over = act(state, BLOCKS, "resign")
    assert ask(over, AskHealth("BR")).text.endswith("\nBelow 0 it is grey.")
