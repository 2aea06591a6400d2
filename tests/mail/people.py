"""The persons who play by mail in these tests, and the door to which they write."""

import contextlib
from datetime import timedelta
from itertools import count
from typing import Any, Final

from bot.mail.handling import MailHandler
from bot.mail.incoming.parsing import Incoming
from bot.mail.outgoing.legal_moves import legal_moves, list_key
from bot.mail.reply_address import Capability, ReplyAddresses
from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.values.game_summary import GameSummary
from bot.service.values.payloads import MailAnswer, Payload
from bot.service.values.refused import Refused
from bot.service.values.request import Person
from bot.store.database import Database
from bot.store.models import IdentityRow
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeMailSender, FakeSender
from tests.service import prepared
from tests.service.actors import ANN, BOB, CLEO, DAN, FOUR, SINCE, begun

BASE: Final = "turn@games.example"
ADDRESSES: Final = {person.id: f"{person.name.lower()}@mail.example" for person in (ANN, BOB, CLEO, DAN)}
_numbers = count(1)


async def _link(service: Service, *people: Person) -> None:
    async with service.lobby._database.transaction() as unit:
        for person in people:
            address = ADDRESSES[person.id]
            unit.add(IdentityRow(kind="mail", external_id=address, person_id=person.id, verified_at=SINCE))


@prepared.once
async def _nowhere(service: Service, key: str, seats: int, **arguments: Any) -> GameSummary:
    await _link(service, *FOUR[:seats])
    return await begun(service, key, *FOUR[1:seats], place=None, **arguments)


class MailPlayers:
    """Persons with addresses, who write mails and get answers."""

    def __init__(self, service: Service, database: Database, clock: ManualClock) -> None:
        self.service = service
        self.database = database
        self.door = MailHandler(service, BASE, clock)
        self.sender, self.discord = FakeMailSender(), FakeSender()
        self.outbox = Outbox(database, self.discord, clock, others=[self.sender])

    async def link(self, *people: Person) -> None:
        """Give these persons addresses, as if they had confirmed them."""
        await _link(self.service, *people)

    async def by_mail_alone(self, *people: Person) -> None:
        """Make persons with addresses such as have signed up by mail and have no Discord account."""
        for person in people:
            await self.service.preferences.set_notice_settings(person, {"by": "mail"})
            async with self.database.transaction() as unit:
                await unit.persons.drop_identity(person.id, "discord")

    async def nowhere(self, key: str = "roses", seats: int = 2, **arguments: Any) -> GameSummary:
        """A game without a place on Discord, of Ann, Bob and more persons for further seats."""
        return await _nowhere(self.service, key, seats, **arguments)

    async def another(self, key: str = "roses", seats: int = 2, **arguments: Any) -> GameSummary:
        """A game without a place on Discord, of persons who have addresses already."""
        return await begun(self.service, key, *FOUR[1:seats], place=None, **arguments)

    async def address(self, person: Person, game: GameSummary | None, confirms: str = "") -> str:
        """The reply address of a mail to a person about how a game stands."""
        if game is None:
            return (await self.addresses()).make(person.id, None, None, 0, confirms)
        now = await self.service.reading.summary(game.code)
        seat = next((s.seat for s in now.seats if s.person and s.person.id == person.id), None)
        return (await self.addresses()).make(person.id, game.code, seat, now.public_version, confirms)

    async def addresses(self) -> ReplyAddresses:
        """The maker and reader of reply addresses."""
        return ReplyAddresses(BASE, {key.id: key.secret for key in await self.service.mail.keys()})

    async def answer_address(self, answer: MailAnswer) -> str:
        """The reply address that an answer has."""
        assert answer.person_id is not None
        version = 0
        if answer.code is not None:
            version = (await self.service.reading.summary(answer.code)).public_version
        confirms = answer.confirms
        if answer.picture and not confirms and answer.code is not None:
            # The sender adds this part.
            with contextlib.suppress(Refused):
                moves = await legal_moves(self.service, Person(answer.person_id, ""), answer.code)
                confirms = list_key(moves)
        return (await self.addresses()).make(answer.person_id, answer.code, answer.seat, version, confirms)

    async def write(self, person: Person, text: str, to: str, **more: Any) -> MailAnswer | None:
        """Write a mail from a person's address. Returns the answer."""
        return await self.deliver(mail(ADDRESSES[person.id], text, to, **more))

    async def deliver(self, incoming: Incoming) -> MailAnswer | None:
        """Let a mail come in. Returns the answer that it caused."""
        before = len(await self.sent())
        await self.door.handle(incoming)
        new = (await self.sent())[before:]
        answers = [one for one in new if isinstance(one, MailAnswer)]
        assert len(answers) <= 1
        return answers[0] if answers else None

    async def sent(self) -> list[Payload]:
        """The payloads of everything mailed so far."""
        await self.outbox.drain()
        return [one.payload for one in self.sender.delivered]

    async def read(self, address: str) -> Capability | None:
        """The capability in a reply address."""
        read = (await self.addresses()).read(address)
        return read if isinstance(read, Capability) else None


def mail(sender: str, text: str, to: str, **more: Any) -> Incoming:
    """An incoming mail."""
    number = next(_numbers)
    given: dict[str, Any] = {
        "message_id": f"<{number}@mail.example>",
        "in_reply_to": "",
        "sender": sender,
        "recipient": to,
        "auth": "pass",
        "automatic": False,
        "bounce": None,
        "subject": "Re: [K7QX] your move",
        "text": text,
        "raw_hash": f"{number:064x}",
    }
    return Incoming(**(given | more))


async def played(service: Service, game: GameSummary) -> list[str]:
    """The lines of a game's history."""
    return [line.text for line in await service.reading.history(game.code, None)]


async def asked(
    players: MailPlayers, person: Person, game: GameSummary | None, text: str, **more: object
) -> MailAnswer:
    """The answer to a mail that answers the newest one about a game."""
    answer = await players.write(person, text, await players.address(person, game), **more)
    assert answer is not None
    return answer


class Conversation:
    """Mails of several people about one game, far enough apart that all are answered."""

    def __init__(self, service: Service, database: Database, clock: ManualClock) -> None:
        self.players = MailPlayers(service, database, clock)
        self.service = service
        self.clock = clock
        self.code: str | None = None

    async def write(self, person: Person, line: str, to: str | None = None, **more: object) -> MailAnswer:
        """The answer to a mail that answers the newest one about the game."""
        self.clock.advance(timedelta(minutes=4))
        game = None if self.code is None else await self.service.reading.summary(self.code)
        answer = await self.players.write(
            person, line, to or await self.players.address(person, game), **more
        )
        assert answer is not None
        return answer

    async def expect(self, *lines: tuple[Person, str, str]) -> None:
        """Write lines, and check the answers: a person, the line, and a text in the answer."""
        for person, line, words in lines:
            answer = await self.write(person, line)
            assert words in answer.text, (line, answer.text)
