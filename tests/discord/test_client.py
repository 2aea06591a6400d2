"""What the client knows about itself before and while it is connected."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.discord.client import TurnpostClient
from bot.shards import WHOLE, ShardRange
from bot.supervision import InFlight
from engines.registry import ENGINES
from tests.discord.fake_discord import failure
from tests.discord.fake_interaction import FakeInteraction


@pytest.mark.parametrize(("first", "publishes"), [(0, True), (1, False)])
def test_the_process_with_shard_0_publishes_the_commands(first: int, publishes: bool) -> None:
    client = TurnpostClient(ENGINES, ShardRange(first, 2, 4))
    assert client._publishes == publishes
    assert client.shard_ids == list(range(first, 3))


@pytest.mark.parametrize(("shards", "wanted"), [(WHOLE, 3), (ShardRange(1, 2, 4), 2)])
def test_connected_is_with_every_shard_that_is_served(
    monkeypatch: pytest.MonkeyPatch, shards: ShardRange, wanted: int
) -> None:
    client = TurnpostClient(ENGINES, shards)
    if shards == WHOLE:
        client.shard_count = wanted
    closed = [False] * wanted
    infos = {
        number: SimpleNamespace(is_closed=lambda number=number: closed[number]) for number in range(wanted)
    }
    monkeypatch.setattr(TurnpostClient, "shards", property(lambda _: infos))
    assert client.connected()
    closed[-1] = True
    assert not client.connected()


def test_no_more_is_asked_of_the_gateway_than_is_needed() -> None:
    client = TurnpostClient(ENGINES)
    assert {name for name, wanted in client.intents if wanted} == {"guilds", "dm_messages", "guild_messages"}
    assert client.allowed_mentions is not None
    assert dict(client.allowed_mentions.to_dict()) == {"parse": []}


class Gateway:
    """Says how to divide the servers, or fails."""

    def __init__(self, *, wanted: int = 1, at_once: int = 1, fault: BaseException | None = None) -> None:
        self.wanted = wanted
        self.at_once = at_once
        self.fault = fault

    async def get_bot_gateway(self) -> tuple[int, str, dict[str, int]]:
        """What Discord tells before a connection."""
        if self.fault is not None:
            raise self.fault
        return self.wanted, "wss://gateway.test", {"max_concurrency": self.at_once}


async def divided(
    gateway: Gateway, shards: ShardRange = WHOLE, lease: ShardLeases | None = None
) -> TurnpostClient:
    """A client that has asked."""
    client = TurnpostClient(ENGINES, shards, lease)  # type: ignore[arg-type]
    client.http = gateway  # type: ignore[assignment]
    await client.divide()
    return client


class ShardLeases:
    """Lets every shard begin at once."""

    def __init__(self) -> None:
        self.begun: list[tuple[int, int, bool]] = []

    async def identify(self, shard: int, *, buckets: int, initial: bool) -> None:
        """Note it."""
        self.begun.append((shard, buckets, initial))


async def test_discord_says_how_many_shards_there_are_and_how_many_begin_at_once() -> None:
    for at_once, buckets in ((16, 16), (1, 1), (0, 1)):
        lease = ShardLeases()
        client = await divided(Gateway(wanted=3, at_once=at_once), lease=lease)
        assert client.shard_count == 3
        await client.before_identify_hook(2, initial=True)
        await client.before_identify_hook(None)
        assert lease.begun == [(2, buckets, True), (0, buckets, False)]


@pytest.mark.parametrize(("wanted", "warned"), [(3, 0), (4, 0), (5, 1)])
async def test_shards_that_were_chosen_stay_and_too_few_are_told(
    wanted: int, warned: int, caplog: pytest.LogCaptureFixture
) -> None:
    client = await divided(Gateway(wanted=wanted), ShardRange(0, 1, 4))
    assert (client.shard_count, client.shard_ids) == (4, [0, 1])
    assert len([record for record in caplog.records if "more_shards_wanted" in record.message]) == warned


async def test_a_server_that_does_not_say_is_served_by_one_shard() -> None:
    unknown, transient = (discord.GatewayNotFound() for _ in range(2))  # type: ignore[no-untyped-call]
    for fault in (unknown, KeyError("shards")):
        lease = ShardLeases()
        client = await divided(Gateway(fault=fault), lease=lease)
        assert client.shard_count == 1
        await client.before_identify_hook(0)
        assert lease.begun == [(0, 1, False)]
    transient.__cause__ = failure(503)
    with pytest.raises(discord.DiscordServerError):
        await divided(Gateway(fault=transient))


async def test_a_command_that_could_not_begin_is_answered_once(caplog: pytest.LogCaptureFixture) -> None:
    tree = TurnpostClient(ENGINES).tree
    for answered, expired, outcome in ((False, False, True), (True, False, False), (False, True, False)):
        interaction = FakeInteraction()
        interaction.response.is_done = lambda answered=answered: answered
        interaction.is_expired = lambda expired=expired: expired  # type: ignore[attr-defined]
        await tree.on_error(interaction, app_commands.AppCommandError("odd"))  # type: ignore[arg-type]
        assert ("type it again" in "".join(result.text for result in interaction.sent)) is outcome
        assert interaction.observer.outcomes == ([("unknown", "unknown_command")] if outcome else [])
    assert len([record for record in caplog.records if "command_unreadable" in record.message]) == 3


@pytest.mark.parametrize("asks", [False, True])
async def test_who_asks_is_answered_before_the_client_leaves(
    asks: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.discord.client.FAREWELL_SECONDS", 0.01)
    client = TurnpostClient(ENGINES)
    context: Any = SimpleNamespace(requests=InFlight())
    client.context = context
    await client._async_setup_hook()
    publishing = asyncio.create_task(asyncio.sleep(3600))
    client._publishing = publishing
    with context.requests.counted() if asks else nullcontext():
        await client.close()
    assert publishing.cancelled()
    assert client.is_closed()
    assert ("answers_cut_off" in caplog.text) is asks


async def test_commands_are_published_once_and_direct_messages_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    done = list[object]()

    async def publish(client: TurnpostClient) -> None:
        done.append(client)

    monkeypatch.setattr(TurnpostClient, "_publish", publish)
    first, second = TurnpostClient(ENGINES), TurnpostClient(ENGINES, ShardRange(1, 2, 4))
    for client in (first, first, second):
        await client.setup_hook()
    await asyncio.sleep(0)
    assert done == [first]

    async def receive(message: object) -> None:
        done.append(message)

    monkeypatch.setattr(first._direct, "receive", receive)
    direct = SimpleNamespace(channel=object.__new__(discord.DMChannel))
    for message in (SimpleNamespace(channel=object()), direct):
        await first.on_message(message)  # type: ignore[arg-type]
    assert done == [first, direct]
