"""Recordings of answers to mails, written by ``python -m tests.mail.conversations``.

Each conversation begins where nobody has written yet. A line of it says who writes, to which mail, and
what. The mail is ``_`` for the address of Turnpost itself, ``^`` for the newest answer to the same person,
or another word for a mail about the newest game of that name as it is now. A bar divides the lines of the
text. A ``?`` marks a mail whose sender nobody has verified.
"""

import asyncio
import re
import tempfile
from collections.abc import AsyncIterator
from datetime import timedelta
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Final

from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import AddressCode, MailAnswer, Payload
from bot.store.database import Database
from tests.databases import Sqlite
from tests.mail.people import ADDRESSES, BASE, MailPlayers, mail
from tests.manual_clock import ManualClock
from tests.service.actors import ALL, ANN, BOB, CLEO, DAN

FOLDER: Final = Path(__file__).with_name("conversations")
_PEOPLE: Final = {person.name: person for person in (ANN, BOB, CLEO, DAN)}
_BETWEEN: Final = timedelta(minutes=40)
"""The time between two mails, so that nobody writes too many."""


async def conversation(written: str, database: Database) -> str:
    """A written conversation with the answers that are given now."""
    clock = ManualClock()
    players = MailPlayers(Service(database, ALL, clock, Random(1)), database, clock)
    await players.link(*_PEOPLE.values())
    talk = _Talk(players, clock)
    asked = [line for line in written.splitlines() if line.startswith("> ")]
    return "\n".join([line for one in asked async for line in talk.answers_to(one)]) + "\n"


class _Talk:
    def __init__(self, players: MailPlayers, clock: ManualClock) -> None:
        self._players = players
        self._clock = clock
        self._numbers = count(1)
        self._codes: dict[str, str] = {}
        self._newest: dict[int, MailAnswer] = {}

    async def answers_to(self, asked: str) -> AsyncIterator[str]:
        """A line of a conversation, and everything that is sent because of it."""
        yield asked
        self._clock.advance(_BETWEEN)
        who, to, text = asked.removeprefix("> ").split(maxsplit=2)
        person = _PEOPLE[who.rstrip("?")]
        known = len(await self._players.sent())
        number = next(self._numbers)
        code = self._codes.get(to)
        for key, known_code in self._codes.items():
            text = text.replace(f"{{{key}}}", known_code)
        address = BASE
        if to == "^":
            address = await self._players.answer_address(self._newest[person.id])
        elif code is not None:
            address = await self._players.address(person, await self._game(code))
        incoming = mail(
            ADDRESSES[person.id],
            text.replace("|", "\n"),
            address,
            message_id=f"<{number}@mail.example>",
            subject="Hello" if code is None else f"Re: [{code}] your move",
            auth="none" if who.endswith("?") else "pass",
            raw_hash=sha256(str(number).encode()).hexdigest(),
        )
        await self._players.door.handle(incoming)
        for payload in (await self._players.sent())[known:]:
            for line in await self._lines(payload):
                yield f"  {line}".rstrip()

    async def _game(self, code: str) -> GameSummary:
        return await self._players.service.reading.summary(code)

    async def _lines(self, payload: Payload) -> list[str]:
        if isinstance(payload, AddressCode):
            return [f"code for {payload.purpose}: {payload.about} ({payload.code})"]
        if not isinstance(payload, MailAnswer):
            return [f"{type(payload).__name__} is sent"]
        if payload.person_id is not None:
            self._newest[payload.person_id] = payload
        if payload.code is not None:
            self._codes[(await self._game(payload.code)).key] = payload.code
        facts = [
            f"about {payload.code}, seat {payload.seat}" if payload.code is not None else "",
            "the game" if payload.picture else "",
            f"board {payload.board}" if payload.board is not None else "",
            f"confirms {payload.confirms}" if payload.confirms else "",
            "last" if payload.last else "",
            *(f"attached {name}" for name, _ in payload.attached),
            *(f"“{label}”: {body}" for label, body in payload.choices),
        ]
        about = "; ".join(filter(None, facts))
        return [f"[{payload.subject}] {about}".rstrip(), *_shortened(payload.text).splitlines()]


def _shortened(text: str) -> str:
    """A text with the hashes in it shortened."""
    return re.sub(r"\b[0-9a-f]{64}\b", lambda found: f"{found[0][:8]}…", text)


async def _write() -> None:
    with tempfile.TemporaryDirectory() as folder:
        databases = Sqlite(Path(folder))
        for path in sorted(FOLDER.glob("*.txt")):
            with databases.fresh() as address:
                database = Database(address)
                path.write_text(await conversation(path.read_text(), database))
                await database.close()


if __name__ == "__main__":
    asyncio.run(_write())
