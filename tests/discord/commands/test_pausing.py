"""`/game pause` and the buttons that answer who asks for a pause."""

from datetime import timedelta

from discord.ui import Button

from bot.discord.commands.absences import day_form
from bot.discord.formatting.markdown import Markdown, status_line
from bot.discord.interaction.components import ButtonState
from bot.discord.posts.cards import card_rows
from bot.discord.posts.open_requests import request_buttons
from bot.sentences.requests import request_lines
from tests.discord.fake_interaction import buttons, pressed_on, state_in
from tests.discord.guests import Guests, text_of
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, running


async def test_a_pause_and_its_end_by_command_and_button(guests: Guests, clock: ManualClock) -> None:
    game = await running(guests.service)
    day = (clock.now() + timedelta(days=4)).date().isoformat()
    asked = text_of(await guests.type(ANN, "game pause until", game=game.code, day=day))
    assert "You asked for a pause until <t:1767571200:f>; Bob must agree within two days." in asked
    summary = await guests.service.reading.summary(game.code)
    assert request_lines(summary, Markdown())[0].startswith("🤝 Ann would like to pause until <t:")
    assert [button.item.label for button in request_buttons(summary)] == ["Agree to the pause", "Decline it"]
    yes = request_buttons(summary)[0].state
    assert isinstance(yes, ButtonState)
    paused = text_of(await guests.press(BOB, yes))
    assert "is paused until <t:" in paused
    assert "until" in status_line(await guests.service.reading.summary(game.code))
    ended = text_of(await guests.type(BOB, "game pause end", game=game.code))
    assert "You asked to go on now; Ann must agree within two days." in ended
    back = text_of(await guests.type(ANN, "game pause answer", game=game.code, answer="agree"))
    assert "➤" in back
    wrong = text_of(await guests.type(ANN, "game pause until", game=game.code, day="soon"))
    assert "is not a day" in wrong


async def test_the_buttons_of_an_earlier_request_answer_no_later_one(
    guests: Guests, clock: ManualClock
) -> None:
    game = await running(guests.service)
    first, later = ((clock.now() + timedelta(days=days)).date().isoformat() for days in (4, 90))
    await guests.type(ANN, "game pause until", game=game.code, day=first)
    yes, no = (button.state for button in request_buttons(await guests.service.reading.summary(game.code)))
    await guests.type(ANN, "game pause answer", game=game.code, answer="decline")
    await guests.type(ANN, "game pause until", game=game.code, day=later)
    for answer in (yes, no):
        assert "belongs to an earlier request" in text_of(await guests.press(BOB, answer))
    asked = await guests.service.reading.summary(game.code)
    assert (asked.status, asked.pausing_asked) == ("active", (1,))
    await guests.press(BOB, request_buttons(asked)[0].state)
    assert (await guests.service.reading.summary(game.code)).status == "paused"


async def test_a_pause_is_asked_for_by_button(guests: Guests, clock: ManualClock) -> None:
    game = await running(guests.service)
    asked = (await guests.press(ANN, ButtonState("resign", game.code))).sent[-1].content["view"]
    pause = state_in(buttons(asked)["Ask for a pause…"])
    _, fields = day_form(pressed_on(), pause)
    assert [field.name for field in fields] == ["day"]
    day = (clock.now() + timedelta(days=4)).date().isoformat()
    text = text_of(await guests.press(ANN, pause, f"day={day}"))
    assert "You asked for a pause until <t:1767571200:f>; Bob must agree within two days." in text


async def test_the_card_of_a_paused_game_asks_to_go_on_or_to_end_it(
    guests: Guests, clock: ManualClock
) -> None:
    game = await running(guests.service)
    day = (clock.now() + timedelta(days=4)).date().isoformat()
    for person in (ANN, BOB):
        await guests.type(person, "game pause until", game=game.code, day=day)

    async def card() -> dict[str, ButtonState]:
        rows = card_rows(await guests.service.reading.summary(game.code))
        return {str(one.item.label): one.state for row in rows for one in row if isinstance(one.item, Button)}

    paused = await card()
    assert "You asked to go on now; Bob must agree" in text_of(
        await guests.press(ANN, paused["Ask to go on"])
    )
    assert "Bob must agree" in text_of(await guests.press(ANN, paused["Ask to end it without a result"]))
    asked = await card()
    assert {"Ask to go on", "Ask to end it without a result"}.isdisjoint(asked)
    await guests.press(BOB, asked["Go on"])
    assert (await guests.service.reading.summary(game.code)).status == "active"
