"""Persons who have mail addresses, and the mails that they get."""

from bot.outbox.worker import Outbox
from bot.service.facade import Service
from bot.service.values.payloads import AddressCode, MailInvitation
from bot.service.values.request import Person
from bot.store.database import Database
from tests.manual_clock import ManualClock
from tests.outbox.fake_sender import FakeMailSender, FakeSender
from tests.service.actors import new_cause

ANNS, BOBS, NEW = "ann@example.org", "bob@example.org", "eva@example.org"


class Post:
    """The mails that have come."""

    def __init__(self, database: Database, clock: ManualClock) -> None:
        self.database, self.clock = database, clock
        self.sender, self.discord = FakeMailSender(), FakeSender()
        self.outbox = Outbox(database, self.discord, clock, others=[self.sender])

    async def codes(self) -> list[AddressCode]:
        """Every code that came so far."""
        await self.outbox.drain()
        return [one.payload for one in self.sender.delivered if isinstance(one.payload, AddressCode)]

    async def invited(self) -> list[str]:
        """The addresses to which invitations came so far."""
        await self.outbox.drain()
        return [
            one.payload.address for one in self.sender.delivered if isinstance(one.payload, MailInvitation)
        ]


async def linked(service: Service, post: Post, person: Person, address: str) -> Person:
    """A person with an address of their own."""
    await service.addresses.link(person, address, cause=new_cause())
    digits = (await post.codes())[-1].digits
    return (await service.addresses.confirm(digits, person=person)).person


async def joined(service: Service, post: Post, address: str, name: str = "Eva", code: str = "") -> Person:
    """A person who has signed up by mail and plays only by mail."""
    await service.addresses.join(address, name, cause=new_cause(), code=code or None)
    return (await service.addresses.confirm((await post.codes())[-1].digits, address=address)).person
