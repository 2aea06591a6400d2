"""A dozen real kills, each at a chosen step of a move: no move is lost or doubled, nor any card."""

import pytest

from sandbox.driver import Sandbox
from tests.wire.hosting import SAMPLE, Host, Table

pytestmark = [pytest.mark.wire, pytest.mark.slow]

STEPS = [
    ("POST", "/interactions/*/callback"),
    ("PATCH", "/webhooks/*/*/messages/@original"),
    ("POST", "/channels/*/messages"),
    ("PATCH", "/channels/*/messages/*"),
]
"""The first answer, its completion, the card, the buttons of the card before."""
KILLS = 12


async def test_killed_at_every_step_of_a_move(sandbox: Sandbox, process: Host) -> None:
    table = await Table.opened(sandbox)
    for ply, notation in enumerate(SAMPLE):
        mover = (table.ann, table.bob)[ply % 2]
        step = STEPS[ply % len(STEPS)] if ply < KILLS else None
        held = sandbox.hold(*step) if step else None
        await mover.slash("move", {"notation": notation}, channel=table.thread, wait="nothing")
        if held is not None:
            await sandbox.wait_for(lambda held=held: held.hits or None, what=f"{step} of ply {ply}")  # type: ignore[misc] # a default per round
            await process.kill()
            sandbox.faults.clear()
            await process.start_process()
            history = (await mover.slash("game history", channel=table.thread)).reply.text
            if f"`{ply + 1:>3}`" not in history:
                await mover.slash("move", {"notation": notation}, channel=table.thread)
        await sandbox.wait_for(
            lambda ply=ply: len(table.cards()) >= ply + 2 or None,  # type: ignore[misc] # as above
            what=f"the card of ply {ply + 1}",
        )
    assert "castle" in (await table.card()).text
    assert len(table.cards()) == len(SAMPLE) + 1
    history = (await table.ann.slash("game history", channel=table.thread)).reply.text
    assert history.count("(White):") + history.count("(Black):") == len(SAMPLE)
    await sandbox.wait_for(
        lambda: all("Move" not in look.labels for look in table.cards()) or None, what="old buttons to go"
    )
