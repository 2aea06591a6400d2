"""Mails that were carried out, keys of reply addresses, codes for addresses, invitations by mail."""

import hashlib
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import cache
from typing import NamedTuple

from sqlalchemy import ColumnElement, Select, and_, bindparam, delete, exists, func, null, select, update

from bot.store.columns import table_of
from bot.store.models import (
    AddressCodeRow,
    EventRow,
    GameRow,
    IdentityRow,
    MailInvitationRow,
    MailKeyRow,
    PersonRow,
    ReceivedMailRow,
)
from bot.store.repositories.repository import AT_ONCE, Repository
from bot.store.session import ReadAhead, RowSession


def address_hash(address: str) -> str:
    """Replaces an address where it must not be stored: 32 hexadecimal digits."""
    return hashlib.sha256(address.lower().encode()).hexdigest()[:32]


def sender_hashes(address: str) -> tuple[str, str]:
    """The hashes for mails from an address: for those certainly of its owner, and for perhaps forged ones."""
    return address_hash(address), address_hash(f"?{address}")


def mailbox_hash(address: str) -> str:
    """The `address_hash` of the mailbox that an address leads to: what stands behind a “+” is the reader's
    own choice, as are the dots at Gmail (https://support.google.com/mail/answer/7436150).
    """
    local, _, host = address.lower().rpartition("@")
    local = local.partition("+")[0] or local
    if host in {"gmail.com", "googlemail.com"}:
        local, host = local.replace(".", ""), "gmail.com"
    return address_hash(f"{local}@{host}")


def invitation_hashes(address: str) -> frozenset[str]:
    """The hashes that find invitations to an address: earlier releases stored the hash of the address."""
    return frozenset({mailbox_hash(address), address_hash(address)})


def _key(whose: str) -> int:
    """The key of the advisory lock under which somebody's mails or codes are counted."""
    return int.from_bytes(hashlib.sha256(whose.encode()).digest()[:8], signed=True)


_RECEIVED, _EVENTS, _GAMES = (table_of(kind).c for kind in (ReceivedMailRow, EventRow, GameRow))
_IDENTITIES, _PERSONS = table_of(IdentityRow), table_of(PersonRow)
_DONE = exists().where(_RECEIVED.cause == bindparam("cause"))
_IDENTITY = and_(_IDENTITIES.c.kind == "mail", _IDENTITIES.c.external_id == bindparam("address"))
_ONE = select(null().label("empty")).subquery()
"""One row for outer joins."""
_WHO = _ONE.outerjoin(_IDENTITIES, _IDENTITY).outerjoin(_PERSONS, _PERSONS.c.id == _IDENTITIES.c.person_id)
_CLOSING = select(
    _DONE,
    select(func.count())
    .where(
        _RECEIVED.sender_hash == bindparam("sender"),
        _RECEIVED.received_at > bindparam("since"),
        _RECEIVED.answered,
    )
    .scalar_subquery(),
)


@cache
def _known(parts: int) -> Select[bool, bool, str | None, datetime | None, int, str, str | None]:
    """The query for a `KnownMail` with this number of parts: most mails have one."""
    return select(
        _DONE,
        exists().where(_EVENTS.cause.in_([bindparam(f"part_{number}") for number in range(parts)])),
        select(_GAMES.key).where(_GAMES.code == bindparam("code")).scalar_subquery(),
        _IDENTITIES.c.closed_at,
        _PERSONS.c.id,
        _PERSONS.c.name,
        _PERSONS.c.time_zone,
    ).select_from(_WHO)


class KnownMail(NamedTuple):
    """Known facts about a mail, read before it is carried out."""

    done: bool
    """Whether it was carried out."""
    begun: bool
    """Whether one of its parts was carried out."""
    key: str | None
    """The key of the game that the mail is about."""
    closed_at: datetime | None
    """Since when mail to its sender comes back."""
    person_id: int | None
    """The person; None: a stranger."""
    name: str | None
    time_zone: str | None


class Mails(Repository):
    """Mails and addresses."""

    def __init__(self, session: RowSession) -> None:
        super().__init__(session)
        self._closing: dict[str, ReadAhead] = {}
        """What `closing` answers, read ahead, by the causes of the mails."""

    # -- received --------------------------------------------------------------------------------------

    async def received(self, cause: str) -> ReceivedMailRow | None:
        """A mail that was carried out."""
        return await self._session.find(ReceivedMailRow, cause)

    async def known(self, cause: str, parts: Sequence[str], address: str, code: str) -> KnownMail:
        """The known facts about a mail from an address, about the game with that code."""
        given = {"cause": cause, "address": address, "code": code}
        given |= {f"part_{number}": part for number, part in enumerate(parts)}
        (found,) = await self._session.rows(_known(len(parts)), given)
        return KnownMail(*found)

    async def begin_closing(self, cause: str, sender_hash: str, since: datetime) -> None:
        """Read ahead, at the beginning of a transaction, what `closing` answers."""
        given = {"cause": cause, "sender": sender_hash, "since": since}
        self._closing[cause] = await self._session.read_ahead(_CLOSING, given)

    async def closing(self, cause: str, sender_hash: str, since: datetime) -> tuple[bool, int]:
        """Whether a mail was carried out, and how many mails of its sender were answered since a moment.

        Another mail of the sender that is closed at the same moment waits, to be counted.
        """
        await self._in_turn(_key(sender_hash))
        given = {"cause": cause, "sender": sender_hash, "since": since}
        asked = self._closing.get(cause) or ReadAhead(self._session, _CLOSING, given)
        ((done, answers),) = await asked.rows()
        return done, answers

    def close(self, row: ReceivedMailRow) -> None:
        """Remember a mail that was carried out."""
        self._session.append(row)

    # -- keys ------------------------------------------------------------------------------------------

    async def keys(self) -> Sequence[MailKeyRow]:
        """All keys, the newest first."""
        return await self._all(select(MailKeyRow).order_by(MailKeyRow.id.desc()))

    # -- codes -----------------------------------------------------------------------------------------

    async def codes(self, whose: int | str, purposes: Collection[str]) -> Sequence[AddressCodeRow]:
        """All codes that a person asked for, or that were sent to an address, locked."""
        query = select(AddressCodeRow).where(_of(whose), AddressCodeRow.purpose.in_(purposes))
        return await self._all(query.with_for_update())

    async def codes_sent(self, whose: int | str | None, purpose: str, since: datetime) -> int:
        """How many codes for this purpose a person requested, or were sent to an address, since a moment.

        None: to everybody together. A request that is made at the same moment waits, to be counted.
        """
        await self._in_turn(_key(f"{purpose} {whose}"))
        these = AddressCodeRow.purpose == purpose, AddressCodeRow.created_at > since
        return await self._count(*these, *(() if whose is None else (_of(whose),)))

    async def close_codes(self, person_id: int, now: datetime) -> None:
        """Let no open code of a person be entered any more; all of them count as sent still."""
        mine = AddressCodeRow.player_id == person_id, AddressCodeRow.used_at.is_(None)
        await self._change(update(AddressCodeRow).where(*mine).values(used_at=now))

    # -- invitations -----------------------------------------------------------------------------------

    async def invitations_of(self, inviter_id: int, since: datetime) -> int:
        """How often a person has invited by mail since a moment."""
        return await self._count(
            MailInvitationRow.inviter_id == inviter_id, MailInvitationRow.created_at > since
        )

    async def invitations_made(self, since: datetime) -> int:
        """How many invitations were made since a moment. Those that were never sent count as well: nobody is
        to learn of that by the count.

        Another one that is made at the same moment waits, to be counted.
        """
        await self._in_turn(_key("invitation"))
        return await self._count(MailInvitationRow.created_at > since, MailInvitationRow.status != "refused")

    async def invited(self, hashes: Collection[str], status: str, *, since: datetime | None = None) -> bool:
        """Whether there is an invitation to an address, by its `invitation_hashes`, in this state."""
        late = () if since is None else (MailInvitationRow.created_at > since,)
        these = MailInvitationRow.address_hash.in_(hashes), MailInvitationRow.status == status
        return await self._any(*these, *late)

    async def invited_to(self, hashes: Collection[str], game_id: int) -> bool:
        """Whether the reader of an address was ever invited to this game."""
        return await self._any(
            MailInvitationRow.address_hash.in_(hashes), MailInvitationRow.game_id == game_id
        )

    async def accept(self, hashes: Collection[str]) -> None:
        """Close the invitations to an address, whose reader has become a person."""
        these = MailInvitationRow.address_hash.in_(hashes), MailInvitationRow.status == "sent"
        sent = update(MailInvitationRow).where(*these)
        await self._change(sent.values(status="accepted"))

    async def allow_again(self, hashes: Collection[str]) -> None:
        """Delete the refusals of all mail that others ask for to an address."""
        refusals = MailInvitationRow.address_hash.in_(hashes), MailInvitationRow.status == "refused"
        await self._change(delete(MailInvitationRow).where(*refusals))

    # -- forgetting ------------------------------------------------------------------------------------

    async def purge(self, *, mails: datetime, codes: datetime, keys: datetime, invitations: datetime) -> bool:
        """Delete rows older than these moments, `AT_ONCE` of each table at most; whether there may be more.

        Sent invitations that were not accepted stay, and refusals: they prevent others.
        """
        over = MailInvitationRow.status.in_(("held", "accepted"))
        await self._change(delete(MailKeyRow).where(MailKeyRow.made_at < keys))
        mail, code, invitation = ReceivedMailRow, AddressCodeRow, MailInvitationRow
        gone = [
            await self._delete(mail.cause, select(mail.cause).where(mail.received_at < mails), AT_ONCE),
            await self._delete(code.id, select(code.id).where(code.created_at < codes), AT_ONCE),
            await self._delete(
                invitation.id, select(invitation.id).where(over, invitation.created_at < invitations), AT_ONCE
            ),
        ]
        return max(gone) == AT_ONCE


def _of(whose: int | str) -> ColumnElement[bool]:
    return AddressCodeRow.player_id == whose if isinstance(whose, int) else AddressCodeRow.address == whose
