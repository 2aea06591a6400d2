"""Looking back, catching up, following and trying with the real client."""

import pytest

from sandbox.driver import Sandbox
from tests.wire.hosting import Host, Table

pytestmark = [pytest.mark.wire, pytest.mark.slow]


async def test_what_was_missed_and_every_earlier_point(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play("@d3", "@c5", "@c2")
    missed = (await table.bob.slash("game catchup", channel=table.thread)).reply
    assert "White drops a soldier on c2" in missed.text.replace("Ann (White)", "White")
    assert missed.ephemeral
    assert missed.files
    back = (await table.bob.click(missed, "Look back")).reply
    assert "point 2 of 3" in back.text
    first = (await table.bob.click(back, "First")).reply
    assert "at its beginning" in first.text
    trial = (await table.bob.click(first, "Try from here")).reply
    assert "nothing of this is played" in trial.text
    tried = (await table.bob.click(trial, "d3")).reply
    assert "Line: @d3" in tried.text
    inbox = (await table.bob.slash("game inbox", channel=table.bob.dm_channel)).reply
    assert "1 waiting for you" in inbox.text
    await table.bob.click(inbox, "Move")


@pytest.mark.usefixtures("notices_at_once")
async def test_who_follows_sees_each_card(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    eve = sandbox.person("Eve")
    followed = (await eve.slash("game follow", channel=table.thread)).reply
    assert "You follow" in followed.text
    await table.play("@d3")
    card = await eve.wait_for_dm(lambda look: "drops a soldier on d3" in look.text)
    assert card.labels == ["Unfollow"]
    assert card.mentions == []
    assert "no longer follow" in (await eve.click(card, "Unfollow")).reply.text
    before = len(sandbox.messages(eve.dm_channel, eve))
    await table.move(table.bob, "@c5")
    assert len(sandbox.messages(eve.dm_channel, eve)) == before
