"""What buttons do, whatever their custom ids say."""

from datetime import timedelta

import pytest

from bot.discord.button_actions import BUTTON_ACTIONS
from bot.discord.commands.privacy import ACTION
from bot.discord.interaction.components import ButtonState
from bot.discord.posts.open_requests import request_buttons
from bot.service.values.terms import Terms
from engines.registry import ENGINES
from tests.discord import saying
from tests.discord.fake_interaction import buttons, state_in
from tests.discord.guests import Guests, files_of, text_of
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, SAMPLE, begun, new_cause, opened, play_through, running


async def test_the_buttons_of_cards(guests: Guests) -> None:
    game = await opened(guests.service)
    assert "The game begins" in text_of(await guests.press(BOB, ButtonState("join", game.code)))
    summary = await guests.service.reading.summary(game.code)
    version = summary.public_version
    assert files_of(await guests.press(CLEO, ButtonState("board", game.code))) == [
        f"roses-{game.code.lower()}.png"
    ]
    assert "your moves" in text_of(await guests.press(ANN, ButtonState("moves", game.code)))
    assert "Nothing has been played yet" in text_of(await guests.press(BOB, ButtonState("moves", game.code)))
    assert "## Guerre" in text_of(await guests.press(CLEO, ButtonState("rules", game.code)))
    assert "You do not play in" in text_of(await guests.press(CLEO, ButtonState("resign", game.code)))
    asked = await guests.press(BOB, ButtonState("resign", game.code))
    ways = {"Yes, I give this game up", "Ask to end it without a result", "Ask for a pause…", "No, play on"}
    assert set(buttons(asked.sent[-1].content["view"])) == ways
    assert "older version" in text_of(
        await guests.press(BOB, ButtonState("table", game.code, version, 1, "?"))
    )
    await guests.press(BOB, ButtonState("table", game.code, version, 1, "draw offer"))
    await guests.press(BOB, ButtonState("play", game.code, version, 1, "draw offer"))
    assert "Bob (Black): draw offer" in text_of(await guests.type(CLEO, "game history", game=game.code))
    await guests.press(
        BOB,
        ButtonState(
            "resigned", game.code, (await guests.service.reading.summary(game.code)).public_version, 1
        ),
    )
    assert (await guests.service.reading.summary(game.code)).status == "finished"
    again = text_of(await guests.press(ANN, ButtonState("again", game.code)))
    assert "with the same options and invited the others: https://discord.com/channels/11/12" in again


async def test_an_end_to_which_nobody_else_must_agree_is_asked_about_first(
    guests: Guests, clock: ManualClock
) -> None:
    game = await begun(guests.service, "tae", BOB, deadline_hours=24, terms=Terms(absent_after=1))
    there = BOB if game.seats[game.to_act[0]].person == ANN else ANN
    clock.advance(timedelta(hours=24))
    await guests.service.clock.process_timeout(game.code)
    asked = await guests.press(there, ButtonState("resign", game.code))
    assert "Ask to end it without a result" in buttons(asked.sent[-1].content["view"])
    for question in (
        await guests.press(there, ButtonState("ending", game.code, payload="yes")),
        await guests.type(there, "game draw", game=game.code, how="no result"),
    ):
        assert "It ends at once" in text_of(question)
        assert (await guests.service.reading.summary(game.code)).status == "paused"
    await guests.press(there, ButtonState("ending", game.code, payload="sure"))
    assert (await guests.service.reading.summary(game.code)).status == "abandoned"


async def test_a_button_answers_the_request_to_end_that_it_showed(guests: Guests) -> None:
    game = await running(guests.service)
    ask = guests.service.calling_off.ask
    asked = await ask(BOB, game.code, True, cause=new_cause())
    answers = [one.item.custom_id for one in request_buttons(asked, 0)]
    assert [one.rpartition(":")[2] for one in answers] == ["yes/1", "no/1"]
    await ask(BOB, game.code, False, cause=new_cause())
    for payload in ("yes/1", "no/1"):
        closed = await guests.press(ANN, ButtonState("ending", game.code, payload=payload))
        assert "This button belongs to an earlier request" in text_of(closed)
    assert not (await guests.service.reading.summary(game.code)).ending
    await ask(BOB, game.code, True, cause=new_cause())
    await guests.press(ANN, ButtonState("ending", game.code, payload="yes/1"))
    assert (await guests.service.reading.summary(game.code)).status == "abandoned"


async def test_an_undo_is_allowed_on_the_card_that_asks_for_it(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, SAMPLE[:2])
    await guests.type(BOB, "game undo", game=game.code, answer="ask")
    version = (await guests.service.reading.summary(game.code)).public_version
    stale = await guests.press(ANN, ButtonState("undo", game.code, version - 1, 0, "yes"))
    assert "This position has passed" in text_of(stale)
    assert "You refused" in text_of(await guests.press(ANN, ButtonState("undo", game.code, version, 0, "no")))
    await guests.type(BOB, "game undo", game=game.code, answer="ask")
    version = (await guests.service.reading.summary(game.code)).public_version
    assert "Undone: @c5." in text_of(
        await guests.press(ANN, ButtonState("undo", game.code, version, 0, "yes"))
    )


async def test_a_custom_id_that_nobody_has_written_is_refused(guests: Guests) -> None:
    game = await running(guests.service)
    for action in ("accept", "decline", "admin", "settle", "tell", "read", "pick"):
        for payload in ("", "x", "-1", "9" * 19, "٣", "1-"):
            state = ButtonState(action, game.code, game.public_version, payload=payload)
            value_text = text_of(await guests.press(ANN, state, manager=True))
            assert "Something went wrong" not in value_text, state
            assert value_text.strip() or action == "pick", state


FORGED: list[tuple[str, int | None, tuple[str, ...]]] = [
    (payload, seat, values)
    for payload in ("", "x", "9" * 19)
    for seat, values in ((None, ()), (7, ()), (None, ("x",)))
]
"""Payloads, seats and chosen values that no button of ours has; in every fourth all of these are others."""


@pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "forged", [FORGED[::4], pytest.param(FORGED, marks=pytest.mark.slow)], ids=["some", "all"]
)
@pytest.mark.parametrize("action", sorted({*BUTTON_ACTIONS} - {ACTION}))
async def test_no_custom_id_does_more_than_to_be_refused(
    guests: Guests, action: str, forged: list[tuple[str, int | None, tuple[str, ...]]]
) -> None:
    game = await running(guests.service)
    for payload, seat, values in forged:
        state = ButtonState(action, game.code, game.public_version, seat, payload)
        answer = text_of(await guests.press(ANN, state, *values, manager=True))
        answer += text_of(await guests.press(CLEO, state, *values))
        assert "Something went wrong" not in answer, (state, values)
    # Of refusals by the hundred nothing needs to be written down.
    saying.begin()


async def test_the_first_turn_of_a_first_game_is_guided_once(guests: Guests) -> None:
    game = await running(guests.service)
    move = ButtonState("move", game.code, game.public_version, 0)
    first = await guests.press(ANN, move)
    panel, guide = first.sent[-2:]
    assert "drop a soldier" in panel.text
    assert guide.how == "followup"
    assert guide.content["ephemeral"]
    assert "Your first Guerre des Deux Roses" in guide.text
    assert ENGINES["roses"].info.guide is not None
    assert ENGINES["roses"].info.guide.goal in guide.text
    assert "Your first" not in text_of(await guests.press(ANN, move))
    assert "Your first" not in text_of(await guests.press(BOB, move)), "it is not his turn yet"


async def test_what_a_game_can_tell_stands_below_the_board(guests: Guests) -> None:
    game = await running(guests.service, "tae")
    mover = (ANN, BOB)[game.to_act[0]]
    board = await guests.press(mover, ButtonState("board", game.code))
    view = board.sent[-1].content["view"]
    shown = buttons(view)
    assert {"Scores", "Resources", "Combats", "Move"} <= set(shown)
    assert files_of(board)
    result = await guests.press(mover, ButtonState("ask", game.code, payload="Resources"))
    assert (result.sent[0].content, files_of(result)) == ({}, files_of(board)), (
        "in place of what was asked before"
    )
    assert "Scores" in buttons(result.sent[-1].content["view"])
    (more,) = (label for label in shown if label.startswith("More"))
    state = ButtonState("ask", game.code)
    opened = await guests.press(mover, state, "+0")
    asked = buttons(opened.sent[-1].content["view"])
    assert more not in asked or len(asked) > 5
    assert all(len(number) <= 100 for number in asked.values())
    regions = await guests.press(mover, state, "+3")
    assert "**Region**: which?" in text_of(regions)
    back = await guests.press(mover, state_in(buttons(regions.sent[-1].content["view"])["Back"]))
    assert more in buttons(back.sent[-1].content["view"])
    assert "cannot be asked" not in text_of(back)
    gone = await guests.press(mover, ButtonState("ask", game.code, payload="Nonsense"))
    assert "cannot be asked" in text_of(gone)
    watched = await guests.press(CLEO, ButtonState("board", game.code))
    assert "Move" not in buttons(watched.sent[-1].content["view"])


async def test_a_pick_on_the_card_opens_the_panel_with_it_made(guests: Guests) -> None:
    game = await running(guests.service)
    (first, *_) = (await guests.service.play.choices(ANN, game.code)).offers
    token = first.paths[0][0].value
    state = ButtonState("first", game.code, game.public_version, 0, token)
    asked = await guests.press(ANN, state)
    panel, guide = asked.sent[-2:]
    assert "Play it" in buttons(panel.content["view"])
    assert "Your first" in guide.text
    assert asked.sent[0].content["ephemeral"]
    late = await guests.press(ANN, state._replace(public_version=game.public_version - 1))
    assert "present one" in text_of(late)
    assert "not your turn" in text_of(await guests.press(BOB, state))
