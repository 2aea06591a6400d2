"""What is judged of a game that is over: the turns, what they cost, and what a computer would have done."""

from dataclasses import replace

import msgspec
import pytest

from engines.contract import AnyEngine, Draw
from engines.registry import ENGINES
from engines.reviewing import Act, Review, review
from engines.thinking import think
from tests.engines.reviews import FILE, random_game, review_text, task_of
from tests.engines.roses.table import SAMPLE
from tests.engines.thinking_process import answers, child
from tests.engines.thoughts import PLAYED


def played(engine: AnyEngine, texts: list[str]) -> list[Act]:
    """Acts of players in turn."""
    state, acts = engine.start(engine.options({}), 2, "0" * 64), list[Act]()
    for text in texts:
        (seat, *_) = engine.to_act(state)
        action = engine.parse(state, seat, text)
        acts.append(Act(seat, msgspec.Raw(engine.codec.encode(action)), chosen=True))
        state = engine.apply(state, seat, action).state
    return acts


def test_of_a_solved_game_each_mistake_is_found_with_a_move_that_keeps_what_was_there() -> None:
    roses = ENGINES["roses"]
    computer = roses.computer
    assert computer is not None
    assert computer.exact_verdict is not None
    found = review(task_of(roses, played(roses, SAMPLE)), roses)
    assert found.exact
    assert found.turns == (9, 8)
    state = roses.start(roses.options({}), 2, "0" * 64)
    mistakes = dict[int, tuple[float, float]]()
    states = [state]
    for place, text in enumerate(SAMPLE):
        seat = place % 2
        before = computer.exact_verdict(state)
        state = roses.apply(state, seat, roses.parse(state, seat, text)).state
        states.append(state)
        winner = computer.evaluate(state)
        was = 0.5 if before.winner is None else float(before.winner == seat)
        if winner[seat] < was:
            mistakes[place] = was, winner[seat]
    assert mistakes
    assert {one.turn.at: (one.instead, one.share) for one in found.swings} == mistakes
    for swing in found.swings:
        seat = swing.turn.seat
        better = roses.apply(
            states[swing.turn.at], seat, roses.parse(states[swing.turn.at], seat, swing.line[0])
        )
        assert computer.evaluate(better.state)[seat] == swing.instead


def test_what_was_forced_or_the_clocks_is_nobodys_turn_and_a_draw_offer_ends_none() -> None:
    roses = ENGINES["roses"]
    acts = played(roses, ["@d3", "@c5", "@c2"])
    offer = Act(0, msgspec.Raw(roses.codec.encode(Draw("offer"))), chosen=True)
    acts = [acts[0], msgspec.structs.replace(acts[1], chosen=False), Act(), offer, acts[2]]
    assert review(task_of(roses, acts), roses).turns == (2, 0)


@pytest.mark.parametrize("key", PLAYED)
def test_every_game_that_a_computer_plays_is_reviewed_the_same_again(key: str) -> None:
    task = random_game(key)
    first, again = think(task), answers(child(task))[0]
    assert first == again
    found = first.review
    assert found is not None
    assert review_text(key, found) in FILE.read_text().splitlines(), (
        "look at the change; `python -m tests.engines.reviews` writes it"
    )
    assert len(found.turns) == ENGINES[key].info.min_seats
    assert sum(found.turns)
    for swing in found.swings:
        assert swing.line
        assert 0 <= swing.share < swing.instead <= 1
        assert swing.turn.at < swing.turn.after <= len(task.acts)


def test_where_a_computer_can_only_guess_no_more_than_three_swings_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    roses = ENGINES["roses"]
    assert roses.computer is not None
    guessing = replace(roses, computer=replace(roses.computer, exact_verdict=None))
    found = review(task_of(guessing, played(guessing, SAMPLE)), guessing)
    assert not found.exact
    assert 0 < len(found.swings) <= 3
    assert [one.turn.at for one in found.swings] == sorted(one.turn.at for one in found.swings)


def test_the_position_from_which_a_game_goes_on_may_have_another_seed() -> None:
    tae = ENGINES["tae"]
    acts = played(tae, [])
    task = task_of(tae, [*acts, Act(seed="f" * 64)])
    assert review(task, tae) == Review(False, (0, 0), ())


def test_nobody_has_chosen_another_seed() -> None:
    assert not Act(seed="f" * 64).chosen
