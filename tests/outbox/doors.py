"""The outbox with both doors, by which persons get messages of their own."""

from bot.service.values.payloads import TurnNotice
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.accounts.post import Post


class Doors:
    """Both doors, and the deliveries that went through each."""

    def __init__(self, database: Database, clock: ManualClock) -> None:
        self.post = Post(database, clock)
        self.mail, self.discord = self.post.sender, self.post.discord
        self.outbox = self.post.outbox

    async def notified(self) -> tuple[list[int], list[int]]:
        """The persons whom notices have reached since the last call, by mail and on Discord."""
        await self.outbox.drain()
        result = _noticed(self.mail), _noticed(self.discord)
        self.mail.delivered.clear()
        self.discord.delivered.clear()
        return result


def _noticed(sender: FakeSender) -> list[int]:
    return [one.payload.person_id for one in sender.delivered if isinstance(one.payload, TurnNotice)]
