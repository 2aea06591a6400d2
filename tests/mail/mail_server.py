"""A mail server on loopback that keeps the mails that it gets, or refuses them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP, Envelope

from bot.mail_servers import MailServer


class Kept:
    """The mails that came in, and the replies to give at each step."""

    def __init__(self) -> None:
        self.raw: list[bytes] = []
        self.senders: list[str | None] = []
        self.recipients: list[list[str]] = []
        self.refuses = {"MAIL": "", "RCPT": "", "DATA": ""}
        self.port = 0
        self.close: Callable[[], None] = lambda: None
        self.handler = _Taking(self)

    @property
    def server(self) -> MailServer:
        return MailServer("127.0.0.1", self.port, "none")

    @property
    def mails(self) -> list[EmailMessage]:
        return [message_from_bytes(raw, policy=policy.SMTP) for raw in self.raw]


class _Taking:
    """The handler for aiosmtpd, which looks at all its attributes for each connection: it has few."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept

    async def handle_MAIL(self, _s: Any, _n: Any, envelope: Envelope, address: str, options: Any) -> str:  # noqa: N802
        envelope.mail_from = address
        return self._kept.refuses["MAIL"] or "250 OK"

    async def handle_RCPT(self, _s: Any, _n: Any, envelope: Envelope, address: str, options: Any) -> str:  # noqa: N802
        envelope.rcpt_tos.append(address)
        return self._kept.refuses["RCPT"] or "250 OK"

    async def handle_DATA(self, _s: Any, _n: Any, envelope: Envelope) -> str:  # noqa: N802
        if self._kept.refuses["DATA"]:
            return self._kept.refuses["DATA"]
        assert isinstance(envelope.original_content, bytes)
        self._kept.raw.append(envelope.original_content)
        self._kept.senders.append(envelope.mail_from)
        self._kept.recipients.append(envelope.rcpt_tos)
        return "250 OK"


@asynccontextmanager
async def mail_server() -> AsyncIterator[Kept]:
    """Serve on a free port."""
    kept = Kept()
    server = await asyncio.get_running_loop().create_server(lambda: SMTP(kept.handler), "127.0.0.1", 0)
    kept.port = server.sockets[0].getsockname()[1]
    kept.close = server.close
    try:
        yield kept
    finally:
        server.close()
        await server.wait_closed()
