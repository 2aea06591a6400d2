"""The processor time of a mail without pictures, taken in up to its commit or written; and how soon a move by
mail is on its card on Discord."""

import re
import tempfile
import time
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from random import Random, random
from typing import Any, Final, cast

import structlog
from sqlalchemy import text

from bot.collector import tune_collector
from bot.mail.handling import MailHandler
from bot.mail.incoming.intake import Intake
from bot.mail.outgoing.legal_moves import legal_moves, list_key
from bot.mail.outgoing.sender import MailSender
from bot.mail.outgoing.submission import Submission
from bot.mail_servers import MailServer
from bot.outbox.delivery import Delivery, Receipt
from bot.outbox.worker import Outbox
from bot.picture_service import DrawnPicture, PictureService
from bot.service.facade import Service
from bot.service.values.payloads import MailAnswer, TurnNotice
from bot.store.database import Database
from engines.registry import ENGINES
from sandbox.core import Options
from sandbox.driver import Sandbox
from tests.bench import Figure
from tests.bench.moves import rows_alone
from tests.databases import finish, prepare
from tests.mail.people import ADDRESSES, BASE, MailPlayers
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeSender
from tests.ports import free_port
from tests.service.actors import ANN, BOB, CLEO, DAN
from tests.wire.hosting import Host, Table
from tests.wire.mail_tables import link, moves_in

_PROMISED: Final = 5.0
"""The most processor milliseconds of a mail: one taken in up to its commit, or one written, without drawing
and handing over."""
_PROMISED_SOON: Final = 2.0
"""The most seconds from a mail to the card that shows its move, on an idle machine, for 99 of 100 mails."""
_HURRIED: Final = 100
"""How many moves by mail are timed for that."""
_ENDS: Final = re.compile("push|win")
"""Moves that would bring the game to its end."""
_MOVES: Final = 100
"""Moves that are measured: in some games not every tenth begins a turn, of which a mail tells."""
_WARM: Final = 16
"""Moves of a game before anything counts: statements are compiled and tables made once in a process, and
players are guided once.
"""
_PNG: Final = b"\x89PNG" + bytes(range(256)) * 160
"""Bytes in place of a picture, as many as that of a board has."""
_PEOPLE: Final = (ANN, BOB, CLEO, DAN)


def run() -> list[Figure]:
    """Measure a game by mail of each kind: its moves are written as a number and in notation in turn."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    figures: list[Figure] = []
    tune_collector()
    with tempfile.TemporaryDirectory() as folder:
        for key in ENGINES:
            finish(_game(figures, key, f"sqlite:///{Path(folder) / f'{key}.sqlite3'}"))
        finish(_soon(figures, Path(folder)))
    return figures


async def _soon(figures: list[Figure], folder: Path) -> None:
    """Measure a game of Ann on Discord and Bob by mail, with the bot in a process of its own."""
    chance, by_mail, by_command = Random(1), list[float](), list[float]()
    async with Sandbox(Options(mail_to=("127.0.0.1", free_port()))) as sandbox:
        host = Host(sandbox, folder)
        try:
            await host.start_process()
            await link(sandbox.person("Bob"))
            table = await Table.opened(sandbox, repetition=0, quiet_limit=0)
            turn, card = None, await table.card()
            for _ in range(_HURRIED):
                offered = await table.ann.autocomplete("move", focused="notation", channel=table.thread)
                notation = chance.choice([one["value"] for one in offered if not _ENDS.search(one["name"])])
                begun = time.perf_counter()
                await table.ann.slash("move", {"notation": notation}, channel=table.thread)
                card = await table.card(after=card)
                by_command.append(time.perf_counter() - begun)
                turn = await table.bob.mailed(lambda mail: bool(moves_in(mail)), after=turn)
                moves = [one for one in moves_in(turn) if not _ENDS.search(one.words)]
                begun = time.perf_counter()
                await table.bob.reply(turn, chance.choice(moves).notation)
                card = await table.card(after=card)
                by_mail.append(time.perf_counter() - begun)
        finally:
            await host.stop()
    late, floor = (sorted(took)[len(took) * 99 // 100] for took in (by_mail, by_command))
    name = "the same by command"
    what = "roses: from a mail to its card on Discord, p99"
    figures.append(Figure(what, late, "s", floor, name, "less", _PROMISED_SOON))


class _Given(PictureService):
    """A picture service that draws nothing."""

    async def drawn(self, key: str, view: Any, frame: Any) -> DrawnPicture:
        """The same picture for everything."""
        return DrawnPicture("board.png", "The board.", _PNG)


class _Kept(Submission):
    """Sends no mails, and keeps the newest to each address."""

    newest: dict[str, bytes]

    async def _hand_over(self, sender: str, to: str, message: bytes) -> None:
        self.newest[to] = message


class _Writer(MailSender):
    """Writes mails, and notes the processor time of each."""

    took: dict[type, list[float]]

    async def deliver(self, delivery: Delivery) -> Receipt:
        """Write a mail up to its bytes."""
        begun = time.process_time()
        receipt = await super().deliver(delivery)
        self.took.setdefault(type(delivery.payload), []).append(time.process_time() - begun)
        return receipt


async def _game(figures: list[Figure], key: str, address: str) -> None:
    database, clock, chance = Database(address), ManualClock(), Random(1)
    await prepare(database)
    service, pictures = Service(database, ENGINES, clock, Random(1)), _Given(1)
    server = MailServer("127.0.0.1", 9, "none")
    writer = _Writer(server, BASE, service=service, pictures=pictures, clock=clock)
    writer._submission = kept = _Kept(server, "", clock)
    writer.took, kept.newest = {}, {}
    outbox = Outbox(database, FakeSender(), clock, others=[writer], concurrency=1)
    intake = Intake(MailHandler(service, BASE, clock), "")
    try:
        people = _PEOPLE[: ENGINES[key].info.min_seats]
        players = MailPlayers(service, database, clock)
        await players.link(*people)
        for person in people:
            await service.preferences.change(person, confirm="never")
            settings = {"private_by_mail": True, "when": "at_once", "by": "mail"}
            await service.preferences.set_notice_settings(person, settings)
        took: list[float] = []
        code = ""
        for moves_of_game in (_WARM, _MOVES):
            # All mails are counted but those of the first game.
            writer.took.clear()
            took.clear()
            code = (await players.another(key, len(people))).code
            while len(took) < moves_of_game:
                await outbox.drain()
                clock.advance(timedelta(minutes=20))
                await outbox.drain()
                summary = await service.reading.summary(code)
                if summary.status != "active":
                    break
                seat = summary.seats[summary.to_act[0]]
                assert seat.person is not None
                sender = ADDRESSES[seat.person.id]
                moves = await legal_moves(service, seat.person, code)
                move, by_number = chance.choice(moves), len(took) % 2
                words = str(move.number) if by_number and move.number is not None else move.notation
                to = await players.address(seat.person, summary, list_key(moves))
                raw = _reply(kept.newest[sender], words, to)
                before = await _events(database)
                begun = time.process_time()
                assert await intake.take(raw, to, sender) == "done"
                took.append(time.process_time() - begun)
                assert await _events(database) > before, await players.sent()
        rows = _mean((await rows_alone(database, code, _MOVES, answered=True))[_WARM:])
        _note(figures, f"{key}: a move by mail, up to its commit", took, "its rows alone", rows)
        again = _written_again(kept.newest[ADDRESSES[people[0].id]])
        for kind, name in ((TurnNotice, "a turn"), (MailAnswer, "what was done")):
            _note(figures, f"{key}: a mail that tells {name}", writer.took[kind], "its bytes alone", again)
    finally:
        pictures.close()
        await database.close()


def _note(figures: list[Figure], what: str, took: list[float], floor_name: str, floor: float) -> None:
    figures.append(Figure(what, _mean(took), "ms of processor", floor, floor_name, "less", _PROMISED))


def _written_again(mail: bytes) -> float:
    """The processor milliseconds in which the standard library writes a mail's bytes again."""
    message, took = message_from_bytes(mail, policy=policy.SMTP), []
    for _ in range(_MOVES):
        begun = time.process_time()
        message.as_bytes()
        took.append(time.process_time() - begun)
    return _mean(took)


def _mean(took: list[float]) -> float:
    """The mean in milliseconds."""
    return sum(took) / len(took) * 1000


async def _events(database: Database) -> int:
    async with database.reading() as unit:
        return cast("int", await unit._session.scalar(text("SELECT count(*) FROM events")))


def _reply(mail: bytes, words: str, to: str) -> bytes:
    """An answer as mail programs write it, as text and HTML, with the whole mail quoted."""
    answered = message_from_bytes(mail, policy=policy.SMTP)
    result = {}
    for kind in ("plain", "html"):
        part = answered.get_body((kind,))
        assert isinstance(part, EmailMessage)
        result[kind] = part.get_content()
    reply = EmailMessage(policy=policy.SMTP)
    reply["From"], reply["To"] = answered["To"], to
    reply["Subject"] = f"Re: {answered['Subject']}"
    reply["Message-ID"] = f"<{random():.12f}@mail.example>"
    reply["In-Reply-To"] = answered["Message-ID"]
    quoted = "".join(f"> {line}\n" for line in result["plain"].splitlines())
    reply.set_content(f"{words}\n\nOn Mon, 3 Aug 2026 at 18:05, Turnpost wrote:\n\n{quoted}")
    page = f'<div>{words}</div><br><div class="gmail_quote"><blockquote>{result["html"]}</blockquote></div>'
    reply.add_alternative(page, subtype="html")
    return reply.as_bytes()
