"""`/privacy` with the real client."""

import json

import pytest

from sandbox.driver import Sandbox
from tests.wire.hosting import SAMPLE, Host, Table

pytestmark = pytest.mark.wire


async def test_a_player_is_told_everything_and_forgotten(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play(*SAMPLE[:3])
    result = (await table.bob.slash("privacy export", channel=table.bob.dm_channel)).reply
    assert json.loads(await result.file(0))["seats"][0]["code"] == table.code
    asked = (await table.bob.slash("privacy delete", channel=table.thread)).reply
    assert asked.ephemeral
    assert f"You still play in {table.code}" in asked.text.replace("`", "")
    before = await table.card()
    assert "Bob" in before.text or "Bob" in before.mentions
    done = await table.bob.click(asked, "Forget me")
    assert "You are forgotten" in done.reply.text
    card = await table.card(after=before)
    assert "(Black) has left for good" in card.text
    assert card.mentions == []
    assert "Former player" in card.text
    again = await table.bob.slash("privacy export", channel=table.bob.dm_channel)
    assert "Nothing is stored" in again.reply.text
    refused = await table.bob.slash("move", {"notation": SAMPLE[3]}, channel=table.thread)
    assert "do not play" in refused.reply.text
    ann = table.ann
    plan = (
        await ann.slash("admin replace", {"seat": "Black", "player": table.bob}, channel=table.thread)
    ).reply
    await ann.click(plan, "Do it")
    invited = await table.bob.wait_for_dm(lambda look: "Accept" in look.labels)
    await table.bob.click(invited, "Accept")
    await table.card(after=card)
    await table.move(table.bob, SAMPLE[3])
