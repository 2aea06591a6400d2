"""Where an administrator may carry a game on, and what the bot is known to lack there."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.app_commands import AppCommandChannel, AppCommandThread

from bot.discord.admin.acts import _destination, _lacking, _player, move
from bot.service.admin.acts import Move
from bot.service.values.refused import Refused
from tests.discord.fake_interaction import FakeInteraction
from tests.discord.summaries import summary


def place(kind: type, channel_type: discord.ChannelType, **more: Any) -> Any:
    """A channel or thread as Discord hands it over with a command."""
    found: Any = object.__new__(kind)
    for name, value in {
        "id": 77,
        "_type" if kind is discord.Thread else "type": channel_type,
        **more,
    }.items():
        setattr(found, name, value)
    return found


@pytest.mark.parametrize(
    ("here", "act"),
    [
        (place(AppCommandChannel, discord.ChannelType.text), Move(11, 77)),
        (place(AppCommandChannel, discord.ChannelType.news), Move(11, 77)),
        (place(AppCommandThread, discord.ChannelType.public_thread, parent_id=12), Move(11, 12, 77)),
        (place(AppCommandThread, discord.ChannelType.private_thread, parent_id=12), Move(11, 12, 77)),
        (place(discord.Thread, discord.ChannelType.public_thread, parent_id=12), Move(11, 12, 77)),
    ],
)
def test_a_game_goes_on_in_text_channels_and_threads(here: Any, act: Move) -> None:
    assert _destination(FakeInteraction().responder(), here) == act
    assert _destination(FakeInteraction(channel=here).responder(), None) == act


@pytest.mark.parametrize(
    "here",
    [
        place(AppCommandChannel, discord.ChannelType.voice),
        place(AppCommandThread, discord.ChannelType.news_thread, parent_id=12),
    ],
)
def test_and_nowhere_else(here: Any) -> None:
    with pytest.raises(Refused, match="no_place"):
        _destination(FakeInteraction().responder(), here)


class Tagless(discord.ForumChannel):
    """A forum that wants a tag on every post, and has none."""

    def __init__(self) -> None:
        self.name, self._flags, self._available_tags = "posts", 1 << 4, {}
        self.guild: Any = SimpleNamespace(me=None)

    def permissions_for(self, _who: Any, /) -> discord.Permissions:
        return discord.Permissions.none()


async def test_not_in_a_forum_that_takes_no_post() -> None:
    interaction = FakeInteraction(guild=SimpleNamespace(get_channel={77: Tagless()}.get))
    there = {"channel": place(AppCommandChannel, discord.ChannelType.forum)}
    with pytest.raises(Refused, match="wants a tag on every post"):
        await move(interaction.responder(), summary(), there)


@pytest.mark.parametrize(
    ("act", "lacking"),
    [
        (Move(11, 12), ["attach files", "create public threads", "send messages in threads"]),
        (Move(11, 12, 13), ["send messages in threads", "attach files"]),
    ],
)
def test_what_is_lacking_depends_on_whether_there_is_a_thread(act: Move, lacking: list[str]) -> None:
    rights = discord.Permissions(view_channel=True, send_messages=True)
    channel = SimpleNamespace(permissions_for=lambda _: rights)
    guild = SimpleNamespace(get_channel={12: channel}.get, get_member={1: "us"}.get)
    interaction = FakeInteraction(guild=guild)
    interaction.client.user = SimpleNamespace(id=1)
    assert _lacking(interaction.responder(), act) == lacking
    assert _lacking(interaction.responder(), Move(11, 99)) == [], "a channel that is not known"
    interaction.guild = None
    assert _lacking(interaction.responder(), act) == []


async def test_what_is_lacking_there_is_said_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    warned = list[Any]()

    async def propose(*_: object, more: list[str]) -> None:
        warned.append(more)

    monkeypatch.setattr("bot.discord.admin.acts.propose", propose)
    there = {"channel": place(AppCommandChannel, discord.ChannelType.text)}
    for rights in (discord.Permissions.all(), discord.Permissions(view_channel=True, send_messages=True)):
        channel = SimpleNamespace(permissions_for=lambda _, rights=rights: rights)
        guild = SimpleNamespace(get_channel={77: channel}.get, get_member={1: "us"}.get)
        interaction = FakeInteraction(guild=guild)
        interaction.client.user = SimpleNamespace(id=1)
        await move(interaction.responder(), summary(), there)
    lacking = "attach files, create public threads, send messages in threads"
    assert warned == [[], [f"⚠️ I lack permissions there, so the game may stay unseen: {lacking}."]]


@pytest.mark.parametrize(
    ("user", "guild_id", "code"),
    [
        (SimpleNamespace(bot=True), 11, "a_bot"),
        (SimpleNamespace(bot=False), None, "no_server"),
    ],
)
async def test_only_people_of_the_server_are_seated(user: Any, guild_id: int | None, code: str) -> None:
    with pytest.raises(Refused, match=code):
        await _player(FakeInteraction().responder(), guild_id, user)


async def test_but_into_a_thread_that_such_a_forum_has(monkeypatch: pytest.MonkeyPatch) -> None:
    proposed = list[Any]()

    async def propose(_responder: object, code: str, act: Move, *_: object, **__: object) -> None:
        proposed.append((code, act))

    monkeypatch.setattr("bot.discord.admin.acts.propose", propose)
    guild = SimpleNamespace(get_channel={12: Tagless()}.get, get_member={}.get)
    interaction = FakeInteraction(guild=guild)
    interaction.client.user = SimpleNamespace(id=1)
    there = {"channel": place(AppCommandThread, discord.ChannelType.public_thread, parent_id=12)}
    await move(interaction.responder(), summary(), there)
    assert proposed == [("K7QX", Move(11, 12, 77, forum=True))]
