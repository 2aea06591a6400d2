"""The common part of all ways in: a mail is read and carried out before it counts as accepted."""

import asyncio
import time
from functools import partial
from typing import Final, Literal, Protocol, TypeAlias

import structlog

from bot.errors import DatabaseUnavailable
from bot.mail.incoming.parsing import Incoming, Unreadable, read
from bot.observer import NULL_OBSERVER, Observer
from bot.supervision import run_to_completion

log = structlog.get_logger(__name__)

_SHORT: Final = 32 * 1024
"""Bytes of a mail that is read in the event loop if it has few tags: to read a third of it takes as long as
to start a thread.
"""
_FEW: Final = 600
"""The most tags of HTML and parameters of parts in such a mail: each takes some two microseconds."""
_ENDS: Final = b"\n\r\v\f\x1c\x1d\x1e"
"""Characters that end a line."""
_FLOWING: Final = 4_000
"""The most line ends in such a mail if it may be flowed (RFC 3676): to join its lines takes most of the time.
With these limits a mail takes a few milliseconds to read, and no more than 6 if it is made to take long.
"""

Outcome: TypeAlias = Literal["done", "unreadable", "later"]
"""Carried out; unreadable for good, and dropped silently; or to be retried."""


class Handler(Protocol):
    """Carries out mails: `bot.mail.handling.MailHandler`."""

    async def knows(self, recipient: str) -> bool:
        """Whether mail to this address is ours. Raises DatabaseUnavailable."""

    async def handle(self, incoming: Incoming) -> None:
        """Carry out a mail and enqueue its answer, once. Raises DatabaseUnavailable."""


class Intake:
    """Reads mails and passes them on."""

    def __init__(self, handler: Handler, authserv_id: str, observer: Observer = NULL_OBSERVER) -> None:
        """`authserv_id`: the name under which our mail server reports its checks; empty for none."""
        self.handler = handler
        self._authserv_id = authserv_id
        self._observer = observer

    async def take(self, raw: bytes, recipient: str, envelope_sender: str | None) -> Outcome:
        """Carry out a mail, and finish it even if cancelled. `envelope_sender`: None if unknown."""
        begun = time.perf_counter()
        outcome: Outcome = "done"
        result = "done"
        try:
            await run_to_completion(self._execute(raw, recipient, envelope_sender))
        except Unreadable as why:
            outcome = result = "unreadable"
            log.info("mail_unreadable", reason=str(why))
        except DatabaseUnavailable as away:
            outcome, result = "later", "database_away"
            log.warning("mail_put_off", reason=str(away))
        except Exception:
            outcome, result = "later", "fault"
            log.exception("mail_fault")
        self._observer.mail(result, time.perf_counter() - begun)
        return outcome

    async def _execute(self, raw: bytes, recipient: str, envelope_sender: str | None) -> None:
        try:
            parse = partial(read, raw, recipient, self._authserv_id, envelope_sender=envelope_sender)
            incoming = parse() if _is_short(raw) else await asyncio.to_thread(parse)
        except Unreadable:
            raise
        except Exception:
            # A retry would fail the same way.
            log.exception("mail_fault")
            raise Unreadable("a fault of ours") from None
        await self.handler.handle(incoming)


def _is_short(raw: bytes) -> bool:
    """Whether reading a mail takes so little time that the event loop may wait for it."""
    if len(raw) > _SHORT:
        return False
    small = raw.lower()
    tags, parameters = small.count(b"<") + small.count(b"=3c"), small.count(b";")
    if b"base64" in small or tags + parameters > _FEW:
        return False
    return b"format" not in small or len(raw) - len(raw.translate(None, _ENDS)) <= _FLOWING
