"""Autocomplete narrows to what is legal with the options already filled in."""

import asyncio
from typing import Any

import pytest
from discord.app_commands import Choice

from bot.discord.commands.autocomplete import (
    _fitting,
    beside,
    complete_terms,
    matching,
    notation_choices,
    values_of,
)
from bot.discord.interaction.context import COMPLETIONS, Request
from bot.discord.interaction.options import Focus, Option, build_command, choice
from bot.service.typed_fields import convert, fields_by_name, resolve_action
from bot.service.values.refused import Refused
from engines.conformance.registry import conformance_of
from engines.contract import Action, LazyOffer, Offer, Words
from engines.reef.actions import Eat
from engines.registry import ENGINES
from engines.roses.actions import Drop
from tests.discord.fake_interaction import FakeInteraction
from tests.discord.guests import Guests, text_of
from tests.discord.summaries import summary
from tests.service.actors import ANN, running

ENGINE = ENGINES["roses"]
POSITION = "B/.ww./b..../.bwwb/.b../W w 00"


@pytest.fixture
def offers() -> tuple[Offer[Any], ...]:
    state = conformance_of(ENGINE).read_position(POSITION, ENGINE.options({}))
    return tuple(ENGINE.offer(state, 0, a) for a in ENGINE.legal(state, 0))


def kind(tag: str) -> type[Action]:
    return next(k for k in ENGINE.action_types if k.__struct_config__.tag == tag)


def values(offers: tuple[Offer[Any], ...], tag: str, focus: Focus) -> list[str]:
    return sorted(c.value for c in values_of(offers, kind(tag), focus))


def test_only_soldiers_that_can_step_are_offered(offers: tuple[Offer[Any], ...]) -> None:
    assert values(offers, "step", Focus("from", "", {})) == ["b4", "c5", "d4", "e5"]


def test_targets_follow_from_the_soldier(offers: tuple[Offer[Any], ...]) -> None:
    assert values(offers, "step", Focus("to", "", {"from": "D4 "})) == ["c4", "d5", "e4"]
    assert values(offers, "step", Focus("to", "d", {"from": "d4"})) == ["d5"]


def test_the_soldier_follows_from_the_target(offers: tuple[Offer[Any], ...]) -> None:
    assert values(offers, "step", Focus("from", "", {"to": "e6"})) == ["e5"]


def test_a_choice_that_settles_the_action_says_what_it_does(offers: tuple[Offer[Any], ...]) -> None:
    (only,) = values_of(offers, kind("phalanx"), Focus("target", "", {"from": "d4"}))
    assert "f6" in only.name
    assert len(only.name) > len("f6")


def test_meant_finds_the_one_action_whatever_the_case(offers: tuple[Offer[Any], ...]) -> None:
    assert ENGINE.format(resolve_action(offers, kind("step"), {"from": "D4", "to": " c4"})) == "d4-c4"
    with pytest.raises(Refused, match="does not fit"):
        resolve_action(offers, kind("step"), {"from": "d4"})
    illegal = resolve_action(offers, kind("step"), {"from": "A2", "to": " A3"})
    assert ENGINE.format(illegal) == "a2-a3"
    assert illegal not in {offer.action for offer in offers}


def test_fields_have_the_names_of_the_options(offers: tuple[Offer[Any], ...]) -> None:
    for offer in offers:
        assert tuple(fields_by_name(offer.action)) == type(offer.action).__struct_encode_fields__


def test_what_is_found_by_no_name_is_found_by_its_words() -> None:
    engine = ENGINES["gods"]
    state = engine.start(engine.options({}), 4, "0" * 64)
    plans = [engine.offer(state, 0, a) for a in engine.legal(state, 0)]
    (plan, *_) = engine.action_types
    typed = {c.value for c in values_of(plans, plan, Focus("actions", "attack blue and green", {}))}
    assert "Ab Ag Do" in typed
    assert all(value.startswith("Ab Ag") for value in typed)
    assert {c.value for c in values_of(plans, plan, Focus("actions", "ab ag d", {}))} == {
        "Ab Ag Db",
        "Ab Ag Dg",
        "Ab Ag Do",
    }


def test_names_that_begin_with_what_is_typed_come_first() -> None:
    described = LazyOffer(Drop("a1"), "x9", lambda: ("to e1", ""))
    notations = [*(LazyOffer(Drop("a1"), text) for text in ("a-e1", "e1-a")), described]
    found = [offer.notation for offer in matching([*reversed(notations)], " E1")]
    assert found == ["e1-a", "a-e1", "x9"]
    values = values_of(
        [LazyOffer(Drop(cell), cell) for cell in ("be", "eb", "c3")], Drop, Focus("cell", "E", {})
    )
    assert [one.value for one in values] == ["eb", "be"]


def test_the_words_of_a_move_are_typed_in_any_order(offers: tuple[Offer[Any], ...]) -> None:
    for typed in ("e4 step d4", "Move d4 e4"):
        assert "d4-e4" in [offer.notation for offer in matching(offers, typed)]
    assert not matching(offers, "drop d4 e4")
    assert values(offers, "translate", Focus("direction", "together d4", {})) == values(
        offers, "translate", Focus("direction", "", {"first": "d4"})
    )


@pytest.mark.parametrize("typed", ["blue", "cylinder blue", "Blue Cyl"])
def test_a_piece_is_completed_by_its_name_and_shows_it(typed: str) -> None:
    """Flic Flac's were found as CB alone."""
    engine = ENGINES["flicflac"]
    state = engine.start(engine.options({}), 2, "5" * 64)
    (seat,) = engine.to_act(state)
    offers = [engine.offer(state, seat, action) for action in engine.legal(state, seat)]
    move = next(one for one in engine.action_types if one.__struct_config__.tag == "move")
    piece, *_ = values_of(offers, move, Focus("piece", typed, {}))
    assert piece.value == "CB"
    assert piece.name.startswith("CB · blue cylinder, flies")


@pytest.mark.parametrize(("count", "found"), [(24, 25), (25, 25), (26, 26)])
def test_words_are_looked_through_where_notations_leave_choices_free(count: int, found: int) -> None:
    described = LazyOffer(Drop("a1"), "x9", lambda: ("to e1", ""))
    offers = [described, *(LazyOffer(Drop("a1"), f"e1-{number}") for number in range(count))]
    assert len(matching(offers, "e1")) == found


@pytest.mark.parametrize(
    ("text", "words", "shown"),
    [
        ("place B2:D4", ("B2:D4", "white coral of 3"), "white coral of 3"),
        ("place B2:D4", ("B2:D4 attacks white", ""), "B2:D4 attacks white"),
        ("W", ("W", "2 tiles in hand"), "2 tiles in hand"),
        ("Ab", ("attack BLUE", "price 2"), "attack BLUE: price 2"),
        ("end", ("end", ""), ""),
        ("play end", ("end", ""), "end"),
    ],
)
def test_words_do_not_repeat_what_they_stand_beside(text: str, words: Words, shown: str) -> None:
    assert beside(text, words) == shown


def test_what_does_not_fit_is_quoted() -> None:
    with pytest.raises(Refused) as nothing:
        convert(Eat, {}, [])
    assert nothing.value.sentence == "That does not fit this command: nothing was filled in."
    with pytest.raises(Refused) as wrong:
        convert(Eat, {"cell": 7}, [])
    assert wrong.value.sentence == "That does not fit this command: `cell` “7”."


def test_letters_are_as_large_as_in_what_is_legal() -> None:
    assert convert(Eat, {"cell": " b2 "}, [Eat("C3")]) == Eat("B2")
    assert convert(Eat, {"cell": "B2"}, [Eat("c3")]) == Eat("b2") == convert(Eat, {"cell": "B2"}, [])


def test_what_discord_does_not_take_as_a_value_is_not_offered() -> None:
    def offered(lead: str, *lengths: int) -> list[int]:
        offers = [LazyOffer(Drop("d3"), "x" * length) for length in lengths]
        return [len(one.value) for one in notation_choices(offers, lead)]

    assert offered("", 99, 100, 101) == [99, 100]
    assert offered("d3, ", 96, 97) == [100]
    assert offered("", *[5] * 30) == [5] * 25


@pytest.mark.parametrize(("over", "named"), [(0, "Ann (White)"), (1, "White")])
def test_a_choice_names_a_person_if_all_of_it_has_room_then(over: int, named: str) -> None:
    words = "x" * (100 - len("Ann (White) ") + over)
    (shown,) = _fitting(lambda _: [choice(f"White {words}", "@d3")], "", summary())
    assert shown.name == f"{named} {words}"


def test_terms_beyond_discord_s_limit_are_not_offered() -> None:
    longest = max((str(one.value) for one in complete_terms(ENGINE, "")), key=len)
    for length, offered in ((100, True), (101, False)):
        before = "x" * (length - len(longest) - len(", "))
        values = [one.value for one in complete_terms(ENGINE, f"{before},")]
        assert (f"{before}, {longest}" in values) is offered


def test_a_term_with_a_figure_that_stands_in_no_list_is_offered_as_it_is_typed() -> None:
    assert [one.value for one in complete_terms(ENGINE, "bank: 3 + 13")] == ["bank: 3 + 13"]
    listed = [one.value for one in complete_terms(ENGINE, "bank: 3 + 12")]
    assert listed[0] == "bank: 3 + 12"
    assert [one.value for one in complete_terms(ENGINE, "bank: 7 + 12, after 3")] == [
        "bank: 7 + 12, after: 3"
    ]
    for typed, reason in (("bank: such as that", "is no “such as that”; it may be"), ("pace", "has no term")):
        with pytest.raises(Refused, match=reason):
            complete_terms(ENGINE, typed)


async def test_whoever_floods_with_completions_leaves_room_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    under_way, most, completed, go_on = 0, 0, list[str](), asyncio.Event()

    async def complete(_: Request, focus: Focus) -> list[Choice[str]]:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await go_on.wait()
        under_way -= 1
        completed.append(focus.current)
        return [choice("found", focus.current)]

    async def handle(*_: object) -> None: ...

    command = build_command("name", "help", [Option("text", "help", str, True, complete)], handle)
    autocomplete: Any = command._params["text"].autocomplete
    asked = FakeInteraction()
    typed = [asyncio.create_task(autocomplete(asked, str(number))) for number in range(100)]
    for _ in range(200):
        await asyncio.sleep(0)
    # For those that have waited until Discord takes no answer any more, nothing is looked up.
    now = asyncio.get_running_loop().time
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now() + 3)
    go_on.set()
    answers = await asyncio.gather(*typed)
    assert most == COMPLETIONS
    assert completed == [str(number) for number in range(COMPLETIONS)]
    assert [bool(one) for one in answers] == [True] * COMPLETIONS + [False] * (100 - COMPLETIONS)
    assert asked.observer.outcomes.count(("autocomplete", "late")) == 100 - COMPLETIONS


async def test_a_games_own_commands_mean_the_game_of_their_kind(guests: Guests) -> None:
    """One plays another game in the same channel."""
    roses, flicflac = [await running(guests.service, key) for key in ("roses", "flicflac")]
    for command, game in (("roses drop", roses), ("flicflac turn", flicflac), ("roses messages", roses)):
        assert list((await guests.complete(ANN, command, "game", "")).values()) == [game.code]
    assert "d3" in (await guests.complete(ANN, "roses drop", "cell", "")).values()
    assert "Guerre des Deux Roses" in text_of(await guests.type(ANN, "roses attacks"))
    assert "CB" in (await guests.complete(ANN, "flicflac health", "piece", "")).values()
    assert "Flic Flac" in text_of(await guests.type(ANN, "flicflac health", piece="CB"))
    assert "end" in (await guests.complete(ANN, "flicflac turn", "steps", "")).values()
