"""Notation, previews, questions, and what pictures are told."""

from typing import Any

import pytest

from engines.contract import Answer
from engines.tae.actions import Bomb, Colony, End, Leader, Reinforce, Swap, TaeAction, is_whole
from engines.tae.events import Resigned, TurnBegins, _cells
from engines.tae.questions import AskPreview, AskRegion
from engines.tae.state import TaeState
from engines.tae.view import Ships, TaeView
from tests.engines.tae.table import BOW, ENGINE, POT, START_HAND, code, load, play

WAR = ("r@E5 r@J6 g@G5 k@H5", "Pg@F5 Bg@J5")


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("LEADER g i7", "leader merchant I7"),
        ("leader Merchants I7", "leader merchant I7"),
        ("colony black I5", "colony settler I5"),
        ("bomb  i5", "bomb I5"),
        ("bomb 8,4", "bomb I5"),
        ("swap 1k g1", "swap g1 k1"),
        ("swap merchant 1 settler 1", "swap g1 k1"),
        ("end turn", "end"),
    ],
)
def test_texts_are_read_generously_and_written_one_way(text: str, canonical: str) -> None:
    state = load("r@H7", hands={"bow": START_HAND})
    assert ENGINE.format(ENGINE.parse(state, BOW, text)) == canonical


@pytest.mark.parametrize(
    "text", ["", "swap x1", "swap g1 g1", "leader g", "reinforce", "reinforce x", "bomb I5 I6", "I5"]
)
def test_what_is_no_action(text: str) -> None:
    assert code(load(hands={"bow": START_HAND}), BOW, text) == "UNKNOWN_ACTION"


def test_a_text_of_a_hundred_characters_is_read_and_no_longer_one() -> None:
    state = load("r@H7", hands={"bow": START_HAND})
    assert ENGINE.format(ENGINE.parse(state, BOW, "end".ljust(96) + "turn")) == "end"
    assert code(state, BOW, "end".ljust(97) + "turn") == "UNKNOWN_ACTION"


@pytest.mark.parametrize(
    ("value", "whole"),
    [(999_999, True), (-999_999, True), (1_000_000, False), (-1_000_000, False), (True, False), ("1", False)],
)
def test_a_number_without_end_is_none_that_is_repeated(value: object, *, whole: bool) -> None:
    assert is_whole(value) is whole


def test_a_turn_begins_that_cards_say_while_it_lasts() -> None:
    assert [event.begins for event in (TurnBegins(1), Resigned(1))] == ["turn", None]


def test_of_many_cells_the_first_eight_are_named() -> None:
    cells = ("A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1", "I1")
    assert _cells(cells[:8]) == "A1, B1, C1, D1, E1, F1, G1 and H1"
    assert _cells(cells) == "A1, B1, C1, D1, E1, F1, G1, H1 and more"


def test_actions_are_spelt_canonically_whoever_makes_them() -> None:
    assert ENGINE.format(Leader("g", " i5 ")) == "leader merchant I5"
    assert ENGINE.format(Colony("black", "8,4")) == "colony settler I5"
    assert ENGINE.format(Swap(settler=2)) == "swap k2"


def test_a_description_says_what_follows() -> None:
    state = load(*WAR, hands={"bow": {"settler": 1}})
    action = ENGINE.parse(state, BOW, "colony settler I5")
    assert isinstance(action, Colony)
    assert ENGINE.offer(state, BOW, action).words == (
        "Settler colony on I5: joins 2 regions; merchant combat, Bow 0, Pot 1"
    )
    (path,) = ENGINE.offer(state, BOW, action).paths
    assert [pick.value for pick in path] == ["colony settler", "I5"]
    assert [pick.label for pick in path] == ["Settler colony (1)", "I5 · fight 0 : 1"]


def test_a_preview_says_what_could_be_lost() -> None:
    state = load(*WAR, hands={"bow": {"settler": 1}})
    text = ENGINE.questions.answer(state, BOW, AskPreview("colony settler I5")).text
    assert text.splitlines() == [
        "**colony settler I5**",
        "- 2 regions become one.",
        "  - The one of E5: Pot's merchant leader; colonies 1 merchant, 1 scientist and 1 settler.",
        "  - The one of J5: Bow's merchant leader; colonies 1 scientist.",
        "- External combat of the merchant leaders: Bow 0, Pot 1.",
        "  - You could lose the merchant leader on J5.",
        "  - Pot could lose the merchant leader on F5 and 1 merchant colony (G5).",
        "  - Each merchant committed adds 1. Ties go to Pot.",
    ]


def test_a_preview_says_what_could_be_lost_in_each_of_several_combats() -> None:
    leaders = "Pg@F5 Bg@J5 Pk@H6 Bk@K5"
    state = load("r@E5 r@J6 k@J4 g@G5 k@H5", leaders, hands={"bow": {"settler": 1}})
    assert previewed(state, Colony("settler", "I5"))[3:] == [
        "- You choose which combat comes first: settler or merchant.",
        "- Settler combat: Bow 1, Pot 1.",
        "  - You could lose the settler leader on K5 and 1 settler colony (J4).",
        "  - Pot could lose the settler leader on H6 and 1 settler colony (H5).",
        "  - Each settler committed adds 1. Ties go to Pot.",
        "- Merchant combat: Bow 0, Pot 1.",
        "  - You could lose the merchant leader on J5.",
        "  - Pot could lose the merchant leader on F5 and 1 merchant colony (G5).",
        "  - Each merchant committed adds 1. Ties go to Pot.",
    ]


def test_a_preview_of_an_internal_combat_names_the_leaders_alone() -> None:
    state = load("r@E5 k@F5 g@F4", "Pg@E6", hands={"bow": {"settler": 1}})
    assert previewed(state, Leader("merchant", "E4")) == [
        "- Internal combat of the merchant leaders: Bow 1, Pot 1.",
        "  - You could lose the merchant leader on E4.",
        "  - Pot could lose the merchant leader on E6.",
        "  - Each scientist committed adds 1. Ties go to Pot.",
    ]


@pytest.mark.parametrize(("left", "unused"), [(2, ", with 2 actions unused"), (1, ", with 1 action unused")])
def test_a_preview_of_the_end_says_what_is_left_unused(left: int, unused: str) -> None:
    state = load("r@H5", artifacts="A1 B1 C1", actions_left=left)
    assert previewed(state, End()) == [f"- Your turn ends{unused}; Pot is next."]


def test_a_preview_says_what_follows_besides_combats() -> None:
    fields: dict[str, Any] = {"hands": {"bow": {"scientist": 1, "settler": 1}}, "artifacts": "A1 B1 C1"}
    square = load("r@F5 r@G5 r@H5 r@G6", "Pg@I5 Br@E5", options={"monuments": True}, **fields)
    assert previewed(square, Colony("scientist", "H6")) == [
        "- You score 1 scientist point.",
        "- The colony completes a square: you may build a monument.",
    ]
    between = load("r@F5 r@J5 g@G5 k@H5", **fields)
    assert previewed(between, Colony("settler", "I5"))[1:] == [
        "  - The one of F5: no leader; colonies 1 merchant, 1 scientist and 1 settler.",
        "  - The one of J5: no leader; colonies 1 scientist.",
    ]
    few = load("r@H5", **fields | {"artifacts": "A1 B1", "actions_left": 1})
    assert previewed(few, Colony("settler", "I5")) == ["- The game ends."]
    alone = load("r@H5", **fields)
    assert previewed(alone, Colony("settler", "A1")) == ["- No points, no combat."]
    assert previewed(alone, Swap(settler=1)) == [
        "- You see the new ships afterwards, and cannot take the swap back."
    ]


def test_previews_are_suggested_of_what_touches_something_to_who_acts() -> None:
    state = load("r@H5", "Bg@I5", hands={"bow": {"settler": 1}})
    asked = [one.action for one in ENGINE.questions.suggest(state, BOW) if isinstance(one, AskPreview)]
    assert {"colony settler H4", "withdraw merchant"} <= {*asked}
    assert not {"colony settler A1", "swap k1", "end"} & {*asked}
    for seat in (None, POT):
        assert not any(isinstance(one, AskPreview) for one in ENGINE.questions.suggest(state, seat))


def previewed(state: TaeState, action: TaeAction) -> list[str]:
    seen = ENGINE.preview.show(state, BOW, action)
    assert seen is not None
    return seen.text.splitlines()


def test_a_preview_does_not_show_what_will_be_drawn() -> None:
    state = load("r@H5", artifacts="A1 B1 C1", actions_left=1, hands={"bow": {"settler": 1}})
    assert "draw" not in ENGINE.questions.answer(state, BOW, AskPreview("colony settler I5")).text


def test_the_last_action_is_foreseen_before_hands_are_filled_up() -> None:
    state = load("r@H5", artifacts="A1 B1 C1", actions_left=1, hands={"bow": {"settler": 1}})
    seen = ENGINE.preview.show(state, BOW, Colony("settler", "I5"))
    assert seen is not None
    assert seen.text == "- Your turn ends; Pot is next."
    assert isinstance(seen.view, TaeView)
    assert (seen.view.rows[4][8], seen.view.active, seen.view.actions_left) == ("k", BOW, 0)
    assert seen.view.players[BOW].hand == Ships()
    assert not ENGINE.preview.needs_confirmation(state, BOW, Colony("settler", "I5"))


def test_a_combat_is_foreseen_with_its_sides_and_weighs_much() -> None:
    state = load(*WAR, hands={"bow": {"settler": 1}})
    seen = ENGINE.preview.show(state, BOW, Colony("settler", "I5"))
    assert seen is not None
    assert isinstance(seen.view, TaeView)
    assert seen.view.combat is not None
    assert [side.initial for side in seen.view.combat.sides] == [0, 1]
    assert ENGINE.preview.needs_confirmation(state, BOW, Colony("settler", "I5"))


def test_what_others_have_committed_is_not_foreseen() -> None:
    state = play(load(*WAR, hands={"bow": {"settler": 1}}), "B colony settler I5", "B reinforce 0")
    seen = ENGINE.preview.show(state, POT, Reinforce(0))
    assert seen == Answer("Sealed and final: what comes of it shows when all have committed.")
    assert not ENGINE.preview.needs_confirmation(state, POT, Reinforce(0))


def test_a_swap_is_confirmed_though_others_do_not_read_which_ships() -> None:
    state = ENGINE.start(ENGINE.options({}), 2, "0" * 64)
    swap = next(action for action in ENGINE.legal(state, state.active) if isinstance(action, Swap))
    assert ENGINE.preview.needs_confirmation(state, state.active, swap)


def test_a_region_is_told_and_marked() -> None:
    state = load(*WAR)
    answer = ENGINE.questions.answer(state, None, AskRegion("G5"))
    assert answer.text.splitlines() == [
        "**The region of G5** has 4 cells.",
        "- **1** merchant colony, Pot's merchant leader on F5",
        "- **1** scientist colony, no leader",
        "- **1** settler colony, no leader",
    ]
    assert isinstance(answer.view, TaeView)
    assert answer.view.mark == ("E5", "F5", "G5", "H5")
    assert "in no region" in ENGINE.questions.answer(state, None, AskRegion("A1")).text


def test_the_view_shows_a_combat_to_everybody() -> None:
    state = play(load(*WAR, hands={"bow": {"settler": 1}}), "B colony settler I5")
    combat = ENGINE.view(state, None).combat
    assert combat is not None
    assert (combat.internal, combat.kind, combat.reinforced_by, combat.connecting) == (
        False,
        "merchant",
        "merchant",
        "I5",
    )
    assert [(side.seat, side.cell, side.initial, side.region) for side in combat.sides] == [
        (BOW, "J5", 0, ("J5", "J6")),
        (POT, "F5", 1, ("E5", "F5", "G5", "H5")),
    ]


def test_the_last_action_is_marked_with_what_came_of_it() -> None:
    state = play(load(*WAR, hands={"bow": {"settler": 1}}), "B colony settler I5")
    state = play(state, "B reinforce 0", "P reinforce 0")
    last = ENGINE.view(state, None).last
    assert last is not None
    assert (last.text, last.cells, last.joined) == ("colony settler I5", ("I5",), 2)
    assert (last.results[0].winner, last.results[0].lost) == (POT, ((BOW, "J5"),))


def test_the_preview_of_an_end_without_refills_shows_the_next_turn_whole() -> None:
    hand = {"settler": 6}
    state = load(hands={"bow": hand, "pot": hand}, artifacts="A1 B1 C1")
    result = ENGINE.preview.show(state, BOW, End())
    assert result is not None
    assert result.view is not None
    assert (result.view.to_act, result.view.prompt) == ((POT,), "Pot has 2 actions left")


def test_a_number_below_nought_is_a_wrong_amount() -> None:
    """Section 14."""
    state = play(load(*WAR, hands={"bow": {"settler": 1}}), "B colony settler I5")
    assert code(state, BOW, "reinforce -1") == "BAD_AMOUNT"
    assert code(state, BOW, "reinforce 5000") == "NOT_ENOUGH_SHIPS"


def test_what_can_be_taken_back_is_not_confirmed() -> None:
    """Bombs and lost support weigh much only where the turn ends with them; a fight always does."""
    fields: dict[str, Any] = {"artifacts": "A1 B1 C1", "hands": {"bow": {"settler": 1}}}
    first, last = (load("r@H5 k@H7", "Pg@H6", **fields | {"actions_left": left}) for left in (2, 1))
    for bomb in (Bomb("H5"), Bomb("H7")):
        assert not ENGINE.preview.needs_confirmation(first, BOW, bomb)
        assert ENGINE.preview.needs_confirmation(last, BOW, bomb)
    assert not ENGINE.preview.needs_confirmation(last, BOW, Colony("settler", "A1"))
    assert ENGINE.preview.needs_confirmation(load(*WAR, **fields), BOW, Colony("settler", "I5"))


def test_the_rules_in_short_say_what_a_quiet_turn_is() -> None:
    """Section 4: nobody knows the word."""
    assert "in which nobody founds, bombs, swaps or fights" in ENGINE.info.rules
    assert "quiet" not in ENGINE.info.rules


def test_the_rules_in_short_say_what_the_clock_chooses_and_what_giving_up_means() -> None:
    """R27, R28."""
    assert "the first of settlers, scientists, merchants and miners comes first" in ENGINE.info.rules
    assert "your leaders go home for good" in ENGINE.info.rules
