"""One attempt at a delivery that a test has claimed."""

import asyncio

from bot.outbox.delivery import Delivery
from bot.outbox.worker import Outbox


async def attempt(outbox: Outbox, delivery: Delivery) -> int:
    """Let an outbox make its attempt; how many more deliveries it claimed and made with the result."""
    before = outbox._started
    async with asyncio.TaskGroup() as group:
        outbox._start([delivery], group)
    return outbox._started - before - 1
