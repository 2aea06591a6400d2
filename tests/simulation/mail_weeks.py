"""Weeks by mail in virtual time: ``python -m tests.simulation.mail_weeks [days] [seed]``.

Everybody plays by real mails, which the bot writes and which they answer with programs that quote as the
fixtures do. They write from other addresses, forward mails to friends who answer, answer old mails, send one
three times, send far too much, are away while a program answers, lose their mailbox for a day, and stop to
get mail. Others forge, guess, alter and send again (`mail_forgeries`). What each mail has changed, in
whatever table, is judged by what its sender has written before it became a mail (`mail_records`).
"""

from __future__ import annotations

import logging
import re
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Final

import structlog
from sqlalchemy import select

from bot.mail.handling import MailHandler
from bot.mail.incoming.intake import Intake
from bot.mail.outgoing.sender import MailSender
from bot.mail.reply_address import Capability, ReplyAddresses
from bot.outbox.worker import Outbox
from bot.picture_service import DrawnPicture, PictureService, filename_of
from bot.service.accounts.mail import HOURLY_ANSWERS
from bot.service.facade import Service
from bot.service.game.setup import GameSetup
from bot.service.scheduler import ClockScheduler
from bot.service.values.request import Person
from bot.store.database import Database
from bot.store.models import GameRow, IdentityRow
from engines.contract import View
from engines.registry import ENGINES
from render.contract import Frame
from sandbox.driver import SeenMail
from sandbox.mail.writing import bounce
from sandbox.world.entities import Mail
from tests.databases import Sqlite, finish
from tests.mail.mail_server import Kept, mail_server
from tests.mail.people import ADDRESSES, BASE
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.service.actors import ANN, BOB, CLEO, DAN, SINCE, new_cause
from tests.simulation import mail_records
from tests.simulation.exposure import signed
from tests.simulation.mail_forgeries import KINDS, Forgery, Seized, forged, shapes, written
from tests.simulation.mails import SERVER, Tally
from tests.wire.mail_tables import moves_in
from tests.wire.players import MailPlayer

GAMES: Final[dict[str, tuple[Person, ...]]] = {
    "roses": (ANN, BOB),
    "flicflac": (CLEO, DAN),
    "reef": (BOB, CLEO),
    "tae": (DAN, ANN),
    "gods": (ANN, BOB, CLEO, DAN),
}
STEP: Final = timedelta(minutes=30)
FORGED: Final = 2
"""How many mails are forged in each person's name at a time."""
HOUR: Final = timedelta(hours=1)
PATIENCE: Final = timedelta(hours=1)
"""The time after which a pending player asks for the state of the game, whether or not a mail came."""
_SETTINGS: Final = (
    *("settings when: digest", "settings when: at once", "settings quiet_hours: 22:00-7:00"),
    *("settings confirm: always", "settings confirm: never", "settings quiet_hours: none"),
)
_ABSENT: Final = ("I am away until Monday.\n\nAnn", "Ich bin im Urlaub.\n12\n", "Merci de votre message !")
_AGAIN: Final = "a mail that came before"


_PNG: Final = b"\x89PNG" + bytes(range(256)) * 20


class _Undrawn(PictureService):
    """A picture service with the same bytes for every picture: no test looks at them."""

    async def drawn(self, key: str, view: View, frame: Frame) -> DrawnPicture:
        """The same picture, whatever is to be drawn."""
        return DrawnPicture(filename_of(key, frame), "The board.", _PNG)


class NoAnswerError(Exception):
    """A mail was not answered; that is allowed."""


def _says(words: str, notation: str) -> bool:
    """Whether the words mean this notation, without the effects that the record adds to it."""
    return notation == words or re.match(re.escape(words) + r"[^\w-]", notation) is not None


class Writer:
    """A person who plays by mail, with the mail program that they use today."""

    def __init__(self, weeks: Weeks, person: Person) -> None:
        self._weeks = weeks
        self.person = person
        self.name, self.address = person.name, ADDRESSES[person.id]
        self.absent_until: datetime | None = None
        self.bounces_until: datetime | None = None
        self.stopped = False
        """Whether the person gets no mails except answers."""
        self.mails: list[SeenMail] = []
        self.wrote: dict[str, list[str]] = {}
        """The moves written last, by the reply address that they were written to."""

    async def mail(
        self, text: str, *, to: str | None = None, subject: str = "", answers: SeenMail | None = None
    ) -> SeenMail:
        """Write a mail to the bot."""
        to = to or (BASE if answers is None else answers.reply_address)
        listed = (
            {} if answers is None else {one.number: one.notation for one in moves_in(answers) if one.number}
        )
        lines = [listed.get(line, line) for line in text.split("\n")]
        code = self._weeks.code_of(to)
        moves = self.wrote.get(code, []) if text == "yes" else lines
        self.wrote[code] = moves
        message_id = self._weeks.new_id()
        await self._weeks.carry(self, text, to, moves, message_id)
        return SeenMail(Mail(0, 0, 0.0, f"Message-ID: {message_id}\n\n{text}".encode(), "sent"))

    async def reply(self, mail: SeenMail, text: str) -> SeenMail:
        """Answer a mail."""
        return await self.mail(text, answers=mail)

    async def mailed(
        self, fits: Callable[[SeenMail], bool] = lambda _: True, *, after: SeenMail | None = None
    ) -> SeenMail:
        """The newest mail that fits. Raises NoAnswerError."""
        for mail in reversed(self.mails):
            if fits(mail) and (after is None or mail.id > after.id):
                return mail
        raise NoAnswerError


class Weeks:
    """A bot, its players, and people who forge mails."""

    def __init__(
        self, database: Database, kept: Kept, pictures: PictureService, clock: ManualClock, rng: Random
    ) -> None:
        self.database, self.clock, self.rng, self.kept = database, clock, rng, kept
        assert database.file is not None
        self.file = Path(database.file)
        self.tally = Tally()
        self.service = Service(database, ENGINES, clock, Random(rng.random()))
        self.door = MailHandler(self.service, BASE, clock)
        self.intake = Intake(self.door, SERVER)
        sender = MailSender(kept.server, BASE, service=self.service, pictures=pictures, clock=clock)
        self.outbox = Outbox(database, FakeSender(), clock, others=[sender])
        self.scheduler = ClockScheduler(database, self.service, clock)
        self.writers = {person.id: Writer(self, person) for person in (ANN, BOB, CLEO, DAN)}
        self.players: list[MailPlayer] = []
        self.later: list[tuple[bytes, str, str]] = []
        """Mails that will come again, with their recipients and senders."""
        self.answered: dict[str, deque[datetime]] = {}
        self.addresses = ReplyAddresses(BASE, {})
        self.wild = True
        self._seen = 0
        self._acted: dict[str, datetime] = {}
        self._programs: dict[str, datetime] = {}

    # -- what goes to and fro --------------------------------------------------------------------------

    def code_of(self, address: str) -> str:
        """The code of the game that an address is about, or ""."""
        grant = self.addresses.read(address)
        return grant.code or "" if isinstance(grant, Capability) else ""

    async def carry(self, writer: Writer, text: str, to: str, moves: Sequence[str], message_id: str) -> None:
        """Bring a mail to the bot, with everything that may happen to it on the way."""
        rng, program = self.rng, self.rng.choice(sorted(shapes()))
        before = len(writer.mails)
        own = written(program, writer.address, to, text, message_id, code=self.code_of(to))
        if self.wild:
            for _ in range(rng.choice((0, 0, 1, 2))):
                await self.forge(writer, text=text, own=own, to=to)
            if rng.random() < 0.1:
                await self.answer_old(writer)
        await self.deliver(own, to, writer.address, writer.person, moves)
        if self.wild and rng.random() < 0.3:
            # Two more come at once or later, in whatever order.
            self.later += [(own, to, writer.address)] * 2
        self.tally.counts["mails of players"] += 1
        answers = [one for one in writer.mails[before:] if one.in_reply_to == message_id]
        self.tally.counts["answers"] += len(answers)
        if len(answers) > 1:
            self.fault(f"{len(answers)} answers to {text!r}")

    async def forge(self, writer: Writer, *, text: str = "", own: bytes = b"", to: str = "") -> None:
        """Do one of the things that change nothing, with what a person has just written or with a mail that
        came to them.
        """
        rng = self.rng
        read = self.addresses.read
        mails = [one for one in writer.mails[-40:] if isinstance(read(one.reply_address), Capability)]
        if not mails:
            return
        mail = mails[-1] if rng.random() < 0.5 else rng.choice(mails)
        if not own:
            listed = moves_in(mail)
            text = rng.choice((listed[0].number, rng.choice(listed).notation)) if listed else "yes"
            to = mail.reply_address
            own = written("gmail-web-en", writer.address, to, text, self.new_id())
        if to == BASE:
            to = mail.reply_address
        one = forged(rng.choice(tuple(KINDS)), Seized(mail, writer.address, text, own, to), rng)
        self.tally.counts[f"in vain: {one.kind}"] += 1
        if await self.door.knows(one.to) != one.known:
            self.fault(f"{one.kind}: the address {one.to} is taken, or is not")
        await self.deliver(one.raw, one.to, one.envelope_sender, None, (), what=one.kind, forgery=one)

    async def answer_old(self, writer: Writer) -> None:
        """Answer an old mail by one of the moves that it lists."""
        mail = self.rng.choice(writer.mails)
        listed = moves_in(mail)
        grant = self.addresses.read(mail.reply_address)
        if not listed or not isinstance(grant, Capability) or grant.code is None:
            return
        game = await self.service.reading.summary(grant.code)
        chosen = self.rng.choice(listed)
        now = grant.public_version == game.public_version
        words = self.rng.choice((chosen.number, chosen.notation)) or chosen.notation
        raw = written(
            self.rng.choice(sorted(shapes())),
            writer.address,
            mail.reply_address,
            words,
            self.new_id(),
        )
        self.tally.counts["answers to old mails"] += not now
        await self.deliver(
            raw, mail.reply_address, writer.address, writer.person, (chosen.notation,) if now else ()
        )

    async def deliver(
        self,
        raw: bytes,
        to: str,
        sender: str,
        person: Person | None,
        moves: Sequence[str],
        *,
        what: str = "",
        forgery: Forgery | None = None,
    ) -> None:
        """Take a mail as the listener does, and judge what it changes. `person`: who may change anything, of
        their own; None: nobody.
        """
        if not await self.door.knows(to):
            self.tally.counts["refused at once"] += 1
            return
        before = mail_records.read(self.file)
        outcome = await self.intake.take(raw, to, sender)
        if outcome == "later":
            self.fault(f"a fault at {raw[:3000]!r}")
        changed = mail_records.changes(before, mail_records.read(self.file))
        wrong = (
            mail_records.in_vain(
                changed, sender, asks=bool(forgery and forgery.asks), opens=bool(forgery and forgery.opens)
            )
            if person is None
            else mail_records.of_others(changed, person)
        )
        for change in wrong:
            self.fault(f"{what or 'a mail'} of {sender} to {to} has changed {change}: {raw[:2000]!r}")
        for row in mail_records.played(changed):
            if (
                person is None
                or row["player_id"] != person.id
                or not any(_says(one, row["notation"] or "") for one in moves)
            ):
                self.fault(
                    f"{row['notation']!r} of {row['player_id']} was played by {sender} who wrote {moves}"
                )
            self.tally.counts["moves"] += 1
        mails = len(self.kept.raw)
        await self.wait_until_idle()
        if what == _AGAIN and any(
            b"\r\nAuto-Submitted: auto-replied" in one for one in self.kept.raw[mails:]
        ):
            self.fault(f"a mail that came again was answered again: {raw[:1000]!r}")

    async def wait_until_idle(self) -> None:
        """Let the bot send everything that is due, and people get it."""
        await self.outbox.drain()
        keys = await self.service.mail.keys()
        self.addresses = ReplyAddresses(BASE, {key.id: key.secret for key in keys})
        owners = {one.address: one for one in self.writers.values()}
        while self._seen < len(self.kept.raw):
            at, self._seen = self._seen, self._seen + 1
            raw, (to,), sender = self.kept.raw[at], self.kept.recipients[at], self.kept.senders[at] or ""
            mail = SeenMail(Mail(at + 1, 0, 0.0, raw, "received"))
            if mail.in_reply_to:
                self._judge_rate(to)
            writer = owners.get(to)
            if writer is None:
                self.tally.counts["mails to others"] += 1
            elif writer.bounces_until is not None:
                self.tally.counts["bounced"] += 1
                gone = bounce(
                    sender, to, "550 5.1.1 There is no such mailbox", raw, self.clock.now().timestamp()
                )
                await self.intake.take(gone, sender, "")
            else:
                writer.mails.append(mail)
                if writer.absent_until is not None:
                    await self._answer_automatically(writer, mail)

    def _judge_rate(self, to: str) -> None:
        now, answers = self.clock.now(), self.answered.setdefault(to, deque())
        answers.append(now)
        while answers[0] <= now - HOUR:
            answers.popleft()
        if len(answers) > HOURLY_ANSWERS:
            self.fault(f"{len(answers)} answers to {to} within an hour")

    async def _answer_automatically(self, writer: Writer, mail: SeenMail) -> None:
        """A program answers, and says so or not; nobody is answered twice a day by that."""
        says = self.rng.random() < 0.5
        head = f"From: {writer.address}\r\nMessage-ID: {self.new_id('auto')}\r\n"
        head += "Auto-Submitted: auto-replied\r\n" if says else ""
        words = _ABSENT[writer.person.id % len(_ABSENT)]
        raw = f"{head}Subject: Re: {mail.subject}\r\n\r\n{words}\r\n".encode()
        stored, before = mail_records.read(self.file), len(self.kept.raw)
        await self.intake.take(raw, mail.reply_address, writer.address)
        self.tally.counts["answers of programs"] += 1
        changed = mail_records.changes(stored, mail_records.read(self.file))
        for change in mail_records.in_vain(changed, writer.address):
            self.fault(f"a program has changed {change}: {raw!r}")
        await self.outbox.drain()
        answers = [
            one
            for one in map(SeenMail, (Mail(0, 0, 0.0, raw, "received") for raw in self.kept.raw[before:]))
            if "@auto>" in one.in_reply_to
        ]
        since = self._programs.get(writer.name)
        if answers and (says or (since is not None and since > self.clock.now() - timedelta(days=1))):
            self.fault(f"a program was answered again: {answers}")
        if answers:
            self._programs[writer.name] = self.clock.now()

    def new_id(self, domain: str = "mail.example") -> str:
        """A Message-ID."""
        return f"<{self.rng.getrandbits(64):x}@{domain}>"

    def fault(self, what: str) -> None:
        self.tally.faults.append(f"{self.clock.now():%m-%d %H:%M} {what}")

    # -- what people do --------------------------------------------------------------------------------

    async def open(self, keys: Sequence[str]) -> None:
        """Give everybody an address, and open the games."""
        async with self.database.transaction() as unit:
            for one in self.writers.values():
                unit.add(
                    IdentityRow(
                        kind="mail", external_id=one.address, person_id=one.person.id, verified_at=SINCE
                    )
                )
        for one in self.writers.values():
            await self.command(one, "settings private_by_mail: yes by: mail")
        for key in keys:
            opener, *others = GAMES[key]
            game = await self.service.lobby.create(
                opener, None, GameSetup(key, seats=len(others) + 1, deadline_hours=96), cause=new_cause()
            )
            for other in others:
                game = await self.service.lobby.join(other, game.code, cause=new_cause())
            for person in GAMES[key]:
                player = MailPlayer(self.writers[person.id], key, game.code, Random(self.rng.random()))
                self.players.append(player)
            self._acted[game.code] = self.clock.now()
        await self.wait_until_idle()

    async def command(self, writer: Writer, text: str, code: str = "") -> None:
        """Write a text that is no move."""
        program = "gmail-new-mail-from-link"
        raw = written(program, writer.address, BASE, text, self.new_id(), code=code)
        await self.deliver(raw, BASE, writer.address, writer.person, ())

    async def live(self, days: float, most: float) -> Tally:
        """Play `days` in which anything may happen, then until the games are over: `most` days in all."""
        begin = self.clock.now()
        while self.clock.now() < begin + timedelta(days=most):
            self.wild = self.clock.now() < begin + timedelta(days=days)
            self.clock.advance(STEP)
            await self.scheduler.process_due()
            await self.wait_until_idle()
            await self._come_again()
            for writer in self.writers.values():
                await self._live(writer)
                if self.wild:
                    await self._forge_more(writer)
            if all(player.over for player in self.players):
                break
        async with self.database.reading() as unit:
            rows = (await unit._session.execute(select(GameRow.key, GameRow.status))).all()
        self.tally.counts.update(f"{key} {status}" for key, status in rows)
        self.tally.faults += [f"{key} is {status}" for key, status in rows if status != "finished"]
        self.tally.counts["days"] = (self.clock.now() - begin).days
        problems = (await self.service.doctor.everything()).problems
        self.tally.faults += [f"doctor: {one.sentence}" for one in problems if one.level == "wrong"]
        return self.tally

    async def _come_again(self) -> None:
        self.rng.shuffle(self.later)
        again, self.later = self.later[:6], self.later[6:]
        for raw, to, sender in again:
            self.tally.counts["came again"] += 1
            await self.deliver(raw, to, sender, None, (), what=_AGAIN)

    async def _forge_more(self, writer: Writer) -> None:
        """Forge mails of a person who sleeps, and answer old ones."""
        for _ in range(FORGED):
            await self.forge(writer)
        if writer.mails and self.rng.random() < 0.1:
            await self.answer_old(writer)

    async def _live(self, writer: Writer) -> None:
        rng, now = self.rng, self.clock.now()
        if writer.absent_until is not None and (now >= writer.absent_until or not self.wild):
            writer.absent_until = None
        if writer.bounces_until is not None and (now >= writer.bounces_until or not self.wild):
            writer.bounces_until = None
            await self._come_back(writer)
        if self.wild and rng.random() < 0.01:
            writer.absent_until = now + timedelta(hours=rng.randint(3, 12))
        elif self.wild and rng.random() < 0.003:
            writer.bounces_until = now + timedelta(hours=rng.randint(3, 12))
        if writer.absent_until is not None or writer.bounces_until is not None or rng.random() < 0.2:
            return
        if self.wild and rng.random() < 0.05:
            self.tally.counts["settings"] += 1
            await self.command(writer, rng.choice(_SETTINGS))
        if rng.random() < (0.03 if writer.stopped else 0.01 if self.wild else 0):
            writer.stopped = not writer.stopped
            self.tally.counts["stopped"] += writer.stopped
            await self.command(writer, "stop" if writer.stopped else "settings where: dm")
        for player in self.players:
            if player.person is writer and not player.over:
                await self._play(player, writer)

    async def _come_back(self, writer: Writer) -> None:
        """Confirm the address again, to which mail came back."""
        self.tally.counts["came back"] += 1
        await self.command(writer, f"join {writer.name}")
        code = re.search(r"\b\d{8}\b", writer.mails[-1].text)
        if code is not None:
            await self.command(writer, code[0])

    async def _play(self, player: MailPlayer, writer: Writer) -> None:
        game = await self.service.reading.summary(player.code)
        if game.status in {"finished", "abandoned"}:
            player.over = True
            return
        seat = game.seat_of(writer.person.id)
        try:
            if await player.act() is not None:
                self._acted[player.code] = self.clock.now()
            elif seat in game.to_act and self.clock.now() - self._acted[player.code] > PATIENCE:
                self.tally.counts["asked how it stands"] += 1
                self._acted[player.code] = self.clock.now()
                if game.status == "paused":
                    await self.command(writer, f"resume game: {player.code}", player.code)
                await self.command(writer, f"board {player.code}", player.code)
        except NoAnswerError:
            self.tally.counts["not answered"] += 1


async def lived(days: float, seed: int, keys: Sequence[str] = tuple(GAMES), most: float = 60) -> Tally:
    """Play days in which anything may happen, and then the rest of these games."""
    with tempfile.TemporaryDirectory() as folder, Sqlite(Path(folder)).fresh() as address, signed():
        database, clock, pictures = Database(address), ManualClock(), _Undrawn(1)
        async with mail_server() as kept:
            weeks = Weeks(database, kept, pictures, clock, Random(seed))
            try:
                await weeks.open(keys)
                return await weeks.live(days, most)
            finally:
                pictures.close()
                await database.close()


def main(days: float = 7, seed: int = 1) -> int:
    """Play, print the result, and return 0 if nothing was wrong."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    tally = finish(lived(days, seed))
    for name, number in sorted(tally.counts.items()):
        print(f"{name:25} {number}")
    for fault in tally.faults[:20]:
        print(fault[:2_000])
    print(f"seed {seed}: {len(tally.faults)} faults")
    return bool(tally.faults)


if __name__ == "__main__":
    sys.exit(main(*(float(one) if at == 0 else int(one) for at, one in enumerate(sys.argv[1:]))))  # type: ignore[arg-type]
