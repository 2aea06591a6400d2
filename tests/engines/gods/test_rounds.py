"""The worked rounds of docs/rules/four-gods.md section 5, and how games end."""

import pytest

from engines.gods.events import equation
from tests.engines.gods.table import (
    BLUE,
    ENGINE,
    RED,
    act,
    energies,
    fallen,
    last,
    load,
    play_round,
    result,
    start,
    view,
)

WORKED = {
    "opening, all sorts": (
        "60 60 60 60", 0, "R: Ab Ag Do; B: Dr; G: Ao Dr Db; O: –",
        "60−5=55 60−1+1=60 60−4+1=57 60−5=55", "", None,
    ),
    "three on one, two blocked": (
        "41 38 33 29", 0, "R: Ao; B: Ao; G: Ao; O: Dr Db", "41−2=39 38−2=36 33−2=31 29−2−5+2=24", "", None,
    ),
    "mutual hit": (
        "20 20 20 20", 0, "R: Ab; B: Ar; G: –; O: –", "20−2−5=13 20−2−5=13 20=20 20=20", "", None,
    ),
    "attack and defend the same opponent": (
        "20 20 20 20", 0, "R: Ab Db; B: Ar; G: –; O: –", "20−3+1=18 20−2−5=13 20=20 20=20", "", None,
    ),
    "defence against the wrong god is wasted": (
        "15 18 22 9", 0, "R: Ao; B: –; G: –; O: Db Dg", "15−2=13 18=18 22=22 9−2−5=2", "", None,
    ),
    "three successful defences pay for themselves": (
        "30 30 30 30", 0, "R: Db Dg Do; B: Ar; G: Ar; O: Ar", "30−3+3=30 30−2=28 30−2=28 30−2=28", "", None,
    ),
    "spending the last point": (
        "1 12 7 25", 0, "R: Db; B: Do; G: –; O: –", "1−1=0 12−1=11 7=7 25=25", "r", None,
    ),
    "a refund saves a life": (
        "1 12 7 25", 0, "R: Db; B: Ar; G: –; O: –", "1−1+1=1 12−2=10 7=7 25=25", "", None,
    ),
    "attack with one point left": (
        "1 4 7 25", 0, "R: Ab; B: Dg; G: –; O: –", "1−2=−1 4−1−5=−2 7=7 25=25", "rb", None,
    ),
    "a fallen god's attack still lands": (
        "3 5 7 out", 0, "R: Ab; B: Ar; G: Dr", "3−2−5=−4 5−2−5=−2 7−1=6", "rb", ("last_standing", "g"),
    ),
    "last two fall, higher total wins": (
        "6 5 out out", 0, "R: Ab; B: Ar", "6−2−5=−1 5−2−5=−2", "rb", ("highest_of_fallen", "r"),
    ),
    "last two fall level": (
        "4 4 out out", 0, "R: Ab; B: Ar", "4−2−5=−3 4−2−5=−3", "rb", ("tie", "rb"),
    ),
    "all four fall together": (
        "2 3 4 5", 0, "R: Ab; B: Ag; G: Ao; O: Ar",
        "2−2−5=−5 3−2−5=−4 4−2−5=−3 5−2−5=−2", "rbgo", ("highest_of_fallen", "o"),
    ),
    "fifth quiet round in a row: no drain yet": (
        "9 8 1 30", 4, "R: –; B: –; G: –; O: –", "9=9 8=8 1=1 30=30", "", None,
    ),
    "sixth quiet round: drain": (
        "9 8 1 30", 5, "R: –; B: –; G: –; O: –", "9−1d=8 8−1d=7 1−1d=0 30−1d=29", "g", None,
    ),
    "action after five quiet rounds: no drain": (
        "9 8 1 30", 5, "R: Do; B: –; G: –; O: –", "9−1=8 8=8 1=1 30=30", "", None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("about", WORKED)
def test_worked_round(about: str) -> None:
    energy, quiet, plans, sums, out, ending = WORKED[about]
    state = play_round(load(energy, quiet), plans)
    assert [equation(god.ledger) for god in last(state).gods] == sums.split()
    assert fallen(state) == out
    assert result(state) == ending


def test_the_counter_of_quiet_rounds() -> None:
    energy = "9 8 1 30"
    counts = [(4, "R: –", 5), (5, "R: –", 6), (5, "R: Do", 0), (0, "R: –", 1)]
    for before, plans, after in counts:
        assert view(play_round(load(energy, before), plans)).quiet == after


def test_idle_play_ends_in_round_65_with_a_tie_of_four() -> None:
    """Invariant 5: five free rounds and sixty that are drained."""
    state = start()
    while ENGINE.outcome(state) is None:
        state = play_round(state)
    assert view(state).round == 65
    assert energies(state) == [0, 0, 0, 0]
    assert result(state) == ("tie", "rbgo")


def test_a_sticky_drain_never_stops() -> None:
    state = play_round(load("60 60 60 60", 5, {"stalemate": "sticky"}), "R: Ab")
    assert energies(state) == [57, 54, 59, 59]
    assert view(state).quiet == 0
    assert view(state).drain_looms
    state = play_round(state, "R: Ab; B: Dr")
    assert energies(state) == [54, 53, 58, 58]


def test_a_sticky_drain_begins_after_the_free_rounds() -> None:
    state = start(stalemate="sticky", stalemate_after=2, stalemate_loss=3)
    state = play_round(play_round(state))
    assert energies(state) == [60] * 4
    state = play_round(state, "R: Do")
    assert energies(state) == [56, 57, 57, 57]
    assert energies(play_round(state, "R: Do")) == [52, 54, 54, 54]


def test_the_drain_may_be_off() -> None:
    state = load("60 60 60 60", 50, {"stalemate": "off"})
    assert not view(state).drain_looms
    assert energies(play_round(state)) == [60] * 4
    assert view(play_round(state)).quiet == 51


def test_a_round_with_action_may_be_quiet_by_option() -> None:
    """Quiet is what leaves every energy as it was, whatever was done."""
    state = load("9 9 9 9", 5, {"defend_cost": 0, "attack_cost": 0})
    assert energies(play_round(state, "R: Db")) == [8] * 4
    assert energies(play_round(state, "R: Db; B: Ar")) == [10, 9, 9, 9]


def test_who_fell_earlier_is_not_considered() -> None:
    """The highest total of all belongs to one who resigned long ago."""
    state = load("6 5 out out", ep={"r": 6, "b": 5, "g": 50, "o": 0})
    state = play_round(state, "R: Ab; B: Ar")
    assert result(state) == ("highest_of_fallen", "r")


def test_who_resigns_ranks_below_those_who_fall_in_the_same_round_whatever_the_energy() -> None:
    state = play_round(act(load("60 60 1 out"), RED, "resign"), "B: Ag")
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert energies(state)[:3] == [60, 58, -4]
    assert outcome.ranks == (3, 1, 2, 4)


def test_those_who_fell_later_rank_higher() -> None:
    state = load("6 5 7 out", fell={"o": 2})
    state = play_round(state, "R: Ab; B: Ar; G: –")
    outcome = ENGINE.outcome(state)
    assert outcome is not None
    assert outcome.ranks == (2, 3, 1, 4)
    assert outcome.scores == (-1, -2, 7, 0)
    assert outcome.text == "GREEN wins as the last god standing."


def test_prices_by_preset() -> None:
    plans = "R: Ab Dg; B: Ar; G: Ar"
    for preset, expected in {
        "rulebook": [53, 53, 58, 60],
        "uniform2": [52, 53, 58, 60],
        "uniform1": [54, 54, 59, 60],
        "server": [41, 41, 44, 45],
        "classic": [95, 96, 99, 100],
        "class40": [35, 36, 39, 40],
        "short30": [25, 26, 29, 30],
    }.items():
        assert energies(play_round(start(preset=preset), plans)) == expected, preset


def test_a_round_settles_once() -> None:
    """The last ready mark and the deadline coincide: the second finds the next round (Ruling 4)."""
    state = start()
    for seat in (1, 2, 3):
        state = act(state, seat, "ready")
    state = act(state, RED, "Ab", "ready")
    assert view(state).round == 2
    assert ENGINE.to_act(state) == (0, 1, 2, 3)
    assert len(view(state).history) == 1
    assert energies(state) == [58, 55, 60, 60]
    assert view(state, BLUE).own == view(play_round(start(), "R: Ab"), BLUE).own
