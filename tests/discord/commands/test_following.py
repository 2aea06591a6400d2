"""Following a game by command and button, and what it brings."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from msgspec.structs import replace

from bot.discord.delivery.sender import DiscordSender
from bot.discord.formatting.pictures import DiscordPictures
from bot.discord.interaction.components import ButtonState
from bot.errors import DatabaseUnavailable
from bot.outbox.delivery import FollowedCard, PermanentFailure
from bot.service.facade import Service
from bot.service.values.payloads import FollowNotice, TurnNotice
from bot.service.values.refused import Refused
from engines.registry import ENGINES
from tests.discord.delivery.deliveries import CARD, UNTOLD, Pictures, custom_ids, delivery, texts
from tests.discord.fake_discord import FakeDiscord, failure
from tests.discord.guests import Guests, text_of, ways
from tests.service.actors import (
    ACCOUNTS,
    ANN,
    BOB,
    CLEO,
    HERE,
    SAMPLE,
    act,
    begun,
    play_through,
    running,
)


async def test_by_button_and_by_command(guests: Guests) -> None:
    game = await running(guests.service)
    on, off = (ButtonState("follow", game.code, payload=what) for what in ("on", "off"))
    board = await guests.press(CLEO, ButtonState("board", game.code))
    assert ways(board)["Follow"] == on.custom_id("tb")
    assert "You follow" in text_of(await guests.press(CLEO, on))
    board = await guests.press(CLEO, ButtonState("board", game.code))
    assert ways(board)["Unfollow"] == off.custom_id("tb")
    listed = await guests.type(CLEO, "game inbox", whose="followed", direct=True)
    assert ways(listed) == {"Unfollow": off.custom_id("tb")}
    # Where it comes to them, as well: in direct messages they find no game of a server.
    assert "no longer follow" in text_of(await guests.press(CLEO, off, direct=True))
    assert "You follow no game" in text_of(await guests.type(CLEO, "game inbox", whose="followed"))
    assert "You follow" in text_of(await guests.type(CLEO, "game follow", game=game.code))
    assert "no longer follow" in text_of(await guests.type(CLEO, "game follow", game=game.code, follow=False))
    assert "You play" in text_of(await guests.press(ANN, on))
    assert "There is no game" in text_of(await guests.press(CLEO, on, direct=True))


async def test_who_is_out_of_a_game_may_follow_it_and_is_offered_no_move(guests: Guests) -> None:
    """They were told that they play themselves, and **Move** told them that they are out."""
    game = await begun(guests.service, "tae", BOB, CLEO)
    gone = next(one.person for one in game.seats if one.seat not in game.to_act)
    assert gone is not None
    board = await guests.press(gone, ButtonState("board", game.code))
    assert {"Move", "Since I last played"} <= {*ways(board)}
    assert "Follow" not in ways(board)
    await act(guests.service, gone, game.code, "resign")
    board = await guests.press(gone, ButtonState("board", game.code))
    assert {"Follow", "Since I last played"} <= {*ways(board)}
    assert "Move" not in ways(board)
    assert "You follow" in text_of(await guests.press(gone, ButtonState("follow", game.code, payload="on")))


async def test_a_follower_who_sees_the_channel_no_more_gets_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDiscord()
    hidden = SimpleNamespace(permissions_for=lambda _member: discord.Permissions(0))
    server = SimpleNamespace(get_thread=lambda _number: None, get_channel=lambda _number: hidden)
    monkeypatch.setattr(fake.client, "get_guild", lambda _number: server)
    known = {CLEO.id: str(ACCOUNTS[CLEO.id])}
    notice = delivery(FollowNotice(CLEO.id, 4), followed=(FollowedCard(CARD, 0, 0),), external_ids=known)
    with pytest.raises(PermanentFailure, match="does not see"):
        await DiscordSender(fake.client, UNTOLD, DiscordPictures(1)).deliver(notice)


async def test_a_followed_game_that_one_does_not_see_any_more_is_listed_without_what_happens_there(
    guests: Guests, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await running(guests.service)
    await play_through(guests.service, game.code, ["@d3"])
    off = ButtonState("follow", game.code, payload="off")
    await guests.press(CLEO, off._replace(payload="on"))
    monkeypatch.setattr(guests.discord, "strangers", {ACCOUNTS[CLEO.id]})
    for direct in (False, True):
        listed = await guests.type(CLEO, "game inbox", whose="followed", direct=direct)
        assert "you can no longer see where it is played" in text_of(listed)
        assert "Ann" not in text_of(listed)
        assert ways(listed) == {"Unfollow": off.custom_id("tb")}


async def test_the_list_of_followed_games_asks_once_for_a_server_and_says_where_nobody_answers(
    guests: Guests,
) -> None:
    for channel_id in (12, 13):
        game = await running(guests.service, place=replace(HERE, channel_id=channel_id))
        await guests.service.following.follow(CLEO, game.code)
    listed = await guests.type(CLEO, "game inbox", whose="followed")
    assert "**2 games**" in text_of(listed)
    assert len(guests.discord.calls) == 2, "the server and the member"
    guests.discord.faults.extend([failure(500)])
    unanswered = text_of(await guests.type(CLEO, "game inbox", whose="followed"))
    assert "Discord does not say at this moment who belongs to that server" in unanswered


async def test_a_follower_gets_the_card_without_a_ping() -> None:
    fake, pictures = FakeDiscord(), DiscordPictures(1)
    sender = DiscordSender(fake.client, UNTOLD, pictures)
    known = {CLEO.id: str(ACCOUNTS[CLEO.id])}
    notice = delivery(FollowNotice(CLEO.id, 4), followed=(FollowedCard(CARD, 0, 0),), external_ids=known)
    await sender.deliver(notice)
    (body,) = fake.sent()
    assert "A soldier is dropped on d3." in texts(body)
    assert custom_ids(body) == ["tb:follow:K7QX:0::off"]
    assert body["allowed_mentions"]["parse"] == []
    fake.strangers = {ACCOUNTS[CLEO.id]}
    with pytest.raises(PermanentFailure, match="not a member"):
        await sender.deliver(notice)
    nowhere = FollowedCard(replace(CARD, summary=replace(CARD.summary, guild_id=None)), 0, 0)
    await sender.deliver(replace(notice, followed=(nowhere,)))
    assert "You follow this game: not played on a server" in texts(fake.sent()[-1])
    pictures.close()


async def test_a_digest_tells_of_each_game_what_has_happened(service: Service) -> None:
    fake, pictures = FakeDiscord(), DiscordPictures(1)
    sender = DiscordSender(fake.client, service, pictures)
    game = await running(service)
    await play_through(service, game.code, ["@d3", "@c5"])
    card = replace(CARD, summary=replace(CARD.summary, code=game.code))
    known = {CLEO.id: str(ACCOUNTS[CLEO.id])}
    for followed in ((FollowedCard(card, 0, 99), FollowedCard(CARD, 0, 0)), (FollowedCard(card, 0, 99),)):
        await sender.deliver(delivery(FollowNotice(CLEO.id, 4), followed=followed, external_ids=known))
    digest, single = fake.sent()
    for body in (digest, single):
        assert "- Ann (White) drops a soldier on d3\n- Bob (Black) drops a soldier on c5" in texts(body)
    assert "**Games that you follow**" in texts(digest)
    assert not digest.get("attachments")
    assert custom_ids(digest) == []
    assert [one["filename"] for one in single["attachments"]] == [f"roses-{game.code.lower()}.png"]
    pictures.close()


@pytest.mark.parametrize("trouble", [Refused("broken_log", "Gone."), DatabaseUnavailable("away")])
async def test_messages_go_out_although_nothing_can_be_told_of_what_came_before(trouble: Exception) -> None:
    async def lost(*_: object) -> None:
        raise trouble

    fake = FakeDiscord()
    known: Any = SimpleNamespace(engines=ENGINES, lookback=SimpleNamespace(since=lost, followed=lost))
    sender = DiscordSender(fake.client, known, cast("Any", Pictures()))
    notice, accounts = TurnNotice(ANN.id, "turn", CARD.summary), {ANN.id: str(ACCOUNTS[ANN.id])}
    for followed in ((), (FollowedCard(CARD, 0, 99),) * 2):
        payload = FollowNotice(ANN.id, 4) if followed else notice
        await sender.deliver(delivery(payload, followed=followed, external_ids=accounts))
    await sender.deliver(delivery(replace(notice, others=(notice,)), external_ids=accounts))
    one, digest, several = fake.sent()
    assert "Since you last played" not in one["content"]
    assert texts(digest).count("A soldier is dropped on d3.") == 2
    assert "-#" not in several["content"]


async def test_however_much_has_happened_there_is_room_for_it(service: Service) -> None:
    fake, pictures = FakeDiscord(), DiscordPictures(1)
    sender = DiscordSender(fake.client, service, pictures)
    lines = tuple(f"White does thing number {number}, and nobody knows why" for number in range(200))
    long = replace(CARD, summary_lines=lines, summary=replace(CARD.summary, prompt="White " + "waits " * 200))
    game = await running(service)
    await play_through(service, game.code, SAMPLE)
    result = replace(long, summary=replace(long.summary, code=game.code))
    known = {CLEO.id: str(ACCOUNTS[CLEO.id])}
    for followed in ((FollowedCard(result, 0, 99),) * 25, (FollowedCard(result, 0, 99),)):
        await sender.deliver(delivery(FollowNotice(CLEO.id, 4), followed=followed, external_ids=known))
    for body in fake.sent():
        assert 1000 < len(texts(body)) <= 4000
    assert "… and 17 more games." in texts(fake.sent()[0])
    pictures.close()
