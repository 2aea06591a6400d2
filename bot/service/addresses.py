"""Mail addresses of persons: confirmed by a code, given up, invited. Nobody but its owner ever sees one."""

from datetime import datetime

from bot.service.limits import LimitedUseCases
from bot.service.summaries import Cause, Person
from engines.contract import Value


class AddressStatus(Value, frozen=True):
    """What its owner is told of a person's address."""

    address: str | None
    """None: there is none."""
    verified_at: datetime | None = None
    closed_at: datetime | None = None
    """Since when nothing is sent there, because a mail came back."""
    waiting: str | None = None
    """An address to which a code was sent that may still be said."""


class Addresses(LimitedUseCases):
    """The use cases of those who play by mail, or want to."""

    async def find(self, address: str) -> Person | None:
        """The person whose address this is, under the name that they have here; None: nobody's."""
        raise NotImplementedError

    async def status(self, person: Person) -> AddressStatus:
        """What a person's own address is, and what becomes of another."""
        raise NotImplementedError

    async def link(self, person: Person, address: str, *, cause: Cause | None) -> None:
        """Send a code to an address that is to be this person's. Raises Refused.

        It is answered from there, or said at the door where it was asked for (`confirm`). Whose the address
        is already is not told.
        """
        raise NotImplementedError

    async def join(
        self, address: str, name: str, *, cause: Cause | None, in_reply_to: str | None = None
    ) -> None:
        """Send a code to an address whose reader wants to be a person here. Raises Refused.

        `name` as they want to be called, cleaned by `clean_name`.
        """
        raise NotImplementedError

    async def confirm(
        self, digits: str, *, person: Person | None = None, address: str | None = None
    ) -> Person:
        """The person to whom the address belongs from now on. Raises Refused.

        `person`: who says the code at another door; `address`: from where it was answered. One of the two.
        """
        raise NotImplementedError

    async def unlink(self, person: Person) -> None:
        """Give up the address; who has no other door is forgotten by `/privacy` instead. Raises Refused."""
        raise NotImplementedError

    async def invite(self, person: Person, code: str, address: str, *, cause: Cause | None) -> None:
        """Invite whoever reads an address to a game that waits for players. Raises Refused.

        Whether anything is sent there is not told: nothing is where they want nothing ever again, or were
        invited before and have not come.
        """
        raise NotImplementedError

    async def never_again(self, address: str) -> None:
        """Let no invitation be sent to an address ever again."""
        raise NotImplementedError

    async def ask(
        self,
        person: Person,
        about: str,
        *,
        cause: Cause | None,
        code: str | None = None,
        in_reply_to: str | None = None,
    ) -> None:
        """Send a code to a person's own address, to be said before something weighty is done.

        `about`: what it is, as the person will read it; at most 200 characters. Raises Refused.
        """
        raise NotImplementedError

    async def proved(self, person: Person, digits: str) -> str | None:
        """What the code is about that a person says, once: `about`; None where it is wrong or too late."""
        raise NotImplementedError


def clean_name(display: str) -> str:
    """A name as tables show it, 32 characters at most, without anything of an address; never empty."""
    raise NotImplementedError
