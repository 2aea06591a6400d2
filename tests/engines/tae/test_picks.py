"""Pointing at an action: what panels list, what comes first in them, and what they say."""

import gc
import random
from collections import Counter

import pytest

from engines.contract import IllegalAction, Offer, Seat
from engines.tae.actions import Colony, Leader, Reinforce, Swap, TaeAction
from engines.tae.constants import CELL_NUMBERS
from engines.tae.evaluation import evaluate
from engines.tae.questions import AskCombats, AskResources
from engines.tae.state import TaeState
from engines.tae.view import TaeView
from tests.bench.tae import crowded
from tests.engines.playouts import a_choice
from tests.engines.tae.table import BOW, ENGINE, load, play, start

WAR = ("r@E5 r@J6 g@G5 k@H5", "Pg@F5 Bg@J5")
HAND = {"merchant": 2, "scientist": 2, "settler": 1, "miner": 1}


def offers(state: TaeState, seat: Seat) -> list[Offer[TaeAction]]:
    return [ENGINE.offer(state, seat, action) for action in ENGINE.legal(state, seat)]


def levels(state: TaeState, seat: Seat) -> dict[str, list[Offer[TaeAction]]]:
    """What may be done, by the value of the first pick."""
    found: dict[str, list[Offer[TaeAction]]] = {}
    for offer in offers(state, seat):
        (path,) = offer.paths
        found.setdefault(path[0].value, []).append(offer)
    return found


def best(state: TaeState, first: str, number: int = 15) -> list[str]:
    """The notations of the first after this pick."""
    found = sorted(levels(state, BOW)[first], key=lambda offer: -offer.rank)
    return [offer.notation for offer in found[:number]]


def check(state: TaeState, seat: Seat) -> None:
    found = levels(state, seat)
    assert len(found) <= 20
    for behind in found.values():
        values = [offer.paths[0][1:] for offer in behind]
        assert all(len(path) <= 1 for path in values), "two picks at most"
        picks = [path[0] for path in values if path]
        assert len({pick.value for pick in picks}) == len(picks)
        assert all(count <= 20 for count in Counter(pick.group for pick in picks).values())
    for pick in (pick for offer in offers(state, seat) for pick in offer.paths[0]):
        assert 0 < len(pick.label) <= 80
        assert len(pick.note) <= 100
        if pick.at:
            assert pick.at in CELL_NUMBERS
            assert pick.label.split()[0] == pick.at


@pytest.mark.parametrize("seats", [2, 4])
def test_two_picks_lead_to_every_action(seats: int) -> None:
    rng = random.Random(seats)
    state: TaeState = ENGINE.start(ENGINE.options({"monuments": True}), seats, f"{seats}" * 64)
    for step in range(120):
        if state.ending is not None:
            break
        seat, action = a_choice(ENGINE, state, rng)
        if step % 15 == 0:
            check(state, seat)
        state = ENGINE.apply(state, seat, action).state
    check(crowded(ENGINE), BOW)


def test_what_ends_a_turn_stands_by_itself() -> None:
    (end,) = levels(start(), start().active)["end"]
    assert [(pick.label, pick.group) for pick in end.paths[0]] == [("End turn", "end")]


def test_leaders_on_the_board_are_picked_there_and_taken_home() -> None:
    state = load(*WAR, hands={"bow": HAND})
    (first, goal) = next(offer for offer in offers(state, BOW) if isinstance(offer.action, Leader)).paths[0]
    assert (first.label, first.at) == ("J5 merchant leader", "J5")
    assert goal.at
    assert best(state, "leader merchant", 1) == ["withdraw merchant"]


def test_colonies_that_score_come_first_and_lost_combats_last() -> None:
    state = load(*WAR, hands={"bow": HAND})
    assert set(best(state, "colony merchant", 5)) == {
        f"colony merchant {cell}" for cell in ("J4", "K5", "I6", "K6", "J7")
    }
    assert best(state, "colony settler", 200)[-1] == "colony settler I5"
    stronger = load(f"{WAR[0]} g@K5 g@K6", WAR[1], hands={"bow": HAND})
    assert best(stronger, "colony settler", 1) == ["colony settler I5"]


def test_leaders_go_where_their_colonies_are_and_shun_the_stronger() -> None:
    state = load("r@E5 g@F5 g@F6 r@J5 r@J7", "Pg@J6", hands={"bow": HAND})
    order = best(state, "leader merchant", 100)
    assert order[0] in {"leader merchant D5", "leader merchant E4", "leader merchant E6"}
    assert order[-1] in {"leader merchant J4", "leader merchant I5", "leader merchant J8"}


def test_bombs_fall_on_links_and_supports_of_others() -> None:
    state = load("r@E5 k@G5 g@H5 r@B9 k@C9", "Pg@F5 Bk@B8", artifacts="A1 B1 C1")
    assert best(state, "bomb", 1) == ["bomb E5"]
    assert "bomb G5" in best(state, "bomb", 3)
    assert best(state, "bomb", 200)[-1] == "bomb B9"


def test_swaps_are_listed_by_their_number_and_whole_kinds_come_first() -> None:
    state = load(*WAR, hands={"bow": HAND})
    picks = {offer.notation: offer.paths[0][1] for offer in levels(state, BOW)["swap"]}
    assert picks["swap g2 r2 k1 u1"].label == "all 6"
    assert picks["swap g2 r2 k1"].label == "G G R R K"
    assert (picks["swap g1 u1"].label, picks["swap g1 u1"].group) == ("G U", "2 ships")
    whole = {offer.action for offer in offers(state, BOW) if offer.notation in best(state, "swap", 15)}
    assert all(
        one in {0, held}
        for swap in whole
        if isinstance(swap, Swap)
        for one, held in zip(swap.ships, (2, 2, 1, 1), strict=True)
    )


def test_a_commitment_says_what_strength_it_makes() -> None:
    state = play(load(*WAR, hands={"bow": HAND}), "B colony settler I5")
    assert [(offer.paths[0][0].label, offer.described[1]) for offer in offers(state, BOW)] == [
        ("Commit nothing", "strength 0 + 0 = 0"),
        ("1 merchant", "strength 0 + 1 = 1"),
        ("2 merchants", "strength 0 + 2 = 2"),
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("colony merchant q9", "There is no cell Q9: columns go from A to P, rows from 1 to 11."),
        ("colony merchant 16,0", "There is no cell 16,0: columns go from A to P, rows from 1 to 11."),
        ("colony merchant a9x", "There is no cell a9x: columns go from A to P, rows from 1 to 11."),
        ("colony x a9", "x is not a kind: write merchant (G), scientist (R), settler (K) or miner (U)."),
        ("colony merchant e5", "E5 is taken. Free near it: E4, D5, E6, F4."),
        (
            "leader settler a1",
            "No scientist colony is beside A1; a leader needs one. Free near it: E4, D5, E6, I6.",
        ),
        ("swap k2", "You have 1 settler in your hand, not 2."),
        ("reinforce 2", "No combat is open: Bow has 2 actions left."),
        ("withdraw settler", "Your settler leader is at home already."),
    ],
)
def test_a_refusal_repeats_what_was_typed_and_says_what_is_legal(text: str, sentence: str) -> None:
    state = load(*WAR, hands={"bow": HAND})
    with pytest.raises(IllegalAction) as refused:
        ENGINE.parse(state, BOW, text)
    assert refused.value.sentence == sentence


def test_a_negative_number_of_ships_is_named() -> None:
    """Section 14: the sum alone may be a number that can be swapped."""
    state = load(hands={"bow": {"merchant": 1, "scientist": 4}})
    with pytest.raises(IllegalAction) as refused:
        ENGINE.apply(state, BOW, Swap(merchant=-1, scientist=4))
    assert refused.value.code == "bad_amount"
    assert refused.value.sentence == "You cannot put −1 merchants away: swap 1 to 6 ships of your hand."


def test_a_number_without_end_is_not_repeated() -> None:
    endless = 10**4_000
    turn = load("r@H5", "Pg@H6", hands={"bow": {"scientist": 1}})
    fight = play(turn, "B leader merchant H4")
    for state, action in (
        (turn, Swap(merchant=endless)),
        (turn, Swap(merchant=-endless)),
        (turn, Swap(endless, -endless, 1)),
        (fight, Reinforce(endless)),
    ):
        with pytest.raises(IllegalAction) as refused:
            ENGINE.apply(state, BOW, action)
        assert len(refused.value.sentence) <= 300


def test_what_cannot_stand_in_a_sentence_is_not_repeated() -> None:
    for text in ("@everyone", "[x](http://x)", "y" * 90):
        with pytest.raises(IllegalAction) as refused:
            ENGINE.parse(start(), start().active, text)
        assert refused.value.sentence.startswith("That is not an action of TaE. Write leader merchant I5,")


def test_all_regions_and_coming_combats_are_told_and_marked() -> None:
    state = load(*WAR)
    resources = ENGINE.questions.answer(state, None, AskResources())
    assert resources.text.splitlines() == [
        "- **The region of E5**: Pot's merchant leader; colonies 1 merchant, 1 scientist and 1 settler.",
        "- **The region of J5**: Bow's merchant leader; colonies 1 scientist.",
    ]
    assert isinstance(resources.view, TaeView)
    assert set(resources.view.mark) == {"E5", "F5", "G5", "H5", "J5", "J6"}
    combats = ENGINE.questions.answer(state, None, AskCombats())
    assert combats.text == "- **I5**: merchant, Bow 0, Pot 1"
    assert isinstance(combats.view, TaeView)
    assert combats.view.mark == ("I5",)
    assert "No single colony" in ENGINE.questions.answer(start(), None, AskCombats()).text


def test_while_leaders_fight_it_is_not_told_where_they_would_fight_again() -> None:
    state = play(load(f"{WAR[0]} r@L5", WAR[1], hands={"bow": {"settler": 1}}), "B colony settler I5")
    assert state.phase == "reinforce"
    combats = ENGINE.questions.answer(state, BOW, AskCombats())
    assert "K5" not in combats.text
    assert combats.text.startswith("A combat is under way")
    assert combats.view is None


def test_no_combat_threatens_across_a_destroyed_cell() -> None:
    state = load(*WAR, destroyed="I5")
    combats = ENGINE.questions.answer(state, None, AskCombats())
    assert combats.text == "No single colony would start a combat."
    assert combats.view is None
    assert evaluate(state) != evaluate(load(*WAR, destroyed="A11"))


def test_a_hand_tells_which_leaders_are_at_home() -> None:
    for state, home in ((load(*WAR), "scientist, settler and miner"), (start(), "merchant, scientist,")):
        assert f"Leaders at home: {home}" in str(ENGINE.hand and ENGINE.hand(state, BOW))


def test_the_garbage_collector_passes_by_hundreds_of_offers() -> None:
    state = load(*WAR, hands={"bow": HAND})
    offers = [ENGINE.offer(state, BOW, action) for action in ENGINE.legal(state, BOW)]
    assert len(offers) > 100
    assert not any(map(gc.is_tracked, offers))


def test_colonies_far_from_everything_come_before_those_that_help_others() -> None:
    state = load(*WAR, hands={"bow": HAND})
    own, far, others = (
        ENGINE.offer(state, BOW, Colony("merchant", cell)).rank for cell in ("J4", "A1", "E4")
    )
    assert own > far > others
