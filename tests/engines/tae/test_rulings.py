"""Rulings and refusals that the worked examples leave open."""

import pytest
from msgspec.structs import replace

from engines.contract import IllegalAction, Seat, Step, TimeUp
from engines.tae.actions import Reinforce
from engines.tae.combat import internal
from engines.tae.conformance.position import read_position, write_position
from engines.tae.constants import COLONY_TYPES
from engines.tae.phases.reinforce import ties
from engines.tae.state import Combat, Side, TaeState, Tally
from tests.engines.tae.table import BOW, BULL, ENGINE, LION, POT, code, do, load, narrated, play, start

SETTLERS = {"bow": {"settler": 2}}


def points(state: TaeState, seat: Seat) -> Tally:
    return state.scores[seat]


def test_a_leader_is_lifted_before_it_is_tested() -> None:
    """R12: it does not fight itself, and its own cell does not join regions."""
    state = load("r@H5 r@H7", "Bg@H6")
    assert code(state, BOW, "leader merchant H6") == "SAME_CELL"
    state = play(state, "B leader merchant G5")
    assert state.combat is None
    assert len(ENGINE.view(state, None).regions) == 2
    assert code(state, BOW, "leader merchant H6") == "LEADER_JOINS_REGIONS"


def test_a_leader_may_not_join_two_regions_led_or_not() -> None:
    """R11."""
    assert code(load("r@H5 k@H7"), BOW, "leader settler H6") == "LEADER_JOINS_REGIONS"


def test_an_artifact_on_an_empty_cell_is_no_obstacle() -> None:
    state = load("r@H5", artifacts="H6 G5 A1", hands=SETTLERS)
    state = play(state, "B leader settler H6", "B colony settler G5")
    assert state.board.artifacts == (0, 4 * 16 + 6, 5 * 16 + 7)


def test_a_settler_leader_stands_in_and_scores_the_colonys_kind() -> None:
    state = load("r@H5", "Pk@H6", hands={"bow": {"merchant": 1, "scientist": 1}})
    state = play(state, "B colony merchant G5")
    assert points(state, POT) == (1, 0, 0, 0, 0)


def test_the_leader_of_the_kind_scores_before_the_settler_leader() -> None:
    state = load("r@H5", "Pk@H6 Bg@H4", hands={"bow": {"merchant": 1}})
    assert points(play(state, "B colony merchant G5"), BOW) == (1, 0, 0, 0, 0)


def test_nobody_scores_without_a_fitting_leader_or_a_region() -> None:
    state = load("r@H5", "Pg@H6", hands={"bow": {"settler": 2}})
    state = play(state, "B colony settler G5")
    assert not any(map(any, state.scores))
    lone = do(load(hands=SETTLERS), BOW, "colony settler I5")
    assert narrated(lone) == ["Bow founds a settler colony on I5"]


def test_a_connecting_colony_scores_nothing_even_if_one_region_is_led() -> None:
    """R13."""
    state = load("r@H5 k@J5", "Bk@H6", hands=SETTLERS)
    assert not any(map(any, play(state, "B colony settler I5").scores))


def test_a_bomb_takes_the_colony_and_the_support() -> None:
    state = load("r@H5 k@H7", "Pg@H6", artifacts="A1 B1 C1")
    step = do(state, BOW, "bomb H5")
    assert narrated(step) == [
        "Bow's bomb destroys H5 and its scientist colony",
        "Pot's merchant leader on H6 has no scientist colony beside it and goes home",
    ]
    state = step.state
    assert state.bombs == (1, 2)
    assert code(state, BOW, "bomb H5") == "DESTROYED"
    assert code(state, BOW, "leader merchant H5") == "DESTROYED"
    state = play(state, "B bomb A4")
    assert state.active == POT


def test_what_bombs_spare() -> None:
    squares = [{"id": 0, "square": [8, 4]}]
    state = load("r@A1", "Pg@A2", artifacts="D1")
    assert code(state, BOW, "bomb A2") == "BOMB_ON_LEADER"
    assert code(state, BOW, "bomb D1") == "BOMB_ON_ARTIFACT"
    state = read_position(
        {"players": ["bow", "pot"], "active": "bow", "position": {"monuments": squares}, "bombs": {"bow": 0}},
        ENGINE.options({"monuments": True}),
    )
    assert code(state, BOW, "bomb I5") == "NO_BOMBS"
    state = read_position(
        {"players": ["bow", "pot"], "active": "bow", "position": {"monuments": squares}}, ENGINE.options({})
    )
    assert code(state, BOW, "bomb I5") == "BOMB_ON_MONUMENT"
    assert code(state, BOW, "leader merchant I5") == "OCCUPIED"


def test_swaps() -> None:
    state = load(hands={"bow": {"merchant": 2}}, bag_size=1)
    assert code(state, BOW, "swap g3") == "NOT_IN_HAND"
    assert code(state, BOW, "swap g2") == "BAG_TOO_SMALL"
    assert code(state, BOW, "swap g7") == "BAD_AMOUNT"
    state = play(state, "B swap g1")
    assert (state.discards, state.bag) == ((1, 0, 0, 0), "")


def test_a_swap_draws_from_the_order_of_the_bag() -> None:
    order = ["miner", "settler", "scientist"]
    state = load(hands={"bow": {"merchant": 2}}, bag_size=None, bag_draw_order=order)
    state = play(state, "B swap g2")
    assert state.hands[BOW] == (0, 0, 1, 1)
    assert state.bag == "r"


def test_mining_robots_settle_on_uninhabitable_systems_only() -> None:
    state = load(hands={"bow": {"miner": 1, "settler": 1}})
    assert code(state, BOW, "colony miner I5") == "INHABITABLE"
    assert code(state, BOW, "colony settler A4") == "UNINHABITABLE"
    assert code(state, BOW, "colony merchant I5") == "NOT_IN_HAND"
    play(state, "B colony miner A4")


def test_hands_are_refilled_only_at_the_end_of_a_turn() -> None:
    """R10."""
    state = load("r@H5", artifacts="A1 B1 C1", hands=SETTLERS)
    state = play(state, "B colony settler I5")
    assert [sum(hand) for hand in state.hands] == [1, 0]
    state = play(state, "B colony settler J5")
    assert [sum(hand) for hand in state.hands] == [6, 6]
    assert (state.active, state.actions_left, state.turn) == (POT, 2, 2)


def test_a_failed_challenge_may_be_repeated_at_once() -> None:
    """R26, and R17: the challenger loses ties."""
    state = load("r@H5", "Pg@G5", artifacts="A1 B1 C1")
    state = play(state, "B leader merchant I5", "B reinforce 0", "P reinforce 0")
    assert state.board.leaders[BOW] == (None,) * 4
    assert points(state, POT) == (0, 1, 0, 0, 0)
    assert play(state, "B leader merchant H6").combat is not None


def test_internal_combat_is_reinforced_by_scientists() -> None:
    state = load("r@H5", "Pg@G5", hands={"bow": {"merchant": 5}, "pot": {"scientist": 2}})
    state = play(state, "B leader merchant I5")
    assert list(ENGINE.legal(state, BOW)) == [Reinforce(0)]
    assert len(list(ENGINE.legal(state, POT))) == 3


def test_a_connecting_science_colony_supports_but_neither_counts_nor_falls() -> None:
    """R18."""
    state = load("r@G5 r@J5", "Br@H5 Pr@K5", hands={"bow": {"scientist": 1}})
    state = play(state, "B colony scientist I5")
    assert state.combat is not None
    assert [side.initial for side in state.combat.sides] == [1, 1]
    state = play(state, "B reinforce 0", "P reinforce 0")
    assert state.board.ground[4 * 16 + 8] == "r"
    assert state.board.ground[4 * 16 + 6] == "."


def test_an_artifact_stays_where_its_colony_is_removed() -> None:
    """R20, R21."""
    state = load("r@G5 r@J5", "Br@H5 Pr@K5", artifacts="J5", hands={"bow": {"scientist": 2}})
    state = play(state, "B colony scientist I5", "B reinforce 1", "P reinforce 0")
    assert state.board.ground[4 * 16 + 9] == "."
    assert state.board.artifacts == (4 * 16 + 9,)


def test_the_end_by_the_bag() -> None:
    state = load(artifacts="A1 B1 C1", hands={"bow": {"settler": 6}}, bag_size=5)
    step = do(state, BOW, "end")
    assert step.state.bag == state.bag
    outcome = ENGINE.outcome(step.state)
    assert outcome is not None
    assert (outcome.why, outcome.ranks) == ("bag", (1, 1))


def test_the_end_by_stalemate() -> None:
    full = {"bow": {"settler": 6}, "pot": {"settler": 6}}
    state = load(artifacts="A1 B1 C1", hands=full, quiet_turns=4, bag_size=0)
    state = play(state, "B end")
    assert state.ending is None
    outcome = ENGINE.outcome(play(state, "P end"))
    assert outcome is not None
    assert outcome.why == "stalemate"


def test_a_busy_turn_is_not_quiet() -> None:
    state = load(artifacts="A1 B1 C1", quiet_turns=5)
    assert play(state, "B bomb I5", "B end").quiet == 0
    assert play(load("r@H5", artifacts="A1 B1 C1"), "B leader merchant I5", "B end").quiet == 1


def test_two_left_who_are_alike_share_the_victory() -> None:
    state = load(artifacts="A1 B1", scores={"bow": {"money": 3}, "pot": {"raw": 3}})
    outcome = ENGINE.outcome(play(state, "B end"))
    assert outcome is not None
    assert outcome.winners == (BOW, POT)
    assert outcome.scores == (0, 0)


def test_a_monument_may_be_refused_and_what_it_must_fit() -> None:
    options = {"monuments": True}
    state = load("k@G5 k@H5 k@G6", hands=SETTLERS, options=options, artifacts="A1 B1 C1")
    state = play(state, "B colony settler H6")
    assert state.phase == "monument"
    assert code(state, BOW, "build 0 A1") == "NO_SUCH_SQUARE"
    assert code(state, BOW, "build 9 G5") == "MONUMENT_TAKEN"
    assert code(state, BOW, "build 3 G5") == "MONUMENT_COLOUR"
    assert code(state, BOW, "colony settler A1") == "WRONG_PHASE"
    assert code(state, POT, "skip") == "NOT_YOUR_TURN"
    assert late(state, BOW).notation == "time up, skip"
    skipped = play(state, "B skip")
    assert (skipped.phase, skipped.actions_left) == ("action", 1)
    assert play(skipped, "B colony settler F5").phase == "action"


def test_without_the_option_no_monument_is_offered() -> None:
    state = load("k@G5 k@H5 k@G6", hands=SETTLERS)
    assert play(state, "B colony settler H6").phase == "action"


TWO_KINDS = ("g@E5 r@F5 r@F6 g@G6 k@I5 r@K5 r@K6 k@J6", "Br@E6 Bg@G5 Pr@L5 Lg@K4 Pk@J5")


def three() -> TaeState:
    """X3."""
    hands = {"bow": {"settler": 1, "scientist": 1, "merchant": 1}, "lion": {"merchant": 1}}
    artifacts = "A1 B1 C1"
    return load(*TWO_KINDS, players=["bow", "pot", "lion"], hands=hands, artifacts=artifacts)


def test_defaults_of_missed_deadlines() -> None:
    """R28."""
    state = play(three(), "B colony settler H5")
    assert late(state, BOW).notation.startswith("time up, combat scientist: ")
    state = play(state, "B combat merchant")
    step = late(state, LION)
    assert (step.notation, step.public) == ("time up, reinforce 0", "time up, reinforce sealed")
    assert refusal(state, POT) == "not_late"


def test_ties_go_to_the_last_in_turn_order() -> None:
    """R17."""
    sides = tuple(Side(seat, 0, 1) for seat in (POT, LION, BULL, BOW))
    assert ties(Combat(False, 0, sides)) == "Ties go to Bow, then to Bull, then to Lion."
    assert ties(Combat(False, 0, sides[:2])) == "Ties go to Lion."


def late(state: TaeState, seat: Seat) -> Step[TaeState]:
    """What the clock does."""
    return ENGINE.apply(state, seat, ENGINE.clock.on_timeout(state, seat))


def refusal(state: TaeState, seat: Seat) -> str:
    with pytest.raises(IllegalAction) as refused:
        ENGINE.apply(state, seat, TimeUp())
    return refused.value.code


@pytest.mark.parametrize("before", ["", "B bomb I5"])
def test_a_turn_that_the_clock_ends_leaves_the_quiet_turns_as_they_are(before: str) -> None:
    """R9: whoever is away does not end the game by it."""
    state = load(artifacts="A1 B1 C1", quiet_turns=5)
    step = late(play(state, *filter(None, [before])), BOW)
    assert step.notation == "time up, end"
    assert (step.state.quiet, step.state.active, step.state.ending) == (5, POT, None)
    assert play(step.state, "P end").ending == "stalemate"


def test_a_turn_that_the_clock_ends_is_not_the_last_where_so_few_are_left_that_there_were_enough() -> None:
    """R9, R27."""
    state = load(players=["bow", "pot", "lion"], artifacts="A1 B1 C1", quiet_turns=7)
    left = late(play(state, "L resign"), BOW).state
    assert (left.quiet, left.active, left.ending) == (7, POT, None)


def test_a_turn_that_a_resignation_ends_is_not_quiet() -> None:
    """R9, R27: whoever leaves does not end the game for the others by it."""
    players = ["bow", "pot", "lion"]
    state = load(players=players, artifacts="A1 B1 C1", quiet_turns=5)
    left = play(state, "B resign")
    assert (left.quiet, left.active, left.ending) == (5, POT, None)
    assert play(left, "P end").ending == "stalemate"
    assert play(state, "B bomb I5", "B resign").quiet == 0


def test_a_commitment_by_the_clock_does_not_end_the_turn() -> None:
    state = load("r@H5", "Pg@G5", artifacts="A1 B1 C1", quiet_turns=4, actions_left=1)
    state = play(state, "B leader merchant I5", "B reinforce 0")
    after = late(state, POT).state
    assert (after.quiet, after.active) == (0, POT)


@pytest.mark.parametrize(
    ("joining", "leaders", "gets"),
    [
        ("code", "Pg@D5", None),
        ("board", "Pg@D5", POT),
        ("board", "Pk@D5", POT),
        ("board", "Pu@D5", None),
        ("board", "Pg@D5 Lr@H5", None),
        ("board", "", None),
    ],
)
def test_a_colony_that_joins_regions(joining: str, leaders: str, gets: Seat | None) -> None:
    """R13: on the board it scores where one of them alone is led, whosever the leader is."""
    players, hands = ["bow", "pot", "lion"], {"bow": {"merchant": 1}}
    options = {"joining": joining}
    state = load("r@E5 r@G5 k@G6", leaders, players=players, hands=hands, options=options)
    step = do(state, BOW, "colony merchant F5")
    assert step.state.combat is None
    assert [points(step.state, seat)[0] for seat in (BOW, POT, LION)] == [0, int(gets == POT), 0]
    assert step.notation == "colony merchant F5: joins 2" + (", pot +1 money" if gets == POT else "")


def test_each_combat_is_a_period_of_its_own() -> None:
    state = three()
    periods = [ENGINE.clock.period(state)]
    for text in ("B colony settler H5", "B combat merchant", "B reinforce 0", "L reinforce 1"):
        state = play(state, text)
        periods.append(ENGINE.clock.period(state))
    assert periods == ["turn 1", "turn 1", "turn 1 combat 1", "turn 1 combat 1", "turn 1 combat 2"]
    assert ENGINE.clock.factor(state) == 0.5
    state = play(state, "B reinforce 0", "P reinforce 0")
    assert ENGINE.clock.period(state) == "turn 1 after combat 2"


def test_who_resigns_in_a_combat_commits_nothing_and_leaves_when_it_is_resolved() -> None:
    """R27."""
    state = play(three(), "B colony settler H5", "B combat merchant")
    state = play(state, "L resign")
    assert state.combat is not None
    assert [side.ships for side in state.combat.sides if side.seat == LION] == [0]
    assert ENGINE.to_act(state) == (BOW,)
    assert state.board.leaders[LION][0] is not None
    assert list(ENGINE.legal_meta(state, LION)) == []
    state = play(state, "B reinforce 0")
    assert state.resigned == (LION,)
    assert state.combat is not None
    assert state.combat.kind == 1, "the science combat follows"
    assert state.board.leaders[LION] == (None,) * 4


def test_the_active_player_resigns_before_his_choice() -> None:
    state = play(three(), "B colony settler H5", "B resign")
    assert state.combat is not None
    assert ENGINE.to_act(state) == (POT,)
    state = play(state, "P reinforce 0")
    assert (state.active, state.phase, state.resigned) == (POT, "action", (BOW,))
    state = play(state, "P end", "L end")
    assert state.active == POT
    outcome = ENGINE.outcome(play(state, "L resign"))
    assert outcome is not None
    assert (outcome.why, outcome.ranks) == ("resignation", (2, 1, 2))


def test_a_resignation_between_combats_may_settle_them() -> None:
    state = play(three(), "B colony settler H5", "P resign")
    assert state.combat is None, "without Pot's leader on J5 the merchants are apart"
    assert (state.phase, state.active, state.actions_left) == ("action", BOW, 1)


def test_a_position_in_which_the_active_player_has_left_amid_combats_is_read_back() -> None:
    """R27: he leaves when the first combat is resolved; the second is fought by the others."""
    state = load(
        "r@G5 r@I5",
        "Pg@G4 Bk@F5 Lg@I4 Lk@J5",
        players=["bow", "pot", "lion"],
        artifacts="A1 B1 C1",
        hands={"bow": {"settler": 1}},
    )
    state = play(state, "B colony settler H5", "B resign", "L reinforce 0")
    assert (state.active, state.resigned, ENGINE.to_act(state)) == (BOW, (BOW,), (POT, LION))
    assert write_position(read_position(write_position(state), state.options)) == write_position(state)
    state = play(state, "P reinforce 0", "L reinforce 0")
    assert (state.active, state.phase) == (POT, "action")


def test_of_the_combats_of_who_has_left_the_next_follows_the_order_of_choices() -> None:
    """R27 and R28: first that of the settlers, then of the scientists."""
    leaders = "Pg@G4 Pk@F5 Pr@G6 Lg@I4 Lk@J5 Lr@I6"
    three_kinds = load(
        "r@G5 r@I5",
        leaders,
        players=["bow", "pot", "lion"],
        artifacts="A1 B1 C1",
        hands={"bow": {"settler": 1}},
    )
    state = play(three_kinds, "B colony settler H5", "B combat merchant", "B resign")
    fought = []
    while state.combat is not None:
        fought.append(COLONY_TYPES[state.combat.kind])
        state = play(state, "P reinforce 0", "L reinforce 0")
    assert fought == ["merchant", "settler", "scientist"]


def test_a_resigned_hand_leaves_the_game_and_nobody_is_left_alone() -> None:
    state = start(3)
    gone = play(state, "P resign")
    assert sum(gone.discards) == 6
    assert gone.hands[POT] == (0, 0, 0, 0)
    assert ENGINE.outcome(gone) is None
    assert code(gone, POT, "end") == "NOT_YOUR_TURN"
    over = play(gone, "B resign")
    outcome = ENGINE.outcome(over)
    assert outcome is not None
    assert outcome.winners == (LION,)
    assert code(over, LION, "end") == "GAME_OVER"


@pytest.mark.parametrize("seat", [BOW, POT])
def test_the_last_one_wins_at_once_even_in_a_combat(seat: int) -> None:
    state = load("r@H5", "Pg@G5")
    state = play(state, "B leader merchant I5")
    outcome = ENGINE.outcome(play(state, f"{'BP'[seat]} resign"))
    assert outcome is not None
    assert outcome.winners == (1 - seat,)


def test_to_end_the_turn_is_an_action_after_which_artifacts_are_collected() -> None:
    """Sections 4 and 11, even in a position that no play leads to."""
    state = load("r@H5 r@H6", "Bg@H4", artifacts="A1 B1 H5 H6 N1")
    state = play(state, "B end")
    assert state.active == POT
    assert points(state, BOW)[-1] == 1
    assert len(state.board.artifacts) == 4


def test_the_next_turn_begins_a_period_without_combats() -> None:
    state = play(three(), "B colony settler H5", "B combat merchant", "B reinforce 0", "L reinforce 1")
    state = play(state, "B reinforce 0", "P reinforce 0", "B end")
    assert (state.combats, ENGINE.clock.period(state)) == (0, "turn 2")


def test_the_sides_of_a_combat_come_in_turn_order_and_who_is_leaving_sends_no_ships() -> None:
    """R27."""
    state = replace(three(), active=LION, leaving=(POT,))
    combat = internal(state, 0, {BOW: 0, POT: 1, LION: 2})
    assert [(side.seat, side.ships) for side in combat.sides] == [(LION, None), (BOW, None), (POT, 0)]


def test_who_resigns_out_of_turn_leaves_the_turn_as_it_is() -> None:
    """R27; whose turn it is ends it by leaving."""
    assert play(three(), "P resign").active == BOW
    assert play(three(), "P resign").actions_left == 2
    assert play(three(), "B resign").active == POT


def test_the_choice_of_a_combat_shows_the_strength_of_every_side() -> None:
    """X3."""
    notes = ENGINE.view(play(three(), "B colony settler H5"), None).notes
    assert notes == ("⚔️ **Scientist combat**: Bow 2, Pot 2", "⚔️ **Merchant combat**: Bow 2, Lion 0")
