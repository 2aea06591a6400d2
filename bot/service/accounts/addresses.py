"""People's mail addresses: verified by a code, unlinked, invited. Only its owner ever sees an address."""

import re
from datetime import datetime
from typing import Final, Literal

import structlog

from bot.clock import HOUR
from bot.service.accounts import address_codes
from bot.service.game import summarizing
from bot.service.game.insiders import identities_of
from bot.service.people.blocks import keep_identity_hashes
from bot.service.people.doors import DISCORD, MAIL
from bot.service.people.notice_settings import changed
from bot.service.people.persons import ensure_person, new_pseudonym
from bot.service.usecases import UseCases, retried
from bot.service.values.payloads import AddressCode
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Identity, Person
from bot.service.values.typed import quoted
from bot.store.models import AddressCodeRow, IdentityRow, PersonRow
from bot.store.repositories.mails import invitation_hashes
from bot.store.repositories.partitions import mail_partition
from bot.store.unit import Unit
from engines.contract import Value

log = structlog.get_logger(__name__)

HOURLY_STRANGERS: Final = 60
"""Codes, and invitations, within an hour to all addresses whose readers may have asked for none."""
_LONGEST_ABOUT: Final = 200
_ADDRESS: Final = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,187}[a-z0-9])?")


class AddressStatus(Value, frozen=True):
    """A person's address, as its owner sees it."""

    address: str | None
    """None: there is none."""
    verified_at: datetime | None = None
    closed_at: datetime | None = None
    """Since when nothing is sent there, because a mail bounced."""
    waiting: str | None = None
    """An address with a pending code."""


class Confirmed(Value, frozen=True):
    """The result of a correct code."""

    person: Person
    purpose: Literal["link", "join"]
    about: str
    """What to do next: the code of the game to join, or empty."""


class Addresses(UseCases):
    """The use cases of those who play by mail, or want to."""

    async def status(self, person: Person) -> AddressStatus:
        """A person's own address, and another one that waits for its code."""
        now = self._clock.now()
        async with self._database.reading() as unit:
            mine = await unit.persons.identity(person.id, MAIL)
            codes = await unit.mails.codes(person.id, ("link",))
        sent = max(codes, key=lambda row: row.id, default=None)
        waiting = sent.address if sent is not None and address_codes.holds(sent, now) else None
        if mine is None:
            return AddressStatus(None, waiting=waiting)
        return AddressStatus(mine.external_id, mine.verified_at, mine.closed_at, waiting)

    @retried
    async def link(self, person: Person, address: str, *, cause: Cause) -> None:
        """Send a code to link an address to this person. Raises Refused.

        The code is answered by mail, or entered at the door of the request (`confirm`). The answer does not
        reveal whether somebody else has the address, or wants no mail there; then none is sent.
        """
        address, now = checked(address), self._clock.now()
        async with self._database.transaction() as unit:
            if await unit.by_cause(AddressCodeRow, cause.key) is None:
                asker = await ensure_person(unit, person, now)
                await address_codes.check(unit, "link", address, now)
                await address_codes.check(unit, "link", asker.id, now)
                code = AddressCode(address, address_codes.digits(self._rng), "link", asker.name)
                held = await unit.mails.invited(invitation_hashes(address), "refused")
                await address_codes.send(unit, code, cause, now, player_id=asker.id, held=held)

    @retried
    async def join(
        self,
        address: str,
        name: str,
        *,
        cause: Cause,
        code: str | None = None,
        in_reply_to: str | None = None,
        authenticated: bool = False,
    ) -> None:
        """Send a code to an address whose reader wants to sign up. Raises Refused.

        `name`: their display name, for `clean_name`. `code`: the game to join then (`Confirmed.about`).
        `authenticated`: whether their mail server, or that they answer a mail, shows who they are. Unless it
        does, the request may be forged: they may ask less often, few strangers get codes, and nobody who
        wants no mail.
        """
        address, now = checked(address), self._clock.now()
        async with self._database.transaction() as unit:
            if await unit.by_cause(AddressCodeRow, cause.key) is None:
                if not authenticated:
                    await self._check_strangers(unit, address)
                await address_codes.check(unit, "join", address, now, known=authenticated)
                digits = address_codes.digits(self._rng)
                joining = AddressCode(address, digits, "join", name, code or "", in_reply_to=in_reply_to)
                await address_codes.send(unit, joining, cause, now)

    async def confirm(
        self, digits: str, *, person: Person | None = None, address: str | None = None, forged: bool = False
    ) -> Confirmed:
        """Verify an address by its code. Raises Refused.

        Either `person`: the one who enters the code at another door; or `address`: the sender of the answer.
        `forged`: whether anybody may have sent it; such answers take only some of the tries.
        """
        whose = (address or "").lower() if person is None else person.id
        found = await self._confirm(digits, whose, forged=forged)
        if found is None:
            raise Refused("wrong_code", "That is not the code, or it has expired: ask for another one.")
        return found

    @retried
    async def _confirm(self, digits: str, whose: int | str, *, forged: bool) -> Confirmed | None:
        """As `confirm`; None for a wrong code: the try is to be committed."""
        purposes = ("link",) if isinstance(whose, int) else ("link", "join")
        async with self._database.transaction() as unit:
            now = self._clock.now()
            if isinstance(whose, str) and (before := await _confirmed_before(unit, whose, digits, now)):
                return before
            sent = await address_codes.entered(unit, whose, purposes, digits, now, forged=forged)
            if sent is None:
                return None
            sent.used_at = now
            row = await self._owner(unit, sent, now, at_other_door=isinstance(whose, int))
            # The reader of another address, perhaps a mistyped one, must not become them by an earlier code.
            await unit.mails.close_codes(row.id, now)
            log.info("address_confirmed", person=row.id)
            return _confirmed(row, sent)

    async def _owner(
        self, unit: Unit, sent: AddressCodeRow, now: datetime, *, at_other_door: bool
    ) -> PersonRow:
        """Link the address to its person. Raises Refused."""
        known = await unit.persons.known_as(MAIL, sent.address)
        owner = known if sent.player_id is None else await unit.persons.get(sent.player_id)
        if owner is not None and known is not None and known.id != owner.id:
            return await self._merge(unit, owner, known, now, at_other_door=at_other_door)
        if owner is None:
            identity = Identity(MAIL, sent.address, sent.name)
            owner = await ensure_person(unit, Person.of(identity), now)
            # It is their only door; with another one later, mail stays preferred until they change it.
            owner.notices = changed(owner.notices, {"by": MAIL})
        elif known is None:
            await _give_up_address(unit, owner.id, now)
            unit.add(IdentityRow(kind=MAIL, external_id=sent.address, person_id=owner.id, verified_at=now))
        await unit.flush()
        await unit.persons.open_dms(owner.id)
        await unit.mails.accept(invitation_hashes(sent.address))
        return owner

    async def _merge(
        self, unit: Unit, asker: PersonRow, known: PersonRow, now: datetime, *, at_other_door: bool
    ) -> PersonRow:
        """Merge two persons of whom one has done nothing yet. Raises Refused for others.

        `known`: the person with the address, who has no other door.
        """
        if [kind for kind, _ in await unit.persons.identities(known.id)] != [MAIL]:
            raise Refused(
                "address_taken",
                "This address belongs to another account here: give it up there first, with “mail unlink”.",
            )
        # A concurrent seating of one of them waits, and then finds no such person.
        for number in sorted((asker.id, known.id)):
            await unit.persons.lock(number, leaves=True)
        if await _is_blank(unit, known.id):
            await _give_up_address(unit, asker.id, now)
            return await self._move_identities(unit, known, asker, now)
        if not await _is_blank(unit, asker.id):
            raise Refused(
                "address_taken",
                "Somebody plays here from this address already, and two players are never made one. To play "
                "from it as you do here, end what is played from it and write “privacy delete” from there; "
                "then link it again.",
            )
        if not at_other_door:
            # A reflex answer to a mail must not give a person's games to somebody else.
            raise Refused(
                "not_by_mail",
                "You play from this address already. To have those games in your account as well, enter the "
                "code where you asked for it.",
            )
        await _give_up_address(unit, asker.id, now)
        return await self._move_identities(unit, asker, known, now)

    async def _move_identities(
        self, unit: Unit, blank: PersonRow, kept: PersonRow, now: datetime
    ) -> PersonRow:
        """Move the identities of a person who has done nothing yet to another person."""
        identities = await identities_of(unit, Person(blank.id, ""))
        await keep_identity_hashes(unit, blank.id, identities, self._rng)
        nobody = await new_pseudonym(unit, now)
        await unit.persons.move_identities(blank.id, kept.id)
        await unit.person_references.hand_over(blank.id, nobody, ())
        await unit.persons.open_dms(kept.id)
        log.info("persons_made_one", person=kept.id)
        return kept

    @retried
    async def unlink(self, person: Person) -> None:
        """Unlink the address. Raises Refused for people without one, or with no other door."""
        async with self._database.transaction() as unit:
            now = self._clock.now()
            if await unit.persons.identity(person.id, MAIL) is None:
                raise Refused("no_address", "No address of yours is known here.")
            if await unit.persons.identity(person.id, DISCORD) is None:
                raise Refused(
                    "only_door",
                    "You play only by mail, so nothing would reach you: to be forgotten, write “privacy "
                    "delete”.",
                )
            await _give_up_address(unit, person.id, now)
            await unit.mails.close_codes(person.id, now)
            await unit.persons.prefer_no_door(person.id)

    @retried
    async def send_code(
        self,
        person: Person,
        about: str,
        *,
        cause: Cause,
        code: str | None = None,
        in_reply_to: str | None = None,
        own: bool = False,
    ) -> None:
        """Send a one-time code to a person's own address, which must confirm an important action.

        `about`: the action in words, at most 200 characters. `own`: whether the request came to an address
        that was made for them; others may be forged. Raises Refused.
        """
        if len(about) > _LONGEST_ABOUT:
            raise Refused(
                "too_long",
                f"That is too long to confirm with a code: write at most {_LONGEST_ABOUT} characters.",
            )
        now = self._clock.now()
        async with self._database.transaction() as unit:
            if await unit.by_cause(AddressCodeRow, cause.key) is not None:
                return
            mine = await unit.persons.identity(person.id, MAIL)
            if mine is None:
                raise Refused("no_address", "No address of yours is known here.")
            await address_codes.check(unit, "act", person.id, now, known=own)
            digits, what = address_codes.digits(self._rng), (about, code, in_reply_to)
            acting = AddressCode(mine.external_id, digits, "act", person.name, *what)
            await address_codes.send(unit, acting, cause, now, player_id=person.id)

    @retried
    async def redeem(self, person: Person, digits: str, *, forged: bool = False) -> str | None:
        """The `about` of a one-time code that a person enters; None where it is wrong or expired.

        It may be entered again until `spend`: a crash in between must not lose what it confirms. `forged`: as
        in `confirm`.
        """
        now = self._clock.now()
        async with self._database.transaction() as unit:
            sent = await address_codes.entered(unit, person.id, ("act",), digits, now, forged=forged)
            return None if sent is None else sent.about

    @retried
    async def spend(self, person: Person, digits: str) -> None:
        """Let a one-time code be entered no more: what it confirms is done."""
        async with self._database.transaction() as unit:
            await address_codes.spend(unit, person.id, digits, self._clock.now())

    async def _check_strangers(self, unit: Unit, address: str) -> None:
        """Raises Refused for a sign-up that anybody may have written, to protect others and our good name."""
        if await unit.mails.invited(invitation_hashes(address), "refused"):
            raise Refused("no_mail", "The reader of this address wants no mail from here.")
        if await unit.mails.codes_sent(None, "join", self._clock.now() - HOUR) >= HOURLY_STRANGERS:
            log.warning("too_many_strangers", codes=HOURLY_STRANGERS)
            raise Refused("too_many_codes", "Too many codes were sent within an hour; ask for one later.")


async def _give_up_address(unit: Unit, person_id: int, now: datetime) -> None:
    """Remove a person's address. Answers that still wait for its mail server are not sent: they would show
    its reader a game as the person may see it.
    """
    if (mine := await unit.persons.identity(person_id, MAIL)) is not None:
        for answer in await unit.outbox.waiting(mail_partition(mine.external_id), "mail"):
            answer.drop("obsolete", now, "the address has been given up")
        await unit.persons.drop_identity(person_id, MAIL)


async def _confirmed_before(unit: Unit, address: str, digits: str, now: datetime) -> Confirmed | None:
    """The result of a code that confirmed this address, if the mail with it comes again."""
    sent = await address_codes.entered_before(unit, address, ("link", "join"), digits, now)
    owner = await unit.persons.known_as(MAIL, address)
    if sent is None or owner is None or sent.player_id not in {None, owner.id}:
        return None
    return _confirmed(owner, sent)


def _confirmed(owner: PersonRow, sent: AddressCodeRow) -> Confirmed:
    purpose: Literal["link", "join"] = "link" if sent.purpose == "link" else "join"
    return Confirmed(summarizing.person(owner), purpose, sent.about)


_OF_ANYBODY: Final = frozenset(
    {"player", "identities", "address codes", "mails", "asked by mail", "direct messages"}
)
"""The kinds of data that there may be about a person who has done nothing yet."""


async def _is_blank(unit: Unit, person_id: int) -> bool:
    """Whether nothing was done by or to a person yet."""
    found = await unit.person_references.of(person_id)
    return not any(rows for kind, rows in found.items() if kind not in _OF_ANYBODY)


def checked(address: str) -> str:
    """An address as it is stored. Raises Refused for anything else."""
    lower = address.strip().lower()
    if not _ADDRESS.fullmatch(lower) or ".." in lower:
        raise Refused(
            "no_address", f"{quoted(address)} is not a mail address: write it like ann@example.org."
        )
    return lower
