"""What people read and point at."""

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.roses.board import CELLS
from tests.engines.roses.table import (
    BLACK,
    ENGINE,
    EXAMPLE_A,
    EXAMPLE_B,
    SAMPLE_GAME,
    WHITE,
    act,
    board,
    load,
    named,
    play,
    start,
)
from tests.examples import examples


def words(position: str, text: str) -> str:
    state = load(position)
    return ENGINE.offer(state, state.turn, named(state, text)).words


def ways(position: str, text: str) -> list[list[tuple[str, str, str]]]:
    state = load(position)
    paths = ENGINE.offer(state, state.turn, named(state, text)).paths
    return [[(pick.value, pick.label, pick.note) for pick in path] for path in paths]


def test_actions_in_words() -> None:
    black = EXAMPLE_B.replace("W w", "W b")
    assert words("B/..../...../...../..../W w 44", "@d3") == "drop a soldier on d3"
    assert words(EXAMPLE_B, "d4-d5") == "move d4 to d5"
    assert words(EXAMPLE_A, "f6-c3") == "move f6, e5 and d4 in line, front to c3"
    assert words(EXAMPLE_A, "d4e5+ne") == "move d4 and e5 together to d5 and e6"
    assert words(EXAMPLE_B, "d4xf6") == "push f6 over the edge with d4 and e5"
    assert words(black, "d3xd4") == "push d4 to d5 with d3"
    assert words(black, "c3xe3") == "take the castle with c3 and d3 and win"


def test_a_move_that_ends_the_game_says_so() -> None:
    pair = ("d4", "e5")
    for black, options, text, told in (
        (("b2", "c2"), {"quiet_limit": 1}, "e5-d5", "move e5 to d5: the game is drawn"),
        (("b2", "c2"), {"quiet_limit": 2}, "e5-d5", "move e5 to d5"),
        (("f6",), {}, "d4xf6", "push f6 over the edge with d4 and e5: wins the game"),
        (("f6", "b2"), {}, "d4xf6", "push f6 over the edge with d4 and e5"),
    ):
        state = load(board(pair, black), **options)
        offer = ENGINE.offer(state, WHITE, named(state, text))
        assert offer.words == told
        assert {path[-1].note for path in offer.paths} == {told}


def test_a_drop_is_one_pick() -> None:
    assert ways("B/..../...../...../..../W w 44", "@d3") == [[("d3", "d3", "drop a soldier here")]]


def test_a_step_is_a_soldier_and_a_target() -> None:
    assert ways(EXAMPLE_B, "d4-d5") == [[("d4", "d4", "move this soldier"), ("d4-d5", "d5", "move d4 to d5")]]


def test_a_pair_is_found_under_either_soldier() -> None:
    assert [path[0][0] for path in ways(EXAMPLE_A, "d4e5+ne")] == ["d4", "e5"]
    assert [path[0][0] for path in ways(EXAMPLE_B, "d4xf6")] == ["d4", "e5"]


def test_a_line_shift_is_found_under_its_rearmost_soldier() -> None:
    (path,) = ways(EXAMPLE_A, "f6-c3")
    assert [value for value, _, _ in path] == ["f6", "f6-c3"]
    assert path[1][1] == "c3 · line of 3"


def test_labels_begin_with_the_place_that_is_marked() -> None:
    for position in ("B/..../...../...../..../W w 44", EXAMPLE_A, EXAMPLE_B, EXAMPLE_B.replace("W w", "W b")):
        state = load(position)
        for action in ENGINE.legal(state, state.turn):
            for path in ENGINE.offer(state, state.turn, action).paths:
                for pick in path:
                    assert pick.at in CELLS
                    assert pick.label.split(" · ")[0] == pick.at
                    assert len(pick.label) <= 25


@given(st.integers(0, 1 << 32))
@settings(max_examples=examples(40))
def test_every_list_of_picks_fits_into_a_menu(seed: int) -> None:
    rng = random.Random(seed)
    state = start(long_phalanx=True)
    while state.ending is None:
        actions = list(ENGINE.legal(state, state.turn))
        second: dict[str, set[str]] = {}
        for action in actions:
            for path in ENGINE.offer(state, state.turn, action).paths:
                second.setdefault(path[0].value, set()).update(pick.label for pick in path[1:])
        assert len(second) <= 25
        assert max(map(len, second.values())) <= 25
        state = ENGINE.apply(state, state.turn, rng.choice(actions)).state


def test_labels_tell_the_targets_of_one_soldier_apart() -> None:
    for text in (EXAMPLE_A, EXAMPLE_B):
        state = load(text)
        labels = [
            (path[0].value, path[1].label)
            for action in ENGINE.legal(state, WHITE)
            for path in ENGINE.offer(state, WHITE, action).paths
        ]
        assert len(set(labels)) == len(labels)


def test_what_happened_is_told() -> None:
    state = start()
    found = []
    for text in SAMPLE_GAME.split():
        step = ENGINE.apply(state, state.turn, ENGINE.parse(state, state.turn, text))
        state = step.state
        found.append([ENGINE.narrate(event) for event in step.events])
    assert found[0] == ["White drops a soldier on d3"]
    assert found[8] == ["White moves c3 to d4"]
    assert found[10] == ["White moves d4 to d5 and d3 to d4", "Black's soldier on d5 is pushed to d6"]
    assert found[14] == ["White moves c4 to b4", "Black's soldier on b4 is pushed over the edge"]
    assert found[16] == ["White moves b4 to b5 and b3 to b4", "Black's castle falls"]


def test_the_view_while_soldiers_are_dropped() -> None:
    view = ENGINE.view(play(start(), "@d3"), None)
    assert view.phase == "drop"
    assert view.prompt == "Black drops a soldier"
    assert view.chips == ("3 in reserve", "4 in reserve")
    assert view.turn == "move 2"
    assert view.to_act == (BLACK,)
    assert view.last is not None
    assert view.last.dropped == "d3"


def test_the_view_while_they_move() -> None:
    view = ENGINE.view(play(load(EXAMPLE_B), "d4xf6"), BLACK)
    assert (view.viewer, view.phase, view.prompt) == (BLACK, "move", "Black moves")
    assert view.soldiers == (("b4", "c5", "e5", "f6"), ("a2", "c3", "d3"))
    assert view.lost == (0, 1)
    assert view.last is not None
    assert view.last.moved == (("d4", "e5"), ("e5", "f6"))
    assert (view.last.fallen, view.last.fell_towards, view.last.pushed) == ("f6", "e", None)
    pushed = ENGINE.view(play(load(EXAMPLE_B), "e5xc3"), None).last
    assert pushed is not None
    assert (pushed.pushed, pushed.fallen) == (("c3", "b2"), None)


def test_a_draw_is_announced_before_it_comes() -> None:
    pieces = board(("d4", "e5"), ("b2", "c2"))
    back_and_forth = "e5-d5 b2-c3 d5-e5 c3-b2"
    again = "This position has come up 2 times: once more is a draw."
    for options, texts, notes in (
        ({}, "", ()),
        ({"quiet_limit": 0}, "", ()),
        ({"quiet_limit": 21}, "", ()),
        ({"quiet_limit": 21}, "e5-d5", ("Drawn after 20 more moves without a capture.",)),
        ({"quiet_limit": 2}, "e5-d5", ("Drawn after 1 more move without a capture.",)),
        ({"quiet_limit": 1}, "e5-d5", ()),
        ({"quiet_limit": 0}, back_and_forth, (again,)),
        ({"repetition": 4}, back_and_forth, ()),
        ({"repetition": 2}, "e5-d5", ()),
    ):
        assert ENGINE.view(play(load(pieces, **options), texts), None).notes == notes


def test_the_view_of_a_game_that_is_over() -> None:
    view = ENGINE.view(play(start(), SAMPLE_GAME), WHITE)
    assert view.phase == "over"
    assert view.castles == (True, False)
    assert view.prompt == "White wins: Black's castle has fallen"
    assert view.outcome is not None
    assert view.outcome.ranks == (1, 2)
    assert view.to_act == ()
    assert view.last is not None
    assert (view.last.fallen, view.last.fell_towards) == ("b5", "ne")
    assert ENGINE.view(act(start(), WHITE, "resign"), None).prompt == "Black wins: White gives up"
