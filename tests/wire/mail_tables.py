"""Tables at which people play by mail: they sign up, sit down, and follow the links of what comes."""

from __future__ import annotations

import html
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random

from sandbox.core import Options
from sandbox.driver import MailLink, Person, Sandbox, SeenMail
from tests.metrics.test_pages import free_port
from tests.wire.hosting import Host
from tests.wire.test_clocks import SetClock


@asynccontextmanager
async def hosted_by_mail(folder: Path) -> AsyncIterator[tuple[Sandbox, Host, SetClock]]:
    """A sandbox with mailboxes, and a bot that plays by mail there, with a clock that the test sets."""
    clock = SetClock()
    async with Sandbox(Options(mail_to=("127.0.0.1", free_port()))) as sandbox:
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
    for person in others:
        newest = person.mails[-1]
        await asked(opener, f"invite {person.address}", opened)
        await person.mailed(lambda mail: code in mail.subject, after=newest)
        assert "seat" in (await asked(person, f"join {code}")).text
    return code


def links_in(mail: SeenMail, kind: str) -> list[MailLink]:
    """The links of a mail that are numbered moves (``number``), or anything else (``button``)."""
    pattern = r'<a href="(mailto:[^"]+)"><span class="number">'
    if kind == "button":
        pattern = r'<a class="button" href="(mailto:[^"]+)"'
    return [MailLink(html.unescape(one)) for one in re.findall(pattern, mail.read.html or "")]


def _offers(mail: SeenMail) -> list[MailLink]:
    """What a mail asks to be confirmed, or else its moves."""
    return [one for one in links_in(mail, "button") if one.body == "yes"] or links_in(mail, "number")


_BETWEEN = timedelta(minutes=4)


class MailPlayer:
    """Somebody who does, in each mail that asks for it, one of the moves that it offers."""

    def __init__(self, person: Person, code: str, random: Random) -> None:
        self.person = person
        self._code = code
        self._random = random
        self._newest = 0
        self.over = False

    async def act(self) -> str | None:
        """Answer the newest mail that offers moves, of those not looked at yet; what was written.

        It returns when the answer has come.
        """
        mails = [one for one in self.person.mails if one.id > self._newest and self._code in one.subject]
        if not mails:
            return None
        self._newest = mails[-1].id
        self.over = self.over or any("the game is over" in one.subject for one in mails)
        offered = next((found for mail in reversed(mails) if (found := _offers(mail))), None)
        if offered is None or self.over:
            return None
        chosen = self._chosen(offered)
        written = await self.person.mail(chosen.body, to=chosen.to, subject=chosen.subject)
        await self.person.mailed(lambda mail: mail.in_reply_to == written.message_id)
        return chosen.body

    def _chosen(self, moves: list[MailLink]) -> MailLink:
        """A plan that can be taken back is kept."""
        words = {one.body: one for one in moves}
        if {"clear", "ready"} <= words.keys():
            return words["ready"]
        return self._random.choice([one for one in moves if one.body != "clear"])


async def play(host: Host, clock: SetClock, players: Sequence[MailPlayer], most: int) -> int:
    """Let them play until the game is over or so many mails were written; how many.

    Time passes between two mails, for nobody gets more than twenty answers in an hour.
    """
    written = 0
    while written < most and not any(player.over for player in players):
        before = [len(player.person.mails) for player in players]
        acted = 0
        for player in players:
            # What is being delivered holds leases that a leap of the clock would end.
            await host.delivered()
            clock.set_forward(_BETWEEN)
            acted += await player.act() is not None
        written += acted
        if not acted:
            newest = [f"{one.person.name}: {one.person.mails[-1].subject}" for one in players]
            newest += [one.person.mails[-1].text for one in players]
            what = "\n".join(["a mail after", *newest])
            await host.sandbox.wait_for(partial(_more, players, before), what=what)
    return written


async def give_up(player: MailPlayer, code: str) -> None:
    """Resign by mail, which is asked back first."""
    newest = next(mail for mail in reversed(player.person.mails) if code in mail.subject)
    preview = await asked(player.person, "resign", newest)
    sure = next((one for one in links_in(preview, "button") if one.body == "yes"), None)
    assert sure is not None, preview.text
    written = await player.person.mail("yes", to=sure.to, subject=sure.subject)
    await player.person.mailed(lambda mail: mail.in_reply_to == written.message_id)


def _more(players: Sequence[MailPlayer], before: list[int]) -> bool:
    return [len(player.person.mails) for player in players] != before
