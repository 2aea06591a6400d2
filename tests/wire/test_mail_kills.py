"""Real kills at each step of a mail, which then comes three times, in any order: one effect, one answer."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from email.utils import make_msgid
from random import Random
from typing import Any

import aiosmtplib
import pytest

from sandbox.core import Options
from sandbox.driver import Person, Sandbox, SeenMail
from sandbox.mail.addresses import DOMAIN
from tests.ports import free_port
from tests.wire.hosting import SAMPLE, Host, Table
from tests.wire.mail_tables import link

pytestmark = [pytest.mark.wire, pytest.mark.slow]

POINTS = (
    ("recipient", "taken"),
    *(("data",), ("later",), ("committed",), ("answering",), ("answered",), ("card",), ("buttons",)),
)
"""Where the bot is killed at each mail: when it has taken the recipient, and when it has said that it has
taken the mail; when it has the whole mail, at once and a little later; when the move is committed; while its
answer waits to be taken, and when it is taken without that the bot hears of it; while the card is on its
way, and the buttons of the card before."""
REQUESTS = {"card": ("POST", "/channels/*/messages"), "buttons": ("PATCH", "/channels/*/messages/*")}


class Letter:
    """A mail of Bob's, which is the same whenever it comes."""

    def __init__(self, author: Person, turn: SeenMail, text: str) -> None:
        self.sender, self.to, self.id = author.address, turn.reply_address, make_msgid(domain=DOMAIN)
        lines = (
            f"Authentication-Results: {DOMAIN}; dmarc=pass header.from={DOMAIN}",
            f"From: {self.sender}",
            f"To: {self.to}",
            f"Subject: Re: {turn.subject}",
            f"Message-ID: {self.id}",
            *("", text, ""),
        )
        self.raw = "\r\n".join(lines).encode()


class Door:
    """The bot's mail door, with which one may break off."""

    def __init__(self, sandbox: Sandbox, host: Host, port: int) -> None:
        self._sandbox, self._host, self._port = sandbox, host, port

    async def deliver(self, letter: Letter) -> None:
        """Hand a mail over, as soon as somebody takes it, until it is taken."""
        while True:
            try:
                await aiosmtplib.send(
                    letter.raw,
                    sender=letter.sender,
                    recipients=[letter.to],
                    hostname="127.0.0.1",
                    port=self._port,
                    start_tls=False,
                )
            except (aiosmtplib.SMTPConnectError, aiosmtplib.SMTPServerDisconnected):
                await asyncio.sleep(0.05)
            else:
                return

    async def killed(self, letter: Letter, point: str, monkeypatch: pytest.MonkeyPatch) -> bool:
        """Hand a mail over, and kill the bot at some point; whether it has said that the mail is taken."""
        reached = asyncio.Event()
        with monkeypatch.context() as patch:
            if point in {"answering", "answered"}:
                self._stall_answers(patch, reached, taken=point == "answered")
            held = self._sandbox.hold(*REQUESTS[point]) if point in REQUESTS else None
            before = self.moves()
            talk = asyncio.create_task(self._talk(letter, point))
            if point == "committed":
                while self.moves() == before:  # noqa: ASYNC110 -- another process commits
                    await asyncio.sleep(0.001)
            elif held is not None:
                await self._sandbox.wait_for(lambda: held.hits or None, what=point)
            elif point in {"answering", "answered"}:
                await reached.wait()
            else:
                await talk
            await self._host.kill()
            self._sandbox.faults.clear()
            talk.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError, asyncio.IncompleteReadError):
                return await talk
        return False

    def _stall_answers(self, patch: pytest.MonkeyPatch, reached: asyncio.Event, *, taken: bool) -> None:
        server = self._sandbox.mail
        take = server.handle_DATA

        async def stalled(*given: Any) -> str:
            if taken:
                await take(*given)
            reached.set()
            await asyncio.sleep(60)
            return "451 4.3.0 Too late"

        patch.setattr(server, "handle_DATA", stalled)

    async def _talk(self, letter: Letter, point: str) -> bool:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        lines = [f"EHLO {DOMAIN}", f"MAIL FROM:<{letter.sender}>", f"RCPT TO:<{letter.to}>", "DATA"]
        try:
            await reader.readline()
            for line in lines if point != "recipient" else lines[:3]:
                writer.write(f"{line}\r\n".encode())
                while (await reader.readline())[3:4] == b"-":
                    pass
            if point == "recipient":
                return False
            writer.write(letter.raw + b".\r\n")
            await writer.drain()
            if point == "later":
                await asyncio.sleep(0.03)
            elif point != "data":
                return (await reader.readline()).startswith(b"250")
            return False
        finally:
            writer.close()

    def moves(self) -> int:
        """How many moves are committed."""
        with contextlib.closing(sqlite3.connect(self._host.file)) as database:
            (count,) = database.execute("SELECT count(*) FROM events WHERE kind = 'action'").fetchone()
        return int(count)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox(Options(mail_to=("127.0.0.1", free_port()))) as sandbox:
        yield sandbox


async def test_killed_at_every_step_of_a_mail(
    sandbox: Sandbox, process: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    await link(sandbox.person("Bob"))
    table = await Table.opened(sandbox)
    listen = sandbox.mail.settings["MAIL_LISTEN"]
    door, rng = Door(sandbox, process, int(listen.rpartition(":")[2])), Random(1)
    letters: list[Letter] = []
    turn: SeenMail | None = None
    for ply in range(0, 2 * len(POINTS), 2):
        await table.move(table.ann, SAMPLE[ply])
        turn = await table.bob.mailed(lambda mail: "your move" in mail.subject, after=turn)
        await process.delivered()
        letter = Letter(table.bob, turn, SAMPLE[ply + 1])
        taken = False
        for point in POINTS[ply // 2]:
            taken = await door.killed(letter, point, monkeypatch)
            await process.start_process()
        # A mail server hands nothing over again that was said to be taken.
        again = [] if taken else [letter] * 3
        again += rng.sample(letters, min(2, len(letters)))
        rng.shuffle(again)
        for one in again:
            await door.deliver(one)
        letters.append(letter)
        await table.bob.mailed(lambda mail, written=letter: mail.in_reply_to == written.id)  # type: ignore[misc] # a default per round
        await process.delivered()
        assert door.moves() == ply + 2
        turn = table.bob.mails[-1]
    for one in rng.sample(letters, len(letters)):
        await door.deliver(one)
    await process.delivered()
    assert door.moves() == 2 * len(POINTS)
    for letter in letters:
        # What was taken without that the bot heard of it comes again, as the same mail.
        answers = {mail.message_id for mail in table.bob.mails if mail.in_reply_to == letter.id}
        assert len(answers) == 1
    asks = {mail.message_id for mail in table.bob.mails if mail.subject.startswith(f"[{table.code}]")}
    assert len(asks) == len(POINTS) + 1, "one for each turn, and who is at the table"
    assert len(table.cards()) == 2 * len(POINTS) + 1
