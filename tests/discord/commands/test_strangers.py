"""Blocking, muting, reporting and the settings of a server, as people type and press it."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord.interaction.components import ButtonState
from bot.service.facade import Service
from bot.service.values.request import Identity, Person
from bot.store.database import Database
from tests.discord.guests import Guests, text_of
from tests.manual_clock import ManualClock
from tests.service.actors import ACCOUNTS, ADA, ANN, BOB, CLEO, HERE
from tests.service.chat.table import Table


@pytest.fixture
async def code(database: Database, service: Service, clock: ManualClock) -> str:
    """A game of Ann (RED), who has whispered to Bob (BLUE), Cleo and Dan."""
    table = await Table(database, service, clock).open()
    await table.say(ANN, "-B you *fool*")
    await table.outbox.drain()
    return table.code


def user(person: Person, *, bot: bool = False) -> Any:
    return SimpleNamespace(id=ACCOUNTS[person.id], display_name=person.name, bot=bot)


async def test_who_plays_by_mail_alone_stands_among_the_blocked(guests: Guests) -> None:
    await guests.service.blocks.block(ANN, Person.of(Identity("mail", "mia@example.org", "Mia")))
    assert text_of(await guests.type(ANN, "privacy blocked")) == "🚫 1 · Mia"


def place(number: int, kind: discord.ChannelType = discord.ChannelType.text) -> Any:
    return SimpleNamespace(id=number, type=kind)


async def test_blocks_are_made_listed_and_lifted(guests: Guests) -> None:
    assert "You have not blocked anybody." in text_of(await guests.type(ANN, "privacy blocked"))
    assert "That is a bot" in text_of(await guests.type(ANN, "privacy block", who=user(BOB, bot=True)))
    assert "blocked **Bob**" in text_of(await guests.type(ANN, "privacy block", who=user(BOB), direct=True))
    assert f"Bob <@{ACCOUNTS[BOB.id]}>" in text_of(await guests.type(ANN, "privacy blocked"))
    ((name, number),) = (await guests.complete(ANN, "privacy unblock", "who", "bo")).items()
    assert name == "1 · Bob"
    assert await guests.complete(ANN, "privacy unblock", "who", "cle") == {}
    assert "not blocked anybody of that" in text_of(await guests.type(ANN, "privacy unblock", who="Cleo"))
    assert "lifted the block" in text_of(await guests.type(ANN, "privacy unblock", who=number))
    assert "You have not blocked anybody." in text_of(await guests.type(ANN, "privacy blocked"))


async def test_whoever_is_called_as_a_number_does_not_take_the_place_of_another(guests: Guests) -> None:
    await guests.service.blocks.block(ANN, BOB)
    await guests.service.blocks.block(ANN, Person.of(Identity("discord", "4711", "1")))
    [number] = (await guests.complete(ANN, "privacy unblock", "who", "bob")).values()
    assert "the block on **Bob**" in text_of(await guests.type(ANN, "privacy unblock", who=number))


async def test_private_words_are_reported_and_read_by_who_manages_the_server(
    guests: Guests, code: str
) -> None:
    offered = await guests.complete(BOB, "privacy report", "words", "FOOL", game=code)
    assert offered == {"Ann (RED), round 1: you *fool*": "1"}
    asked = text_of(await guests.type(BOB, "privacy report", words="1", game=code))
    assert "Ann (RED)** to **Bob (BLUE)**, round 1: you \\*fool\\*" in asked
    assert "Nothing has been done yet" in asked
    for words in ("2", "0", "x", "9" * 20):
        refused = text_of(await guests.type(BOB, "privacy report", words=words, game=code))
        assert "Nothing has been done yet" not in refused
    filed = ButtonState("reported", code, payload="1")
    assert "✅" in text_of(await guests.press(BOB, filed, direct=True))
    assert "already reported" in text_of(await guests.press(BOB, filed, direct=True))
    listed = text_of(await guests.type(ADA, "server reports", manager=True))
    assert code in listed
    assert "Only people who may manage" in text_of(await guests.type(CLEO, "server reports"))
    read = ButtonState("read", payload=f"{HERE.guild_id}-1")
    assert "Only people who may manage" in text_of(await guests.press(CLEO, read, direct=True))
    guests.discord.managers = {ACCOUNTS[ADA.id], ACCOUNTS[CLEO.id]}
    assert "not for you" in text_of(await guests.press(CLEO, read, direct=True))
    shown = text_of(await guests.press(ADA, read, direct=True))
    assert "you \\*fool\\*" in shown
    assert "**Bob**" in shown


async def test_muting_by_seat_and_by_button(guests: Guests, code: str) -> None:
    muted = text_of(await guests.press(BOB, ButtonState("mute", code, payload="1"), direct=True))
    assert "You no longer hear **Ann (RED)**" in muted
    page = text_of(await guests.type(BOB, "gods messages", game=code))
    assert "without Ann (RED)" in page
    assert "fool" not in page
    result = await guests.type(BOB, "privacy mute", seat="red", mute=False, game=code)
    assert "You hear **Ann (RED)** again" in text_of(result)
    assert "fool" in text_of(await guests.type(BOB, "gods messages", game=code))
    blocked = text_of(await guests.press(BOB, ButtonState("block", code, payload="1"), direct=True))
    assert "blocked **Ann**" in blocked


async def test_a_server_settles_one_thing_after_the_other(guests: Guests) -> None:
    async def change(**options: Any) -> str:
        return text_of(await guests.type(ADA, "server settings", manager=True, **options))

    assert "Only people who may manage" in text_of(await guests.type(CLEO, "server settings", quiet=True))
    assert "Opened in every channel by everyone." in await change()
    assert "Opened in <#5> by everyone." in await change(allow_channel=place(5))
    forum = place(6, discord.ChannelType.forum)
    both = await change(allow_channel=forum, allow_role=SimpleNamespace(id=8), hours=0.0, quiet=True)
    assert "Opened in <#5>, <#6> by members with <@&8>." in both
    assert "no clock" in both
    assert "Quiet: on" in both
    assert "text channels and in forums" in await change(allow_channel=place(7, discord.ChannelType.voice))
    assert "in a text channel" in await change(reports=forum)
    limits = await change(forget_channel=place(5), channel_waiting=3, person_waiting=2, person_games=4)
    assert "Opened in <#6>" in limits
    assert "3 waiting in one channel, 2 waiting of one person, 4 played by one person" in limits
    assert "2 waiting" not in await change(person_waiting=0)
    assert "Name a role" in await change(forget_role=SimpleNamespace(id=8))
    assert "by those who manage the server" in await change(opened_by="managers")
    assert "Open yours in <#6>." in text_of(await guests.type(BOB, "game new", game="roses", thread=True))
    again = await change(reset="everything")
    assert "Opened in every channel by everyone." in again
    assert "Quiet: off" in again
