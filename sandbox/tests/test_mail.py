"""The mailboxes: mail of the bot comes in by SMTP, and what people write reaches the bot by SMTP."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage, MIMEPart
from pathlib import Path
from socket import create_server

import aiosmtplib
import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session

from sandbox.core import Options
from sandbox.driver import Sandbox
from sandbox.errors import Refusal

PICTURE = b"\x89PNG and so on"


class Bot:
    """What a bot does with mail: it takes it, or answers something else."""

    def __init__(self) -> None:
        self.listener = create_server(("127.0.0.1", 0))
        self.port: int = self.listener.getsockname()[1]
        self.answers: list[str] = []
        self.taken: list[Envelope] = []

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.answers:
            return self.answers.pop(0)
        self.taken.append(envelope)
        return "250 done"

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: SMTP(self, hostname="bot", loop=loop), sock=self.listener.dup()
        )
        yield
        server.close()

    def mail(self, number: int) -> EmailMessage:
        content = self.taken[number].content
        assert isinstance(content, bytes)
        parsed = message_from_bytes(content, policy=policy.default)
        assert isinstance(parsed, EmailMessage)
        return parsed


@pytest.fixture
def bot() -> Iterator[Bot]:
    bot = Bot()
    yield bot
    bot.listener.close()


@pytest.fixture
async def sandbox(bot: Bot) -> AsyncIterator[Sandbox]:
    async with Sandbox(Options(mail_to=("127.0.0.1", bot.port))) as running, bot.listening():
        yield running


def turn_mail() -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = "Turnpost <turn@turnpost.example>"
    mail["Reply-To"] = "turn+abc@turnpost.example"
    mail["To"] = "ann@sandbox.example"
    mail["Subject"] = "[K7QX] Your move"
    mail["Message-ID"] = "<1@turnpost.example>"
    mail.set_content("It is your move, Ünal.\n-- write above this line --\n")
    link = "mailto:turn%2Babc@turnpost.example?subject=Re%3A%20move&amp;body=a3%20b4"
    mail.add_alternative(f'<img src="cid:board"><a href="{link}">a3 b4</a>', subtype="html")
    html = mail.get_payload(1)
    assert isinstance(html, MIMEPart)
    html.add_related(PICTURE, "image", "png", cid="<board>")
    return mail


async def deliver(
    sandbox: Sandbox, mail: EmailMessage, *to: str, sender: str = "turn+b.1@turnpost.example"
) -> str:
    client = aiosmtplib.SMTP(
        hostname="127.0.0.1", port=sandbox.mail.port, local_hostname="bot", start_tls=False
    )
    async with client:
        _, answer = await client.sendmail(sender, to or ["ann@sandbox.example"], mail.as_bytes())
    return answer


async def test_a_mail_of_the_bot_is_read_with_its_picture_and_its_links(sandbox: Sandbox) -> None:
    await deliver(sandbox, turn_mail(), "ann@sandbox.example")
    ann = sandbox.person("Ann")
    mail = await ann.mailed()
    assert mail.subject == "[K7QX] Your move"
    assert mail.text.startswith("It is your move, Ünal.")
    assert mail.read.pictures == (PICTURE,)
    assert mail.read.html is not None
    assert 'src="data:image/png;base64,' in mail.read.html
    (link,) = mail.links
    assert (link.to, link.subject, link.body) == ("turn+abc@turnpost.example", "Re: move", "a3 b4")
    assert mail.read.headers["Return-Path"] == "<turn+b.1@turnpost.example>"
    assert sandbox.person("Bob").mails == []


async def test_an_answer_goes_to_the_bot_in_the_same_thread_and_is_vouched_for(
    sandbox: Sandbox, bot: Bot
) -> None:
    await deliver(sandbox, turn_mail())
    ann = sandbox.person("Ann")
    await ann.reply(await ann.mailed(), "a3 b4")
    await sandbox.wait_for(lambda: bot.taken)
    (envelope,) = bot.taken
    assert (envelope.mail_from, envelope.rcpt_tos) == ("ann@sandbox.example", ["turn+abc@turnpost.example"])
    mail = bot.mail(0)
    assert mail["From"] == "Ann <ann@sandbox.example>"
    assert mail["Subject"] == "Re: [K7QX] Your move"
    assert mail["In-Reply-To"] == mail["References"] == "<1@turnpost.example>"
    assert mail["Authentication-Results"] == "sandbox.example; dmarc=pass header.from=sandbox.example"
    text = mail.get_content().replace("\r\n", "\n")
    assert text.startswith("a3 b4\n\nOn ")
    assert "> -- write above this line --" in text


async def test_a_bot_that_is_away_or_busy_gets_the_mail_later(sandbox: Sandbox, bot: Bot) -> None:
    ann = sandbox.person("Ann")
    bot.answers = ["451 4.3.0 later"] * 2
    for text in ("one", "two", "three"):
        await ann.mail(text)
    await sandbox.wait_for(lambda: len(bot.taken) == 3)
    assert sorted(bot.mail(number).get_content().strip() for number in range(3)) == ["one", "three", "two"]
    await sandbox.wait_for(lambda: {mail.state for mail in sandbox.world.mailbox(ann.id)} == {"sent"})


async def test_what_the_bot_refuses_comes_back(sandbox: Sandbox, bot: Bot) -> None:
    ann = sandbox.person("Ann")
    bot.answers = ["550 5.1.1 no such address"]
    await ann.mail("hello", to="turn+false@turnpost.example")
    bounce = await ann.mailed()
    assert "turn+false@turnpost.example" in bounce.text
    assert sandbox.world.mailbox(ann.id)[0].state == "refused"


async def test_mail_to_nobody_bounces_to_its_envelope_sender(sandbox: Sandbox, bot: Bot) -> None:
    await deliver(sandbox, turn_mail(), "nobody@sandbox.example")
    await sandbox.wait_for(lambda: bot.taken)
    assert (bot.taken[0].mail_from, bot.taken[0].rcpt_tos) == ("<>", ["turn+b.1@turnpost.example"])
    bounce = bot.mail(0)
    assert bounce.get_content_type() == "multipart/report"
    assert bounce.get_param("report-type") == "delivery-status"
    _, status, headers = bounce.iter_parts()
    assert status.get_content_type() == "message/delivery-status"
    assert "Final-Recipient: rfc822; nobody@sandbox.example" in str(status)
    assert "Action: failed" in str(status)
    assert "Status: 5.1.1" in str(status)
    assert "Message-ID: <1@turnpost.example>" in headers.get_content()
    # A bounce that cannot be delivered in its turn is dropped.
    await deliver(sandbox, turn_mail(), "nobody@sandbox.example", sender="")
    await deliver(sandbox, turn_mail())
    await sandbox.person("Ann").mailed()
    assert len(bot.taken) == 1


async def test_the_server_refuses_when_it_is_told_to(sandbox: Sandbox) -> None:
    sandbox.mail.answer("451 4.3.0 Later")
    with pytest.raises(aiosmtplib.SMTPDataError, match="Later"):
        await deliver(sandbox, turn_mail())
    assert "Taken" in await deliver(sandbox, turn_mail())
    assert len(sandbox.person("Ann").mails) == 1


async def test_mailboxes_outlive_the_process_and_so_does_what_is_under_way(bot: Bot, tmp_path: Path) -> None:
    options, world = Options(mail_to=("127.0.0.1", bot.port)), tmp_path / "world.sqlite3"
    bot.answers = ["451 4.3.0 later"] * 1000
    async with Sandbox(options, world_path=world) as sandbox, bot.listening():
        await deliver(sandbox, turn_mail())
        await sandbox.person("Ann").mail("join")
        await sandbox.wait_for(lambda: len(bot.answers) < 1000)
    bot.answers = []
    async with Sandbox(options, world_path=world) as sandbox, bot.listening():
        assert [mail.subject for mail in sandbox.person("Ann").mails] == ["[K7QX] Your move"]
        await sandbox.wait_for(lambda: bot.taken)
        assert bot.mail(0).get_content().strip() == "join"


async def test_people_write_to_each_other_and_to_addresses_alone(sandbox: Sandbox) -> None:
    ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
    await ann.mail("look at this", to="Bob@Sandbox.Example, cleo@sandbox.example", subject="Fwd: your move")
    assert [mail.subject for mail in bob.mails] == ["Fwd: your move"]
    await bob.reply(bob.mails[0], "no")
    assert ann.mails[0].text.startswith("no\n")
    with pytest.raises(Refusal):
        await ann.mail("hello", to="nobody")


async def test_a_full_mailbox_forgets_its_oldest_mail(sandbox: Sandbox) -> None:
    ann = sandbox.person("Ann")
    for number in range(205):
        await ann.mail(str(number), to="ann@sandbox.example")
    assert len(sandbox.world.mailbox(ann.id)) == 200
    assert ann.mails[-1].text.strip() == "204"
