"""What every way in has in common: a mail is read and carried out before it counts as taken."""

import asyncio
import time
from typing import Literal, Protocol, TypeAlias

import structlog

from bot.errors import DatabaseUnavailable
from bot.mail.incoming import Incoming, Unreadable, read
from bot.observer import NULL_OBSERVER, Observer
from bot.supervision import run_to_completion

log = structlog.get_logger(__name__)

Outcome: TypeAlias = Literal["done", "unreadable", "later"]
"""Carried out; not to be read, now or ever, and so dropped without a word; or to be tried again."""


class Door(Protocol):
    """What carries mails out: `bot.mail.handling.MailDoor`."""

    async def knows(self, recipient: str) -> bool:
        """Whether mail to this address is ours. Raises DatabaseUnavailable."""

    async def handle(self, incoming: Incoming) -> None:
        """Carry a mail out and promise its answer, once however often. Raises DatabaseUnavailable."""


class Intake:
    """Reads mails and has them carried out."""

    def __init__(self, door: Door, authserv_id: str, observer: Observer = NULL_OBSERVER) -> None:
        """`authserv_id`: by which name our own mail server says what it has checked; empty for none."""
        self.door = door
        self._authserv_id = authserv_id
        self._observer = observer

    async def take(self, raw: bytes, recipient: str, envelope_sender: str | None) -> Outcome:
        """Carry a mail out, to its end even if cancelled. `envelope_sender`: None where nobody knows it."""
        begun = time.perf_counter()
        outcome: Outcome = "done"
        told = "done"
        try:
            await run_to_completion(self._carry_out(raw, recipient, envelope_sender))
        except Unreadable as why:
            outcome = told = "unreadable"
            log.info("mail_unreadable", reason=str(why))
        except DatabaseUnavailable as away:
            outcome, told = "later", "database_away"
            log.warning("mail_put_off", reason=str(away))
        except Exception:
            outcome, told = "later", "fault"
            log.exception("mail_fault")
        self._observer.mail(told, time.perf_counter() - begun)
        return outcome

    async def _carry_out(self, raw: bytes, recipient: str, envelope_sender: str | None) -> None:
        try:
            incoming = await asyncio.to_thread(
                read, raw, recipient, self._authserv_id, envelope_sender=envelope_sender
            )
        except Unreadable:
            raise
        except Exception:
            # It would be no other at the next try.
            log.exception("mail_fault")
            raise Unreadable("a fault of ours") from None
        await self.door.handle(incoming)
