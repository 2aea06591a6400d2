"""Reads a mailbox by IMAP, for hosts without a mail server of their own.

A mail is marked as seen after it was handled, with its answer in the outbox: if the process is killed before
that, the mail is still unseen. Each poll is a connection of its own, in a thread.
"""

import asyncio
import contextlib
import imaplib
import re
import ssl
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

import structlog

from bot.clock import Clock
from bot.errors import DatabaseUnavailable
from bot.mail.incoming.intake import Intake
from bot.mail.incoming.mime import SIZE_LIMIT, Unreadable, fields
from bot.mail.incoming.parsing import addresses_in
from bot.mail_servers import MailServer
from bot.supervision import run_to_completion

log = structlog.get_logger(__name__)

INTERVAL: Final = timedelta(seconds=30)
_PATIENCE: Final = 30.0
"""Seconds that the server may be silent."""
_AT_A_LOOK: Final = 50
"""The most mails that are read over one connection."""
_DELIVERED_TO: Final = ("delivered-to", "x-original-to", "envelope-to", "x-envelope-to", "to", "cc")
"""Header fields with a mail's recipient; the most reliable first."""


class MailboxReader:
    """Polls for unseen mail every 30 seconds."""

    def __init__(self, server: MailServer, intake: Intake, clock: Clock) -> None:
        self._server = server
        self._intake = intake
        self._clock = clock
        self._put_off = set[str]()
        """The ids of mails that were tried; each look drops those that are seen by now. Others come first, so
        that a mail at which the connection breaks off does not block them.
        """

    async def run(self) -> None:
        """Read until cancelled; an unreachable server is retried at the next poll."""
        while True:
            try:
                # Even if cancelled, close the connection.
                await run_to_completion(self.look())
            except (OSError, imaplib.IMAP4.error, DatabaseUnavailable) as fault:
                log.warning("mailbox_unreachable", reason=_reason(fault))
            await self._clock.sleep(INTERVAL)

    async def look(self) -> int:
        """Carry out unseen mails, and return how many. Raises OSError, IMAP4.error or DatabaseUnavailable."""
        taken = 0
        connection = await asyncio.to_thread(self._connect)
        try:
            unseen = await asyncio.to_thread(_unseen, connection)
            self._put_off &= {*unseen}
            for uid in sorted(unseen, key=self._put_off.__contains__)[:_AT_A_LOOK]:
                self._put_off.add(uid)
                raw = await asyncio.to_thread(_fetch, connection, uid)
                if raw is not None:
                    recipients = await self._recipients(raw)
                    outcomes = [await self._intake.take(raw, one, None) for one in recipients]
                    if "later" in outcomes:
                        # The mail stays unseen, to be tried again.
                        continue
                flag = ("STORE", uid, "+FLAGS.SILENT", "(\\Seen)")
                _check(await asyncio.to_thread(connection.uid, *flag))
                taken += 1
        finally:
            await asyncio.to_thread(_leave, connection)
        return taken

    def _connect(self) -> imaplib.IMAP4:
        server = self._server
        if server.tls == "tls":
            context = ssl.create_default_context()
            connection: imaplib.IMAP4 = imaplib.IMAP4_SSL(
                server.host, server.port, ssl_context=context, timeout=_PATIENCE
            )
        else:
            connection = imaplib.IMAP4(server.host, server.port, timeout=_PATIENCE)
        try:
            _enter(connection, server)
        except BaseException:
            _leave(connection)
            raise
        return connection

    async def _recipients(self, raw: bytes) -> list[str]:
        """Our addresses that a mail names: its reply addresses or, if there are none, the bot's own.

        Some servers name only the mailbox as the recipient.
        """
        try:
            named = addresses_in(fields(raw), _DELIVERED_TO)
        except Unreadable:
            return []
        known = [address for address in named if await self._intake.handler.knows(address)]
        return [address for address in known if "+" in address] or known


def _enter(connection: imaplib.IMAP4, server: MailServer) -> None:
    """Log in and select the folder. Raises OSError or imaplib.IMAP4.error."""
    if server.tls == "starttls":
        if "STARTTLS" not in connection.capabilities:
            raise _Refusal("the server offers no STARTTLS: try imaps:// in MAIL_IMAP_URL")
        connection.starttls(ssl.create_default_context())
    try:
        connection.login(server.user or "", server.password or "")
    except imaplib.IMAP4.abort:
        raise
    except imaplib.IMAP4.error:
        raise _Refusal("the server refuses the user and password of MAIL_IMAP_URL") from None
    except UnicodeEncodeError:
        raise _Refusal("user and password of MAIL_IMAP_URL may hold ASCII characters only") from None
    if not server.folder.isascii():
        raise _Refusal("the folder of MAIL_IMAP_URL may hold ASCII characters only: write modified UTF-7")
    if connection.select(_quoted(server.folder))[0] != "OK":
        raise _Refusal("the server refuses the folder of MAIL_IMAP_URL")


class _Refusal(imaplib.IMAP4.error):
    """The server refuses a command; the text, for the operator, quotes nothing of the server's answer."""


def _reason(fault: Exception) -> str:
    """The reason for the operator, without the server's text, which may quote our command."""
    if isinstance(fault, _Refusal):
        return str(fault)
    if isinstance(fault, imaplib.IMAP4.abort):
        return "the server broke the connection off"
    if isinstance(fault, imaplib.IMAP4.error):
        return "the server answers with an error"
    return (isinstance(fault, OSError) and fault.strerror) or type(fault).__name__


def _unseen(connection: imaplib.IMAP4) -> list[str]:
    found = _check(connection.uid("SEARCH", "UNSEEN"))
    return b" ".join(_words(found)).decode("ascii").split()


def _fetch(connection: imaplib.IMAP4, uid: str) -> bytes | None:
    """A mail; None for one that is too large or gone."""
    sizes = _check(connection.uid("FETCH", uid, "(RFC822.SIZE)"))
    # The answer may also tell the flags of other mails.
    size = re.search(rb"RFC822\.SIZE (\d+)", b" ".join(_words(sizes)))
    if size is None or int(size[1]) > SIZE_LIMIT:
        log.info("mail_unreadable", reason="it is too large or gone")
        return None
    parts = _check(connection.uid("FETCH", uid, "(BODY.PEEK[])"))
    return next((bytes(part[1]) for part in parts if isinstance(part, tuple)), None)


def _leave(connection: imaplib.IMAP4) -> None:
    try:
        connection.logout()
    except (OSError, imaplib.IMAP4.error):
        # The socket may still be open.
        with contextlib.suppress(OSError):
            connection.shutdown()


def _check(answer: tuple[str, Sequence[Any]]) -> Sequence[Any]:
    """The server's answer. Raises imaplib.IMAP4.error where it refuses."""
    status, data = answer
    if status != "OK":
        raise imaplib.IMAP4.error("the server refuses")
    return data


def _words(answer: Sequence[Any]) -> list[bytes]:
    """The lines of a server's answer, without the mails in it."""
    return [one for one in answer if isinstance(one, bytes)]


def _quoted(folder: str) -> str:
    escaped = folder.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
