"""The mail server as a whole: the bot's mails come in by SMTP, people's mails go out by SMTP."""

import asyncio
import contextlib
import socket
from typing import Final

from aiosmtpd.smtp import SMTP, Envelope, Session

from sandbox.errors import Refusal
from sandbox.mail.addresses import BOT_ADDRESS, DOMAIN, address_of
from sandbox.mail.carrier import Carrier
from sandbox.mail.reading import addresses, read_mail
from sandbox.mail.writing import write_mail
from sandbox.world.entities import Mail, User
from sandbox.world.world import World

HOST: Final = "127.0.0.1"
_LARGEST: Final = 1024 * 1024
"""The most bytes of a mail."""


class MailHost:
    """Listens on loopback, on a port of its own. Start it before use; close it."""

    def __init__(self, world: World, bot: tuple[str, int]) -> None:
        """`bot`: host and port where the bot takes mail."""
        self._world = world
        self._bot = bot
        self._carrier = Carrier(world, bot)
        self._server: asyncio.Server | None = None
        self._carrying: asyncio.Task[None] | None = None
        self._answers: list[str] = []
        self.port = 0
        self.bot_address = BOT_ADDRESS

    async def start(self) -> None:
        """Begin to take mail, and go on delivering mails that were under way. Raises OSError."""
        listener = socket.create_server((HOST, 0))
        self.port = listener.getsockname()[1]
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(self._protocol, sock=listener)
        for mail in self._world.mails.values():
            if mail.state == "sending":
                self._send(mail)
        self._carrying = asyncio.create_task(self._carrier.run(), name="sandbox-mail")

    @property
    def settings(self) -> dict[str, str]:
        """The settings that a bot needs to play by mail here, by name."""
        host, port = self._bot
        return {
            "MAIL_ADDRESS": self.bot_address,
            "MAIL_SMTP_URL": f"smtp://{HOST}:{self.port}?tls=none",
            "MAIL_LISTEN": f"smtp://{host}:{port}",
            "MAIL_AUTHSERV_ID": DOMAIN,
        }

    async def close(self) -> None:
        """Take no more mail; mails that are under way are delivered after the next start."""
        if self._server is not None:
            self._server.close()
        if self._carrying is not None:
            self._carrying.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._carrying

    def answer(self, reply: str, times: int = 1) -> None:
        """Give the next mails of the bot this answer, such as ``451 4.3.0 Later``, and do not take them."""
        self._answers += [reply] * times

    def write(self, author: User, to: str, subject: str, text: str, answers: Mail | None = None) -> Mail:
        """Send a mail of a person. Raises Refusal if `to` has no valid address."""
        read = None if answers is None else read_mail(answers.raw)
        recipients = [one.strip() for one in to.split(",") if one.strip()]
        if not recipients or not all(one.isascii() and one.count("@") == 1 for one in recipients):
            raise Refusal("bad_request", "Write to an address such as turn@turnpost.example.")
        now = self._world.clock.now()
        raw = write_mail(author, recipients, subject, text, now=now, answers=read)
        mail = Mail(self._world.ids.next(), author.id, now, raw, "sending", read=True)
        self._world.put_mail(mail)
        self._send(mail)
        return mail

    def _send(self, mail: Mail) -> None:
        author = self._world.users[mail.person_id]
        self._carrier.take(address_of(author), addresses(read_mail(mail.raw).headers, "to"), mail.raw, mail)

    def _protocol(self) -> SMTP:
        return SMTP(self, hostname=DOMAIN, data_size_limit=_LARGEST, loop=asyncio.get_running_loop())

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802 -- the name that aiosmtpd calls
        """Take a mail of the bot; returns the SMTP reply."""
        if self._answers:
            return self._answers.pop(0)
        content = envelope.content
        if not isinstance(content, bytes):
            return "554 5.6.0 No mail"
        # "<>" is no sender: there are no bounces to it.
        self._carrier.take((envelope.mail_from or "").strip("<>"), envelope.rcpt_tos, content)
        await self._world.storage.flush()
        return "250 2.0.0 Taken"
