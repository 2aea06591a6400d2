"""A sender to an imitation of Discord, which fails on order."""

import asyncio
from collections import deque
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

from bot.outbox.delivery import Delivery, Receipt
from bot.service.values.payloads import (
    ClearHand,
    OpenThread,
    PostCard,
    PostLobby,
    RefreshCard,
    RemoveButtons,
    ReopenThread,
    ShowHand,
)
from tests.crashes import Fuse
from tests.service.actors import ALL

Fault: TypeAlias = Callable[[Delivery], BaseException | None]


class FakeSender:
    """Delivers at once. Like Discord it posts only one message with the same nonce."""

    identity_kind = "discord"
    engines = ALL

    def __init__(self) -> None:
        self.tried: list[Delivery] = []
        self.seen: list[tuple[str, int]] = []
        """The posts in the order in which they appeared: the kind of each, and its channel."""
        self.delivered: list[Delivery] = []
        """Every delivery that came through, repeated ones included."""
        self.faults: deque[BaseException | None] = deque()
        """The exceptions raised by the next tries, in order, before anything is posted; None: no fault."""
        self.fault: Fault = lambda delivery: None
        self.fuse = Fuse()
        self.slow = False
        self.room = True
        """Whether deliveries that can wait are taken."""
        self.reopened: set[int] = set()
        """The threads that were unarchived, and have not been archived since."""
        self._ids = count(1000)
        self._by_nonce: dict[str, int] = {}

    async def has_room(self) -> bool:
        """Whether deliveries that can wait are taken, as the test has set it."""
        return self.room

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Deliver, or fail as ordered."""
        self.tried.append(delivery)
        self.fuse.point()
        await asyncio.sleep(0.001 if self.slow else 0)
        fault = self.faults.popleft() if self.faults else self.fault(delivery)
        if fault is not None:
            raise fault
        receipt = self._post(delivery)
        self.delivered.append(delivery)
        await asyncio.sleep(0)
        self.fuse.point()
        return receipt

    def _post(self, delivery: Delivery) -> Receipt:
        if delivery.new_post:
            # A post has the id of its first message.
            post = next(self._ids)
            self.seen.append(("post", delivery.channel_id or 0))
            return Receipt(message_id=post, channel_id=post)
        match delivery.payload:
            case OpenThread():
                # A message has one thread, whose id is the message's.
                thread = delivery.message_id or 1
                if ("thread", thread) not in self.seen:
                    self.seen.append(("thread", thread))
                return Receipt(channel_id=thread)
            case ReopenThread(thread_id=thread_id):
                closed = thread_id not in self.reopened
                self.reopened.add(thread_id)
                return Receipt(message_id=thread_id if closed else None)
            case RemoveButtons() | ClearHand():
                return Receipt(message_id=delivery.message_id)
            case PostLobby() | RefreshCard() | ShowHand() if delivery.message_id is not None:
                return Receipt(message_id=delivery.message_id)
            case payload:
                if delivery.nonce not in self._by_nonce:
                    self._by_nonce[delivery.nonce] = next(self._ids)
                    self.seen.append((str(payload.__struct_config__.tag), delivery.channel_id or 0))
                return Receipt(message_id=self._by_nonce[delivery.nonce])

    def message(self, nonce: str) -> int:
        """The message that was posted with a nonce."""
        return self._by_nonce[nonce]

    def kinds(self) -> list[str]:
        """The kinds of the deliveries that came through, in order."""
        return [str(delivery.payload.__struct_config__.tag) for delivery in self.delivered]

    def news(self) -> list[str]:
        """The summary lines of all cards, in order."""
        return [
            clause
            for delivery in self.delivered
            if isinstance(delivery.payload, PostCard)
            for clause in delivery.payload.summary_lines
        ]


class FakeMailSender(FakeSender):
    """A fake sender for the mail door."""

    identity_kind = "mail"
