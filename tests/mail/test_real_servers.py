"""Postfix and Dovecot as they are: in by LMTP and by IMAP, out by SMTP, addresses, bounces."""

import asyncio
import smtplib
from collections.abc import AsyncIterator
from email.message import EmailMessage

import pytest

from bot.clock import SystemClock
from bot.errors import DatabaseUnavailable
from bot.mail.incoming.intake import Intake
from bot.mail.incoming.listener import MailListener
from bot.mail.incoming.mailbox import MailboxReader
from bot.mail.reply_address import ReplyAddresses
from bot.mail_servers import ListenAddress, MailServer
from tests.mail.incoming.test_listener import Door
from tests.mail.real_servers import BOT, PASSWORD, RealServers, missing, real_servers

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
        return ADDRESSES.read(recipient) is not None

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
    at = ListenAddress("lmtp", "127.0.0.1", servers.bot)
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


async def test_a_header_in_utf_8_comes_back_to_nobody(servers: RealServers, door: OwnDoor) -> None:
    raw = "From: Änn <ann@people.example>\r\nSubject: Zug\r\n\r\na3 b4\r\n".encode()

    def send() -> None:
        with smtplib.SMTP("127.0.0.1", servers.smtp, local_hostname="far.example") as client:
            client.sendmail("ann@people.example", [REPLY], raw, ("SMTPUTF8", "BODY=8BITMIME"))

    await asyncio.to_thread(send)
    await door.until(1)
    assert [one.text for one in door.handled] == ["a3 b4"]
    assert await servers.mails("ann") == []


async def test_an_address_that_we_have_not_made_is_refused_at_once(
    servers: RealServers, door: OwnDoor
) -> None:
    forged = REPLY.replace("+k7qx", "+k7qy")
    refused = await servers.send("ann@people.example", forged, "a3 b4")
    assert refused is not None
    assert {code for code, _ in refused.recipients.values()} == {550}
    assert await servers.send("ann@people.example", REPLY, "a3 b4") is None
    await door.until(1)


async def test_what_others_write_to_the_host_comes_to_the_host(servers: RealServers, door: OwnDoor) -> None:
    assert await servers.send("bob@people.example", "postmaster@games.example", "A report of DMARC.") is None
    while not await servers.mails("ann"):  # noqa: ASYNC110 -- it comes from another process
        await asyncio.sleep(0.05)
    assert door.handled == []


async def test_long_mails_go_out_and_do_not_come_in(servers: RealServers, door: OwnDoor) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"] = BOT, "ann@people.example"
    mail.set_content("It is long.\n" * 30_000)
    await servers.submit(BOT, "ann@people.example", mail)
    while not await servers.mails("ann"):  # noqa: ASYNC110 -- it comes from another process
        await asyncio.sleep(0.05)
    with pytest.raises(smtplib.SMTPSenderRefused, match="size exceeds"):
        await servers.send("ann@people.example", REPLY, "It is long.\n" * 30_000)
    assert door.handled == []


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
    sender = ADDRESSES.make_envelope_sender(7, "ann@mail.example")
    mail = EmailMessage()
    mail["From"], mail["To"] = BOT, "nobody@people.example"
    mail.set_content("It is your move.")
    await servers.submit(sender, "nobody@people.example", mail)
    await door.until(1)
    (incoming,) = door.handled
    assert incoming.recipient == sender
    assert incoming.bounce


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
