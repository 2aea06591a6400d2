"""Postfix and Dovecot as they are: in by LMTP and by IMAP, out by SMTP, addresses, bounces, whole games."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

import pytest
from pydantic import SecretStr

from bot.clock import SystemClock
from bot.errors import DatabaseUnavailable
from bot.mail.intake import Intake
from bot.mail.listener import MailListener
from bot.mail.mailbox import MailboxReader
from bot.mail.reply_address import ReplyAddresses
from bot.mail_servers import Listener, MailServer
from sandbox.driver import Sandbox, SeenMail
from sandbox.world.entities import Mail
from tests.mail.real_servers import BOT, PASSWORD, RealServers, missing, real_servers
from tests.mail.test_listener import Door
from tests.wire.hosting import Host
from tests.wire.mail_tables import seated, sign_up
from tests.wire.players import MailPlayer, play
from tests.wire.test_clocks import SetClock

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(missing() is not None, reason=str(missing())),
]
ADDRESSES = ReplyAddresses(BOT, {1: b"k" * 32})
REPLY = ADDRESSES.make(7, "K7QX", 0, 12)


class OwnDoor(Door):
    """Knows the addresses that were made with the key of this test."""

    async def knows(self, recipient: str) -> bool:
        await super().knows(recipient)
        return ADDRESSES.read(recipient) is not None or ADDRESSES.read_envelope_sender(recipient) is not None

    async def until(self, count: int) -> None:
        """Wait until so many mails were handled."""
        async with asyncio.timeout(300):
            while len(self.handled) < count:  # noqa: ASYNC110 -- they come from other processes
                await asyncio.sleep(0.05)


@pytest.fixture
async def servers() -> AsyncIterator[RealServers]:
    async with asyncio.timeout(600), real_servers() as running:
        yield running


@pytest.fixture
async def door(servers: RealServers) -> AsyncIterator[OwnDoor]:
    """A door behind a listener that Postfix hands mail to by LMTP."""
    door = OwnDoor()
    at = Listener("lmtp", "127.0.0.1", servers.bot)
    intake = Intake(door, "mx.games.example")
    async with MailListener(at, intake, host="games.example").listening():
        yield door


async def test_in_by_lmtp_as_far_as_the_sender_can_be_believed(servers: RealServers, door: OwnDoor) -> None:
    forged = {"Authentication_Results": "mx.games.example; dmarc=pass header.from=people.example"}
    assert await servers.send("ann@people.example", REPLY, "a3 b4", checked="pass") is None
    await door.until(1)
    assert await servers.send("ann@people.example", REPLY, "5", **forged) is None
    await door.until(2)
    assert await servers.send("ann@people.example", REPLY, "6", checked="fail") is None
    await door.until(3)
    assert [(one.auth, one.text) for one in door.handled] == [("pass", "a3 b4"), ("none", "5"), ("fail", "6")]
    assert {(one.sender, one.recipient) for one in door.handled} == {("ann@people.example", REPLY)}


async def test_an_address_that_we_have_not_made_is_refused_at_once(
    servers: RealServers, door: OwnDoor
) -> None:
    forged = REPLY.replace("+k7qx", "+k7qy")
    refused = await servers.send("ann@people.example", forged, "a3 b4")
    assert refused is not None
    assert {code for code, _ in refused.recipients.values()} == {550}
    assert await servers.send("ann@people.example", REPLY, "a3 b4") is None
    await door.until(1)


async def test_what_cannot_be_carried_out_now_is_handed_over_again(
    servers: RealServers, door: OwnDoor
) -> None:
    assert await servers.send("ann@people.example", REPLY, "first") is None
    await door.until(1)
    door.begun.clear()
    door.go.clear()
    assert await servers.send("ann@people.example", REPLY, "a3 b4") is None
    await door.begun.wait()
    door.fault = DatabaseUnavailable("away")
    door.go.set()
    async with asyncio.timeout(300):
        while "451 4.3.0" not in servers.logs():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    door.fault = None
    await door.until(2)
    assert [one.text for one in door.handled] == ["first", "a3 b4"]


async def test_a_mail_to_nobody_comes_back_to_the_address_that_it_was_sent_from(
    servers: RealServers, door: OwnDoor
) -> None:
    sender = ADDRESSES.make_envelope_sender(7)
    mail = EmailMessage()
    mail["From"], mail["To"] = BOT, "nobody@people.example"
    mail.set_content("It is your move.")
    await servers.submit(sender, "nobody@people.example", mail)
    await door.until(1)
    (incoming,) = door.handled
    assert incoming.recipient == sender
    assert incoming.bounce is not None
    assert incoming.bounce.hard


async def test_in_by_imap_once(servers: RealServers) -> None:
    door = OwnDoor()
    own = ReplyAddresses("turn@people.example", {1: b"k" * 32})
    reply = own.make(7, "K7QX", 0, 12)

    async def knows(recipient: str) -> bool:
        return own.read(recipient) is not None

    door.knows = knows  # type: ignore[method-assign]
    box = MailServer("127.0.0.1", servers.imap, "none", "turn@people.example", PASSWORD)
    reader = MailboxReader(box, Intake(door, "mx.games.example"), SystemClock())
    assert await servers.send("ann@people.example", reply, "a3 b4", checked="pass") is None
    assert await servers.send("ann@people.example", "turn@people.example", "to nobody") is None
    while len(await servers.mails("turn")) < 2:  # noqa: ASYNC110 -- they come from other processes
        await asyncio.sleep(0.05)
    door.fault = DatabaseUnavailable("away")
    await reader.look()
    assert door.handled == []
    door.fault = None
    for _ in range(2):
        await reader.look()
    (incoming,) = door.handled
    assert (incoming.recipient, incoming.text, incoming.auth) == (reply, "a3 b4", "pass")


class Mailbox:
    """Somebody of people.example, as the players of the wire tests know people."""

    def __init__(self, servers: RealServers, name: str, bot: str) -> None:
        self.name, self.address = name, f"{name}@people.example"
        self._servers, self._bot = servers, bot
        self._known: dict[str, SeenMail] = {}

    @property
    def mails(self) -> list[SeenMail]:
        """What Dovecot has put into the mailbox, the oldest first."""
        for path in sorted(Path(self._servers.folder, "mail", self.name).glob("[nc][eu][wr]/*")):
            name = path.name.partition(":")[0]
            if name not in self._known:
                number = len(self._known) + 1
                self._known[name] = SeenMail(Mail(number, 0, 0.0, path.read_bytes(), "received"))
        return list(self._known.values())

    async def mail(
        self, text: str, *, to: str | None = None, subject: str = "", answers: SeenMail | None = None
    ) -> SeenMail:
        """Write to the bot, by way of Postfix."""
        to = to or (self._bot if answers is None else answers.reply_address)
        headers = {"Message_ID": f"<{token_hex(8)}@people.example>", "Subject": subject}
        refused = await self._servers.send(self.address, to, text, checked="pass", **headers)
        assert refused is None, refused
        raw = f"Message-ID: {headers['Message_ID']}\n\n{text}".encode()
        return SeenMail(Mail(0, 0, 0.0, raw, "sent"))

    async def reply(self, mail: SeenMail, text: str) -> SeenMail:
        """Answer a mail, which is quoted."""
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


WAYS = {
    "lmtp": (BOT, {"mail_listen": "lmtp://127.0.0.1:{bot}"}),
    "imap": (
        "turn@people.example",
        {"mail_imap_url": f"imap://turn%40people.example:{PASSWORD}@127.0.0.1:{{imap}}/INBOX?tls=none"},
    ),
}


@pytest.mark.parametrize("way", WAYS)
async def test_a_game_to_its_end_over_them(
    servers: RealServers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("bot.mail.mailbox.INTERVAL", timedelta(milliseconds=50))
    address, way_in = WAYS[way]
    update: dict[str, object] = {
        "mail_address": address,
        "mail_smtp_url": SecretStr(f"smtp://127.0.0.1:{servers.submission}?tls=none"),
        "mail_authserv_id": "mx.games.example",
    }
    for name, url in way_in.items():
        at = url.format(bot=servers.bot, imap=servers.imap)
        update[name] = at if name == "mail_listen" else SecretStr(at)
    clock = SetClock()
    async with Sandbox() as sandbox:
        host = Host(sandbox, tmp_path, clock)
        host.settings = host.settings.model_copy(update=update)
        await host.start()
        try:
            people: list[Any] = [Mailbox(servers, name, address) for name in ("ann", "bob")]
            for person in people:
                await sign_up(person)
            code = await seated(people, "new roses")
            players = [MailPlayer(one, "roses", code, Random(number)) for number, one in enumerate(people)]
            assert await play(host, clock, players, 400) > 10
            for person in people:
                await person.mailed(lambda mail: code in mail.subject and "The secret: " in mail.text)
            assert any(mail.read.pictures for mail in people[0].mails)
        finally:
            await host.stop()
