"""Edges of the rules: what is marked, what a limit counts, what the clock chooses, what hints say."""

import pytest
from msgspec.structs import replace

from engines.contract import Seat, TimeUp
from engines.reef.actions import ReefAction
from engines.reef.components import BOARDS, CORALS
from engines.reef.counts import NONE, count, from_letters
from engines.reef.events import RowClosed
from engines.reef.state import ReefState
from tests.engines.reef.table import ENGINE, GREEN, RED, act, load, own, play, refused, start

FIVE = "B2: Y A2 A3 B2 B3 C2"
HELD = {"hand": "WWWWWW", "cubes": "WW"}


def test_a_laid_tile_and_a_shrimp_bar_the_fish_from_eating_once_the_play_is_closed() -> None:
    state = load(FIVE, shrimps={"red": ["B2:A2"]}, red=HELD)
    assert refused(play(state, "larva W; place B2:D1; end_larva"), "eat B2:A2") == "EAT_NOT_FIRST"
    state = load(f"{FIVE}, P D5", shrimps={"red": ["B2:A2"]})
    assert refused(play(state, "shrimp B2:D5"), "eat B2:A2") == "EAT_NOT_FIRST"


@pytest.mark.parametrize("advanced", [False, True])
def test_a_last_meal_of_five_brings_nothing_and_all_go_to_the_bag(advanced: bool) -> None:
    shrimps = {"green": ["B2:A2"]}
    final = load(FIVE, phase="final", pending=["green"], shrimps=shrimps, advanced=advanced)
    over = act(final, GREEN, "feed B2:A2")
    assert over.players[GREEN].fish == NONE
    assert over.bag[1] == final.bag[1] + 5
    assert over.last is not None
    assert over.last.eaten == ("B2:A2", "B2:A3", "B2:B2", "B2:B3", "B2:C2")


def test_introduced_moved_and_returned_shrimps_are_marked_in_order() -> None:
    state = play(load(FIVE), "shrimp B2:A2; move B2:A2 B2:A3; move B2:A3 screen")
    assert state.marks.shrimps == ((None, "B2:A2"), ("B2:A2", "B2:A3"), ("B2:A3", None))


def test_a_tile_that_flips_twice_in_a_turn_is_marked_no_more() -> None:
    state = play(load(red={"front": "YYY"}), "alga red Y sea")
    once = state.marks.flipped
    assert once == ("WO", "GW")
    assert play(state, "alga purple Y sea").marks.flipped != once
    back = play(load(red={"front": "YYY"}), "alga red Y sea; alga purple Y sea")
    assert "WO" not in back.marks.flipped


def test_a_lock_is_marked_and_only_the_very_last_needs_two_tiles_in_the_fish() -> None:
    fed = {"front": "YY", "fish": "W", "eaten": 1}
    state = play(load(red=fed), "alga red Y GW")
    assert (state.marks.locked, state.turn.locked) == ("GW", True)
    locked = {"WY": "green", "WO": "red", "YO": "blue", "YP": "purple", "OP": "green", "OG": "blue"}
    two_left = load(locked={**locked, "PW": "purple", "PG": "green"}, red=fed)
    assert play(two_left, "alga red Y GW").locked.count(True) == 9


def test_a_tile_for_a_cube_is_said_to_come_from_the_bonus_row() -> None:
    def answer_lines(bag: dict[str, int]) -> list[str]:
        state = load(bag=bag, red={"cubes": "P"})
        return [ENGINE.narrate(event) for event in ENGINE.apply(state, RED, parsed(state, "tile P")).events]

    assert answer_lines({"P": 0}) == ["Red turns a pink cube into a tile from the bonus row"]
    assert answer_lines({"P": 1}) == ["Red turns a pink cube into a tile from the bag"]


def test_an_empty_bonus_row_closes_in_silence() -> None:
    none = dict.fromkeys(CORALS, 0)
    for bonus, closes in (("", False), ("WYO", True)):
        state = load(bag=none, bonus=bonus, bonus_closed=False)
        events = ENGINE.apply(state, RED, parsed(state, "collect W")).events
        assert any(isinstance(event, RowClosed) for event in events) == closes


def test_the_clock_keeps_the_dearest_tile_and_takes_cubes_of_what_is_left() -> None:
    # Flipped so that white is worth 5; of yellow and pink, of which there are as many, the first.
    state = load(phase="setup", red={"hand": "WPPYY"}, flipped=["PW", "GW"])
    assert ENGINE.apply(state, RED, TimeUp()).notation == "time up, choose W YY"
    # All worth the same: the colour held least, and cubes of what the hand has most of without it.
    for hand in ("OGG", "OOGG"):
        state = load(phase="setup", red={"hand": hand})
        assert ENGINE.apply(state, RED, TimeUp()).notation == "time up, choose O GG"
    state = load(phase="setup", red={"hand": "O"})
    assert ENGINE.apply(state, RED, TimeUp()).notation == "time up, choose O WW"


def test_a_start_player_who_gave_up_in_set_up_has_no_turn() -> None:
    state = start(3)
    state = act(state, state.first, "resign")
    for seat in ENGINE.to_act(state):
        state = ENGINE.apply(state, seat, TimeUp()).state
    assert state.phase == "turn"
    assert state.active == (state.first + 1) % 3


def test_giving_up_out_of_turn_leaves_an_open_play_and_bare_shrimps_alone() -> None:
    players = ["red", "green", "purple"]
    state = load(FIVE, players=players, shrimps={"red": ["B2:A2"]}, red=HELD)
    state = play(state, "move B2:A2 B2:D1; larva W")
    after = act(state, 2, "resign")
    assert (after.turn, after.shrimps, after.active) == (state.turn, state.shrimps, RED)
    two = play(load(FIVE, shrimps={"red": ["B2:A2"]}, red=HELD), "move B2:A2 B2:D1; larva W")
    over = act(two, GREEN, "resign")
    assert (over.phase, over.shrimps, own(over).cubes) == ("over", {"B2:D1": RED}, from_letters("W"))
    assert (over.turn, own(over, GREEN).cubes) == (two.turn, NONE)


def test_hints_say_why_nothing_more_is_laid() -> None:
    four = "larva W; place B2:D1; place B2:E1; place B2:F1; place B2:A3"
    state = play(load(red={"hand": "WWWWWW", "cubes": "W"}), four)
    assert "- Four tiles from your hand are laid, the most of one play" in ENGINE.panel.hints(state, RED)
    state = play(load(red={"hand": "WWWW", "cubes": "W"}), four)
    assert "- No white tile is left to lay" in ENGINE.panel.hints(state, RED)
    full = dict.fromkeys((cell for name in ("B2", "B3") for cell in BOARDS[name].cells), "W")
    state = replace(load(red={"hand": "W", "cubes": "W"}), polyps=full)
    state = play(state, "larva W")
    assert "- No cell takes a white tile now: take the cube back" in ENGINE.panel.hints(state, RED)


def test_hints_say_what_is_left() -> None:
    state = load(FIVE, shrimps={"red": ["B2:A2"]}, red={**HELD, "front": "W"})
    assert ENGINE.panel.hints(state, RED).splitlines() == [
        "- Eat a coral: now or not in this turn",
        "- Larva: a cube, then tiles of its colour; two more plays",
        "- Exchange: a tile in front (of 1) for a cube or an alga",
        "- Exchange: a cube (of 2) for a tile from the bag",
        "- Move a shrimp or take it back: as often as you like, also while you lay tiles",
        "- Collect a space: ends your turn",
    ]
    assert ENGINE.panel.hints(state, GREEN) == ""
    sea = state.open_sea
    none_left = state.with_open_sea(sea.with_cubes("W", -count(sea.cubes, "W")))
    assert "a tile in front (of 1) for a cube or an alga" in ENGINE.panel.hints(none_left, RED)
    hints = ENGINE.panel.hints(load(FIVE), RED)
    assert "- New shrimp: one a turn, to guard a coral; 4 behind your screen" in hints
    laid = play(state, "larva W; place B2:D1; place B2:E1; place B2:F1; end_larva; larva W; place B3:A3")
    assert "- **Lay white** (2 from your hand, 1 from your front) or go on" in ENGINE.panel.hints(laid, RED)
    assert "Larva" not in ENGINE.panel.hints(laid, RED), "only what can be chosen now"
    full = load(turn={"larva_plays": 1, "acted": True, "play": ["W", 3, 3]}, red=HELD)
    assert "- **Lay white** (1 from your hand) or go on" in ENGINE.panel.hints(full, RED)
    opened = play(state, "larva W")
    assert ENGINE.panel.hints(opened, RED).splitlines() == [
        "- **Lay white** (4 from your hand, 1 from your front) or take the cube back",
        "- Move a shrimp or take it back: as often as you like, also while you lay tiles",
    ]
    assert "Move a shrimp" not in hints, "none is on a board"
    bare = play(state, "move B2:A2 B2:D1")
    assert "the shrimp on B2 d1 must leave bare rock" in ENGINE.panel.hints(bare, RED)
    assert "Move a shrimp" not in ENGINE.panel.hints(bare, RED), "that line says it"


def test_tiles_in_the_hand_settle_a_tie_before_guarded_polyps() -> None:
    state = load(FIVE, phase="over", red={"hand": "W"}, shrimps={"green": ["B2:A2"]})
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert outcome.ranks == (1, 2)


def test_equals_share_the_win() -> None:
    outcome = ENGINE.outcome(load(phase="over"))
    assert outcome is not None
    assert outcome.ranks == (1, 1)
    assert outcome.text.startswith("Red and Green share the win with 0 points")


def test_whoever_gave_up_in_set_up_has_no_choice_any_more() -> None:
    state = act(start(3), 0, "resign")
    assert refused(state, "choose W WW", 0) == "NOT_YOUR_TURN"


def test_the_advanced_game_begins_with_its_bonus_row_closed() -> None:
    state = start(advanced=True)
    assert (state.bonus, state.bonus_closed) == (NONE, True)
    assert state.open_sea.with_tiles("W").bonus == NONE


def test_the_last_feeder_is_told_in_words_and_shown_no_result() -> None:
    final = load(FIVE, phase="final", pending=["green"], shrimps={"green": ["B2:A2"]})
    for text, words in (
        ("decline", "- Eat nothing more.\n- This is final."),
        ("feed B2:A2", "- Eat on B2 a2: yellow of 5, 0 tiles into the fish, worth 0.\n- This is final."),
    ):
        action = parsed(final, text, GREEN)
        seen = ENGINE.preview.show(final, GREEN, action)
        assert seen is not None
        assert (seen.text, seen.view) == (words, ENGINE.view(final, GREEN))


def parsed(state: ReefState, text: str, seat: Seat = RED) -> ReefAction:
    """An action of the game that this seat may do now."""
    action = ENGINE.parse(state, seat, text)
    assert isinstance(action, ReefAction)
    return action
