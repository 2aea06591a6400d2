"""The computer player counts as the rules do, does what is clearly right, and heeds no mark of the others."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engines.contract import Level, Seat
from engines.gods import player as computer
from engines.gods.actions import Plan, Ready
from engines.gods.legal_moves import plans
from engines.gods.one_round import OneRound
from engines.gods.player import COMPUTER
from engines.gods.rounds import resolve_round
from engines.gods.selection import attacked
from engines.gods.shares import Shares
from engines.gods.state import GodsState, Stance
from tests.engines.gods.equal_views import pairs
from tests.engines.gods.table import BLUE, ENGINE, GREEN, ORANGE, RED, act, load, play_round, start, view
from tests.engines.playouts import a_walk
from tests.examples import examples

STEADY = pytest.param(Level.STEADY, marks=pytest.mark.slow)


def chosen(state: GodsState, seat: Seat, seed: int = 1, level: Level = Level.GENTLE) -> str:
    action = COMPUTER.choose(view(state, seat), seat, level, random.Random(seed))
    assert isinstance(action, Plan)
    return action.actions


@given(st.data())
@settings(max_examples=examples(30))
def test_it_foresees_what_the_rules_do(data: st.DataObject) -> None:
    state = a_walk(ENGINE, data).state
    if state.result is not None:
        return
    _foresees(state, random.Random(data.draw(st.integers(0, 1 << 32))))


@pytest.mark.parametrize("quiet", [0, 5])
def test_it_foresees_what_a_stalemate_drains(quiet: int) -> None:
    options = {"stalemate": "sticky", "stalemate_loss": 4}
    for drained in (False, True):
        _foresees(load("40 30 20 out", quiet, options, drained=drained), random.Random(quiet))


@pytest.mark.parametrize("stalemate", ["reset", "sticky"])
@pytest.mark.parametrize(("quiet", "drained"), [(4, 0), (5, 3)])
def test_it_foresees_that_all_lose_where_none_does_anything(stalemate: str, quiet: int, drained: int) -> None:
    state = load("40 30 20 out", quiet, {"stalemate": stalemate, "stalemate_loss": 3})
    game = OneRound(state, Shares(state.options, [40, 30, 20], None))
    nothing = [some.index(()) for some in game.selections]
    for player, energies in enumerate(((40, 30, 20), (30, 40, 20), (20, 40, 30))):
        (after,) = (
            (own[nothing[player]], *others)
            for own, others, numbers in game.outcomes(player, nothing)
            if nothing[player] in numbers
        )
        assert after == tuple(energy - drained for energy in energies)


def _foresees(state: GodsState, rng: random.Random) -> None:
    state = replace(state, options=replace(state.options, afk_out=0))
    shares = Shares(state.options, [state.gods[seat].ep for seat in state.living], None)
    game = OneRound(state, shares)
    profile = [rng.randrange(len(one)) for one in game.selections]
    for player, seat in enumerate(game.seats):
        found = {
            number: (own[number], others)
            for own, others, numbers in game.outcomes(player, profile)
            for number in numbers
        }
        foreseen = [found[number] for number in range(len(found))]
        assert game.payoffs(player, profile) == pytest.approx([shares.of(*one) for one in foreseen])
        for number in rng.sample(range(len(foreseen)), min(4, len(foreseen))):
            made = [*profile[:player], number, *profile[player + 1 :]]
            stances = list(state.stances)
            for one, plan, some in zip(game.seats, made, game.selections, strict=True):
                stances[one] = Stance(plan=some[plan], ready=True)
            after = resolve_round(replace(state, stances=tuple(stances)))
            own, others = foreseen[number]
            assert own == after.gods[seat].ep
            assert list(others) == [after.gods[one].ep for one in game.seats if one != seat]
            over = ENGINE.outcome(after)
            if over is not None:
                assert shares.of(own, others) == (seat in over.winners) / len(over.winners)


@pytest.mark.parametrize(
    ("own", "others", "share"),
    [
        (0, [3, 0], 0.0),
        (0, [0, 0], 1 / 3),
        (0, [0, -1], 1 / 2),
        (-1, [0, -2], 0.0),
        (-1, [-2, -3], 1.0),
        (1, [0, -1], 1.0),
        (5, [5], 1 / 2),
        (6, [5], 0.6202),
        (5, [6], 1 - 0.6202),
        (5, [5, 5], 1 / 3),
        (6, [5, 4], 0.489),
        (6, [5, 4, 1], 0.4132),
        (1, [1, 1, 0], 1 / 3),
    ],
)
def test_what_a_round_leaves_is_worth_a_share(own: int, others: list[int], share: float) -> None:
    shares = Shares(ENGINE.options({}), [5, 5, 5], None)
    assert shares.of(own, others) == pytest.approx(share, abs=0.001)


@pytest.mark.parametrize("damage", [0, 1])
def test_a_lead_is_worth_the_most_where_an_attack_takes_the_least_or_nothing(damage: int) -> None:
    options = ENGINE.options({"attack_cost": 0, "damage": damage})
    assert Shares(options, [6, 5], None).of(6, [5]) == pytest.approx(0.780, abs=0.001)


@given(st.data())
@settings(max_examples=examples(10))
def test_it_plays_with_any_options(data: st.DataObject) -> None:
    state = a_walk(ENGINE, data).state
    for seat in ENGINE.to_act(state):
        action = COMPUTER.choose(view(state, seat), seat, Level.GENTLE, random.Random(1))
        assert action in list(ENGINE.legal(state, seat))
        assert isinstance(action, Ready) == (state.stances[seat].plan is not None)


@pytest.mark.parametrize("number", range(12))
def test_what_others_plan_and_whether_they_are_ready_makes_no_difference(number: int) -> None:
    rng = random.Random(number)
    for pair in pairs(ENGINE, rng):
        for seat in pair.viewers:
            if seat is None or seat not in pair.one.living or seat not in pair.one.pending:
                continue
            marked = replace(
                pair.other,
                stances=tuple(
                    stance if one == seat else replace(stance, ready=not stance.ready, late=False)
                    for one, stance in enumerate(pair.other.stances)
                ),
            )
            actions = [
                COMPUTER.choose(view(state, seat), seat, Level.GENTLE, random.Random(number))
                for state in (pair.one, pair.other, marked)
            ]
            assert actions[0] == actions[1] == actions[2]


def test_what_was_saved_for_it_stands() -> None:
    state = act(start(), RED, "Ab Ag Do")
    assert COMPUTER.choose(view(state, RED), RED, Level.STRONG, random.Random(1)) == Ready()


@pytest.mark.parametrize("level", [Level.GENTLE, Level.STEADY, Level.STRONG])
@pytest.mark.parametrize("energy", ["30 out 10 out", "40 out 2 out"])
def test_of_two_whoever_is_far_ahead_wins_soon(energy: str, level: Level) -> None:
    for seed in range(10):
        state, rng = load(energy), random.Random(seed)
        for number in range(16):
            if state.result is None:
                state = act(state, RED, chosen(state, RED, 100 * seed + number, level))
                state = act(state, GREEN, rng.choice(list(plans(state, GREEN).values())).actions)
                state = play_round(state)
        assert state.result is not None
        assert state.result.winners == (RED,)


@pytest.mark.parametrize("options", [{"damage": 4}, {"refund": 2}, {"stalemate": "off"}], ids=str)
def test_of_two_whoever_is_far_ahead_wins_with_other_figures_as_well(options: dict[str, object]) -> None:
    """With the first these can be solved; with the others the energy may last for ever."""
    for seed in range(3):
        state, rng = load("20 out 4 out", options=options), random.Random(seed)
        for number in range(16):
            if state.result is None:
                state = act(state, RED, chosen(state, RED, 100 * seed + number, Level.STEADY))
                state = act(state, GREEN, rng.choice(list(plans(state, GREEN).values())).actions)
                state = play_round(state)
        assert state.result is not None
        assert state.result.winners == (RED,)


def test_of_two_that_are_equal_both_leave_it_to_chance() -> None:
    state = load("60 out 60 out")
    times = Counter(chosen(state, RED, seed) for seed in range(600))
    assert times["none"] == pytest.approx(200, abs=50)
    assert times["Ag"] == pytest.approx(100, abs=40)
    assert times["Dg"] == pytest.approx(300, abs=50)
    assert times["Ag Dg"] < 5


@pytest.mark.parametrize("level", [Level.GENTLE, STEADY])
def test_it_defends_against_whoever_always_attacks(level: Level) -> None:
    state = start()
    for _ in range(6):
        state = play_round(state, "R: Dg; G: Ar")
    assert all("Dg" in chosen(state, RED, seed, level) for seed in range(4))


@pytest.mark.slow
def test_among_gods_that_do_nothing_it_does_nothing() -> None:
    state = start()
    for _ in range(5):
        state = play_round(state)
    assert {chosen(state, seat, 1, Level.STRONG) for seat in (RED, BLUE, GREEN, ORANGE)} == {"none"}


@pytest.mark.parametrize("energy", [8, 20, 60])
def test_of_four_equals_who_attacks_first_loses_by_it_and_of_three_gains(energy: int) -> None:
    """Two points are paid to take five, which all the others gain alike: less than two each, of four."""
    for alive, pays in ((4, False), (3, True)):
        state = load(" ".join([str(energy)] * alive + ["out"] * (4 - alive)))
        game = OneRound(state, Shares(state.options, [energy] * alive, None))
        nothing = [some.index(()) for some in game.selections]
        for player, some in enumerate(game.selections):
            worth = dict(zip(some, game.payoffs(player, nothing), strict=True))
            attacks = [worth[one] for one in some if attacked(one)]
            assert (max(attacks) > worth[()]) == pays
            assert (max(worth, key=worth.__getitem__) == ()) != pays


def test_the_lowest_level_attacks_whoever_has_the_most_now_and_then_but_never_to_its_end() -> None:
    times = Counter(chosen(start(), RED, seed) for seed in range(60))
    struck = [times[plan] for plan in ("Ab Dg Do", "Ag Db Do", "Ao Db Dg")]
    assert sum(struck) == pytest.approx(30, abs=10)
    assert min(struck) > 2
    state = load("30 20 31 20")
    assert Counter(chosen(state, RED, seed) for seed in range(20))["Ag Db Do"] > 5
    state = load("3 30 31 30")
    assert all(len(chosen(state, RED, seed).split()) < 3 for seed in range(20))
    assert Counter(chosen(state, RED, seed) for seed in range(20))["Ag"] > 5
    assert [computer._EFFORTS[level].rash for level in Level] == [0.5, 0, 0]


def test_the_middle_level_only_defends_now_and_then_but_never_to_its_end() -> None:
    state = start()
    for _ in range(5):
        state = play_round(state)
    times = Counter(chosen(state, RED, seed, Level.STEADY) for seed in range(16))
    assert times["Db Dg Do"] == pytest.approx(6, abs=4)
    state = load("2 30 30 30")
    assert all(len(chosen(state, RED, seed, Level.STEADY).split()) < 3 for seed in range(6))
    assert [computer._EFFORTS[level].timid for level in Level] == [0, 0.35, 0]


def test_who_never_acts_is_brought_down_by_the_lowest_level() -> None:
    """Who spends nothing soon has the most, which must not be enough to win."""
    state, before = start(), start().gods[ORANGE].ep
    for number in range(10):
        for seat in (RED, BLUE, GREEN):
            state = act(state, seat, chosen(state, seat, 4 * number + seat))
        state = play_round(state)
    assert state.gods[ORANGE].ep < before * 2 / 3


def test_samples_are_plans_then_the_mark() -> None:
    state, rng = start(), random.Random(1)
    samples = {COMPUTER.sample(state, RED, rng) for _ in range(600)}
    assert samples == set(plans(state, RED).values())
    assert COMPUTER.sample(act(state, RED, "none"), RED, rng) == Ready()


def test_whoever_has_more_may_expect_more() -> None:
    for energy, highest in (("60 60 60 60", None), ("20 30 out 25", BLUE), ("9 out 2 out", RED)):
        expected = COMPUTER.evaluate(load(energy))
        assert sum(expected) == pytest.approx(1)
        if highest is None:
            assert expected == pytest.approx([0.25] * 4)
        else:
            assert max(range(4), key=expected.__getitem__) == highest
    assert COMPUTER.evaluate(load("9 out out out")) == (1, 0, 0, 0)
