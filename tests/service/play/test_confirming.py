"""Which actions are confirmed before they are done."""

from dataclasses import replace
from typing import Any

import pytest

from bot.column_values import Confirm
from bot.service.facade import Service
from bot.service.play.previews import asks_first
from bot.service.values.answers import Played, Preview
from bot.service.values.refused import Refused
from engines.contract import END, AnyEngine, Draw, Engine, LazyOffer, Offer, Pick, Resign, Seat
from tests.service.actors import ALL, ANN, BOB, act, new_cause, running
from tests.tinygames import TINY

SEED = "0" * 64


def weighed(
    engine: AnyEngine, state: Any, seat: int, action: Any, confirm: Confirm, *, pointed: bool
) -> bool:
    """Whether a legal action is confirmed by its actor."""
    return asks_first(
        engine, state, seat, action, engine.apply(state, seat, action), confirm=confirm, pointed=pointed
    )


def asked(engine: AnyEngine, *notations: str, confirm: Confirm = "weighty", pointed: bool = True) -> bool:
    """Whether the last of these actions is confirmed by its actor."""
    state = engine.start(engine.options({}), 2, SEED)
    for notation in notations[:-1]:
        (seat, *_) = engine.to_act(state)
        state = engine.apply(state, seat, engine.parse(state, seat, notation)).state
    (seat, *_) = engine.to_act(state)
    action = engine.parse(state, seat, notations[-1])
    return weighed(engine, state, seat, action, confirm, pointed=pointed)


@pytest.mark.parametrize(
    ("key", "notation", "answers"),
    [
        # It can be taken back alone for as long as the turn goes on.
        ("pouch", "lay 0", {"always": True, "weighty": False, "never": False}),
        # Secret.
        ("pouch", "tuck 0", {"always": True, "weighty": False, "never": False}),
        ("sealed", "seal 4", {"always": True, "weighty": False, "never": False}),
        # It shows something, ends the turn, cannot be taken back alone.
        ("pouch", "grab", {"always": True, "weighty": True, "never": False}),
        ("pouch", "done", {"always": True, "weighty": True, "never": False}),
        ("roses", "@d3", {"always": True, "weighty": True, "never": False}),
        # Others do not read what was chosen.
        ("reef", "choose W WY", {"always": True, "weighty": False, "never": False}),
    ],
)
def test_what_is_pointed_at_is_confirmed_unless_it_is_secret_or_free(
    key: str, notation: str, answers: dict[Confirm, bool]
) -> None:
    for confirm, answer in answers.items():
        assert asked(ALL[key], notation, confirm=confirm) is answer, confirm


def test_what_is_written_out_is_confirmed_where_it_weighs_much_or_always() -> None:
    assert not asked(ALL["roses"], "@d3", pointed=False)
    assert asked(ALL["roses"], "@d3", confirm="always", pointed=False)
    nim = TINY["nim"]
    state = nim.start(nim.options({"heap": 6}), 2, SEED)
    state = nim.apply(state, 0, nim.parse(state, 0, "3")).state
    last = nim.parse(state, 1, "3")
    answers: dict[Confirm, bool] = {"weighty": True, "never": False, "always": True}
    for confirm, answer in answers.items():
        assert weighed(nim, state, 1, last, confirm, pointed=False) is answer


def test_the_end_of_a_turn_is_confirmed_in_any_case_where_it_is_pointed_at_as_such() -> None:
    def offer(state: Any, seat: Seat, action: Any) -> Offer[Any]:
        return LazyOffer(action, TINY["pouch"].format(action), paths=lambda: ((Pick("x", "x", group=END),),))

    ending = replace(TINY["pouch"], offer=offer)
    assert asked(ending, "done", confirm="never")
    assert not asked(ending, "lay 0", confirm="never"), "the turn goes on"
    assert not asked(ending, "done", confirm="never", pointed=False)


def test_a_draw_is_offered_and_accepted_only_after_a_question_and_who_resigns_was_asked() -> None:
    engine = ALL["roses"]
    state = engine.start(engine.options({}), 2, SEED)
    assert weighed(engine, state, 0, Draw("offer"), "never", pointed=True)
    assert weighed(engine, state, 0, Draw("offer"), "never", pointed=False)
    assert not weighed(engine, state, 0, Resign(), "always", pointed=True)
    state = engine.apply(state, 0, Draw("offer")).state
    assert weighed(engine, state, 1, Draw("accept"), "never", pointed=True)
    assert not weighed(engine, state, 1, Draw("decline"), "always", pointed=True)
    assert not weighed(engine, state, 0, Draw("withdraw"), "always", pointed=True)


async def test_several_actions_at_once_are_played_without_a_question(service: Service) -> None:
    game = await running(service, "pouch", seats=2)
    await service.preferences.change(ANN, confirm="always")
    assert isinstance(await service.play.attempt(ANN, game.code, "lay 0", cause=new_cause()), Preview)
    assert isinstance(await service.play.attempt(ANN, game.code, "lay 0; lay 3", cause=new_cause()), Played)


@pytest.mark.parametrize("text", ["lay 0; resign", "resign;", "; draw", "draw; draw"])
async def test_what_is_confirmed_in_any_case_is_no_part_of_several(service: Service, text: str) -> None:
    game = await running(service, "pouch", seats=2)
    with pytest.raises(Refused) as refused:
        await service.play.attempt(ANN, game.code, text, cause=new_cause())
    assert refused.value.code == "alone"
    now = await service.reading.summary(game.code)
    assert (now.status, now.public_version) == ("active", game.public_version)


async def test_a_person_chooses_what_they_confirm(service: Service) -> None:
    game = await running(service)
    assert (await service.preferences.of(ANN)).confirm == "weighty"
    await service.preferences.change(ANN, confirm="always")
    assert isinstance(await service.play.attempt(ANN, game.code, "@d3", cause=new_cause()), Preview)
    await act(service, ANN, game.code, "@d3")
    (first, *_) = (await service.play.choices(BOB, game.code)).offers
    await service.preferences.change(BOB, confirm="never")
    played = await service.play.attempt(BOB, game.code, first.action, cause=new_cause(), pointed=True)
    assert isinstance(played, Played)


async def test_a_move_that_was_weighed_is_not_applied_again(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running(service)
    applied: list[Any] = []
    apply = Engine.apply

    def noting(self: AnyEngine, state: Any, seat: Seat, action: Any) -> Any:
        applied.append(action)
        return apply(self, state, seat, action)

    monkeypatch.setattr(Engine, "apply", noting)
    assert isinstance(await service.play.attempt(ANN, game.code, "@d3", cause=new_cause()), Played)
    assert len(applied) == 1
