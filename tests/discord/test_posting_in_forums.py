"""A game in a forum begins as a post there, once, however often its delivery is tried."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.utils import time_snowflake

from bot.discord.sender import DiscordSender
from bot.outbox.delivery import PermanentFailure, Receipt
from bot.service.payloads import PostLobby
from tests.discord.fake_discord import FakeDiscord
from tests.discord.summaries import summary
from tests.discord.test_sender import CARD, delivery, fake, sender

__all__ = ["fake", "sender"]

ME = 9
PROMISED = datetime(2026, 1, 1, tzinfo=UTC)


class Forum(discord.ForumChannel):
    """A forum with these posts, which notes what is begun in it."""

    threads: Any = ()
    flags: Any = SimpleNamespace(require_tag=True)
    available_tags: Any = (SimpleNamespace(name="any", moderated=False),)

    def __init__(self, *threads: Any) -> None:
        self.threads = threads
        self.guild: Any = SimpleNamespace(me=SimpleNamespace(id=ME))
        self.begun: list[dict[str, Any]] = []

    def permissions_for(self, _member: object) -> discord.Permissions:
        return discord.Permissions(0)

    async def create_thread(self, **content: Any) -> Any:
        self.begun.append(content)
        return SimpleNamespace(message=SimpleNamespace(id=700, components=[]), thread=SimpleNamespace(id=701))


def post(name: str, *, owner: int = ME, after: timedelta = timedelta(seconds=-59)) -> Any:
    """A post that was begun so long after the delivery was promised."""
    return SimpleNamespace(name=name, owner_id=owner, id=time_snowflake(PROMISED + after))


def there(fake: FakeDiscord, forum: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake.client, "get_channel", {15: forum}.get)


async def test_it_is_begun_with_the_games_name_and_a_tag(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    forum = Forum(post("K7QX Guerre des Deux Roses"))
    there(fake, forum, monkeypatch)
    lobby = PostLobby(summary(status="lobby"))
    begun = await sender.deliver(delivery(lobby, channel_id=15, new_post=True, promised_at=PROMISED))
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
    others = post(name, owner=8), post(f"{name}!"), post(name, after=timedelta(seconds=-61))
    there(fake, Forum(*others, found), monkeypatch)
    again = delivery(CARD, channel_id=15, new_post=True, attempts=2, promised_at=PROMISED)
    assert await sender.deliver(again) == Receipt(message_id=found.id, channel_id=found.id)
    there(fake, Forum(*others), monkeypatch)
    assert await sender.deliver(again) == Receipt(message_id=700, channel_id=701)


async def test_no_post_is_begun_outside_of_forums(
    fake: FakeDiscord, sender: DiscordSender, monkeypatch: pytest.MonkeyPatch
) -> None:
    there(fake, object(), monkeypatch)
    for channel_id, words in ((15, "no forum"), (None, "no channel")):
        with pytest.raises(PermanentFailure, match=words):
            await sender.deliver(delivery(CARD, channel_id=channel_id, new_post=True))
