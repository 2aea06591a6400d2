"""Hands, commitments and totals are their owner's."""

from engines.tae.actions import Reinforce
from engines.tae.questions import AskScores
from engines.tae.questions import tell_hand as hold
from engines.tae.state import TaeState
from tests.engines.tae.table import BOW, ENGINE, LION, POT, START_HAND, do, load, narrated, play, start

HANDS = {"bow": {"settler": 1, "merchant": 2}, "pot": {"merchant": 1}}


def combat(**hands: dict[str, int]) -> TaeState:
    """X2 with merchant leaders in external combat."""
    state = load("r@E5 r@J6 g@G5 k@H5", "Pg@F5 Bg@J5", hands=HANDS | hands)
    return play(state, "B colony settler I5")


def test_a_commitment_tells_that_it_is_made_and_never_what() -> None:
    state = combat()
    lines = []
    for ships in (0, 1, 2):
        step = do(state, BOW, f"reinforce {ships}")
        assert step.notation == f"reinforce {ships}"
        assert step.reveals, "no preview, no undo"
        lines.append(
            (step.public_notation, narrated(step), ENGINE.codec.encode(ENGINE.view(step.state, POT)))
        )
        (sealed,) = [ENGINE.narrate(event) for event in step.events if event.audience == "seat"]
        assert sealed == f"you committed {('nothing', '1 merchant', '2 merchants')[ships]}"
        own = ENGINE.view(step.state, BOW).combat
        assert own is not None
        assert [side.ships for side in own.sides] == [ships, None]
    assert lines[0] == lines[1] == lines[2]
    assert lines[0][:2] == ("reinforce sealed", ["Bow has committed ships"])


def test_who_has_no_fitting_ship_is_awaited_all_the_same() -> None:
    with_ship, without = combat(), combat(pot={"miner": 1})
    assert ENGINE.to_act(without) == ENGINE.to_act(with_ship) == (BOW, POT)
    assert ENGINE.forced(without) is None
    assert list(ENGINE.legal(without, POT)) == [Reinforce(0)]
    for viewer in (None, BOW):
        assert ENGINE.view(with_ship, viewer) == ENGINE.view(without, viewer)


def test_the_amounts_are_public_when_the_last_commitment_is_in() -> None:
    step = do(play(combat(), "B reinforce 2"), POT, "reinforce 0")
    assert step.public_notation == "reinforce sealed: bow 0+2 : pot 1+0, bow wins, bow +2 money"
    last = ENGINE.view(step.state, None).last
    assert last is not None
    assert last.results[0].sides == ((BOW, 0, 2), (POT, 1, 0))
    assert last.text.startswith("colony settler I5")


def test_hand_sizes_do_not_shrink_before_the_combat_is_resolved() -> None:
    state = combat()
    after = play(state, "B reinforce 2")
    assert ENGINE.view(after, None).players[BOW].ships == ENGINE.view(state, None).players[BOW].ships


def test_a_swap_tells_its_number_only() -> None:
    state = load(hands={"bow": START_HAND})
    step = do(state, BOW, "swap g1 r1")
    assert step.notation == "swap g1 r1"
    assert step.public_notation == "swap 2"
    assert narrated(step) == ["Bow swaps 2 ships"]
    assert step.reveals
    (drew,) = [event for event in step.events if event.audience == "seat"]
    assert ENGINE.narrate(drew).startswith("you draw ")


def test_totals_are_their_owners_until_the_end_unless_they_are_open() -> None:
    hidden, opened = start(3), start(3, open_scores=True)
    assert [player.scores is None for player in ENGINE.view(hidden, POT).players] == [True, False, True]
    assert all(player.scores is None for player in ENGINE.view(hidden, None).players)
    assert all(player.scores is not None for player in ENGINE.view(opened, None).players)
    assert "hidden" in ENGINE.questions.answer(hidden, LION, AskScores()).text
    assert "hidden" not in ENGINE.questions.answer(opened, None, AskScores()).text
    over = play(start(2), "B resign")
    assert all(player.scores is not None and player.final for player in ENGINE.view(over, None).players)


def test_a_hand_is_told_to_its_owner_alone() -> None:
    state = start(2)
    assert ENGINE.view(state, BOW).players[BOW].hand is not None
    assert ENGINE.view(state, BOW).players[POT].hand is None
    assert str(hold(state, BOW)).startswith("**Your ships**")
    assert hold(play(start(3), "P resign"), POT) is None
