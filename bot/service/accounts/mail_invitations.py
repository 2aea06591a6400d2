"""Invitations by mail to a lobby, and the refusal of all. Nobody learns whether somebody is known here."""

from datetime import datetime
from typing import Final

import structlog

from bot.clock import DAY, HOUR
from bot.service.accounts.addresses import HOURLY_STRANGERS, checked
from bot.service.notices.enqueuing import enqueue_without_event
from bot.service.people.blocks import is_blocked
from bot.service.people.doors import MAIL
from bot.service.seats.lobby_changes import check_host
from bot.service.usecases import UseCases, retried
from bot.service.values.payloads import MailInvitation
from bot.service.values.refused import Refused
from bot.service.values.request import Cause, Person
from bot.service.values.typed import typed_code
from bot.store.models import MailInvitationRow, PersonRow
from bot.store.repositories.mails import invitation_hashes, mailbox_hash
from bot.store.unit import Unit

log = structlog.get_logger(__name__)

DAILY_INVITATIONS: Final = 5
"""How often one person may invite by mail within a day."""


class MailInvitations(UseCases):
    """The use cases of invitations by mail."""

    @retried
    async def invite(self, person: Person, code: str, address: str, *, cause: Cause) -> None:
        """Invite the reader of an address to a lobby, as its host. Raises Refused.

        The caller does not learn whether a mail is sent: none is after ``never again`` or after an unanswered
        invitation.
        """
        address = checked(address)
        async with self._database.transaction() as unit:
            live = await self._lock(unit, code)
            if await unit.by_cause(MailInvitationRow, cause.key) is not None:
                return
            await check_host(live, person, "invite somebody to")
            # Concurrent requests wait here, so that each counts the others.
            await unit.persons.lock(person.id)
            now = self._clock.now()
            if await unit.mails.invitations_of(person.id, now - DAY) >= DAILY_INVITATIONS:
                raise Refused(
                    "too_many_invitations",
                    f"You have invited {DAILY_INVITATIONS} times by mail within a day; try again tomorrow.",
                )
            if await unit.mails.invitations_made(now - HOUR) >= HOURLY_STRANGERS:
                log.warning("too_many_strangers", invitations=HOURLY_STRANGERS)
                raise Refused(
                    "too_many_invitations",
                    "Too many people were invited by mail within an hour; try again in an hour.",
                )
            known = await unit.persons.known_as(MAIL, address)
            sent = await self._may_invite(unit, person, address, known, now)
            unit.add(
                MailInvitationRow(
                    address_hash=mailbox_hash(address),
                    inviter_id=person.id,
                    game_id=live.row.id,
                    status="sent" if sent else "held",
                    cause=cause.key,
                    created_at=now,
                )
            )
            if sent:
                known_id = None if known is None else known.id
                enqueue_without_event(unit, MailInvitation(address, live.summary(), known_id), now)

    async def _may_invite(
        self, unit: Unit, person: Person, address: str, known: PersonRow | None, now: datetime
    ) -> bool:
        """Whether to send an invitation: to strangers one ever, to known people one a day."""
        hashes = invitation_hashes(address)
        if await unit.mails.invited(hashes, "refused"):
            return False
        if known is None:
            return not await unit.mails.invited(hashes, "sent")
        blocked = await is_blocked(unit, person, by=known.id)
        return not blocked and not await unit.mails.invited(hashes, "sent", since=now - DAY)

    async def may_join(self, person: Person, code: str) -> bool:
        """Check that a person may join a game by mail: it has no place, or they were invited.

        Games on a server are for its members. Raises Refused.
        """
        async with self._database.reading() as unit:
            row = await self._row(unit, code)
            mine = await unit.persons.identity(person.id, MAIL)
            if row.channel_id is None:
                return True
            return mine is not None and await unit.mails.invited_to(
                invitation_hashes(mine.external_id), row.id
            )

    async def anybody_may_join(self, code: str) -> bool:
        """Whether a game with this code waits for players, whoever they are: it is played by mail."""
        async with self._database.reading() as unit:
            row = await unit.games.by_code(typed_code(code))
            return row is not None and row.channel_id is None and row.status == "lobby"

    async def wants_none(self, address: str) -> bool:
        """Whether the reader of an address wants no invitations."""
        async with self._database.reading() as unit:
            return await unit.mails.invited(invitation_hashes(address), "refused")

    @retried
    async def never_again(self, hashed: str) -> None:
        """Let no invitation be sent to a mailbox ever again, nor a code that others may have asked for.

        `hashed`: its `mailbox_hash`.
        """
        async with self._database.transaction() as unit:
            if not await unit.mails.invited([hashed], "refused"):
                now = self._clock.now()
                unit.add(MailInvitationRow(address_hash=hashed, status="refused", created_at=now))

    @retried
    async def allow_again(self, address: str) -> None:
        """Take back `never_again`, for the reader of an address."""
        async with self._database.transaction() as unit:
            await unit.mails.allow_again(invitation_hashes(address))
