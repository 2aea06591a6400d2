"""Tables at which people play by mail: they sign up, sit down, and read what comes."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from sandbox.core import Options
from sandbox.driver import MailLink, Person, Sandbox, SeenMail
from tests.metrics.test_pages import free_port
from tests.wire.hosting import Host
from tests.wire.test_clocks import SetClock


@asynccontextmanager
async def hosted_by_mail(folder: Path) -> AsyncIterator[tuple[Sandbox, Host, SetClock]]:
    """A sandbox with mailboxes, and a bot that plays by mail there, with a clock that the test sets."""
    clock = SetClock()
    async with Sandbox(Options(mail_to=("127.0.0.1", free_port())), patience=20) as sandbox:
        host = Host(sandbox, folder, clock)
        try:
            await host.start()
            yield sandbox, host, clock
        finally:
            await host.stop()


async def asked(person: Person, text: str, about: SeenMail | None = None) -> SeenMail:
    """Write, or answer a mail, and wait for the answer to that."""
    written = await (person.mail(text) if about is None else person.reply(about, text))
    return await person.mailed(lambda mail: mail.in_reply_to == written.message_id)


async def sign_up(person: Person) -> None:
    """Begin to play by mail alone, and let everything come by mail."""
    await person.mail(f"join {person.name}")
    mail = await person.mailed()
    found = re.search(r"\b\d{8}\b", mail.text)
    assert found is not None, mail.text
    assert "Welcome" in (await asked(person, found[0], mail)).text
    assert "private" in (await asked(person, "settings private_by_mail: yes")).text


async def seated(people: Sequence[Person], command: str) -> str:
    """Open a game that has no place on Discord, and let everybody else come by invitation; its code."""
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
    """The links of a mail that are numbered moves (``number``), or anything else (``button``)."""
    pattern = r'<a href="(mailto:[^"]+)"><span class="number">'
    if kind == "button":
        pattern = r'<a class="button" href="(mailto:[^"]+)"'
    return [MailLink(html.unescape(one)) for one in re.findall(pattern, mail.read.html or "")]


class Listed(NamedTuple):
    """A move as a mail lists it."""

    number: str
    """``12``, or "" where it has none."""
    notation: str
    words: str


_LISTED = re.compile(r"([ \d]{4})  (\S.*?)(?: {2,}(\S.*))?")


def moves_in(mail: SeenMail) -> list[Listed]:
    """What a mail lists as legal: in its attachment, or else in its text."""
    text = mail.text.partition("\nYour moves\n")[2].partition("\n--\n")[0]
    for name, raw in mail.read.attachments:
        if name == "moves.txt":
            text = raw.decode().replace("\r\n", "\n")
    found = (_LISTED.fullmatch(line) for line in text.splitlines())
    return [Listed(one[1].strip(), one[2], one[3] or one[2]) for one in found if one]
