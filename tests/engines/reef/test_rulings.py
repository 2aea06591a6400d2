"""Rulings and freedoms that the worked examples leave out, the ends of the game, and giving up."""

import msgspec
import pytest

from engines.contract import IllegalOptions, MetaAction, Resign, Seat, TimeUp
from engines.reef.components import BOARDS, CORALS, HAND_SIZES
from engines.reef.conformance.position import read_position
from engines.reef.corals import coral
from engines.reef.counts import NONE, count, from_letters, letters
from engines.reef.outcome import final_summary
from engines.reef.phases.collecting import foreseen_end
from engines.reef.phases.larva_play import is_full
from engines.reef.state import ReefState
from engines.reef.view import Marks
from tests.engines.reef.table import ENGINE, GREEN, RED, act, begun, load, own, play, refused, start

FIVE = "B2: Y A2 A3 B2 B3 C2"


@pytest.mark.parametrize(("seats", "bag"), [(2, 158), (3, 146), (4, 133)])
def test_set_up(seats: int, bag: int) -> None:
    state = start(seats)
    assert len(state.boards) == seats
    assert sum(state.bag) == bag
    assert sum(start(seats, advanced=True).bag) == bag + 5
    hands = [sum(state.players[(state.first + after) % seats].hand) for after in range(seats)]
    assert tuple(hands) == HAND_SIZES[seats]
    assert sorted(sum(space) for space in state.spaces) == [1, 2, 3, 3, 3]
    assert ENGINE.to_act(state) == tuple(range(seats))
    assert begun(seats).active == state.first


def test_start_player_and_side_are_drawn() -> None:
    states = [start(2, f"{number:064x}") for number in range(30)]
    assert {state.first for state in states} == {0, 1}
    assert {state.flipped[0] for state in states} == {True, False}
    assert len({state.boards for state in states}) == 6


def test_every_board_has_33_rock_cells_and_no_start_cell_touches_growth() -> None:
    for board in BOARDS.values():
        assert len(board.cells) == 33
        assert sorted(board.starts.values()) == sorted(CORALS)


def test_an_action_closes_an_open_play_and_a_shrimp_s_move_does_not() -> None:
    state = load(FIVE, red={"hand": "WWW", "cubes": "W", "front": "P"}, shrimps={"red": ["B2:A2"]})
    state = play(state, "larva W; place B2:D1; move B2:A2 B2:A3; place B2:E1")
    assert refused(play(state, "cube P"), "place B2:F1") == "NO_LARVA_OPEN"


def test_a_cancelled_play_does_not_forfeit_eating_but_a_shrimp_s_move_in_it_does() -> None:
    state = load(FIVE, red={"hand": "W", "cubes": "WW"}, shrimps={"red": ["B2:A2"]})
    back = play(state, "larva W; cancel")
    assert (back.turn, back.cubes, back.players) == (state.turn, state.cubes, state.players)
    moved = play(state, "larva W; move B2:A2 B2:A3; cancel")
    assert "B2:A3" in moved.shrimps
    assert refused(moved, "eat B2:A2") == "EAT_NOT_FIRST"


def test_locking_is_possible_in_the_turn_of_the_first_meal() -> None:
    state = load(FIVE, red={"fish": "O", "front": "P"}, shrimps={"red": ["B2:A2"]})
    assert play(state, "eat B2:A2; alga red P GW").locked.count(True) == 1


def test_an_attack_may_split_a_coral_and_its_shrimp_stays() -> None:
    state = load("B2: W D5 D6, Y C6, O B6 C5", red={"hand": "W", "cubes": "W"}, shrimps={"green": ["B2:B6"]})
    after = play(state, "larva W; place B2:C5")
    assert coral(after.polyps, "B2:B6") == {"B2:B6"}
    assert after.shrimps == {"B2:B6": GREEN}


def test_an_own_shrimp_protects_from_its_owner_who_may_move_it() -> None:
    state = load("B2: W D5 D6, O E5", red={"hand": "W", "cubes": "W"}, shrimps={"red": ["B2:E5"]})
    state = play(state, "larva W")
    assert refused(state, "place B2:E5") == "ATTACK_PROTECTED"
    assert play(state, "move B2:E5 screen; place B2:E5").players[RED].front == from_letters("O")


def test_a_shrimp_on_the_growth_cell_blocks_growth() -> None:
    state = load("B2: W F4 C3", red={"hand": "W", "cubes": "W"}, shrimps={"red": ["B2:F4"]})
    after = play(state, "larva W; move B2:F4 B2:D4; place B2:E4")
    assert "B2:D4" not in after.polyps


def test_an_attack_beside_the_growth_cell_grows_too() -> None:
    state = load("B2: W A4 A5 B5, O C5, Y C4", red={"hand": "WW", "cubes": "W"})
    after = play(state, "larva W; place B2:C5; place B2:C4")
    assert after.polyps["B2:D4"] == "W"


def test_a_tile_coming_back_fills_the_bonus_row_first_unless_it_is_closed() -> None:
    gap = load(bonus="WYOG", bag={"P": 0}, red={"front": "PP"})
    assert play(gap, "cube P").bonus == (1, 1, 1, 1, 1)
    assert count(play(gap, "cube P; cube P").bag, "P") == 1
    closed = load(bonus="", bonus_closed=True, red={"front": "P"})
    assert play(closed, "cube P").bonus == NONE


def test_a_cube_takes_the_bonus_tile_when_the_bag_has_none() -> None:
    state = play(load(bag={"P": 0}, red={"cubes": "P"}), "tile P")
    assert state.players[RED].hand == from_letters("P")
    assert letters(state.bonus) == "WYOG"


def test_a_cylinder_on_the_sea_goes_back_when_another_replaces_it() -> None:
    reds = {"WO": "red", "GW": "red", "YO": "red", "OP": "red"}
    full = load(locked=reds, flipped=["YO", "OP"], sea_cylinder="red", red={"front": "PP"})
    assert refused(full, "alga red P sea") == "NO_CYLINDER"
    assert play(full, "alga blue P sea; alga red P sea").cylinder == "red"


def test_the_advanced_game_returns_one_tile_more_and_has_no_growth() -> None:
    state = load(f"{FIVE}, W F4", advanced=True, shrimps={"red": ["B2:A2"]}, red={"hand": "W", "cubes": "W"})
    after = play(state, "eat B2:A2; larva W; place B2:E4")
    assert after.players[RED].fish == NONE
    assert "B2:D4" not in after.polyps


@pytest.mark.parametrize(("advanced", "returned"), [(False, "five"), (True, "six")])
def test_the_panel_says_what_the_final_feeding_costs(advanced: bool, returned: str) -> None:
    final = load(FIVE, phase="final", pending=["green"], shrimps={"green": ["B2:A2"]}, advanced=advanced)
    assert f"{returned} tiles go back to the bag" in ENGINE.panel.hints(final, GREEN)
    poor = load("B2: W D4", phase="final", pending=["green"])
    assert ENGINE.panel.hints(poor, GREEN) == "", "nothing can be eaten"


def test_size_attack_has_a_label_that_one_finds_and_keeps_its_stored_name() -> None:
    options = ENGINE.options({"larger_devours_smaller": True})
    assert options == ENGINE.options({"size_attack": True})
    assert msgspec.json.encode(options) == b'{"advanced":false,"size_attack":true}'
    with pytest.raises(IllegalOptions, match="it has: advanced, larger_devours_smaller"):
        ENGINE.options({"size": True})


def test_size_attack() -> None:
    position = {"red": {"hand": "W", "cubes": "W"}}
    board = "B2: W C6 D6 D5, P E5 F5"
    assert refused(play(load(board, **position), "larva W"), "place B2:E5") == "ATTACK_NOT_STRONGER"
    state = play(load(board, size_attack=True, **position), "larva W")
    assert play(state, "place B2:E5").players[RED].front == from_letters("P")
    same = play(load("B2: W D6 D5, P E5 F5", size_attack=True, **position), "larva W")
    assert refused(same, "place B2:E5") == "ATTACK_NOT_STRONGER"
    guarded = play(load(board, size_attack=True, shrimps={"green": ["B2:F5"]}, **position), "larva W")
    assert refused(guarded, "place B2:E5") == "ATTACK_PROTECTED"


# -- ends ----------------------------------------------------------------------------------------------------


def why(state: ReefState) -> str | None:
    outcome = ENGINE.outcome(state)
    return None if outcome is None else outcome.why


def test_no_cube_ends_the_game() -> None:
    over = play(load(cube_supply={"W": 0}), "collect W")
    assert why(over) == "no_refill"
    assert not ENGINE.view(over, None).sea[0].cube


def test_too_few_tiles_end_the_game_after_the_bonus_row_is_used() -> None:
    empty = dict.fromkeys(CORALS, 0)
    state = play(load(bag=empty), "collect W")
    assert why(state) is None
    assert (state.bonus, state.bonus_closed, sum(state.bag)) == (NONE, True, 2)
    assert why(play(load(bag=empty, bonus="WY"), "collect W")) == "no_refill"


def test_the_bonus_row_is_left_alone_while_the_bag_has_just_enough() -> None:
    just = {**dict.fromkeys(CORALS, 0), "P": 3}
    state = play(load(bag=just), "collect W")
    assert (state.bonus, state.bonus_closed, sum(state.bag)) == ((1, 1, 1, 1, 1), False, 0)
    # White, pink and grey are short when white is collected; with the row there is just enough again.
    two = {**dict.fromkeys(CORALS, 0), "P": 2}
    state = play(load(bag=two, bonus="Y"), "collect W")
    assert (why(state), state.bonus_closed, sum(state.bag)) == (None, True, 0)


def test_full_boards_without_an_attack_end_the_game() -> None:
    full = {cell[3:]: "W" for cell in BOARDS["B2"].cells}
    state = read_position({"boards": ["B2"], "polyps": {"B2": full}}, ENGINE.options({}))
    assert is_full(state)
    assert foreseen_end(state, "W") == "no_room"
    assert why(play(state, "collect W")) == "no_room"
    state = read_position({"boards": ["B2"], "polyps": {"B2": full | {"D1": "Y"}}}, ENGINE.options({}))
    assert why(play(state, "collect W")) is None


def test_the_final_feeding_goes_round_and_declines_by_itself_where_nothing_can_be_eaten() -> None:
    players = ["red", "green", "purple"]
    board = "B2: O A2 A3 A4 B2 B3 C2, Y D6 E6 F6 E5 F5"
    shrimps = {"red": ["B2:A3"], "purple": ["B2:E6"]}
    state = load(board, players=players, shrimps=shrimps, red={"fish": "O", "eaten": 3})
    state = act(state, RED, "eat B2:A3")
    assert (ENGINE.to_act(state), ENGINE.clock.period(state)) == ((1,), "feeding green")
    forced = ENGINE.forced(state)
    assert forced is not None
    state = ENGINE.apply(state, *forced).state
    assert ENGINE.forced(state) is None
    over = act(state, 2, "feed B2:E6")
    assert why(over) == "shrimps"
    assert own(over, 2).fish == NONE


def test_ties_go_by_front_cubes_hand_and_guarded_polyps() -> None:
    red = {"front": "W", "cubes": "W", "hand": "W"}
    state = load(FIVE, phase="over", red=red, green=red, shrimps={"green": ["B2:A2"]})
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert outcome.ranks == (2, 1)
    assert (
        outcome.text
        == "Green wins with 0 points, ahead of Red by guarded polyps: the game was over from the start."
    )
    tied = "; 1 in front, 1 cube, 1 tile in hand, {} guarded polyps"
    assert final_lines(state) == [
        f"**1.** Green, 0 points: no tiles{tied.format(5)}",
        f"**2.** Red, 0 points: no tiles{tied.format(0)}",
    ]


@pytest.mark.parametrize(
    ("red", "green", "ahead"),
    [
        ({"front": "W"}, {}, "Red wins with 0 points, ahead of Green by tiles in front of the screen:"),
        ({"cubes": "W"}, {}, "Red wins with 0 points, ahead of Green by cubes:"),
        ({}, {"hand": "W"}, "Green wins with 0 points, ahead of Red by tiles in hand:"),
        (
            {"front": "W", "hand": "W"},
            {"front": "W", "cubes": "W"},
            "Green wins with 0 points, ahead of Red by cubes:",
        ),
        ({}, {}, "Red and Green share the win with 0 points:"),
        ({"fish": "W"}, {}, "Red wins with 3 points:"),
    ],
)
def test_the_headline_names_what_has_settled_a_tie(
    red: dict[str, str], green: dict[str, str], ahead: str
) -> None:
    outcome = ENGINE.outcome(load(FIVE, phase="over", red=red, green=green))
    assert outcome is not None
    assert outcome.text.startswith(ahead)


def test_what_settles_ties_is_told_of_those_who_are_tied() -> None:
    state = load(FIVE, phase="over", red={"fish": "W"}, shrimps={"green": ["B2:A2"]})
    assert [line for line in final_lines(state) if "in front" in line] == []


def final_lines(state: ReefState) -> list[str]:
    return final_summary(state, ()).text.splitlines()[1:]


# -- the clock, and giving up --------------------------------------------------------------------------------


def late(state: ReefState, seat: Seat) -> ReefState:
    return ENGINE.apply(state, seat, TimeUp()).state


def test_the_clock_tidies_up_and_collects_the_fullest_space() -> None:
    state = load(
        FIVE, shrimps={"red": ["B2:A2"]}, red={"hand": "W", "cubes": "W"}, open_sea={"W": "P", "Y": "G"}
    )
    state = play(state, "move B2:A2 B2:D1; larva W")
    after = late(state, RED)
    assert after.active == GREEN
    assert after.shrimps == {}
    assert own(after).hand == from_letters("WYPG")
    assert own(after).cubes == from_letters("WO")


@pytest.mark.parametrize("leaves", [TimeUp(), Resign()])
def test_what_is_tidied_up_is_told(leaves: MetaAction) -> None:
    held = {"hand": "W", "cubes": "W"}
    state = load(FIVE, players=["red", "green", "purple"], shrimps={"red": ["B2:A2", "B2:D1"]}, red=held)
    step = ENGINE.apply(play(state, "move B2:A2 B2:E1; larva W"), RED, leaves)
    told = [ENGINE.narrate(event) for event in step.events]
    cube = told.index("Red takes the white larva cube back")
    assert told[cube + 1 : cube + 3] == [
        "Red takes the shrimp on B2 d1 back",
        "Red takes the shrimp on B2 e1 back",
    ]
    assert told[:cube] == ([] if isinstance(leaves, TimeUp) else ["Red gives the game up"])
    alone = load(FIVE, red=held)
    last = ENGINE.apply(play(alone, "larva W"), RED, Resign())
    assert last.state.phase == "over"
    assert [ENGINE.narrate(event) for event in last.events] == ["Red gives the game up"]
    off_turn = ENGINE.apply(play(state, "larva W"), GREEN, Resign())
    assert [ENGINE.narrate(event) for event in off_turn.events] == ["Green gives the game up"]


def test_the_clock_chooses_and_declines() -> None:
    state = start()
    chosen = late(state, 0)
    assert ENGINE.to_act(chosen) == (1,)
    assert chosen.phase == "setup"
    final = load(FIVE, phase="final", pending=["green"], shrimps={"green": ["B2:A2"]})
    assert why(late(final, GREEN)) is not None


def test_whoever_is_left_alone_wins() -> None:
    state = begun(3)
    first = state.active
    after = act(state, first, "resign")
    assert after.active == (first + 1) % 3
    assert first not in ENGINE.to_act(after)
    assert list(ENGINE.legal_meta(after, first)) == []
    over = act(after, after.active, "resign")
    outcome = ENGINE.outcome(over)
    assert outcome is not None
    assert outcome.why == "resignation"
    assert outcome.ranks[first] == 3
    assert outcome.ranks[after.active] == 2


def final_of_three(pending: list[str]) -> ReefState:
    """Red has ended the game; the others may feed."""
    players = ["red", "green", "purple"]
    shrimps = {"green": ["B2:A2"]}
    return load(FIVE, players=players, phase="final", pending=pending, shrimps=shrimps, why="locks", by="red")


def test_the_last_feeder_who_gives_up_ends_the_game() -> None:
    over = act(final_of_three(["purple"]), 2, "resign")
    outcome = ENGINE.outcome(over)
    assert (over.phase, ENGINE.to_act(over)) == ("over", ())
    assert outcome is not None
    assert (outcome.why, outcome.ranks[2]) == ("locks", 3)


def test_who_gave_up_is_told_at_the_end() -> None:
    step = ENGINE.apply(final_of_three(["purple"]), 2, Resign())
    assert ENGINE.view(step.state, None).chips == ("0 points", "0 points", "gave up")
    assert step.summary is not None
    assert "**3.** Purple, 0 points, gave up: " in step.summary.text


def test_after_a_last_meal_the_next_one_feeds() -> None:
    assert ENGINE.to_act(act(final_of_three(["green", "purple"]), 1, "feed B2:A2")) == (2,)


def test_a_feeder_who_gives_up_makes_room_for_the_next() -> None:
    final = final_of_three(["green", "purple"])
    after = act(final, 1, "resign")
    assert (ENGINE.to_act(after), after.current) == ((2,), Marks(seat=2))
    later = act(final, 2, "resign")
    assert (later.phase, later.pending) == ("final", (1,))
    assert act(later, 1, "decline").phase == "over"
    done = act(final, RED, "resign")
    assert (done.phase, done.pending, done.current) == ("final", (1, 2), final.current)


def test_giving_up_in_set_up_lets_the_others_begin() -> None:
    state = start(3)
    state = late(late(state, 0), 1)
    after = act(state, 2, "resign")
    assert after.phase == "turn"
    assert after.active != 2


def test_chosen_cubes_come_to_those_a_position_gave() -> None:
    both = {"hand": "WY", "cubes": "G"}
    state = load(phase="setup", red=both, green=both)
    state = act(act(state, RED, "choose W PW"), GREEN, "choose Y OO")
    assert own(state, RED).cubes == from_letters("WPG")
    assert own(state, GREEN).cubes == from_letters("OOG")


def test_giving_up_out_of_turn_leaves_the_turn_alone() -> None:
    state = begun(3)
    other = (state.active + 2) % 3
    after = act(state, other, "resign")
    assert (after.active, after.number) == (state.active, state.number)
    for _ in range(3):
        after = late(after, after.active)
        assert after.active != other
