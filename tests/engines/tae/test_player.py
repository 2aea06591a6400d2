"""The computer player sees what is plain: points, combats that are won, and ships that would be wasted."""

import random
from typing import Any

import pytest

from engines.contract import Level, Seat
from engines.reviewing import _line
from engines.tae import player
from engines.tae.actions import END, Swap
from engines.tae.commitments import considered, likely
from engines.tae.evaluation import evaluate
from engines.tae.player import Effort, Turn, choose
from engines.tae.state import TaeState
from tests.engines.tae.table import BOW, ENGINE, LION, POT, load, play
from tests.engines.vectors import states

ARTIFACTS = "A1 B1 C1 D1 P1 P2 P3 P4"
LITTLE = {
    Level.GENTLE: Effort(samples=1, firsts=0, turns=0, replies=0),
    Level.STEADY: Effort(samples=2, firsts=2, turns=0, replies=0),
    Level.STRONG: Effort(samples=2, firsts=2, turns=2, replies=1),
}


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a level does, with less of it."""
    monkeypatch.setattr(player, "EFFORTS", LITTLE)


def table(colonies: str, leaders: str, **fields: Any) -> TaeState:
    """People are what Bow lacks."""
    scores = {"bow": {"money": 5, "technology": 5, "raw": 5}}
    return load(colonies, leaders, artifacts=ARTIFACTS, **{"scores": scores, **fields})


def chosen(state: TaeState, seat: Seat, level: Level, seed: int = 1) -> str:
    action = choose(ENGINE.view(state, seat), seat, level, random.Random(seed))
    return ENGINE.format(action)


@pytest.mark.parametrize("level", Level)
def test_it_founds_where_it_scores(level: Level) -> None:
    state = table("r@H5", "Bk@H6 Pg@A2", hands={"bow": {"settler": 1}}, actions_left=1)
    after = play(state, f"B {chosen(state, BOW, level)}")
    assert after.scores[BOW][2] == 1


@pytest.mark.parametrize("level", Level)
def test_it_joins_regions_for_a_combat_that_is_won_at_once(level: Level) -> None:
    state = table(
        "r@G5 k@G6 k@G7 k@F6 k@F5 r@I5 k@J5 k@K5 k@J6",
        "Bk@G4 Pk@I4",
        hands={"bow": {"settler": 4, "miner": 0}, "pot": {"merchant": 1}},
        actions_left=1,
        bag_size=100,
    )
    assert play(state, f"B {chosen(state, BOW, level)}").combat is not None


def useless(actions_left: int) -> TaeState:
    """Bow's leaders stand and nothing threatens them, no miner has a place, and the bag has six ships."""
    return table(
        "r@H5",
        "Bk@H6 Bg@H4 Br@G5 Bu@I5 Pk@A2",
        hands={"bow": {"merchant": 0, "scientist": 0, "settler": 0, "miner": 6}},
        **{"bombs": {"bow": 0, "pot": 0}, "actions_left": actions_left, "bag_size": 6},
    )


@pytest.mark.parametrize("level", Level)
def test_with_its_last_action_it_swaps_a_hand_of_no_use(level: Level) -> None:
    assert chosen(useless(1), BOW, level) == "swap u6"


def test_a_review_goes_no_further_than_to_ships_that_are_drawn() -> None:
    line, after = _line(ENGINE, useless(2), BOW, Level.GENTLE, random.Random(1))
    assert line == ("swap u6",)
    assert isinstance(after, TaeState)
    assert (after.active, after.actions_left) == (BOW, 1)


def test_turns_begin_with_any_action_but_a_swap_and_whoever_ends_one_does_nothing_more() -> None:
    state = table("r@H5", "Bk@H6 Pg@A2", hands={"bow": {"settler": 1}}, actions_left=1)
    looked_at = [one for one in player.candidates(state, BOW) if not isinstance(one, Swap)]
    turns = player._pairs([state], BOW, 100)
    assert sorted(ENGINE.format(turn.actions[0]) for turn in turns) == sorted(map(ENGINE.format, looked_at))
    ended, founded = (player._replied([state], BOW, Turn(0.0, (one,))) for one in (END, turns[0].actions[0]))
    assert ended.value < founded.value


def test_nothing_is_committed_where_nothing_can_be_won() -> None:
    hopeless = play(
        table(
            "r@H5 r@I4 r@H6 r@G4",
            "Pg@H4",
            hands={"bow": {"scientist": 1}, "pot": {"merchant": 1}},
        ),
        "B leader merchant I6",
    )
    assert hopeless.combat is not None
    assert likely(hopeless, BOW) == 0
    assert considered([hopeless], BOW, random.Random(1)) == 0


@pytest.mark.parametrize("seed", range(5))
def test_enough_is_committed_against_who_has_nothing_to_commit(seed: int) -> None:
    """Pot has shown everything but its hand, which is empty; Bow is one behind and loses ties."""
    state = play(
        table("r@H5 r@G4", "Pg@G5", hands={"bow": {"scientist": 3}}, bag_size=100), "B leader merchant I5"
    )
    assert state.combat is not None
    assert [side.initial for side in state.combat.sides] == [1, 2]
    assert considered([state], BOW, random.Random(seed)) >= 2
    assert considered([state], POT, random.Random(seed)) == 0


def test_what_is_committed_against_who_may_commit_as_many_is_not_always_the_same() -> None:
    hands = {"bow": {"scientist": 3}, "pot": {"scientist": 4}}
    there = play(
        table("r@H5 r@G4", "Pg@G5", players=["bow", "pot", "lion"], hands=hands, bag_size=100),
        "B leader merchant I5",
    )
    left = play(there, "P resign")
    seeds = range(20)
    assert len({considered([there], BOW, random.Random(seed)) for seed in seeds}) > 1
    assert len({considered([left], BOW, random.Random(seed)) for seed in seeds}) == 1, "nothing will come"


def test_among_three_who_commit_at_once_each_answers_what_is_likely_with_no_more_than_it_takes() -> None:
    hands = {name: {"settler": 1, "merchant": 3} for name in ("bow", "pot", "lion")}
    cells = "r@F5 r@J5 r@H8 g@G6 g@I6 g@I5"
    state = play(
        table(cells, "Bg@G5 Pg@J6 Lg@H7", players=["bow", "pot", "lion"], hands=hands, bag_size=80),
        "B colony settler H6",
    )
    for seat, ships in ((BOW, 3), (POT, 2), (LION, 0)):
        assert {considered([state], seat, random.Random(seed)) for seed in range(3)} == {ships}


def test_what_is_expected_is_shared_out_and_an_end_is_certain() -> None:
    state = table("r@H5", "Bk@H6", players=["bow", "pot", "lion"], scores={"bow": {"people": 3, "money": 2}})
    shares = evaluate(state)
    assert sum(shares) == pytest.approx(1)
    assert shares[BOW] > shares[POT] == pytest.approx(shares[2])
    over = ENGINE.apply(ENGINE.apply(state, 2, ENGINE.parse(state, 2, "resign")).state, POT,
                        ENGINE.parse(state, POT, "resign")).state  # fmt: skip
    assert evaluate(over) == (1.0, 0.0, 0.0)


CHOSEN = """\
X1a action: leader merchant H4, leader merchant H4, leader merchant H4
  0.6448 leader merchant H4; leader settler I5
  0.6448 leader merchant J6; leader settler I5
X2a action: leader settler E4, leader settler E4, leader settler E4
  0.6308 bomb E5; leader settler I6
  0.6254 leader settler E4; colony settler I5
X3a action: bomb K5, bomb K5, bomb K5
  0.5293 bomb K5; leader settler L6
  0.5187 leader settler L6; bomb K5
X3a choose_combat: combat scientist, combat scientist, combat scientist
X4 action: bomb K5, bomb K5, bomb K5
  0.6534 bomb K5; leader scientist E4
  0.6350 leader scientist L5; bomb K5
X4 choose_combat: combat merchant, combat merchant, combat merchant
X5 action: leader settler F4, leader settler F4, leader settler F4
  0.4695 colony settler I7; leader settler J4
  0.4695 leader settler J4; colony settler I7
X6 action: leader settler L1, leader settler L1, leader settler L1
  0.6489 leader settler L1; leader merchant B1
  0.6489 leader settler K2; leader merchant B1
X7 action: leader settler B1, leader settler B1, leader settler B1
  0.6826 leader settler B1; leader scientist C1
  0.6826 leader settler C1; leader scientist B1
X8 action: leader scientist J5, leader scientist J5, leader miner J5
  0.5866 leader scientist J5; end
  0.5866 leader settler J5; leader scientist I6
X8 monument: build 1 G5, build 1 G5, build 1 G5
X8 action: leader scientist J5, leader scientist J5, leader scientist J5
X9 action: leader merchant H6, leader merchant G4, leader merchant G4
  0.6596 leader merchant G4; leader settler H6
  0.6596 leader merchant H4; leader settler H6
X9 monument: skip, skip, skip
X10 action: leader settler G4, leader settler G4, leader settler G4
"""


def test_what_is_chosen_in_the_positions_of_the_rules() -> None:
    """What each level does with little effort; of two actions in a turn also how good the best pairs seem."""
    found = ""
    for name, state in states("tae"):
        assert isinstance(state, TaeState)
        if state.phase != "reinforce":
            seat = state.active
            found += f"{name} {state.phase}: {', '.join(chosen(state, seat, level) for level in Level)}\n"
            if state.actions_left > 1:
                for value, actions in player._pairs([state, state], seat, 3)[:2]:
                    found += f"  {value:.4f} {'; '.join(map(ENGINE.format, actions))}\n"
    assert found == CHOSEN
