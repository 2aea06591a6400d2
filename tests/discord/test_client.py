"""What the client knows about itself before and while it is connected."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from bot.discord.client import TurnpostClient
from bot.shards import WHOLE, ShardRange
from engines.registry import ENGINES


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
