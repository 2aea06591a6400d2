"""Checks that no byte that leaves by SMTP tells its reader the secrets of others.

All parts of a mail are read, its headers, alternative texts and what its pictures say, and compared with
hands, plans and private messages (`exposure`), with seeds, with the addresses of others, and
with what lets one act.
"""

import base64
import contextlib
import gzip
import html
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, Final, NamedTuple, TypeAlias
from unittest import mock
from urllib.parse import unquote

from sqlalchemy import select

from bot.column_values import RUNNING
from bot.mail.reply_address import ReplyAddresses, Stranger
from bot.service.accounts.mail import address_hash
from bot.service.facade import Service
from bot.store.database import Database
from bot.store.models import GameRow, IdentityRow
from engines.registry import ENGINES
from sandbox.driver import Sandbox
from sandbox.mail.addresses import BOT_ADDRESS, address_of, is_bots
from sandbox.mail.carrier import Carrier
from tests.mail.mailboxes import Mailbox
from tests.simulation.exposure import Exposure, signature_of

_CODE: Final = re.compile(r"Your code is (\d{8})")

People: TypeAlias = Callable[[], Mapping[str, tuple[int, str]]]
"""A function that returns everybody's account and address by name."""


class _Left(NamedTuple):
    """A mail that the bot has sent."""

    readers: frozenset[int]
    texts: tuple[str, ...]
    """The texts of the mail: first the whole as it went over the wire, then each part, decoded."""


class MailExposure:
    """Collects the bot's mails and their receivers, and finds what should not have been mailed."""

    def __init__(self, people: People, bot: str, database: Database, service: Service) -> None:
        """`people`: everybody's accounts and addresses; `bot`: the address under which the bot plays."""
        self._people = people
        self._bot = bot
        self._ours = re.compile(r"[\w.+-]+\+[\w.+-]+@" + re.escape(bot.partition("@")[2]))
        self._database = database
        self._service = service
        self._left: list[_Left] = []
        self.exposure = Exposure(service)
        self.secrets: set[str] = set()
        """Texts that must be in no mail at all."""
        self.mails = 0
        """How many mails were judged."""
        self.boxes: dict[Mailbox, int] = {}
        """The number of mails taken from each mailbox."""

    def take(self, recipients: Sequence[str], raw: bytes) -> None:
        """Note a mail that has left."""
        owners = {address: number for number, address in self._people().values()}
        known = (owners.get(re.sub(r"\+.*@", "@", one.lower())) for one in recipients)
        readers = frozenset(one for one in known if one is not None)
        texts = tuple(_texts(raw))
        for text in texts:
            for digits in _CODE.findall(text):
                self.exposure.whispered(digits, set(readers), "codes")
        self._left.append(_Left(readers, texts))
        for text in texts:
            self.exposure.shown(text, set(readers))

    def whispered(self, words: str, kind: str, *names: str) -> None:
        """Note words that only people with these names may ever read."""
        people = self._people()
        self.exposure.whispered(words, {people[name][0] for name in names}, kind)

    async def seats(self, code: str) -> dict[str, str]:
        """The letter of each seat in private messages, by who sits there; empty without such messages."""
        summary = await self._service.reading.summary(code)
        chat = ENGINES[summary.key].chat
        seats = summary.seats if chat is not None and chat.private else ()
        return {one.person.name: one.name[0].lower() for one in seats if one.person is not None}

    async def faults(self, *codes: str) -> list[str]:
        """The faults in mails since the last call. Call it after each act in games."""
        for box, seen in self.boxes.items():
            mails = box.mails
            self.boxes[box] = len(mails)
            for mail in mails[seen:]:
                self.take([box.address], mail.raw.raw)
        people = self._people()
        await self.exposure.look(list(codes), {name: number for name, (number, _) in people.items()})
        found = list(self.exposure.faults())
        left, self._left = self._left, []
        self.mails += len(left)
        persons, addresses, secrets = await self._known()
        everybody = {address: number for number, address in people.values()}
        hashes = {address_hash(address): number for address, number in everybody.items()}
        for readers, texts in left:
            what = texts[0][:300]
            for text in texts:
                found += [f"a secret in {what!r}" for secret in secrets if secret in text]
                # Whole addresses only: a reply address may end like another person's.
                found += [
                    f"{address} in a mail to another: {text[max(0, at.start() - 300) : at.end() + 100]!r}"
                    for address, owner in everybody.items()
                    if owner not in readers
                    and (at := re.search(rf"(?<![\w.+-]){re.escape(address)}", text, re.IGNORECASE))
                ]
                # On the wire an address may be broken over lines.
                for address in self._ours.findall(text) if text != texts[0] else ():
                    made = addresses.read(address)
                    if isinstance(made, Stranger):
                        whose = hashes.get(made.address_hash)
                    else:
                        whose = None if made is None else persons.get(made.person_id)
                    if whose not in readers:
                        found.append(f"{address}, which is another's or nobody's, in {what!r}")
        return found

    async def _known(self) -> tuple[dict[int | None, int], ReplyAddresses, set[str]]:
        """The accounts of persons, the reader of reply addresses, and texts that nobody may be told now."""
        keys = await self._service.mail.keys()
        secrets = set(self.secrets)
        for key in keys:
            for write in (bytes.hex, base64.b64encode, base64.b32encode, base64.urlsafe_b64encode):
                written: Any = write(key.secret)
                secrets.add(written if isinstance(written, str) else written.decode().rstrip("="))
        everybody = {address: number for number, address in self._people().values()}
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
        return persons, ReplyAddresses(self._bot, {key.id: key.secret for key in keys}), secrets


def _texts(raw: bytes) -> Iterator[str]:
    """The raw mail as text, and then all texts that can be read in it."""
    yield raw.decode("utf-8", "replace")
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    for part in message.walk():
        found = ["\n".join(f"{name}: {unquote(str(value))}" for name, value in part.items())]
        content = part.get_payload(decode=True)
        if part.get_content_maintype() == "image" and isinstance(content, bytes):
            found += [signature_of(content), content.decode("latin-1")]
        elif part.get_content_type() == "application/gzip" and isinstance(content, bytes):
            found.append(gzip.decompress(content).decode())
        elif part.get_content_maintype() == "text":
            written = part.get_content()
            found += [written, html.unescape(unquote(re.sub(r"<(?!img|a )[^>]*>", "", written)))]
        yield "\n".join(found)


def people_of(sandbox: Sandbox) -> People:
    """Everybody in a sandbox."""
    return lambda: {user.name: (user.id, address_of(user)) for user in sandbox.world.people()}


@contextlib.asynccontextmanager
async def exposed(sandbox: Sandbox, address: str, clock: Any, boxes: Sequence[Mailbox] = ()) -> Any:
    """Judge the mails to a sandbox's mail server. `address`: that of the bot's database.

    `boxes`: everybody's mailboxes, if they are not the sandbox's.
    """
    database = Database(address)
    service = Service(database, ENGINES, clock)
    accounts = {box.name: (number, box.address) for number, box in enumerate(boxes, 1)}
    people, bot = (lambda: accounts, boxes[0].bot) if boxes else (people_of(sandbox), BOT_ADDRESS)
    judge = MailExposure(people, bot, database, service)
    judge.boxes = dict.fromkeys(boxes, 0)
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
