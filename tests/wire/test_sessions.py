"""Sessions of the gateway end and cannot be taken up again: what was missed meanwhile is found out."""

import pytest

from sandbox.driver import Sandbox
from tests.wire.hosting import Host, Table
from tests.wire.test_misfortunes import SEND_IN_THREADS, kept

pytestmark = [pytest.mark.wire, pytest.mark.slow]


def end_session(sandbox: Sandbox, how: str) -> None:
    """End the session so that nothing of what happens before the next one is told to the bot."""
    if how == "invalidated":
        sandbox.gateway.invalidate()
    else:
        sandbox.gateway.drop()
    # Resuming it is refused.
    sandbox.gateway.sessions.clear()


@pytest.mark.parametrize("how", ["invalidated", "not resumed"])
async def test_what_waits_comes_with_the_next_session(sandbox: Sandbox, host: Host, how: str) -> None:
    table = await Table.opened(sandbox)
    first = await table.card()
    sandbox.deny("games", SEND_IN_THREADS)
    here = {"notation": "@d3", "game": table.code}
    await table.ann.slash("move", here, channel=table.ann.dm_channel)
    await sandbox.wait_for(lambda: kept(host.file) or None, what="the card to be kept")
    end_session(sandbox, how)
    sandbox.deny("games", 0)
    assert "d3" in (await table.card(after=first)).text
    await sandbox.wait_for(lambda: sandbox.gateway.online or None, what="the next session")
    await table.move(table.bob, "@c5")
    assert (await table.card()).mentions == ["Ann"]


@pytest.mark.parametrize("how", ["invalidated", "not resumed"])
async def test_a_thread_that_is_deleted_between_sessions(sandbox: Sandbox, host: Host, how: str) -> None:
    table = await Table.opened(sandbox)
    await host.delivered()
    end_session(sandbox, how)
    sandbox.delete_channel(table.thread)
    await sandbox.wait_for(lambda: sandbox.gateway.online or None, what="the next session")
    move = {"notation": "@d3", "game": table.code}
    await table.ann.slash("move", move, channel=table.ann.dm_channel)
    text = await table.bob.wait_for_dm(lambda look: "Your turn" in look.text)
    assert text.labels == ["Move"]


@pytest.mark.parametrize("how", ["invalidated", "not resumed"])
async def test_a_server_that_removes_the_bot_between_sessions(
    sandbox: Sandbox, host: Host, caplog: pytest.LogCaptureFixture, how: str
) -> None:
    table = await Table.opened(sandbox)
    await host.delivered()
    end_session(sandbox, how)
    sandbox.kick_bot("games")
    await sandbox.wait_for(lambda: "server_away" in caplog.text or None, what="the bot to notice")
    move = {"notation": "@d3", "game": table.code}
    answer = await table.ann.slash("move", move, channel=table.ann.dm_channel)
    assert "I am not in that server at present" in answer.reply.text
