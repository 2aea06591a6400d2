"""The computer player of Reef Encounter: what it imagines, that turns end, that it sees what is plain."""

import dataclasses
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engines.contract import Level
from engines.reef import player
from engines.reef.actions import Choose, Collect, Cube, ReefAction, TakeTile
from engines.reef.components import CORALS, Coral
from engines.reef.counts import count, plus
from engines.reef.evaluation import evaluate, lead, points
from engines.reef.imagining import imagine
from engines.reef.player import choose
from engines.reef.state import ReefState
from engines.reef.turn_plans import Plan, plans
from engines.reef.view import ReefView
from engines.reviewing import Act, ReviewTask, review
from tests.engines.reef.table import ENGINE, GREEN, RED, act, begun, load, start, wander
from tests.engines.reef.test_conservation import check
from tests.engines.vectors import states

LONGEST_TURN = 60
"""Actions; hands and cubes run out long before."""

SIX = "B2: O A2 A3 A4 B2 B3 C2, W F4, Y E1"


def chosen(state: ReefState, level: Level = Level.GENTLE, seed: int = 1) -> str:
    """The action of the first seat that is to act."""
    seat = ENGINE.to_act(state)[0]
    return ENGINE.format(choose(ENGINE.view(state, seat), seat, level, Random(seed)))


def best(state: ReefState) -> str:
    """The first action of the best turn that is found on one line."""
    seat = state.active
    return ENGINE.format(plans(state, seat, 1, 6)[0].actions[0])


def turn(state: ReefState, action: Callable[[ReefState], str]) -> list[str]:
    """What a seat does until its turn is over."""
    seat, made = ENGINE.to_act(state)[0], list[str]()
    while state.phase == "turn" and state.active == seat and len(made) < LONGEST_TURN:
        made.append(action(state))
        if made[-1].startswith("collect"):
            break
        state = act(state, seat, made[-1])
    return made


@pytest.mark.parametrize("number", range(6))
def test_nothing_is_lost_or_doubled_in_what_is_imagined(number: int) -> None:
    rng = Random(number)
    state = start(2 + number % 3, f"{number:064x}", advanced=number % 2 == 1)
    for one in wander(state, rng, 250)[::10]:
        if one.phase != "over":
            for viewer in (None, *range(len(one.players))):
                check(imagine(ENGINE.view(one, viewer), rng))


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("left", [0, 1])
def test_the_bag_is_imagined_with_the_colours_that_the_seat_may_take_of_it(advanced: bool, left: int) -> None:
    rng = Random(left)
    for state in wander(begun(advanced=advanced), rng, 120)[::8]:
        for colour in CORALS:
            if state.phase == "turn" and count(state.cubes, colour):
                rare = rarely(state, colour, left)
                seen = ENGINE.view(rare, rare.active)
                for _ in range(4):
                    imagined = imagine(seen, rng)
                    check(imagined)
                    assert ENGINE.view(imagined, rare.active) == seen
                    assert set(ENGINE.legal(imagined, rare.active)) == set(ENGINE.legal(rare, rare.active))


def rarely(state: ReefState, colour: Coral, left: int) -> ReefState:
    """With so many tiles of a colour left to take, if any of each: another player holds the rest.

    The active one has a cube of the colour.
    """
    seat, sea = state.active, state.open_sea.with_cubes(colour, -1)
    hand = state.players[1 - seat].hand
    for one in CORALS:
        while (one == colour or left) and count(sea.bag, one) + count(sea.bonus, one) > left:
            sea, hand = sea.without_tile(one), plus(hand, one)
    state = state.with_open_sea(sea).with_player(1 - seat, hand=hand)
    return state.with_player(seat, cubes=plus(state.players[seat].cubes, colour))


def test_what_others_hold_is_drawn_anew_each_time() -> None:
    state = wander(start(3), Random(1), 200)[-1]
    imagined = [imagine(ENGINE.view(state, 0), Random(number)) for number in range(9)]
    assert len({one.players[1].hand for one in imagined}) > 3
    assert {one.players[0] for one in imagined} == {state.players[0]}


def test_who_could_take_no_tile_now_knows_nothing_of_the_bag() -> None:
    """In another player's turn, with a cube: the other's hand may have any colour."""
    state = begun(advanced=True)
    viewer = 1 - state.active
    assert 0 < sum(map(bool, state.players[viewer].cubes)) < len(CORALS)
    imagined = [imagine(ENGINE.view(state, viewer), Random(number)) for number in range(20)]
    for colour in CORALS:
        assert any(count(one.players[state.active].hand, colour) for one in imagined)


@pytest.mark.parametrize("number", range(4))
def test_a_turn_ends(number: int) -> None:
    """From wherever somebody has begun it, shrimps on bare rock and larva plays without a tile included."""
    states = wander(start(2 + number % 3, f"{number:064x}"), Random(number), 300)
    begun = [state for state in states if state.phase == "turn" and (state.turn.play or state.turn.acted)]
    for state in begun[:: 1 + len(begun) // 6]:
        assert len(turn(state, chosen)) < LONGEST_TURN


def test_the_meal_that_wins_is_eaten_unless_it_is_overlooked() -> None:
    state = load(SIX, red={"fish": "OOOYYYGG", "eaten": 3}, shrimps={"red": ["B2:A3"]})
    assert chosen(state, Level.STRONG) == "eat B2:A3"
    eaten = {
        level: sum(chosen(state, level, seed) == "eat B2:A3" for seed in range(24))
        for level in (Level.GENTLE, Level.STEADY)
    }
    assert 2 <= eaten[Level.GENTLE] < eaten[Level.STEADY] < 22


def test_a_last_meal_that_brings_something_is_fed() -> None:
    state = load(SIX, phase="final", pending=["red"], shrimps={"red": ["B2:A3"]}, red={"fish": "Y"})
    assert chosen(state) == "feed B2:A3"


@pytest.mark.parametrize("cells", ["A2 A3 A4 B2 B3 C2", "A2 A3 A4 B2 B3 C2 C3"])
def test_a_last_meal_counts_before_it_is_fed_what_it_counts_after(cells: str) -> None:
    posts = {"red": ["B2:A3"], "green": ["B2:F4"]}
    both = ["red", "green"]
    state = load(f"B2: O {cells}, W F4", phase="final", pending=both, shrimps=posts, red={"fish": "Y"})
    fed = act(state, RED, "feed B2:A3")
    assert points(state, RED) == points(fed, RED) > points(act(state, RED, "decline"), RED)
    assert points(state, GREEN) == points(fed, GREEN) == 0


def test_tiles_go_to_the_own_coral() -> None:
    state = load("B2: Y A3 B3, W F4", shrimps={"red": ["B2:B3"]}, red={"hand": "YYYY", "cubes": "Y"})
    made = turn(state, best)
    assert made.count("larva Y") == 1
    assert [text.split()[0] for text in made].count("place") == 4
    assert made[-1].startswith("collect")


def test_a_turn_is_ended_that_somebody_else_left_with_a_shrimp_on_bare_rock_and_no_tile_laid() -> None:
    """Whoever keeps the seat of a player who stays away gets the turn as it was left."""
    red, green = {"hand": "YYYY", "cubes": "Y"}, {"eaten": 3}
    state = load("B2: Y A3 B3, W F4", shrimps={"red": ["B2:B3"]}, red=red, green=green)
    for text in ("larva Y", "move B2:B3 B2:E6"):
        state = act(state, RED, text)
    made = turn(state, best)
    assert "move B2:E6 screen" in made
    assert made[-1].startswith("collect")


def test_a_plan_is_found_again_after_each_of_its_actions() -> None:
    state = load("B2: Y A3 B3, W F4", shrimps={"red": ["B2:B3"]}, red={"hand": "YYYYW", "cubes": "YW"})
    plan = plans(state, 0, 8, 14)[0]
    for done, action in enumerate(plan.actions[:-1], start=1):
        state = ENGINE.apply(state, 0, action).state
        rest = plans(state, 0, 8, 14)[0]
        assert rest.worth >= plan.worth - 1e-6
        assert len(rest.actions) >= 1 + (len(plan.actions) > done + 1)
    assert isinstance(plan.actions[-1], Collect)


def test_a_shrimp_comes_to_the_middle_of_its_own_coral_in_one_move() -> None:
    state = load("B2: O A2 A3 A4 B3, Y F4 F5", shrimps={"red": ["B2:A2"]})
    moves = [text for text in turn(state, best) if text.startswith("move")]
    assert moves == ["move B2:A2 B2:A3"]


def test_a_review_thinks_once_of_a_turn_that_is_planned_as_a_whole() -> None:
    state = load("B2: Y A3 B3, W F4", shrimps={"red": ["B2:B3"]}, red={"hand": "YYYY", "cubes": "Y"})
    thoughts = list[ReefView]()

    def planned(view: ReefView, *asked: Any) -> tuple[ReefAction, ...]:
        thoughts.append(view)
        return player.plan(view, *asked)

    assert ENGINE.computer is not None
    engine = dataclasses.replace(ENGINE, computer=dataclasses.replace(ENGINE.computer, plan=planned))
    start, collect = (msgspec.Raw(ENGINE.codec.encode(one)) for one in (state, Collect("W")))
    task = ReviewTask(
        game="reef", start=start, acts=(Act(RED, collect, chosen=True),), level=Level.STEADY, seed="any"
    )
    (swing,) = review(task, engine).swings
    assert len(swing.line) > 4
    assert len(thoughts) == 1


def test_a_plan_ends_with_a_tile_that_may_be_the_last_in_the_bag(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Plan(1.0, (Cube("Y"), TakeTile("Y"), TakeTile("Y"), Collect("W")))
    monkeypatch.setattr(player, "plans", lambda *_args, **_options: [found])
    assert player.plan(ENGINE.view(begun(), RED), RED, Level.GENTLE, Random(1)) == found.actions[:2]


def test_a_plan_that_proves_impossible_is_worth_what_it_seemed() -> None:
    reef, posts = "B2: Y A3 B3, W F4", {"red": ["B2:B3"]}
    planned, otherwise = (
        load(reef, shrimps=posts, red={"hand": hand, "cubes": "Y"}) for hand in ("YYYY", "WW")
    )
    plan = plans(planned, RED, 1, 6)[0]
    answers = player._EFFORTS[Level.STRONG].answer
    assert player._answered(otherwise, RED, plan, answers) == plan.worth
    assert player._answered(planned, RED, plan, answers) != plan.worth


def test_who_is_about_to_eat_more_is_expected_to_win() -> None:
    even = load(SIX)
    guarded = load(SIX, shrimps={"red": ["B2:A3"]})
    assert evaluate(even) == pytest.approx((0.5, 0.5))
    assert evaluate(guarded)[0] > 0.6


def test_at_the_end_it_counts_for_more_than_its_points_to_be_ahead_at_all() -> None:
    state = load(SIX, phase="over", red={"fish": "YY"}, green={"fish": "Y"})
    ahead = points(state, RED) - points(state, GREEN)
    assert ahead > 0
    assert lead(state, RED) > 2 * ahead
    assert lead(state, GREEN) < -2 * ahead


def test_what_a_choice_of_the_set_up_is_worth() -> None:
    """The fish, and what is held without the tile that goes into it: pairs count, and each cube."""
    state = start(2, "5eed" * 16)
    assert state.players[0].hand == (1, 2, 2, 1, 3)
    worth = {ENGINE.format(action): player._simple(state, 0, action) for action in ENGINE.legal(state, 0)}
    some = ("choose W WW", "choose W OO", "choose Y WP", "choose Y PP", "choose O YO", "choose G WP")
    assert [round(worth[one], 3) for one in some] == [4.3, 4.5, 4.5, 4.4, 4.6, 4.5]
    bare = replace(state, players=(replace(state.players[0], hand=(1, 0, 0, 0, 1)), *state.players[1:]))
    assert [round(player._simple(bare, 0, Choose(fish, "WG")), 3) for fish in ("W", "G")] == [3.7, 3.7]


PLANNED = """\
E01 1.780 shrimp B2:D2; larva W; place B2:F3; place B2:F2; move B2:D2 B2:F3; collect Y
E02 2.430 larva W; place B2:C4; shrimp B2:D4; alga purple Y sea; collect Y
E03 4.256 shrimp B2:D6; larva W; place B2:C5; collect Y
E04 4.946 shrimp B2:B2; collect Y
E05 2.942 shrimp B2:D2; larva W; place B2:D3; place B2:C2; alga purple Y sea; collect Y
E06 2.450 place B2:C2; shrimp B2:D2; alga purple Y sea; collect Y
E07 1.250 shrimp B2:C2; collect Y
E08 0.868 shrimp B2:D5; larva W; place B2:E4; collect Y
E09 2.150 shrimp B2:D5; larva W; place B2:C5; alga purple Y sea; collect Y
E10 2.510 shrimp B2:D5; larva W; place B2:E5; alga purple O sea; collect Y
E11 1.140 larva P; place B2:A2; collect Y
E12 1.140 place B2:A2; shrimp B2:A2; collect Y
E13 0.510 larva P; place B2:F5; collect Y
E14 1.100 collect O
E15 2.900 collect W
E16 6.210 eat B2:B2; collect Y
E17 3.210 eat B2:B2; collect Y
E18 1.750 collect O
E19 8.190 alga blue Y OG; alga purple Y sea; collect Y
E20 4.530 alga red Y sea; collect Y
E21 4.267 alga blue P sea; collect Y
E22 26.967 eat B2:A3
E23 0.660 shrimp B2:D2; collect Y
E24 0.600 shrimp B2:D2; collect Y
E25 2.390 shrimp B2:D1; cube G; larva G; place B2:E2; alga green W sea; move B2:D1 B2:E1; collect Y
"""


def test_what_is_planned_in_the_positions_of_the_rules() -> None:
    found = dict[str, str]()
    for name, state in states("reef"):
        assert isinstance(state, ReefState)
        if state.phase == "turn" and name not in found:
            (plan,) = plans(state, state.active, 2, 6)
            found[name] = f"{name} {plan.worth:.3f} {'; '.join(map(ENGINE.format, plan.actions))}\n"
    assert "".join(found.values()) == PLANNED
