"""What those who run the bot see of it: numbers, health, and a log in which everything can be traced."""

import asyncio
import io
import json
import logging
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.app import SANDBOX, serve
from bot.errors import CannotStart
from bot.logs import configure_logs
from bot.store.database import Database
from sandbox.core import Options
from sandbox.driver import Sandbox
from tests.ports import free_port
from tests.wire.gods_table import GodsTable
from tests.wire.hosting import ROOT, Host, Table, hosted

pytestmark = [pytest.mark.wire, pytest.mark.slow]


@pytest.fixture
def log_output() -> Iterator[io.StringIO]:
    """Everything that is logged, as JSON."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    configure_logs(style="json", stream=stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
async def watched(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Host]:
    host = Host(sandbox, tmp_path)
    host.settings = replace(host.settings, metrics_port=free_port())
    try:
        await host.start()
        yield host
    finally:
        await host.stop()


async def test_backups_are_made_beside_play(
    sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    host = Host(sandbox, tmp_path)
    host.settings = replace(
        host.settings, metrics_port=free_port(), backup_every=timedelta(days=1), data_folder=tmp_path
    )
    folder = tmp_path / "backups"
    try:
        await host.start()
        await Table.opened(sandbox)
        made = await sandbox.wait_for(lambda: list(folder.glob("turnpost-*Z.gz")), what="a backup")
        assert '"backups": "ok"' in (await page(host, "/readyz"))[1]
    finally:
        await host.stop()
    assert list(folder.glob("turnpost-*.gz*")) == made


_INTERACTIONS = "turnpost_interactions_total{"


async def page(host: Host, path: str) -> tuple[int, str]:
    address = f"http://127.0.0.1:{host.settings.metrics_port}{path}"
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, await answer.text()


async def counted(host: Host, interactions: int) -> tuple[str, dict[str, str]]:
    """The page of numbers, and its lines by their names, once it counts so many interactions."""
    async with asyncio.timeout(120):
        while True:
            numbers = (await page(host, "/metrics"))[1]
            lines = dict(line.rsplit(" ", 1) for line in numbers.splitlines() if not line.startswith("#"))
            counts = [float(count) for name, count in lines.items() if name.startswith(_INTERACTIONS)]
            if sum(counts) >= interactions:
                return numbers, lines
            await asyncio.sleep(0.05)


async def test_the_numbers_of_a_game(sandbox: Sandbox, watched: Host) -> None:
    table = await Table.opened(sandbox)
    await table.move(table.ann, "@d3")
    refused = await table.ann.slash("move", {"notation": "@c5"}, channel=table.thread)
    assert "Bob's turn" in refused.reply.text
    await table.bob.autocomplete("move", {"notation": "@"}, focused="notation", channel=table.thread)
    await sandbox.wait_for(lambda: len(table.cards()) == 2, what="both cards")
    assert (await page(watched, "/readyz"))[0] == 200
    # What was asked for is counted when all is done, after its answer.
    numbers, lines = await counted(watched, 5)
    assert lines['turnpost_interactions_total{command="roses",outcome="done"}'] == "1.0"
    assert lines['turnpost_interactions_total{command="press",outcome="done"}'] == "1.0"
    assert lines['turnpost_interactions_total{command="move",outcome="done"}'] == "1.0"
    assert lines['turnpost_interactions_total{command="move",outcome="refused"}'] == "1.0"
    assert lines['turnpost_interactions_total{command="autocomplete",outcome="done"}'] == "1.0"
    assert lines["turnpost_acknowledge_seconds_count"] == "4.0"
    assert float(lines['turnpost_deliveries_total{kind="card",result="done"}']) >= 1
    assert float(lines['turnpost_picture_seconds_count{game="roses"}']) >= 2
    for secret in (sandbox.token, str(table.ann.id), "Ann", table.code, "@d3"):
        assert secret not in numbers


async def test_every_line_about_a_game_can_be_traced(
    sandbox: Sandbox, tmp_path: Path, log_output: io.StringIO
) -> None:
    host = Host(sandbox, tmp_path)
    await host.start()
    table = await Table.opened(sandbox)
    before = len(log_output.getvalue())
    moved = await table.move(table.ann, "@d3")
    refused = await table.ann.slash("move", {"notation": "@c5"}, channel=table.thread)
    await host.stop()
    lines: list[dict[str, Any]] = [json.loads(line) for line in log_output.getvalue()[before:].splitlines()]

    def of(event: str) -> list[dict[str, Any]]:
        return [line for line in lines if line["event"] == event]

    (stored,) = of("event_stored")
    assert stored["game"] == table.code
    assert stored["interaction"] == moved.record.id
    assert stored["command"] == "move"
    (refusal,) = of("refused")
    assert (refusal["game"], refusal["interaction"]) == (table.code, refused.record.id)
    *_, card = [line for line in of("delivery_delivered") if line["kind"] == "card"]
    # From the move to its card: the same game and the same event.
    assert (card["game"], card["seq"]) == (table.code, stored["seq"])
    assert sandbox.token not in log_output.getvalue()
    assert "@d3" not in log_output.getvalue()


@pytest.mark.parametrize("level", ["INFO", "DEBUG"])
async def test_no_line_tells_what_somebody_does_in_secret(
    sandbox: Sandbox, tmp_path: Path, log_output: io.StringIO, level: str
) -> None:
    configure_logs(level=level, style="json", stream=log_output)
    host = Host(sandbox, tmp_path)
    await host.start()
    table = await GodsTable.opened(sandbox)
    before = len(log_output.getvalue())
    await table.red.slash("gods whisper", {"to": "BLUE", "text": "oak"}, channel=table.thread)
    await table.red.dm("-b elm")
    await sandbox.message(table.blue.dm_channel, lambda look: "elm" in look.text, viewer=table.blue)
    await table.red.slash("gods plan", {"actions": "Ab Ag"}, channel=table.thread)
    await table.red.slash("gods clear", channel=table.thread)
    ask = (await table.red.click(await table.card(), "Resign")).reply
    await table.red.click(ask, "Yes, I give this game up")
    refused = await table.red.slash("gods plan", {"actions": "none"}, channel=table.thread)
    assert "You have resigned" in refused.reply.text
    await host.stop()
    lines = [
        json.loads(line)
        for line in log_output.getvalue()[before:].splitlines()
        # What the library of the database and the sandbox say is not of players' making.
        if '"logger": "bot.' in line
    ]
    assert {line.get("command") for line in lines} == {"gods", "press", None}
    (refusal,) = [line for line in lines if line["event"] == "refused"]
    assert "user" not in refusal
    for secret in ("oak", "elm", "whisper", "Ab Ag", "clear", "gods plan", "gods resign"):
        assert secret not in log_output.getvalue()[before:]


async def test_a_token_that_is_withdrawn_ends_the_process_with_a_sentence(
    sandbox: Sandbox, tmp_path: Path
) -> None:
    host = Host(sandbox, tmp_path)
    serving = asyncio.create_task(serve(host.settings, token=sandbox.token, api_base=sandbox.api_base))
    await sandbox.online()
    sandbox.gateway.close_with(4004)
    with pytest.raises(CannotStart, match="for good"):
        await asyncio.wait_for(serving, 120)


async def test_a_port_that_is_taken_is_a_sentence(sandbox: Sandbox, tmp_path: Path) -> None:
    host = Host(sandbox, tmp_path)
    port = sandbox.server.port
    settings = replace(host.settings, metrics_port=port)
    with pytest.raises(CannotStart, match=f"METRICS_PORT {port}"):
        await serve(settings, token=sandbox.token, api_base=sandbox.api_base)


async def test_the_sandbox_leaves_the_database_of_a_bot_alone(sandbox: Sandbox, host: Host) -> None:
    application = sandbox.core.world.application.id
    with pytest.raises(
        CannotStart, match=f"belongs to application {application} of Discord, and this is the sandbox"
    ):
        await serve(host.settings, token=sandbox.token, api_base=sandbox.api_base, sandboxed=True)


@pytest.mark.parametrize("owner", ["99", SANDBOX])
async def test_a_bot_leaves_the_database_of_another_alone(
    sandbox: Sandbox, tmp_path: Path, owner: str
) -> None:
    settings = Host(sandbox, tmp_path).settings
    database = Database(settings.database_url)
    await database.migrate()
    async with database.transaction() as unit:
        await unit.ownership.claim(owner)
    await database.close()
    whose = "the sandbox" if owner == SANDBOX else "application 99 of Discord"
    with pytest.raises(CannotStart, match=f"belongs to {whose}.*db release"):
        await asyncio.wait_for(serve(settings, token=sandbox.token, api_base=sandbox.api_base), 120)


async def test_a_second_process_on_the_same_file_is_refused(sandbox: Sandbox, host: Host) -> None:
    with pytest.raises(CannotStart, match="SQLite takes one"):
        await asyncio.wait_for(serve(host.settings, token=sandbox.token, api_base=sandbox.api_base), 120)
    # The first one goes on.
    await Table.opened(sandbox)


@pytest.mark.slow
async def test_a_process_alone_opens_as_many_shards_as_discord_wants(tmp_path: Path) -> None:
    async with Sandbox(Options(shards=3)) as sandbox:
        places = [sandbox.new_server(f"Server {shard}", shard=shard, of=3) for shard in range(3)]
        async with hosted(sandbox, tmp_path):

            def shards() -> list[tuple[int, int]]:
                return sorted(one.shard for one in sandbox.gateway.sessions.values() if one.connected)

            # On SQLite the library itself waits five seconds between two sessions.
            await sandbox.wait_for(lambda: len(shards()) == 3, what="three sessions")
            assert shards() == [(0, 3), (1, 3), (2, 3)]
            for place in places:
                assert (await Table.opened(sandbox, where=place)).cards()
