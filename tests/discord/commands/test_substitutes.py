"""`/game substitute` and the buttons by which a seat is kept or taken over."""

from datetime import timedelta

from msgspec.structs import replace

from bot.discord.formatting.markdown import status_line
from bot.discord.interaction.components import ButtonState
from bot.discord.posts.cards import card_rows
from bot.discord.posts.notices import notice_buttons, notice_text
from bot.service.clock.vanished import VANISHED_AFTER
from bot.service.values.payloads import TurnNotice
from bot.service.values.terms import Terms
from tests.discord.guests import Guests, text_of
from tests.manual_clock import ManualClock
from tests.service.actors import ANN, BOB, CLEO, running


async def test_one_command_for_all_whom_it_concerns(guests: Guests, clock: ManualClock) -> None:
    game = await running(guests.service, deadline_hours=None)
    clock.advance(VANISHED_AFTER)
    text = text_of(await guests.type(BOB, "game substitute", game=game.code, seat="White"))
    assert "Ann is asked whether they are still there." in text
    summary = await guests.service.reading.summary(game.code)
    assert "Ann has vanished. Unless they come back" in status_line(summary)
    labels = [button.item.label for row in card_rows(summary) for button in row]
    assert "Take over White" in labels
    notice = TurnNotice(ANN.id, "warning", summary, until=summary.open[0][1])
    assert "Are you still there? Another player may take your seat over <t:" in notice_text(notice)
    must_play = replace(notice, must_play=True)
    assert "unless you play." in notice_text(must_play)
    assert notice_buttons(must_play) == []
    (here,) = notice_buttons(notice)
    assert "Your seat" in text_of(await guests.press(ANN, here.state))
    assert (await guests.service.reading.summary(game.code)).open == ()
    nobody = text_of(await guests.type(ANN, "game substitute", game=game.code, seat="White"))
    assert "nobody else may take it" in nobody


async def test_whoever_comes_instead_is_a_member_of_the_server(guests: Guests, clock: ManualClock) -> None:
    game = await running(guests.service, deadline_hours=None)
    clock.advance(VANISHED_AFTER)
    await guests.type(BOB, "game substitute", game=game.code, seat="White")
    early = text_of(await guests.type(CLEO, "game substitute", game=game.code, seat="White"))
    assert "was asked whether they are still there" in early or "not a member" in early


async def test_a_game_that_is_paused_for_absence_looks_for_somebody_else_by_button(
    guests: Guests, clock: ManualClock
) -> None:
    game = await running(guests.service, "flicflac", deadline_hours=24, terms=Terms(absent_after=1))
    clock.advance(timedelta(days=1))
    paused = await guests.service.clock.process_timeout(game.code)
    (found,) = [one for row in card_rows(paused) for one in row if (one.item.label or "").startswith("Find")]
    assert found.item.label == "Find somebody for Cylinders"
    assert isinstance(found.state, ButtonState)
    assert "Ann is asked whether they are still there." in text_of(await guests.press(BOB, found.state))
    now = await guests.service.reading.summary(game.code)
    labels = [button.item.label for row in card_rows(now) for button in row]
    assert "Take over Cylinders" in labels
    assert found.item.label not in labels
