"""A stop leaves nobody waiting: what people have asked for is answered before the bot goes."""

import asyncio

import pytest

from sandbox.driver import Sandbox
from tests.wire.hosting import Host, Table

pytestmark = pytest.mark.wire


async def test_answers_in_flight_arrive_before_the_bot_is_gone(sandbox: Sandbox, host: Host) -> None:
    table = await Table.opened(sandbox)
    held = sandbox.hold("PATCH", "/webhooks/*")
    asking = asyncio.create_task(table.ann.slash("game show", channel=table.thread))
    await sandbox.wait_for(lambda: held.hits or None, what="the answer")
    stopping = asyncio.create_task(host.stop())
    await sandbox.wait_for(lambda: not sandbox.gateway.online or None, what="the bot to leave the gateway")
    assert not stopping.done()
    held.release()
    await stopping
    answer = await asking
    assert answer.reply.files
