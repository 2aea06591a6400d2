"""What the mail door remembers: which mails it has carried out, how often it answered whom, its keys."""

from datetime import datetime
from typing import Literal, TypeAlias

from bot.service.messages import MailAnswer
from bot.service.summaries import Cause
from bot.service.usecases import UseCases
from engines.contract import Value


class MailKey(Value, frozen=True):
    """What reply addresses are signed with."""

    id: int
    secret: bytes
    """32 bytes."""
    made_at: datetime


Answered: TypeAlias = Literal["promised", "before", "too_many"]
"""What became of an answer: it is in the outbox; the mail was closed before; its sender has had too many."""


class Mail(UseCases):
    """The use cases of the mail door. A mail is known by its cause, an address by `address_hash`."""

    async def is_done(self, cause: Cause) -> bool:
        """Whether a mail was carried out to its end before."""
        raise NotImplementedError

    async def answer(
        self, cause: Cause, sender_hash: str, answer: MailAnswer | None, *, known: bool = True
    ) -> Answered:
        """Close a mail that was carried out: remember it and put the answer into the outbox, at once.

        `answer` None: none is given. `known`: whether the sender is a person here; who is not gets one a day.
        Where the sender has had too many the mail is closed without one.
        """
        raise NotImplementedError

    async def allowance(self, sender_hash: str, *, known: bool = True) -> int:
        """How many answers a sender may still get now: of 20 in an hour; a stranger of one in a day."""
        raise NotImplementedError

    async def keys(self) -> tuple[MailKey, ...]:
        """The keys that are good, the newest first, with which new addresses are signed.

        There always is one: the first is made when it is asked for, another every 30 days. One is good for
        60 days after the next was made.
        """
        raise NotImplementedError

    async def bounced(self, person_id: int) -> None:
        """Mail to a person came back for good: none is sent until they confirm their address again.

        They are told at their other door, or the managers of the servers in which they play. A second time
        changes nothing.
        """
        raise NotImplementedError


def address_hash(address: str) -> str:
    """What stands for an address where it may not stand itself: 32 hexadecimal digits."""
    raise NotImplementedError
