"""Killed and started again: the same database, a new process, the old buttons."""

import pytest

from sandbox.driver import Sandbox
from tests.wire.hosting import DROPS, SAMPLE, Host, Table
from tests.wire.panels import pick

pytestmark = [pytest.mark.wire, pytest.mark.slow]


@pytest.mark.slow
async def test_killed_in_the_middle_of_a_game(sandbox: Sandbox, process: Host) -> None:
    table = await Table.opened(sandbox)
    await table.play(*DROPS)
    card = await table.card()
    panel = (await table.ann.click(card, "Move")).reply
    await process.kill()
    unheard = await table.ann.click(card, "Board", wait="nothing")
    await process.start_process()
    assert unheard.state != "answered"
    board = (await table.ann.click(card, "Board")).reply
    assert board.files
    preview = await pick(table.ann, await pick(table.ann, panel, "c3"), "c3-d4")
    await table.ann.click(preview, "Play it")
    await table.card(after=card)
    await table.play(*SAMPLE[9:], first=1)
    assert "castle" in (await table.card()).text
    assert len(table.cards()) == len(SAMPLE) + 1


async def test_killed_between_the_move_and_its_card(sandbox: Sandbox, process: Host) -> None:
    table = await Table.opened(sandbox)
    before = await table.card()
    held = sandbox.hold("POST", "/channels/*/messages")
    answer = await table.ann.slash("move", {"notation": "@d3"}, channel=table.thread)
    assert "@d3" in answer.reply.text
    await sandbox.wait_for(lambda: held.hits, what="the card to be on its way")
    await process.kill()
    held.release()
    await process.start_process()
    card = await table.card(after=before)
    assert card.mentions == ["Bob"]
    await table.move(table.bob, "@c5")
    assert len(table.cards()) == 3
