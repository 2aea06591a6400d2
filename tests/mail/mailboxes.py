"""Mailboxes that Dovecot keeps, with the interface of people in the wire tests."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path
from secrets import token_hex
from typing import Any, Final

from bot.mail_servers import parse_imap, parse_listener, parse_smtp
from bot.settings import Settings
from sandbox.driver import SeenMail
from sandbox.world.entities import Mail
from tests.mail.real_servers import BOT, PASSWORD, RealServers

WAYS: Final = {"lmtp": BOT, "imap": "turn@people.example"}
"""The ways in which mail comes to a bot, and its address for each."""


def played_over(servers: RealServers, way: str, settings: Settings) -> Settings:
    """The settings for a bot that plays by mail over these servers, with incoming mail by one of `WAYS`."""
    imap = f"imap://turn%40people.example:{PASSWORD}@127.0.0.1:{servers.imap}/INBOX?tls=none"
    way_in: dict[str, Any] = {"mail_listen": parse_listener(f"lmtp://127.0.0.1:{servers.bot}")}
    if way == "imap":
        way_in = {"mail_imap_url": parse_imap(imap)}
    return replace(
        settings,
        mail_address=WAYS[way],
        mail_smtp_url=parse_smtp(f"smtp://127.0.0.1:{servers.submission}?tls=none"),
        mail_authserv_id="mx.games.example",
        **way_in,
    )


class Mailbox:
    """A person of people.example, who writes and reads mails."""

    def __init__(self, servers: RealServers, name: str, bot: str) -> None:
        self.name, self.address = name, f"{name.lower()}@people.example"
        self._servers, self.bot = servers, bot
        self._known: dict[Path, SeenMail] = {}

    @property
    def mails(self) -> list[SeenMail]:
        """The mails in the mailbox, the oldest first."""
        folder = self._servers.folder / "mail" / self.name.lower() / "new"
        for path in sorted({*folder.glob("*")} - self._known.keys()):
            number = len(self._known) + 1
            self._known[path] = SeenMail(Mail(number, 0, 0.0, path.read_bytes(), "received"))
        return list(self._known.values())

    async def mail(
        self, text: str, *, to: str | None = None, subject: str = "", answers: SeenMail | None = None
    ) -> SeenMail:
        """Write to the bot, by way of Postfix."""
        mail = EmailMessage()
        to = to or (self.bot if answers is None else answers.reply_address)
        mail["From"], mail["To"] = self.address, to
        mail["Subject"], mail["Message-ID"] = subject, f"<{token_hex(8)}@people.example>"
        mail["X-Checked"] = "pass"
        mail.set_content(text)
        await self._servers.submit(self.address, to, mail)
        return SeenMail(Mail(0, 0, 0.0, mail.as_bytes(), "sent"))

    async def reply(self, mail: SeenMail, text: str) -> SeenMail:
        """Answer a mail, and quote it."""
        return await self.mail(f"{text}\n\n{mail.quoted}", subject=f"Re: {mail.subject}", answers=mail)

    async def mailed(
        self, fits: Callable[[SeenMail], bool] = lambda _: True, *, after: SeenMail | None = None
    ) -> SeenMail:
        """Wait for a mail that fits; the newest one."""
        async with asyncio.timeout(120):
            while True:
                for mail in reversed(self.mails):
                    if fits(mail) and (after is None or mail.id > after.id):
                        assert mail.read.headers["Auto-Submitted"] in {"auto-generated", "auto-replied"}
                        return mail
                await asyncio.sleep(0.02)
