"""Accepts mail from a mail server or from the internet, by LMTP or SMTP.

An accepted mail has been carried out, with its answer in the outbox: if the process is killed before that,
the server delivers the mail again. Each mail has one recipient; a sender with more delivers it once for each.
"""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import structlog
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session

from bot.errors import DatabaseUnavailable
from bot.mail.incoming.intake import Intake
from bot.mail.incoming.mime import SIZE_LIMIT
from bot.mail_servers import ListenAddress
from bot.supervision import InFlight

log = structlog.get_logger(__name__)

_LINES: Final = 64 * 1024
"""Bytes of a line: some programs write a whole mail in one, against RFC 5321."""
_PATIENCE: Final = 60.0
"""Seconds that a sender may be silent."""
_CONNECTIONS: Final = 64
_LAST_WORDS: Final = 10.0
"""Seconds to finish mails under way on shutdown."""

_TAKEN: Final = "250 2.0.0 Taken"
_LATER: Final = "451 4.3.0 Not now, please try again"
_NOBODY: Final = "550 5.1.1 There is no such address"
_ONE_EACH: Final = "452 4.5.3 One recipient at a time, please"
_CROWD: Final = b"421 4.7.0 Too many connections\r\n"


class Certificate:
    """A certificate chain and its key, as files that are renewed from time to time."""

    def __init__(self, chain: Path, key: Path) -> None:
        """Raises OSError if the files cannot be used (`ssl.SSLError` is one)."""
        self._files = (chain, key)
        self._read_at = self._changed_at()
        self._context = self._loaded()

    def context(self) -> ssl.SSLContext:
        """The TLS context for a new connection, made anew if the files have changed."""
        try:
            changed_at = self._changed_at()
            if changed_at != self._read_at:
                self._context = self._loaded()
                self._read_at = changed_at
        except OSError as error:
            # The files may be half written at this moment.
            log.warning("mail_certificate_unreadable", reason=type(error).__name__)
        return self._context

    def _changed_at(self) -> list[int]:
        return [file.stat().st_mtime_ns for file in self._files]

    def _loaded(self) -> ssl.SSLContext:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(*self._files)
        return context


class MailListener:
    """The SMTP or LMTP server."""

    def __init__(
        self, at: ListenAddress, intake: Intake, *, host: str, certificate: Certificate | None = None
    ) -> None:
        """`host`: our name in the greeting. `certificate`: enables STARTTLS."""
        self._at = at
        self._intake = intake
        self.certificate = certificate
        self.host = host
        self._in_flight = InFlight()
        self.connections: set[asyncio.Transport] = set()
        self.port = at.port

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Accept mail during the block; at its end open transactions are finished. Raises OSError."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(self._protocol, self._at.host, self._at.port)
        self.port = server.sockets[0].getsockname()[1]
        log.info("mail_listening", protocol=self._at.protocol, host=self._at.host, port=self.port)
        try:
            yield
        finally:
            server.close()
            if not await self._in_flight.ended(_LAST_WORDS):
                log.warning("mail_broken_off", mails=self._in_flight.count)
            # Connections without a mail in progress are closed.
            for transport in tuple(self.connections):
                transport.close()

    def _protocol(self) -> SMTP:
        return (_Lmtp if self._at.protocol == "lmtp" else _Smtp)(self)

    # -- called by aiosmtpd ------------------------------------------------------------------------------

    async def handle_RCPT(  # noqa: N802 -- the name that aiosmtpd calls
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Answer whether mail to this address is accepted; one recipient each time."""
        if envelope.rcpt_tos:
            return _ONE_EACH
        try:
            known = await self._intake.handler.knows(address)
        except DatabaseUnavailable:
            return _LATER
        except Exception:
            log.exception("mail_fault")
            return _LATER
        if not known:
            return _NOBODY
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 Known"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Carry out a mail, and answer whether it was accepted."""
        # aiosmtpd passes the null sender as “<>”.
        sender = (envelope.mail_from or "").strip("<>")
        content = envelope.content
        if not isinstance(content, bytes):
            return _LATER
        with self._in_flight.counted():
            outcome = await self._intake.take(content, envelope.rcpt_tos[0], sender)
        # Unreadable mail is dropped silently: a refusal would bounce to a forged sender.
        return _LATER if outcome == "later" else _TAKEN


class _Smtp(SMTP):
    """One connection."""

    line_length_limit = _LINES

    def __init__(self, listener: MailListener) -> None:
        super().__init__(
            listener,
            hostname=listener.host,
            ident="Turnpost",
            data_size_limit=SIZE_LIMIT,
            # Without SMTPUTF8, Postfix bounces mails with UTF-8 in the header to their alleged senders.
            enable_SMTPUTF8=True,
            timeout=_PATIENCE,
            tls_context=None if listener.certificate is None else listener.certificate.context(),
            loop=asyncio.get_running_loop(),
        )
        self._open = listener.connections
        self._counted: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # With STARTTLS this is called a second time.
        if not isinstance(transport, asyncio.Transport) or self._counted is not None:
            return
        self._counted = transport
        self._open.add(transport)
        if len(self._open) > _CONNECTIONS:
            transport.write(_CROWD)
            transport.close()

    def connection_lost(self, error: Exception | None) -> None:
        if self._counted is not None:
            self._open.discard(self._counted)
        super().connection_lost(error)


class _Lmtp(_Smtp, LMTP):
    """One connection of a mail server of our own."""
