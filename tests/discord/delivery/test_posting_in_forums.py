"""A game in a forum begins as a post there, once, however often its delivery is tried."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord.utils import time_snowflake

from bot.discord.delivery.sender import DiscordSender
from bot.outbox.delivery import PermanentFailure, Receipt
from bot.service.values.payloads import PostLobby
from tests.discord.delivery.deliveries import CARD, delivery
from tests.discord.fake_discord import FakeDiscord, thread_data
from tests.discord.summaries import summary

ME = 9
PROMISED = datetime(2026, 1, 1, tzinfo=UTC)


class Forum(discord.ForumChannel):
    """A forum of a server with these posts, which notes what is begun in it."""

    id = 15
    flags: Any = SimpleNamespace(require_tag=True)
    available_tags: Any = (SimpleNamespace(name="any", moderated=False),)

    def __init__(self, *threads: Any) -> None:
        async def active_threads() -> tuple[Any, ...]:
            return threads

        self.guild: Any = SimpleNamespace(me=SimpleNamespace(id=ME), active_threads=active_threads)
        self.begun: list[dict[str, Any]] = []

    def permissions_for(self, _member: object) -> discord.Permissions:
        return discord.Permissions(0)

    async def create_thread(self, **content: Any) -> Any:
        self.begun.append(content)
        return SimpleNamespace(message=SimpleNamespace(id=700, components=[]), thread=SimpleNamespace(id=701))


def post(name: str, *, owner: int = ME, forum: int = 15, after: timedelta = timedelta(seconds=-59)) -> Any:
    """A post that was begun so long after the delivery was promised."""
    return SimpleNamespace(name=name, owner_id=owner, parent_id=forum, id=time_snowflake(PROMISED + after))


@pytest.fixture(autouse=True)
def _logged_in(fake: FakeDiscord) -> None:
    fake.client._connection.user = cast("discord.ClientUser", SimpleNamespace(id=ME))


def there(fake: FakeDiscord, forum: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake.client, "get_channel", {15: forum}.get)


async def test_it_is_begun_with_the_games_name_and_a_tag(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = Forum(post("K7QX Guerre des Deux Roses"))
    there(fake, forum, monkeypatch)
    lobby = PostLobby(summary(status="lobby"))
    begun = await sender.deliver(delivery(lobby, channel_id=15, new_post=True, enqueued_at=PROMISED))
    assert begun == Receipt(message_id=700, channel_id=701)
    (content,) = forum.begun
    assert (content["name"], content["auto_archive_duration"]) == ("K7QX Guerre des Deux Roses", 7 * 24 * 60)
    assert [tag.name for tag in content["applied_tags"]] == ["any"]
    assert "view" in content
    # The card of a running game whose post was deleted.
    await sender.deliver(delivery(CARD, channel_id=15, new_post=True))
    assert forum.begun[1]["name"] == "K7QX Guerre des Deux Roses · Ann vs Bob"
    assert [one.id for one in forum.begun[1]["allowed_mentions"].users] == [101]


async def test_one_that_was_begun_before_is_found(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "K7QX Guerre des Deux Roses · Ann vs Bob"
    found = post(name)
    others = (
        post(name, owner=8),
        post(f"{name}!"),
        post(name, after=timedelta(seconds=-60)),
        post(name, forum=16),
    )
    there(fake, Forum(*others, found), monkeypatch)
    again = delivery(CARD, channel_id=15, new_post=True, attempts=2, enqueued_at=PROMISED)
    assert await sender.deliver(again) == Receipt(message_id=found.id, channel_id=found.id)
    there(fake, Forum(*others), monkeypatch)
    assert await sender.deliver(again) == Receipt(message_id=700, channel_id=701)


async def test_a_post_is_begun_once_on_a_server_that_another_process_serves(
    fake: FakeDiscord, sender: DiscordSender
) -> None:
    fake.forums.add("15")
    lobby = delivery(
        PostLobby(summary(status="lobby")), channel_id=15, new_post=True, attempts=2, enqueued_at=PROMISED
    )
    begun = await sender.deliver(lobby)
    assert begun.channel_id is not None
    (name,) = (call.body["name"] for call in fake.calls if call.path == "/channels/15/threads")
    number = str(time_snowflake(PROMISED))
    differing = {"id": number, "parent_id": "15", "name": name, "owner_id": str(ME)}
    fake.posts.append(thread_data(number, {}) | differing)
    assert await sender.deliver(lobby) == Receipt(message_id=int(number), channel_id=int(number))


async def test_no_post_is_begun_outside_of_forums(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    there(fake, object(), monkeypatch)
    for channel_id, words in ((15, "no forum"), (None, "no channel")):
        with pytest.raises(PermanentFailure, match=words):
            await sender.deliver(delivery(CARD, channel_id=channel_id, new_post=True))
