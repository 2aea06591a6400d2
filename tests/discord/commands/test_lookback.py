"""From point to point by buttons, and what one has missed."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.discord.delivery.sender import DiscordSender
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.components import ButtonState
from bot.discord.posts.missed import digest, last_event
from bot.service.facade import Service
from bot.service.lookback.earlier_positions import Since
from bot.service.values.payloads import TurnNotice
from tests.discord.delivery.deliveries import delivery
from tests.discord.fake_discord import FakeDiscord
from tests.discord.fake_interaction import FakeInteraction
from tests.discord.guests import Guests, files_of, text_of, ways
from tests.service.actors import ACCOUNTS, ANN, BOB, CLEO, new_cause, play_through, running


def open_ways(shown: FakeInteraction) -> set[str]:
    """The buttons that can be pressed."""
    view = shown.sent[-1].content["view"]
    items: list[Any] = [getattr(item, "item", item) for item in view.walk_children()]
    return {item.label for item in items if getattr(item, "label", None) and not item.disabled}


async def test_from_the_board_back_to_the_beginning_and_on_again(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, ["@d3", "@c5", "@c2"])
    board = await guests.press(CLEO, ButtonState("board", game.code))
    assert ways(board)["Look back"] == f"tb:past:{game.code}:0::before"
    shown = await guests.press(CLEO, ButtonState("past", game.code, payload="before"))
    assert "point 2 of 3" in text_of(shown)
    assert "Bob: @c5" in text_of(shown)
    assert files_of(shown)
    assert ways(shown) == {
        "First": f"tb:past:{game.code}:0::first",
        "Back": f"tb:past:{game.code}:1::back",
        "Forward": f"tb:past:{game.code}:3::forward",
        "Last": f"tb:past:{game.code}:3::last",
        "Try from here": f"tb:try:{game.code}:0::2/",
    }
    first = await guests.press(CLEO, ButtonState("past", game.code, payload="first", offset=0))
    assert ("The game at its beginning: " in text_of(first), open_ways(first)) == (
        True,
        {"Forward", "Last", "Try from here"},
    )
    await guests.service.play.act(BOB, game.code, "@d5", cause=new_cause())
    last = await guests.press(CLEO, ButtonState("past", game.code, payload="last", offset=3))
    assert ("as it is now" in text_of(last), open_ways(last)) == (True, {"First", "Back", "Try from here"})
    assert "Bob: @d5" in text_of(last)


async def test_a_point_by_command_is_completed(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, ["@d3", "@c5"])
    offered = await guests.complete(ANN, "game show", "at", "")
    assert list(offered.items()) == [("2 · Bob: @c5", "2"), ("1 · Ann: @d3", "1"), ("0 · the beginning", "0")]
    assert list((await guests.complete(ANN, "game show", "at", "D3")).values()) == ["1"]
    shown = await guests.type(ANN, "game show", at="1")
    assert "point 1 of 2" in text_of(shown)
    assert files_of(shown)
    words = await guests.type(ANN, "game show", at="1", text=True)
    assert "```" in text_of(words)
    assert "is not a point of this game" in text_of(await guests.type(ANN, "game show", at="soon"))


async def test_what_one_has_missed(guests: Guests) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, ["@d3", "@c5"])
    shown = await guests.type(ANN, "game catchup")
    assert "Bob (Black) drops a soldier on c5" in text_of(shown)
    assert files_of(shown)
    assert "Move" in ways(shown)
    pressed = await guests.press(BOB, ButtonState("missed", game.code))
    assert "Nothing has happened since you last played" in text_of(pressed)
    assert "You do not play" in text_of(await guests.press(CLEO, ButtonState("missed", game.code)))


async def test_of_much_that_was_missed_the_newest_is_told(service: Service) -> None:
    game = await running(service)
    view = await service.reading.view(game.code, None)
    lines = tuple(f"White makes move number {number:03}" for number in range(200))
    result = digest(Since(game, 0, (*lines, "a table\n```x```"), view, view), 900)
    assert len(result) <= 900
    first, *_, last, table, _ = result.splitlines()
    assert first.startswith("-# … and ")
    assert first.endswith(" more before that")
    assert (last, table) == ("- Ann (White) makes move number 199", "a table")
    assert 900 - 50 - len(last) <= len(result) <= 900
    assert digest(Since(game, 0, ("x" * 2_000,), view, view), 900) == f"- X{'x' * 896}…", "never nothing"
    few, room = Since(game, 0, ("red eats",) * 3, view, view), 3 * len("- Red eats\n") + 50
    assert digest(few, room) == "- Red eats\n- Red eats\n- Red eats"
    assert digest(few, room - 1) == "-# … and 1 thing more before that\n- Red eats\n- Red eats"


async def test_of_several_things_the_last_is_told_in_a_line_with_their_number(service: Service) -> None:
    game = await running(service)
    view = await service.reading.view(game.code, None)

    async def news_of(*lines: str) -> str:
        async def since(*_: object) -> Since:
            return Since(game, 0, lines, view, view)

        known: Any = SimpleNamespace(lookback=SimpleNamespace(since=since))
        return await last_event(known, game.code, ANN)

    assert await news_of("", "") == ""
    assert await news_of("White waits") == "Ann (White) waits"
    assert await news_of("", " Black waits\nlong") == "Bob (Black) waits"
    assert await news_of("x", "y", "White waits") == "Ann (White) waits · 2 things before that"
    assert len(await news_of("x " * 200, "y " * 200)) == 120 + len(" · 1 thing before that")


async def test_the_message_that_it_is_ones_turn_tells_what_was_missed(service: Service) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    fake, pictures = FakeDiscord(), DiscordPictures(1)
    sender = DiscordSender(fake.client, service, pictures)
    summary = await service.reading.summary(game.code)
    known = {person.id: str(ACCOUNTS[person.id]) for person in (ANN, CLEO)}
    # To Cleo, whose seat somebody else has taken, nothing is told.
    for notice in (
        TurnNotice(ANN.id, "turn", summary),
        TurnNotice(ANN.id, "reminder", summary),
        TurnNotice(CLEO.id, "turn", summary),
    ):
        await sender.deliver(delivery(notice, external_ids=known))
    pictures.close()
    first, reminder, stranger = fake.sent()
    assert "**Since you last played**\n- Bob (Black) drops a soldier on c5" in first["content"]
    assert [one["filename"] for one in first["attachments"]] == [f"roses-{game.code.lower()}.png"]
    for other in (reminder, stranger):
        assert "Since you last played" not in other["content"]
        assert not other.get("attachments")


async def test_a_turn_notice_tells_of_what_was_missed_as_much_as_has_room(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    view = await service.reading.view(game.code, None)

    async def since(*_: object) -> Since:
        return Since(
            game, 0, tuple(f"White makes move number {number:03}" for number in range(200)), view, view
        )

    monkeypatch.setattr(service.lookback, "since", since)
    fake, pictures = FakeDiscord(), DiscordPictures(1)
    sender = DiscordSender(fake.client, service, pictures)
    for noted in (100, 1_000):
        shown = replace(await service.reading.summary(game.code), notes=("n" * noted,))
        await sender.deliver(
            delivery(TurnNotice(ANN.id, "turn", shown), external_ids={ANN.id: str(ACCOUNTS[ANN.id])})
        )
    pictures.close()
    few, many = (one["content"] for one in fake.sent())
    assert few.endswith("\n- Ann (White) makes move number 199")
    assert many.endswith("\n- Ann (White) makes move number 199")
    assert len(many) <= 2000


async def test_a_message_about_several_games_tells_in_a_line_what_each_has_brought(service: Service) -> None:
    games = [await running(service) for _ in range(2)]
    await play_through(service, games[0].code, ["@d3", "@c5"])
    fake, pictures = FakeDiscord(), DiscordPictures(1)
    sender = DiscordSender(fake.client, service, pictures)
    first, second = [TurnNotice(ANN.id, "turn", await service.reading.summary(game.code)) for game in games]
    known = {ANN.id: str(ACCOUNTS[ANN.id])}
    await sender.deliver(delivery(replace(first, others=(second,)), external_ids=known))
    pictures.close()
    (body,) = fake.sent()
    assert body["content"].count("-# Bob (Black) drops a soldier on c5") == 1
    assert not body.get("attachments")
