"""What the mail door remembers: which mails it has carried out, how often it answered whom, its keys."""

from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from bot.service import notifications
from bot.service.doors import MAIL
from bot.service.messages import MailAnswer
from bot.service.summaries import Cause
from bot.service.usecases import UseCases, retried
from bot.store import mails
from bot.store.models import MailKeyRow, ReceivedMailRow
from bot.store.unit import Unit
from engines.contract import Value

address_hash: Final = mails.address_hash
HOURLY_ANSWERS: Final = 20
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
KEY_LIFE: Final = timedelta(days=30)
"""How long addresses are signed with one key ..."""
KEY_GOOD: Final = timedelta(days=60)
"""... and how long they are good after that."""
MAILS_KEPT: Final = timedelta(days=30)
"""How long it is known that a mail was carried out; a mail server gives up much sooner."""
_HELD_FOR: Final = timedelta(days=7)


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
        async with self._database.reading() as unit:
            return await unit.mails.received(cause.key) is not None

    @retried
    async def answer(
        self, cause: Cause, sender_hash: str, answer: MailAnswer | None, *, known: bool = True
    ) -> Answered:
        """Close a mail that was carried out: remember it and put the answer into the outbox, at once.

        `answer` None: none is given. `known`: whether the sender is a person here; who is not gets one a day.
        Where the sender has had too many the mail is closed without one; the last before that says so.
        """
        async with self._database.transaction() as unit:
            if await unit.mails.received(cause.key) is not None:
                return "before"
            now = self._clock.now()
            left = await self._allowance(unit, sender_hash, known=known)
            answered = answer is not None and left > 0
            unit.add(
                ReceivedMailRow(cause=cause.key, sender_hash=sender_hash, received_at=now, answered=answered)
            )
            await unit.flush()
            if answer is not None and answered:
                notifications.mailed(unit, replace(answer, last=known and left == 1), now)
        return "promised" if answer is None or answered else "too_many"

    async def _allowance(self, unit: Unit, sender_hash: str, *, known: bool) -> int:
        """How many answers a sender may still get now: of 20 in an hour; a stranger of one in a day."""
        most, span = (HOURLY_ANSWERS, _HOUR) if known else (1, _DAY)
        return max(0, most - await unit.mails.answers(sender_hash, self._clock.now() - span))

    @retried
    async def keys(self) -> tuple[MailKey, ...]:
        """The keys that are good, the newest first, with which new addresses are signed.

        There always is one: the first is made when it is asked for, another every 30 days. One is good for
        60 days after the next was made.
        """
        now = self._clock.now()
        async with self._database.reading() as unit:
            rows = list(await unit.mails.keys())
        if not rows or now - rows[0].made_at >= KEY_LIFE:
            async with self._database.transaction() as unit:
                number = rows[0].id + 1 if rows else 1
                # Of two that make it at the same moment one fails, is retried and finds the other's.
                row = MailKeyRow(id=number, secret=f"{self._rng.getrandbits(256):064x}", made_at=now)
                unit.add(row)
                await unit.flush()
            rows.insert(0, row)
        good = now - KEY_LIFE - KEY_GOOD
        return tuple(
            MailKey(row.id, bytes.fromhex(row.secret), row.made_at) for row in rows if row.made_at > good
        )

    @retried
    async def bounced(self, person_id: int) -> None:
        """Mail to a person came back for good: none is sent until they confirm their address again.

        They are told at their other door, or the managers of the servers in which they play. A second time
        changes nothing.
        """
        async with self._database.transaction() as unit:
            await notifications.door_closed(unit, person_id, MAIL, self._clock.now())

    @retried
    async def purge(self) -> None:
        """Delete what is of no use any more."""
        now = self._clock.now()
        async with self._database.transaction() as unit:
            await unit.mails.purge(
                mails=now - MAILS_KEPT,
                codes=now - 2 * _DAY,
                keys=now - KEY_LIFE - KEY_GOOD,
                invitations=now - _HELD_FOR,
            )
