"""Games that people play by mail: signing up, opening a game, and reading mails."""

import html
import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, Protocol
from unittest import mock

from sandbox.core import Options
from sandbox.driver import MailLink, Person, Sandbox, SeenMail
from tests.mail.mailboxes import WAYS, Mailbox, played_over
from tests.mail.real_servers import PEOPLE, missing, real_servers
from tests.manual_clock import SetClock
from tests.ports import free_port
from tests.simulation.exposure import signed
from tests.simulation.mail_exposure import MailExposure, exposed
from tests.wire.hosting import Host


class Correspondent(Protocol):
    """A person who writes and reads mails, in the sandbox or with a mailbox that Dovecot keeps."""

    @property
    def name(self) -> str: ...

    @property
    def address(self) -> str: ...

    @property
    def mails(self) -> list[SeenMail]: ...

    async def mail(self, text: str, *, to: str | None = None, subject: str = "") -> SeenMail: ...

    async def reply(self, mail: SeenMail, text: str) -> SeenMail: ...

    async def mailed(
        self, fits: Callable[[SeenMail], bool] = ..., *, after: SeenMail | None = None
    ) -> SeenMail: ...


class ByMail(NamedTuple):
    """A bot that plays by mail, with a clock that the test sets, and a judge of all its mails."""

    sandbox: Sandbox
    host: Host
    clock: SetClock
    judge: MailExposure
    boxes: Mapping[str, Correspondent]
    """The mailboxes of the real servers, by the names of their owners."""

    def writer(self, name: str) -> Correspondent:
        """A person who writes mails, by name."""
        return self.boxes.get(name) or self.sandbox.person(name)


@asynccontextmanager
async def hosted_by_mail(folder: Path, way: str) -> AsyncIterator[ByMail]:
    """A sandbox with a bot that plays by mail.

    `way`: how mail comes to it by Postfix and Dovecot, ``lmtp`` or ``imap``. Where these are not installed
    the sandbox's own mail server stands in for them.
    """
    clock = SetClock()
    async with AsyncExitStack() as stack:
        stack.enter_context(signed())
        # Each look at a mailbox is a connection.
        stack.enter_context(mock.patch("bot.mail.incoming.mailbox.INTERVAL", timedelta(milliseconds=200)))
        options, boxes = Options(), list[Mailbox]()
        servers = await stack.enter_async_context(real_servers()) if missing() is None else None
        if servers is None:
            options = Options(mail_to=("127.0.0.1", free_port()))
        sandbox = await stack.enter_async_context(Sandbox(options))
        host = Host(sandbox, folder, clock)
        if servers is not None:
            boxes = [Mailbox(servers, one.title(), WAYS[way]) for one in PEOPLE]
            host.settings = played_over(servers, way, host.settings)
        judge = await stack.enter_async_context(exposed(sandbox, host.settings.database_url, clock, boxes))
        stack.push_async_callback(host.stop)
        await host.start()
        yield ByMail(sandbox, host, clock, judge, {box.name: box for box in boxes})


async def asked(person: Correspondent, text: str, about: SeenMail | None = None) -> SeenMail:
    """Write or answer a mail, and wait for the answer."""
    written = await (person.mail(text) if about is None else person.reply(about, text))
    return await person.mailed(lambda mail: mail.in_reply_to == written.message_id)


async def sign_up(person: Correspondent) -> None:
    """Sign up to play only by mail, and choose to get everything by mail."""
    await person.mail(f"join {person.name}")
    mail = await person.mailed()
    found = re.search(r"\b\d{8}\b", mail.text)
    assert found is not None, mail.text
    assert "Welcome" in (await asked(person, found[0], mail)).text
    assert "private" in (await asked(person, "settings private_by_mail: yes")).text


async def seated(people: Sequence[Correspondent], command: str) -> str:
    """Open a game without a place on Discord, which the others join by invitation. Returns its code."""
    opener, *others = people
    opened = await asked(opener, command)
    found = re.search(r"\[(\w{4})\]", opened.subject)
    assert found is not None, opened.text
    code = found[1]
    joined = opened
    for person in others:
        newest = person.mails[-1]
        await asked(opener, f"invite {person.address}", opened)
        await person.mailed(lambda mail: code in mail.subject, after=newest)
        joined = await asked(person, f"join {code}")
        assert "seat" in joined.text
    if "“start”" in joined.text:
        await asked(opener, "start", opened)
    return code


def links_in(mail: SeenMail, kind: str) -> list[MailLink]:
    """The links of a mail: those of numbered moves (``number``), or all others (``button``)."""
    pattern = r'<a href="(mailto:[^"]+)"><span class="number">'
    if kind == "button":
        pattern = r'<a class="button" href="(mailto:[^"]+)"'
    return [MailLink(html.unescape(one)) for one in re.findall(pattern, mail.read.html or "")]


class Listed(NamedTuple):
    """A move as a mail lists it."""

    number: str
    """The number in the list, as ``12``, or "" if the move has none."""
    notation: str
    words: str


_LISTED = re.compile(r"([ \d]{4})  (\S.*?)(?: {2,}(\S.*))?")


def moves_in(mail: SeenMail) -> list[Listed]:
    """The legal moves that a mail lists, in its attachment or else in its text."""
    text = mail.text.partition("\nYour moves\n")[2].partition("\n--\n")[0]
    for name, raw in mail.read.attachments:
        if name == "moves.txt":
            text = raw.decode().replace("\r\n", "\n")
    found = (_LISTED.fullmatch(line) for line in text.splitlines())
    return [Listed(one[1].strip(), one[2], one[3] or one[2]) for one in found if one]


async def link(person: Person, box: Correspondent | None = None) -> None:
    """Link a mail address to a person on Discord. `box`: their mailbox, if it is not the sandbox's."""
    box = box or person
    await person.slash("mail link", {"address": box.address})
    mail = await box.mailed(lambda mail: mail.subject == "Your code")
    found = re.search(r"\b\d{8}\b", mail.text)
    assert found is not None
    assert "Welcome" in (await asked(box, found[0], mail)).text
    await person.slash("game settings", {"by": "mail", "when": "at once", "private_by_mail": True})
