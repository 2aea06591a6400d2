"""What the gateway tells of servers, channels and threads reaches those whose games are played there."""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.client import TurnpostClient
from bot.discord.interaction.context import AppContext
from bot.errors import DatabaseUnavailable
from engines.registry import ENGINES
from tests.manual_clock import ManualClock


class Places:
    """Notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, tuple[object, ...]]] = []
        self.served: list[Callable[[int], bool]] = []
        self.fault: Exception | None = None

    def __getattr__(self, name: str) -> Any:
        async def hear(*ids: object) -> None:
            self.heard.append((name, tuple(one for one in ids if not callable(one))))
            self.served += [cast("Callable[[int], bool]", one) for one in ids if callable(one)]
            if self.fault is not None:
                raise self.fault

        return hear


@pytest.fixture
def places() -> Places:
    return Places()


@pytest.fixture
async def client(places: Places, clock: ManualClock) -> TurnpostClient:
    client = TurnpostClient(ENGINES)
    service: Any = SimpleNamespace(places=places)
    client.context = AppContext(service, None, clock=clock)  # type: ignore[arg-type]
    return client


THREAD: Any = SimpleNamespace(guild_id=11, thread_id=13, data={"thread_metadata": {"archived": False}})
ARCHIVED: Any = SimpleNamespace(guild_id=11, thread_id=14, data={"thread_metadata": {"archived": True}})
GUILD: Any = SimpleNamespace(
    id=11, threads=[SimpleNamespace(id=13, parent_id=12), SimpleNamespace(id=14, parent_id=9)]
)
MEMBER: Any = SimpleNamespace(guild=GUILD)
GUILD.me = MEMBER
CHANNEL: Any = SimpleNamespace(id=12, guild=GUILD)


async def test_each_event_is_handed_on(client: TurnpostClient, places: Places) -> None:
    await client.on_raw_thread_delete(THREAD)
    await client.on_raw_thread_update(THREAD)
    await client.on_raw_thread_update(ARCHIVED)
    await client.on_guild_channel_delete(CHANNEL)
    await client.on_guild_channel_update(CHANNEL, CHANNEL)
    await client.on_guild_role_update(CHANNEL, CHANNEL)
    await client.on_member_update(MEMBER, SimpleNamespace(guild=GUILD, id=5))  # type: ignore[arg-type]
    await client.on_member_update(MEMBER, MEMBER)
    await client.on_guild_update(GUILD, GUILD)
    await client.on_guild_join(GUILD)
    await client.on_guild_remove(GUILD)
    await client.on_raw_message_delete(SimpleNamespace(message_id=21))  # type: ignore[arg-type]
    await client.on_raw_bulk_message_delete(SimpleNamespace(message_ids={21, 22}))  # type: ignore[arg-type]
    assert places.heard == [
        ("place_gone", (11, 13)),
        ("reachable_again", (11, 13)),
        ("reachable_again", (11, 14)),
        ("thread_archived", (11, 14)),
        ("place_gone", (11, 12)),
        ("reachable_again", (11, 12, 13)),
        ("reachable_again", (11,)),
        ("reachable_again", (11,)),
        ("reachable_again", (11,)),
        ("available_again", (11,)),
        ("unreachable", (11,)),
        ("messages_gone", ([21],)),
        ("messages_gone", ({21, 22},)),
    ]


async def test_at_the_start_servers_are_told_at_once_and_later_one_by_one(
    client: TurnpostClient, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = [SimpleNamespace(id=11, unavailable=False), SimpleNamespace(id=12, unavailable=True)]
    monkeypatch.setattr(TurnpostClient, "guilds", servers)
    await client.on_guild_available(GUILD)
    await client.on_ready()
    assert places.heard == [("available", ([11],)), ("unreachable", (12,)), ("only_in", ({11, 12},))]
    places.heard.clear()
    monkeypatch.setattr(client, "is_ready", lambda: True)
    await client.on_guild_available(GUILD)
    await client.on_guild_unavailable(servers[1])  # type: ignore[arg-type]
    assert places.heard == [("available_again", (11,)), ("unreachable", (12,))]


async def test_a_server_that_arrives_late_was_never_away(
    client: TurnpostClient, places: Places, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = SimpleNamespace(id=11, unavailable=True)
    servers = [late, *(SimpleNamespace(id=100 + number, unavailable=False) for number in range(999))]
    monkeypatch.setattr(TurnpostClient, "guilds", servers)

    async def arrive(_moment: datetime) -> None:
        late.unavailable = False

    monkeypatch.setattr(clock, "sleep_until", arrive)
    await client.on_ready()
    assert [name for name, _ in places.heard] == ["available", "only_in"]
    assert 11 in cast("set[int]", places.heard[1][1][0])


async def test_a_server_that_invites_the_bot_again_while_it_is_missed_is_there(
    client: TurnpostClient, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = [SimpleNamespace(id=11, unavailable=False)]
    monkeypatch.setattr(TurnpostClient, "guilds", servers)

    async def miss(_here: object, _served: object) -> None:
        places.heard.append(("only_in", ()))
        servers.append(SimpleNamespace(id=12, unavailable=False))

    monkeypatch.setattr(places, "only_in", miss, raising=False)
    await client.on_ready()
    assert places.heard == [("available", ([11],)), ("only_in", ()), ("available", ({12},))]


async def test_a_client_that_is_closed_meanwhile_misses_nothing(
    client: TurnpostClient, places: Places, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    servers = [SimpleNamespace(id=number, unavailable=True) for number in range(1_000)]
    monkeypatch.setattr(TurnpostClient, "guilds", servers)
    monkeypatch.setattr(client, "is_closed", lambda: True)
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(client.on_ready())
        while clock.next_alarm is None:  # noqa: ASYNC110 -- a test
            await asyncio.sleep(0)
        clock.advance(timedelta(seconds=30))
    assert places.heard == [("available", ([],))]


async def test_only_servers_of_its_own_shards_are_missed(
    client: TurnpostClient, places: Places, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TurnpostClient, "guilds", [])
    monkeypatch.setattr(TurnpostClient, "shards", {1: None, 3: None})
    client.shard_count = 4
    await client.on_ready()
    (served,) = places.served
    assert [served(number << 22 | 99) for number in range(4)] == [False, True, False, True]


async def test_a_server_that_is_back_while_its_outage_is_noted_is_there(
    client: TurnpostClient, places: Places
) -> None:
    await client.on_guild_unavailable(SimpleNamespace(id=12, unavailable=False))  # type: ignore[arg-type]
    assert places.heard == [("unreachable", (12,)), ("available_again", (12,))]


async def test_a_server_that_removed_the_bot_between_two_sessions_is_noticed(
    client: TurnpostClient, places: Places
) -> None:
    client.loop = asyncio.get_running_loop()
    begin: Any = client._connection.parsers["READY"]
    # The third one's session does not begin, so the client is not ready.
    client._connection.shard_count, client._connection.shard_ids = 3, range(3)

    def ready(shard: int, *servers: int) -> None:
        named = [{"id": str(server), "unavailable": True} for server in servers]
        user = {"id": "1", "username": "Turnpost", "discriminator": "0", "avatar": None}
        begin({"user": user, "shard": [shard, 3], "guilds": named, "application": {"id": "1", "flags": 0}})

    other = 1 << 22
    ready(0, 11, 12)
    ready(1, other)
    await asyncio.sleep(0)
    assert places.heard == []
    ready(0, 12, 13)
    await asyncio.sleep(0)
    assert places.heard == [("unreachable", (11,))]
    assert {guild.id for guild in client.guilds} == {12, 13, other}


@pytest.mark.parametrize(("servers", "times"), [(999, 0), (1_000, 1)])
async def test_the_cache_of_many_servers_is_left_out_of_collections(
    client: TurnpostClient, clock: ManualClock, monkeypatch: pytest.MonkeyPatch, servers: int, times: int
) -> None:
    tuned: list[None] = []

    async def pass_by(_moment: datetime) -> None: ...

    monkeypatch.setattr(clock, "sleep_until", pass_by)
    monkeypatch.setattr("bot.discord.place_events.tune_collector", lambda: tuned.append(None))
    monkeypatch.setattr(
        TurnpostClient, "guilds", [SimpleNamespace(id=number, unavailable=False) for number in range(servers)]
    )
    await client.on_ready()
    assert len(tuned) == times


async def test_a_database_that_is_away_ends_nothing(client: TurnpostClient, places: Places) -> None:
    places.fault = DatabaseUnavailable("gone")
    await client.on_raw_thread_delete(THREAD)
    assert [name for name, _ in places.heard] == ["place_gone"]
