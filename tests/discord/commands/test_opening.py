"""Games that are opened, joined and called off by command and by button."""

import re
from types import SimpleNamespace

import pytest

from bot.discord.interaction.components import ButtonState
from bot.service.values.typed import seat_named
from engines.registry import ENGINES
from tests.discord.guests import Guests, text_of, user
from tests.service.actors import ACCOUNTS, ANN, BOB, CLEO, DAN, account, opened, running


async def test_a_game_from_new_to_resigning(guests: Guests) -> None:
    value_text = text_of(await guests.type(ANN, "game new", game="roses", hours=48.0, thread=False))
    code = re.findall("`([A-Z0-9]{4})`", value_text)[0]
    assert f"/game join game:{code}" in value_text
    assert "It starts with one more player." in value_text
    value_text = text_of(await guests.type(BOB, "game join", game=code))
    assert "The game begins: play in https://discord.com/channels/" in value_text
    summary = await guests.service.reading.summary(code)
    assert (summary.deadline_hours, summary.threaded, summary.status) == (48.0, False, "active")
    white, black = (
        (ANN, BOB) if seat_named(summary, "White") == 0 and summary.seats[0].person == ANN else (BOB, ANN)
    )
    assert "✅" in text_of(await guests.type(white, "roses drop", cell="D3"))
    assert "✅" in text_of(await guests.type(black, "move", notation="@c5"))
    assert "make sure" not in text_of(await guests.type(white, "move", notation="resign"))
    assert "`sure: True`" in text_of(await guests.type(white, "game resign", sure=False))
    assert (await guests.service.reading.summary(code)).status == "active"
    await guests.type(white, "game resign", sure=True)
    assert (await guests.service.reading.summary(code)).status == "finished"


@pytest.mark.parametrize("key", [key for key, engine in ENGINES.items() if engine.info.separator])
async def test_a_turn_that_is_written_out_gives_no_game_up(guests: Guests, key: str) -> None:
    game = await running(guests.service, key)
    refused = text_of(await guests.type(ANN, f"{key} turn", game=game.code, steps="resign"))
    assert "`/game resign`" in refused
    assert (await guests.service.reading.summary(game.code)).status == "active"


async def test_a_lobby_is_joined_left_and_called_off(guests: Guests) -> None:
    game = await opened(guests.service, "gods", threaded=False)
    value_text = text_of(await guests.type(BOB, "game join", game=game.code, seat="GREEN"))
    assert "It starts with two more players." in value_text
    lobby = await guests.service.reading.summary(game.code)
    assert {seat.name: seat.person for seat in lobby.seats if seat.person is not None}["GREEN"] == BOB
    assert "You have left" in text_of(await guests.type(BOB, "game lobby leave", game=game.code))
    assert "Only the host" in text_of(await guests.type(BOB, "game lobby cancel", game=game.code))
    assert "called" in text_of(await guests.type(ANN, "game lobby cancel", game=game.code))
    assert (await guests.service.reading.summary(game.code)).status == "abandoned"


async def test_the_last_to_leave_a_lobby_learns_that_the_game_is_called_off(guests: Guests) -> None:
    game = await opened(guests.service, "gods", threaded=False)
    answer = text_of(await guests.type(ANN, "game lobby leave", game=game.code))
    assert answer.endswith("As nobody is left, the game is called off.")


async def test_in_direct_messages_one_plays_alone_against_computers(guests: Guests) -> None:
    panel = await guests.type(ANN, "game new", direct=True, game="roses")
    assert "1 steady computer" in text_of(panel)
    assert "You play alone against computers" in text_of(panel)
    assert "thread" not in text_of(panel), "direct messages have none"
    opened = await guests.type(ANN, "roses new", direct=True, computers=1, level="gentle", hours=0)
    assert "The game begins: play in https://discord.com/channels/@me/" in text_of(opened)
    (game,) = await guests.service.reading.my_games(await guests.service.identities.find(account(ANN)))
    assert (game.guild_id, game.channel_id, game.threaded) == (None, opened.channel_id, False)
    assert [seat.person.level for seat in game.seats if seat.person] in ([None, 1], [1, None])
    refused = await guests.type(ANN, "roses new", direct=True, computers=0)
    assert "play alone" in text_of(refused)
    refused = await guests.type(
        ANN, "roses new", direct=True, computers=1, opponent=SimpleNamespace(id=1, display_name=BOB.name)
    )
    assert "invite people in a server" in text_of(refused)


async def test_the_host_adds_a_computer_on_the_card(guests: Guests) -> None:
    lobby = await opened(guests.service)
    refused = await guests.press(BOB, ButtonState("computer", lobby.code))
    assert "Only the host" in text_of(refused)
    asked = await guests.press(ANN, ButtonState("computer", lobby.code))
    assert "How well is the computer to play?" in text_of(asked)
    done = await guests.press(ANN, ButtonState("seat", lobby.code, payload="strong"))
    assert "A strong computer has a seat" in text_of(done)
    assert (await guests.service.reading.summary(lobby.code)).status == "active"


async def test_a_game_is_opened_for_somebody_who_may_decline_on_its_card(guests: Guests) -> None:
    value_text = text_of(await guests.type(ANN, "roses new", opponent=user(BOB)))
    assert "Bob presses **Accept** on its card" in value_text
    code = re.findall("`([A-Z0-9]{4})`", value_text)[0]
    refuse = ButtonState("refuse", code)
    assert "You are not invited" in text_of(await guests.press(CLEO, refuse))
    assert "You declined to play" in text_of(await guests.press(BOB, refuse))
    guests.discord.bots = {ACCOUNTS[CLEO.id]}
    assert "Cleo is a bot" in text_of(await guests.type(ANN, "roses new", opponent=user(CLEO, bot=True)))
    guests.discord.strangers = {ACCOUNTS[DAN.id]}
    assert "Dan is not a member" in text_of(await guests.type(ANN, "roses new", opponent=user(DAN)))
