"""Every byte that leaves by SMTP, judged: whether it tells its reader what is others'.

All parts of a mail are read, its headers, alternative texts and what its pictures say, and compared with
hands, plans and private words (`exposure`), with seeds, with the addresses of others, and
with what lets one act.
"""

from __future__ import annotations

import base64
import contextlib
import html
import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Final, NamedTuple
from unittest import mock
from urllib.parse import unquote

from sqlalchemy import select

from bot.mail.reply_address import ReplyAddresses
from bot.service import Service
from bot.service.finding import RUNNING
from bot.store.database import Database
from bot.store.models import GameRow, IdentityRow
from engines.registry import ENGINES
from sandbox.driver import Sandbox
from sandbox.mail.addresses import BOT_ADDRESS, address_of, is_bots, person_at
from sandbox.mail.carrier import Carrier
from tests.simulation.exposure import Exposure, signature_of

_OURS: Final = re.compile(r"[\w.+-]+\+[\w.+-]+@" + re.escape(BOT_ADDRESS.partition("@")[2]))
_CODE: Final = re.compile(r"Your code is (\d{8})")


class _Left(NamedTuple):
    """A mail of the bot as it left."""

    readers: frozenset[int]
    texts: tuple[str, ...]
    """Each part, decoded; the first the whole as it went over the wire."""


class MailExposure:
    """What the bot has mailed to whom in a sandbox, and what it should not have."""

    def __init__(self, sandbox: Sandbox, database: Database, service: Service) -> None:
        self._sandbox = sandbox
        self._database = database
        self._service = service
        self._left: list[_Left] = []
        self.exposure = Exposure(service)
        self.secrets: set[str] = set()
        """What stands in no mail at all."""
        self.mails = 0
        """How many were judged."""

    def take(self, recipients: Sequence[str], raw: bytes) -> None:
        """A mail has left."""
        people = [person_at(self._sandbox.world, one) for one in recipients]
        readers = frozenset(one.id for one in people if one is not None)
        texts = tuple(_texts(raw))
        for digits in _CODE.findall(texts[1]):
            self.exposure.whispered(digits, set(readers))
        self._left.append(_Left(readers, texts))
        for text in texts:
            self.exposure.shown(text, set(readers))

    async def faults(self, *codes: str) -> list[str]:
        """What was mailed since the last time and should not have been. Call it after each act in games."""
        people = {user.name: user.id for user in self._sandbox.world.people()}
        await self.exposure.look(list(codes), people)
        found = list(self.exposure.faults())
        left, self._left = self._left, []
        self.mails += len(left)
        persons, addresses, secrets = await self._known()
        everybody = {address_of(user): user.id for user in self._sandbox.world.people()}
        for readers, texts in left:
            what = texts[0][:300]
            for text in texts:
                found += [f"a secret in {what!r}" for secret in secrets if secret in text]
                found += [
                    f"{address} in a mail to another: {what!r}"
                    for address, owner in everybody.items()
                    if address in text.lower() and owner not in readers
                ]
                # On the wire lines may break within an address.
                for address in _OURS.findall(text) if text != texts[0] else ():
                    grant = addresses.read(address)
                    person = addresses.read_envelope_sender(address) if grant is None else grant.person_id
                    if person is None or persons.get(person) not in readers:
                        found.append(f"{address}, which is another's or nobody's, in {what!r}")
        return found

    async def _known(self) -> tuple[dict[int | None, int], ReplyAddresses, set[str]]:
        """Whose person is whose, what reads reply addresses, and what nobody may be told now."""
        keys = await self._service.mail.keys()
        secrets = set(self.secrets)
        for key in keys:
            for write in (bytes.hex, base64.b64encode, base64.b32encode, base64.urlsafe_b64encode):
                written: Any = write(key.secret)
                secrets.add(written if isinstance(written, str) else written.decode().rstrip("="))
        everybody = {address_of(user): user.id for user in self._sandbox.world.people()}
        async with self._database.reading() as unit:
            running = GameRow.status.in_([*RUNNING, "lobby"])
            games = await unit._session.execute(select(GameRow.seed, GameRow.mixture).where(running))
            secrets |= {
                one for row in games for one in re.findall("[0-9a-f]{64}", f"{row.seed} {row.mixture}")
            }
            linked = (
                await unit._session.execute(
                    select(IdentityRow.person_id, IdentityRow.external_id).where(IdentityRow.kind == "mail")
                )
            ).all()
        persons: dict[int | None, int] = {
            person: everybody[address] for person, address in linked if address in everybody
        }
        return persons, ReplyAddresses(BOT_ADDRESS, {key.id: key.secret for key in keys}), secrets


def _texts(raw: bytes) -> Iterator[str]:
    """The whole as it is, and then all that can be read in it."""
    yield raw.decode("utf-8", "replace")
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    for part in message.walk():
        said = ["\n".join(f"{name}: {unquote(str(value))}" for name, value in part.items())]
        content = part.get_payload(decode=True)
        if part.get_content_maintype() == "image" and isinstance(content, bytes):
            said += [signature_of(content), content.decode("latin-1")]
        elif part.get_content_maintype() == "text":
            written = part.get_content()
            said += [written, html.unescape(unquote(re.sub(r"<(?!img|a )[^>]*>", "", written)))]
        yield "\n".join(said)


@contextlib.asynccontextmanager
async def exposed(sandbox: Sandbox, address: str, clock: Any) -> Any:
    """Judge what leaves for a sandbox's mail server. `address`: where the bot's database is."""
    database = Database(address)
    judge = MailExposure(sandbox, database, Service(database, ENGINES, clock))
    judge.secrets.add(sandbox.token)
    take = Carrier.take

    def watched(self: Carrier, sender: str, recipients: Sequence[str], raw: bytes, *more: Any) -> None:
        if not more and not any(map(is_bots, recipients)):
            judge.take(recipients, f"Return-Path: <{sender}>\r\n".encode() + raw)
        take(self, sender, recipients, raw, *more)

    try:
        with mock.patch.object(Carrier, "take", watched):
            yield judge
    finally:
        await database.close()
