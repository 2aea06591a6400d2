"""Delivers mails: into a mailbox, to the bot by SMTP, or back to the sender."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import aiosmtplib
import structlog

from sandbox.mail.addresses import DOMAIN, is_bots, person_at
from sandbox.mail.writing import bounce
from sandbox.world.entities import Mail
from sandbox.world.world import World

_CHECKED: Final = f"Authentication-Results: {DOMAIN}; dmarc=pass header.from={DOMAIN}\r\n".encode()
"""The header that a mail server adds to a mail that it has checked; all mails that leave here are genuine."""
_WAITS: Final = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between tries while the bot cannot take a mail; the last number is for all later tries."""

_log = structlog.get_logger(__name__)


@dataclass
class _Errand:
    sender: str
    recipient: str
    raw: bytes
    mail: Mail | None
    """The mail in its author's mailbox, if a person wrote it: its state follows the delivery."""
    tries: int = 0


class Carrier:
    """Takes mails from everybody; mails that the bot cannot take now are tried again until it can."""

    def __init__(self, world: World, bot: tuple[str, int]) -> None:
        """`bot`: host and port where the bot takes mail."""
        self._world = world
        self._bot = bot
        self._errands: list[_Errand] = []
        self._more = asyncio.Event()

    def take(self, sender: str, recipients: Sequence[str], raw: bytes, mail: Mail | None = None) -> None:
        """Deliver a mail, or begin to. `mail`: its entry in the mailbox of the person who wrote it."""
        for recipient in recipients:
            user = person_at(self._world, recipient)
            if user is not None:
                self._keep(user.id, sender, raw)
            elif is_bots(recipient):
                self._errands.append(_Errand(sender, recipient, raw, mail))
                self._more.set()
            else:
                self._give_back(sender, recipient, "550 5.1.1 There is no such mailbox", raw, mail)
        if mail is not None:
            self._arrived(mail)

    async def run(self) -> None:
        """Deliver mails to the bot until cancelled."""
        while True:
            await self._more.wait()
            self._more.clear()
            for errand in tuple(self._errands):
                await self._carry(errand)
            if self._errands:
                wait = _WAITS[min(max(one.tries for one in self._errands), len(_WAITS)) - 1]
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._more.wait(), wait)
                self._more.set()

    async def _carry(self, errand: _Errand) -> None:
        """Try once to deliver a mail to the bot."""
        host, port = self._bot
        errand.tries += 1
        client = aiosmtplib.SMTP(
            hostname=host, port=port, local_hostname=DOMAIN, start_tls=False, use_tls=False, timeout=30
        )
        try:
            async with client:
                await client.sendmail(errand.sender, [errand.recipient], _CHECKED + errand.raw)
        except aiosmtplib.SMTPRecipientsRefused as refused:
            answer = refused.recipients[0]
            if not self._refused(errand, answer.code, answer.message):
                return
        except aiosmtplib.SMTPResponseException as refused:
            if not self._refused(errand, refused.code, refused.message):
                return
        except (aiosmtplib.SMTPException, OSError) as fault:
            _log.debug("the bot takes no mail", reason=str(fault), tries=errand.tries)
            return
        self._errands.remove(errand)
        if errand.mail is not None:
            self._arrived(errand.mail)

    def _refused(self, errand: _Errand, code: int, words: str) -> bool:
        """Return a mail to its sender if it was refused for good. Returns whether it was."""
        if code < 500:
            return False
        self._give_back(errand.sender, errand.recipient, f"{code} {words}", errand.raw, errand.mail)
        return True

    def _give_back(self, sender: str, failed: str, reason: str, raw: bytes, mail: Mail | None) -> None:
        if mail is not None:
            mail.state = "refused"
        if sender:
            # The bounce has no sender, so that it cannot be returned in its turn.
            self.take("", [sender], bounce(sender, failed, reason, raw, self._world.clock.now()))

    def _keep(self, person_id: int, sender: str, raw: bytes) -> None:
        now = self._world.clock.now()
        path = f"Return-Path: <{sender}>\r\n".encode()
        self._world.put_mail(Mail(self._world.ids.next(), person_id, now, path + raw, "received"))

    def _arrived(self, mail: Mail) -> None:
        """Update the state of a mail that a person wrote."""
        if mail.state == "sending" and all(one.mail is not mail for one in self._errands):
            mail.state = "sent"
        self._world.put_mail(mail)
