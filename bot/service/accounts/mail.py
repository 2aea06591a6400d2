"""What the mail door remembers: which mails it has carried out, its answers to each sender, its keys."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from msgspec.structs import replace

from bot.clock import DAY, HOUR
from bot.service.game.live import LiveGame
from bot.service.notices import undeliverable
from bot.service.notices.enqueuing import enqueue_without_event
from bot.service.people.doors import MAIL
from bot.service.play.actions import Closing
from bot.service.usecases import UseCases, retried
from bot.service.values.answers import Played, Preview
from bot.service.values.payloads import MailAnswer
from bot.service.values.request import Cause, Person
from bot.store.models import MailKeyRow, ReceivedMailRow
from bot.store.repositories import mails
from bot.store.unit import Unit
from engines.contract import Value

address_hash: Final = mails.address_hash
invitation_hashes: Final = mails.invitation_hashes
mailbox_hash: Final = mails.mailbox_hash
sender_hashes: Final = mails.sender_hashes


def address_tag(address: str) -> str:
    """A tag that distinguishes a person's addresses where the address itself must not be stored: eight digits
    of its hash.
    """
    return address_hash(address)[:8]


HOURLY_ANSWERS: Final = 20
KEY_LIFE: Final = timedelta(days=30)
"""How long new addresses are signed with one key."""
KEY_GOOD: Final = timedelta(days=60)
"""How long addresses are valid after the last one was signed with their key."""
PARTS: Final = 20
"""The most things that a mail may ask for."""
MAILS_KEPT: Final = timedelta(days=30)
"""How long it is known that a mail was carried out; a mail server gives up much sooner."""
_HELD_FOR: Final = timedelta(days=7)
_CODES_KEPT: Final = timedelta(days=2)


def part_of(cause: Cause, number: int) -> Cause:
    """The cause of one of the things that a mail asks for, numbered from 1."""
    return Cause(f"{cause.key}:{number}")


class MailKey(Value, frozen=True):
    """A key that signs reply addresses."""

    id: int
    secret: bytes
    """The key itself, 32 bytes."""
    made_at: datetime


class Known(Value, frozen=True):
    """Known facts about a mail, before it is read."""

    done: bool
    """Whether it was carried out to its end."""
    begun: bool
    """Whether anything that it asks for was done in a game."""
    key: str | None
    """The key of the game's rules, if there is a game that it is about."""
    person: Person | None
    """The person with the sender's address, under the name that they have here."""
    closed: bool
    """Whether mail to them came back, so that none is sent."""
    time_zone: str | None
    """The person's time zone."""


Answered: TypeAlias = Literal["enqueued", "before", "too_many"]
"""What became of an answer: it is in the outbox; the mail was closed before; its sender has had too many."""


def _most_answers(*, known: bool) -> tuple[int, timedelta]:
    """The most answers that a sender gets, and in which time; `known`: the sender is a person here."""
    return (HOURLY_ANSWERS, HOUR) if known else (1, DAY)


class Mail(UseCases):
    """The use cases of the mail door. A mail is known by its cause, an address by `address_hash`."""

    _keys: tuple[datetime, tuple[MailKey, ...]] | None = None
    """The keys that were read, and when."""

    async def known(self, cause: Cause, address: str, code: str | None, lines: int) -> Known:
        """The known facts about a mail before it is read.

        `code`: the game that it is about; `lines`: those of its text, each of which asks for one thing at
        most.
        """
        async with self._database.reading() as unit:
            parts = [part_of(cause, before + 1).key for before in range(min(lines, PARTS))]
            known = await unit.mails.known(cause.key, parts, address.lower(), code or "")
        person = None if known.person_id is None else Person(known.person_id, known.name or "")
        return Known(known.done, known.begun, known.key, person, known.closed_at is not None, known.time_zone)

    async def is_done(self, cause: Cause) -> bool:
        """Whether a mail was carried out to its end before."""
        async with self._database.reading() as unit:
            return await unit.mails.received(cause.key) is not None

    @retried
    async def answer(
        self, cause: Cause, sender_hash: str, answer: MailAnswer | None, *, known: bool = True
    ) -> Answered:
        """Close a handled mail: remember it and enqueue the answer, immediately.

        `answer` None: none is sent. `known`: whether the sender is a person here; a stranger gets one answer
        a day. Where the sender has had too many answers the mail is closed without one; the last answer
        before that says so.
        """
        async with self._database.transaction() as unit:
            return await self._close(unit, cause, sender_hash, answer, known=known)

    async def _close(
        self, unit: Unit, cause: Cause, sender_hash: str, answer: MailAnswer | None, *, known: bool = True
    ) -> Answered:
        now = self._clock.now()
        most, window = _most_answers(known=known)
        done, answers = await unit.mails.closing(cause.key, sender_hash, now - window)
        if done:
            return "before"
        answered = answer is not None and answers < most
        unit.mails.close(
            ReceivedMailRow(cause=cause.key, sender_hash=sender_hash, received_at=now, answered=answered)
        )
        if answer is not None and answered:
            enqueue_without_event(unit, replace(answer, last=known and answers == most - 1), now)
        return "enqueued" if answer is None or answered else "too_many"

    def closing(
        self,
        cause: Cause,
        sender_hash: str,
        answer: Callable[[Played | Preview], MailAnswer | None],
        completed: Callable[[LiveGame, Played | Preview], Awaitable[Played | Preview]],
    ) -> Closing:
        """The work that closes a person's mail as `answer` does, in the transaction of the last use case that
        it asks for.

        `answer`: makes the answer from the use case's result, to which `completed` adds what it lacks. A
        person who gets no more answers is told by a notice that their turn goes on.
        """

        async def close(live: LiveGame, done: Played | Preview) -> Played | Preview:
            done = await completed(live, done)
            made = answer(done)
            closed = await self._close(live.unit, cause, sender_hash, made)
            if closed == "too_many" and isinstance(done, Played) and made and made.person_id is not None:
                sitting = await live.unit.games.seat(done.summary.id, made.person_id)
                if sitting is not None:
                    sitting.notified_at, sitting.notice_at = None, self._clock.now()
                    live.unit.set_alarm(sitting.notice_at)
            return done

        async def begin(unit: Unit) -> None:
            _, window = _most_answers(known=True)
            await unit.mails.begin_closing(cause.key, sender_hash, self._clock.now() - window)

        return Closing(close, begin)

    async def keys(self, *, anew: bool = False) -> tuple[MailKey, ...]:
        """The valid keys, the newest first; it signs new addresses.

        There always is one: the first is made on demand, another every 30 days. A key is valid for 60 days
        after the next one was made. Keys are read again after an hour, or with `anew`: another process may
        have made one.
        """
        if not anew and self._keys is not None and self._clock.now() - self._keys[0] < HOUR:
            return self._keys[1]
        return await self._read_keys()

    @retried
    async def _read_keys(self) -> tuple[MailKey, ...]:
        now = self._clock.now()
        async with self._database.reading() as unit:
            rows = list(await unit.mails.keys())
        if not rows or now - rows[0].made_at >= KEY_LIFE:
            async with self._database.transaction() as unit:
                number = rows[0].id + 1 if rows else 1
                # Of two processes that make it at the same moment one fails, is retried and finds the
                # other's.
                row = MailKeyRow(id=number, secret=f"{self._rng.getrandbits(256):064x}", made_at=now)
                unit.add(row)
                await unit.flush()
            rows.insert(0, row)
        good = now - KEY_LIFE - KEY_GOOD
        found = [MailKey(row.id, bytes.fromhex(row.secret), row.made_at) for row in rows]
        self._keys = now, tuple(key for key in found if key.made_at > good)
        return self._keys[1]

    @retried
    async def bounced(self, person_id: int, to: str) -> None:
        """Mail to a person bounced permanently: send none until they write again or confirm their address.

        They are notified at their other door, or the managers of their servers are. A second time changes
        nothing, nor does a bounce from an address that they had before. `to`: the `address_tag` of the
        bounced address.
        """
        async with self._database.transaction() as unit:
            identity = await unit.persons.identity(person_id, MAIL)
            if identity is not None and address_tag(identity.external_id) == to:
                await undeliverable.close_door(unit, person_id, MAIL, self._clock.now())

    @retried
    async def reachable(self, person: Person) -> None:
        """A person to whom mail bounced temporarily has written: deliver what waits for them."""
        now = self._clock.now()
        async with self._database.transaction() as unit:
            await unit.persons.open_dms(person.id, MAIL)
            await unit.games.decide_notices_of(person.id, now)
            unit.set_alarm(now)

    @retried
    async def purge(self) -> bool:
        """Delete expired rows; whether there may be more."""
        now = self._clock.now()
        async with self._database.transaction() as unit:
            return await unit.mails.purge(
                mails=now - MAILS_KEPT,
                codes=now - _CODES_KEPT,
                keys=now - KEY_LIFE - KEY_GOOD,
                invitations=now - _HELD_FOR,
            )
