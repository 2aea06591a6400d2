"""Mails at random: ``python -m tests.simulation.mails [mails] [seed]``.

Mails as mail programs write them, of people who may play and of others, whole and broken, are read; one in
a hundred is also handed over by SMTP, twice, and carried out in real games. The results are judged by the
text that was written before it became a mail. Then programs that answer every mail do so for a day.
"""

import asyncio
import base64
import logging
import quopri
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Final

import structlog
from sqlalchemy import func, select

from bot.mail.incoming.intake import Intake
from bot.mail.incoming.listener import MailListener
from bot.mail.incoming.parsing import Incoming, Unreadable, read
from bot.mail.marker import MARKER
from bot.mail_servers import ListenAddress
from bot.observer import Observer
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import MailAnswer
from bot.store.database import Database
from bot.store.models import GameRow
from tests.databases import Sqlite
from tests.mail.people import ADDRESSES, BASE, MailPlayers
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, new_cause

CARRIED_OUT: Final = 100
"""One mail in this many is carried out."""
SERVER: Final = "mx.games.example"
CANARIES: Final = ("resign", "draw", "13", "undo", "cancel", "say SECRET", "settings confirm: never")
"""Lines that would be commands if they were not quoted."""
OWN: Final = (
    *("@d3", "@e4", "@d3", "@e4", "@c3"),
    *("plan-ahead action: @c5", "away until: 3 Aug", "board", "say well played", "12", "nonsense"),
)
"""First moves of Ann, texts that Bob may write meanwhile, and texts that nobody may write."""
ADDRESS: Final = BASE.replace("@", "+k7qx.0.c.vq4.abcde.1.mfrggzdfmztwq2lk@")
"""An example of a reply address."""
_OURS: Final = ("", "Your turn: Ann (White) moves.", "", "   1  b3-a2  move b3 to a2", *CANARIES)
_INTRODUCTIONS: Final = (
    "On Mon, 23 Nov 2026 at 10:00, Turnpost <{to}> wrote:",
    "On Mon, 23 Nov 2026 at 10:00, Turnpost\n<{to}> wrote:",
    "Am 23.11.26 um 10:00 schrieb Turnpost:",
    "Le 23/11/2026 à 10:00, Turnpost a écrit :",
    "El lun, 23 nov 2026 a las 10:00, Turnpost (<{to}>) escribió:",
    "Il giorno 23 nov 2026, alle ore 10:00, Turnpost <{to}> ha scritto:",
    "2026年11月23日(月) 10:00 Turnpost <{to}>:",
    "-----Original Message-----",
    "________________________________\nFrom: Turnpost <{to}>\nSent: Monday\nTo: Ann\nSubject: [K7QX]",
    "Von: Turnpost\nGesendet: Montag\nAn: Ann\nBetreff: [K7QX]",
)
_SIGNED: Final = (
    "",
    "\n-- \nAnn\n13",
    "\nSent from my iPhone",
    "\nViele Grüße\nAnn",
    "\nGet Outlook for iOS",
)
_AUTOMATIC: Final = (
    "Auto-Submitted: auto-replied",
    "Precedence: bulk",
    "List-Id: <a.b>",
    "Subject: Out of Office: back soon",
    "X-Autoreply: yes",
)
_REPORT: Final = b"Content-Type: message/delivery-status\r\n\r\nAction: failed\r\nStatus: 5.1.1"
_CHARSETS: Final = ("utf-8", "iso-8859-1", "windows-1252", "koi8-r", "iso-2022-jp", "gb18030", "utf-16")
_UNSEEN: Final = ("", "", "", "\u200b", "\u200d", "\u202e", "\u2066", "\ufeff", "\u00ad", "\x00")
"""Characters that stand in a line and are not seen."""
_MANY: Final = (*[0] * 15, 5, 300, 600)
"""Numbers of further fields in a header: more than 500 are not read."""
_DEBRIS: Final = (
    *(b"\r\n", b"\r", b"\0", b"\n\n", b"--b1", b"--b1--", b"=?utf-8?b?", b"<!--", b"<a '", b"&#", b"(("),
    *(
        b"\xff",
        b">",
        b"\n> ",
        b"=\r\n",
        b"Content-Type: ",
        b"charset=utf-7; ",
        b"multipart/",
        b"; boundary*=idna''%ff",
    ),
)
_UNCOUNTED: Final = {"mails_received", "mail_keys", "outbox", "players", "identities"}
"""Tables that an answer changes, or the note of when a person wrote last."""
_COUNTS: Final = select(
    *(
        select(func.count()).select_from(table).scalar_subquery().label(name)
        for name, table in GameRow.metadata.tables.items()
        if name not in _UNCOUNTED
    )
)


@dataclass
class Sent:
    """A mail, and the results that are allowed."""

    raw: bytes
    recipient: str
    envelope_sender: str
    own: list[str]
    may_act: bool = True
    may_be_answered: bool = True
    whole: bool = True
    """Whether nothing was broken on the way."""


@dataclass
class Tally:
    """The counts of all results."""

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


def written(rng: Random, to: str, sender: str) -> Sent:
    """A mail as some program writes it, of a person who may play."""
    own = rng.choices(OWN, k=rng.choice((0, 1, 1, 1, 1, 2)))
    fields = [f"From: {rng.choice(('Ann', 'Änn', ''))} <{sender}>", f"Message-ID: <{rng.getrandbits(64)}@x>"]
    fields += rng.choice(([], [f"Authentication-Results: {SERVER}; dmarc=pass header.from=mail.example"]))
    fields += [f"X-Number-{number}: resign" for number in range(rng.choice(_MANY))]
    words = "\n".join(line + rng.choice(_UNSEEN) for line in own) + rng.choice(_SIGNED)
    introduction = rng.choice(_INTRODUCTIONS).format(to=to)
    ours = rng.sample(_OURS, len(_OURS))
    if rng.random() < 0.7:
        ours = [MARKER, *ours]
        introduction = rng.choice((introduction, ""))
    sign = rng.choice(("", "> ", ">", ">> ", "| "))
    quoted = "\n".join(sign + line for line in ours)
    if sign and not introduction.startswith(("-", "_", "Von")) and rng.random() < 0.2:
        plain = f"{introduction}\n{quoted}\n\n{words}"
    else:
        plain = f"{words}\n\n{introduction}\n{quoted}\n"
    html = (
        "".join(f"<div>{line}</div>" for line in words.split("\n"))
        + f"<br><div class='gmail_attr'>{introduction}</div><blockquote>{'<br>'.join(ours)}</blockquote>"
    )
    match rng.randrange(4):
        case 0:
            content = _part(rng, "text/html", html)
        case 1:
            content = _multipart(
                "alternative", "b1", _part(rng, "text/plain", plain), _part(rng, "text/html", html)
            )
        case _:
            content = _part(rng, "text/plain", plain)
    for depth in range(rng.choice((0, 0, 0, 0, 0, 0, 1, 1, 2, 6, 9))):
        attached = _part(rng, "text/plain; name=moves.txt", "\n".join(CANARIES))
        content = _multipart("mixed", f"m{depth}", content, attached)
    header = "\r\n".join(fields).encode()
    return Sent(header + b"\r\n" + content, to, sender, own)


def _part(rng: Random, kind: str, text: str) -> bytes:
    if kind == "text/plain" and rng.random() < 0.2:
        kind += "; format=flowed"
        # A program puts a blank before a line that begins with one.
        text = text.replace("\n ", "\n  ")
    charset = rng.choice(_CHARSETS)
    try:
        raw = text.replace("\n", "\r\n").encode(charset)
    except UnicodeEncodeError:
        charset, raw = "utf-8", text.replace("\n", "\r\n").encode()
    begin = f"Content-Type: {kind}; charset={charset}\r\n".encode()
    match 0 if charset == "utf-16" else rng.randrange(3):
        case 0:
            return begin + b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(raw)
        case 1:
            return begin + b"Content-Transfer-Encoding: quoted-printable\r\n\r\n" + quopri.encodestring(raw)
        case _:
            return begin + b"\r\n" + raw


def _multipart(kind: str, boundary: str, *parts: bytes) -> bytes:
    begin, line = f'Content-Type: multipart/{kind}; boundary="{boundary}"', f"\r\n--{boundary}".encode()
    return begin.encode() + b"\r\n" + b"".join(line + b"\r\n" + part for part in parts) + line + b"--\r\n"


def forbidden(rng: Random, sent: Sent) -> Sent:
    """The mail changed so that it must not count: a false address, another sender, or a machine."""
    sent.may_act = sent.may_be_answered = False
    match rng.randrange(7):
        case 0:
            place = rng.randrange(5, sent.recipient.index("@"))
            other = rng.choice([one for one in "0ax2.+-" if one != sent.recipient[place]])
            sent.recipient = sent.recipient[:place] + other + sent.recipient[place + 1 :]
        case 1:
            sent.raw = sent.raw.replace(sent.envelope_sender.encode(), b"eve@evil.example", 1)
            sent.may_be_answered = True
        case 2:
            field = f"Authentication-Results: {SERVER}; dmarc=fail header.from=mail.example"
            sent.raw = field.encode() + b"\r\n" + sent.raw
        case 3:
            sent.envelope_sender = ""
        case 4:
            sent.raw = b"From: eve@evil.example\r\n" + sent.raw
        case 5:
            begin = sent.raw.index(b"Content-Type:")
            sent.raw = sent.raw[:begin] + _multipart("report", "r", sent.raw[begin:], _REPORT)
        case _:
            sent.raw = rng.choice(_AUTOMATIC).encode() + b"\r\n" + sent.raw
    return sent


def broken(rng: Random, sent: Sent) -> Sent:
    """The mail with bytes changed on the way: its text may then be anything."""
    raw = bytearray(sent.raw)
    for _ in range(rng.choice((1, 3, 30))):
        begin = rng.randrange(len(raw))
        match rng.randrange(5):
            case 0:
                raw[begin] = rng.randrange(256)
            case 1:
                del raw[begin : begin + rng.randrange(60)]
            case 2:
                raw[begin:begin] = raw[begin : begin + rng.randrange(200)]
            case 3:
                raw[begin:begin] = rng.choice(_DEBRIS)
            case _:
                raw[begin:begin] = rng.randbytes(rng.randrange(20))
    sent.raw, sent.whole = bytes(raw[:200_000]), False
    return sent


def judge(sent: Sent, tally: Tally) -> Incoming | None:
    """Read a mail, and say what is wrong with what was read; None where it is not to be read."""
    try:
        incoming = read(sent.raw, sent.recipient, SERVER, envelope_sender=sent.envelope_sender)
    except Unreadable:
        tally.counts["unreadable"] += 1
        return None
    except Exception as fault:
        tally.faults.append(f"{fault!r} at {sent.raw!r}")
        return None
    lines = [line.strip() for line in incoming.text.split("\n") if line.strip()]
    if incoming.automatic and lines:
        tally.faults.append(f"a machine commands {lines} in {sent.raw!r}")
    if sent.whole and not incoming.automatic:
        tally.counts["understood" if lines == sent.own else "left out"] += 1
        if lines not in (sent.own, []) or set(lines) & set(CANARIES):
            tally.faults.append(f"{lines}, not {sent.own}: {sent.raw!r}")
    return incoming


class Outcomes(Observer):
    """Counts what became of the mails that were taken."""

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts

    def mail(self, outcome: str, seconds: float) -> None:
        """A mail was handled."""
        self._counts[f"carried out: {outcome}"] += 1


class Games:
    """A door with games behind it."""

    def __init__(self, database: Database, clock: ManualClock, rng: Random, tally: Tally) -> None:
        self.database = database
        self.clock = clock
        self.players = MailPlayers(Service(database, ALL, clock, rng), database, clock)
        self.intake = Intake(self.players.door, SERVER, Outcomes(tally.counts))
        self.listener = MailListener(ListenAddress("smtp", "127.0.0.1", 0), self.intake, host=SERVER)
        self._game: GameSummary | None = None
        self._played = False
        """Whether something was done in the game, so that the next text may be refused."""

    async def address(self, rng: Random) -> tuple[str, str]:
        """A valid reply address and the address of its owner."""
        game = await self.players.service.reading.summary((await self._any_game()).code)
        person = rng.choice((ANN, BOB, ANN if 0 in game.to_act else BOB))
        return await self.players.address(person, game), ADDRESSES[person.id]

    async def execute(self, sent: Sent, tally: Tally) -> None:
        """Hand a mail over by SMTP, twice, and judge what has changed."""
        before, answers = await self._rows(), len(await self.players.sent())
        reply = await self._handed_over(sent)
        tally.counts[f"reply: {reply[:9]}"] += 1
        known = not reply.startswith("550 5.1.1")
        if not known:
            # A mailbox gets mails to all addresses.
            reply = await self.intake.take(sent.raw, sent.recipient, sent.envelope_sender)
        after, mailed = await self._rows(), (await self.players.sent())[answers:]
        # An important command beside others gets a code and an answer.
        answered = max(Counter(map(type, mailed)).values(), default=0)
        if known:
            await self._handed_over(sent)
        if await self._rows() != after or len(await self.players.sent()) != answers + len(mailed):
            tally.faults.append(f"a second effect of {sent.raw!r} to {sent.recipient}")
        self._played = before != after
        tally.counts["effects"] += self._played
        tally.counts["answers"] += answered
        if not reply.startswith(("2", "done", "unreadable")):
            tally.faults.append(f"{reply} to {sent.raw!r}")
        if sent.whole and not sent.may_act and before != after:
            changed = [name for name in before if before[name] != after[name]]
            tally.faults.append(f"{changed} changed by {sent.raw!r} to {sent.recipient}")
        if answered > (sent.may_be_answered or not sent.whole) or (answered and not known):
            tally.faults.append(f"{answered} answers to {sent.raw!r} to {sent.recipient}")

    async def _handed_over(self, sent: Sent) -> str:
        """The last reply to a mail that is handed over as it is, with whatever ends its lines have."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.listener.port)
        stuffed = (b"\r\n" + sent.raw).replace(b"\r\n.", b"\r\n..").removeprefix(b"\r\n")
        envelope = (f"MAIL FROM:<{sent.envelope_sender}>".encode(), f"RCPT TO:<{sent.recipient}>".encode())
        reply = await reader.readline()
        for line in (b"HELO x", *envelope, b"DATA", stuffed + b"\r\n."):
            writer.write(line + b"\r\n")
            reply = await reader.readline()
            if not reply.startswith((b"2", b"3")):
                break
        writer.close()
        return reply.decode().strip()

    async def away_for_a_day(self, text: str, tally: Tally) -> None:
        """Let Ann's program answer every mail for a day, without marking its answers as automatic."""
        to, answers = "", 0
        for _ in range(24 * 6):
            to = to or await self.players.address(ANN, await self._any_game())
            header = f"From: {ADDRESSES[ANN.id]}\r\nMessage-ID: <{self.clock.now():%d%H%M}@x>"
            raw = f"{header}\r\n\r\n{text}\r\n".encode()
            before = len(await self.players.sent())
            await self.intake.take(raw, to, ADDRESSES[ANN.id])
            new = [one for one in (await self.players.sent())[before:] if isinstance(one, MailAnswer)]
            answers += len(new)
            to = await self.players.answer_address(new[-1]) if new else ""
            self.clock.advance(timedelta(minutes=10))
        tally.counts["answers to programs"] += answers
        if answers > 1:
            tally.faults.append(f"{answers} answers in a day to a program that says {text!r}")

    async def _any_game(self) -> GameSummary:
        if self._game is None:
            self._game = await self.players.nowhere()
        elif self._played:
            lobby = self.players.service.lobby
            opened = await lobby.create(ANN, None, GameSetup("roses", seat=0), cause=new_cause())
            self._game = await lobby.join(BOB, opened.code, cause=new_cause())
            self._played = False
        return self._game

    async def _rows(self) -> dict[str, int]:
        async with self.database.reading() as unit:
            return dict((await unit._session.execute(_COUNTS)).one()._mapping)


async def run(count: int, seed: int) -> Tally:
    """Handle this number of mails, and a day of programs that answer."""
    rng, tally, clock = Random(seed), Tally(), ManualClock()
    with tempfile.TemporaryDirectory() as folder, Sqlite(Path(folder)).fresh() as address:
        database = Database(address)
        games = Games(database, clock, Random(seed), tally)
        async with games.listener.listening():
            for number in range(count):
                carried = number % CARRIED_OUT == 0
                to, sender = await games.address(rng) if carried else (ADDRESS, "ann@mail.example")
                sent = written(rng, to, sender)
                if rng.random() < 0.5:
                    sent = forbidden(rng, sent)
                if rng.random() < 0.4:
                    sent = broken(rng, sent)
                judge(sent, tally)
                if carried:
                    await games.execute(sent, tally)
                    clock.advance(timedelta(minutes=10))
                if len(tally.faults) >= 10:
                    break
        for text in ("I am away until Monday.\n\nAnn", "", "Ich bin im Urlaub.\n12\n"):
            clock.advance(timedelta(days=2))
            await games.away_for_a_day(text, tally)
        await database.close()
    return tally


def main(count: int = 10_000, seed: int = 1) -> int:
    """Run, print the result, and return 0 if nothing was wrong."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    tally = asyncio.run(run(count, seed))
    for name, number in sorted(tally.counts.items()):
        print(f"{name:25} {number}")
    for fault in tally.faults:
        print(fault[:2_000])
    print(f"seed {seed}: {len(tally.faults)} faults")
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
