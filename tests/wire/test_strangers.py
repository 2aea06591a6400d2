"""Blocking, muting and reporting over the wire, and who is told what."""

import pytest

from sandbox.driver import Sandbox
from sandbox.world.permissions import MANAGE_GUILD
from tests.wire.gods_table import GodsTable
from tests.wire.hosting import Host
from tests.wire.test_chat import wait_for_dm

pytestmark = [pytest.mark.wire, pytest.mark.slow]

INSULT = "you *fool*"


async def test_private_words_are_reported_by_button_and_read_by_who_manages_the_server(
    sandbox: Sandbox, host: Host
) -> None:
    table = await GodsTable.opened(sandbox)
    await table.blue.dm(f"-go {INSULT}")
    look = await wait_for_dm(table.green, "fool")
    asked = (await table.green.click(look, "Report or mute")).reply
    assert asked.ephemeral
    assert "Bob (BLUE)** to **Cleo (GREEN), Dan (ORANGE)**, round 1: you" in asked.text
    assert asked.labels == ["Report it", "Mute Bob", "Block Bob", "Leave it"]
    done = await table.green.click(asked, "Report it")
    assert "✅ Those who manage" in done.reply.text
    # Ann owns the server and plays: she learns that there is a report, and no more.
    notice = await wait_for_dm(table.red, "reported a private message")
    assert "fool" not in notice.text
    assert table.code not in notice.text
    refused = (await table.red.click(notice, "Read")).reply
    assert "not for you now" in refused.text
    assert "fool" not in refused.text
    eve = sandbox.person("Eve")
    sandbox.promote(eve, MANAGE_GUILD)
    listed = (await eve.slash("server reports")).reply
    assert listed.ephemeral
    read = (await eve.select(listed, "Read one", f"Report 1 · {table.code}")).reply
    assert read.ephemeral
    assert "Bob (BLUE)** to **Cleo (GREEN), Dan (ORANGE)**, round 1: you *fool*" in read.text.replace(
        "\\", ""
    )
    assert "reported by Cleo" in read.text.replace("*", "")
    assert not [one for one in table.blue.dms if "report" in one.text.lower() and "✅" not in one.text]


async def test_reports_go_to_a_channel_by_command(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    eve = sandbox.person("Eve")
    sandbox.promote(eve, MANAGE_GUILD)
    await eve.slash("server settings", {"reports": sandbox.channel("off-topic")})
    await table.blue.dm(f"-g {INSULT}")
    await wait_for_dm(table.green, "fool")
    await host.delivered()
    room = table.green.dm_channel
    offered = await table.green.autocomplete(
        "privacy report", {"words": "foo"}, focused="words", channel=room
    )
    assert [one["name"] for one in offered] == ["Bob (BLUE), round 1: you *fool*"]
    asked = await table.green.slash("privacy report", {"words": offered[0]["value"]}, channel=room)
    await table.green.click(asked.reply, "Report it")
    notice = await sandbox.message("off-topic", lambda look: "reported a private message" in look.text)
    assert (await eve.click(notice, "Read")).reply.ephemeral
    assert "Only people who may manage" in (await table.orange.click(notice, "Read")).reply.text


async def test_muting_and_blocking(sandbox: Sandbox, host: Host) -> None:
    table = await GodsTable.opened(sandbox)
    await table.blue.dm("-r first")
    look = await wait_for_dm(table.red, "first")
    asked = (await table.red.click(look, "Report or mute")).reply
    muted = (await table.red.click(asked, "Mute Bob")).reply
    assert "You no longer hear Bob (BLUE)" in muted.text.replace("*", "")
    await table.blue.dm("-rg second")
    await wait_for_dm(table.blue, "second")
    await wait_for_dm(table.green, "second")
    await host.delivered()
    page = (await table.red.slash("gods messages", channel=table.thread)).reply
    assert "without Bob (BLUE), whom you have muted or blocked" in page.text
    assert "second" not in page.text
    again = await table.red.slash("privacy mute", {"seat": "BLUE", "mute": False}, channel=table.thread)
    assert "You hear Bob (BLUE) again" in again.reply.text.replace("*", "")
    assert "second" in (await table.red.slash("gods messages", channel=table.thread)).reply.text
    await table.red.slash("privacy block", {"who": table.blue})
    answer = await table.blue.slash("gods whisper", {"to": "RED", "text": "third"}, channel=table.thread)
    assert "Private messages between you and Ann (RED) are not possible" in answer.reply.text
    assert "Bob" in (await table.red.slash("privacy blocked")).reply.text
    offered = await table.red.autocomplete("privacy unblock", {"who": "bo"}, focused="who")
    await table.red.slash("privacy unblock", {"who": offered[0]["value"]})
    await table.blue.dm("-r fourth")
    await wait_for_dm(table.red, "fourth")


async def test_a_server_settles_where_and_by_whom_games_are_opened(sandbox: Sandbox, host: Host) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    shown = (await ann.slash("server settings")).reply
    assert shown.ephemeral
    assert "Opened in every channel by everyone." in shown.text
    assert "Reports: to the owner" in shown.text
    games, elsewhere = sandbox.channel("games"), sandbox.channel("off-topic")
    sandbox.promote(sandbox.person("Cleo"), 0)
    guild = sandbox.world.guilds[games.guild_id or 0]
    role = guild.roles[sandbox.person("Cleo").id]
    settings = {
        "allow_channel": games,
        "allow_role": str(role.id),
        "hours": 5,
        "person_waiting": 1,
        "quiet": True,
    }
    changed = (await ann.slash("server settings", settings)).reply.text
    assert f"Opened in <#{games.id}> by members with <@&{role.id}>." in changed
    assert "At most: 1 waiting of one person." in changed
    assert "5 h" in changed
    refused = (await bob.slash("roses new", {"thread": True}, channel=elsewhere)).reply
    assert f"Open yours in <#{games.id}>." in refused.text
    refused = (await bob.slash("game new", {"game": "roses", "thread": True})).reply
    assert f"They are <@&{role.id}>." in refused.text
    guild.members[bob.id].roles = [role.id]
    sandbox.world.member_edited(guild, guild.members[bob.id])
    assert "You opened" in (await bob.slash("game new", {"game": "roses", "thread": True})).reply.text
    assert "on this server" in (await bob.slash("game new", {"game": "roses", "thread": True})).reply.text
    lobby = await sandbox.message("games", lambda look: "Join" in look.labels)
    assert "5 h" in lobby.text
    await ann.click(lobby, "Join")
    thread = await sandbox.wait_for(lambda: sandbox.threads("games"), what="the thread")
    card = await sandbox.message(thread[0], lambda look: "Board" in look.labels)
    assert card.mentions == []
    reset = (await ann.slash("server settings", {"reset": "everything"})).reply.text
    assert "Opened in every channel by everyone." in reset
    assert "You opened" in (await bob.slash("roses new", {"thread": True}, channel=elsewhere)).reply.text
