"""Fixtures of the mail door's tests. What is answered is compared with what is written down
(`tests.discord.saying`).
"""

import re
from collections.abc import AsyncIterator, Iterator
from itertools import count

import pytest
from msgspec.structs import asdict

from bot.mail.incoming.mime import Unreadable
from bot.mail.incoming.parsing import Incoming
from bot.mail.outgoing.letter import Board, Letter, Links, Moves, Part, Text
from bot.mail.outgoing.message import Envelope, compose
from bot.mail.outgoing.sender import MailSender
from bot.outbox.delivery import Failure
from bot.picture_service import PictureService
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import MailAnswer
from bot.store.database import Database
from engines.contract import AnyEngine
from tests.discord import saying
from tests.mail.mail_server import Kept, mail_server
from tests.mail.people import Conversation, MailPlayers
from tests.manual_clock import ManualClock
from tests.service.chat.table import Table
from tests.service.prepared import Numbers

_LINES = 40
"""The most lines of an answer that are recorded here: long answers are recorded in the conversations."""
_ANSWERED = ("subject", "text", "choices", "picture", "public_version", "last")


@pytest.fixture
def players(service: Service, database: Database, clock: ManualClock) -> MailPlayers:
    """The mail door, with persons who write to it."""
    return MailPlayers(service, database, clock)


@pytest.fixture
async def game(players: MailPlayers) -> GameSummary:
    """A game of Ann and Bob; Ann is to play."""
    return await players.nowhere()


@pytest.fixture
async def outgoing() -> AsyncIterator[Kept]:
    """A mail server that keeps all mails."""
    async with mail_server() as kept:
        yield kept


@pytest.fixture
def pictures() -> Iterator[PictureService]:
    """Real pictures."""
    service = PictureService(1)
    yield service
    service.close()


@pytest.fixture
def sender(
    outgoing: Kept,
    service: Service,
    engines: dict[str, AnyEngine],
    pictures: PictureService,
    clock: ManualClock,
) -> MailSender:
    """A sender to the mail server of this test."""
    return MailSender(
        outgoing.server,
        "turn@games.example",
        service=service,
        pictures=pictures,
        clock=clock,
    )


@pytest.fixture
def conversation(service: Service, database: Database, clock: ManualClock) -> Conversation:
    """A new conversation in which nobody has written yet."""
    return Conversation(service, database, clock)


@pytest.fixture
async def table(database: Database, service: Service, clock: ManualClock) -> Table:
    """A game of Ann (RED), Bob (BLUE), Cleo (GREEN) and Dan (ORANGE) on a server."""
    return await Table(database, service, clock).open()


pytest_pyfunc_call = saying.compare


def _shown(part: Part) -> object:
    """A part of a mail for the recording; boards and moves without their words, which have other tests."""
    match part:
        case Board():
            return {"board": part.key, "frame": part.frame}
        case Moves():
            return {"moves": " ".join(f"{group.name}: {len(group.moves)}" for group in part.shown)}
        case Links():
            return {"links": " | ".join(": ".join(link) for link in part.links)}
        case Text():
            return part


@pytest.fixture(autouse=True)
def _answers_are_noted(noting: pytest.MonkeyPatch) -> None:
    deliver = MailPlayers.deliver

    async def answered(self: MailPlayers, incoming: Incoming) -> MailAnswer | None:
        answer = await deliver(self, incoming)
        if answer is not None:
            lines = answer.text.split("\n")
            if len(lines) > _LINES:
                lines[_LINES:] = ["…"]
            saying.note(
                "answer", {name: getattr(answer, name) for name in _ANSWERED} | {"text": "\n".join(lines)}
            )
        return answer

    def composed(letter: Letter, envelope: Envelope) -> bytes:
        # Without random parts: the key, what it signs, and the delivery's nonce.
        reply_to, stop = (to.rsplit(".", 3)[0] for to in (envelope.reply_to, envelope.stop))
        thread = re.sub(r"mail\.\w+", "mail", envelope.thread)
        headers = {"reply_to": reply_to, "stop": stop, "thread": thread, "in_reply_to": envelope.in_reply_to}
        saying.note("mail", headers | asdict(letter) | {"parts": list(map(_shown, letter.parts))})
        return compose(letter, envelope)

    # Random draws depend on these numbers: they are the same whichever tests ran before.
    noting.setattr("tests.service.prepared.requests", Numbers())
    noting.setattr("tests.mail.people._numbers", count(1))
    noting.setattr(MailPlayers, "deliver", answered)
    noting.setattr("bot.mail.outgoing.sender.compose", composed)
    saying.note_refusals(noting, Failure, Unreadable)
