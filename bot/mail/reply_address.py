"""Reply addresses: person, seat and position of a mail of ours, in the address that answers go to.

``turn+<game>.<seat>.<public version>.<person>.<key>.<mac>@host``; where a `yes` confirms a preview in the
mail, ``<confirms>`` stands before the key. Bounces go to ``turn+b.<person>.<to>.<key>.<mac>@host``; ``<to>``
distinguishes the addresses of a person. Strangers answer to ``turn+a.<hash>.<key>.<mac>@host``, with the hash
of their address, and want no mail by ``turn+s.<hash>.<key>.<mac>@host``, with that of their mailbox. Numbers
have 32 digits (0-9a-v), the mac is 80 bits of HMAC-SHA-256 over everything before it. Everything is lower
case, as mail servers may change the case.
"""

import hmac
import re
from base64 import b32encode
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from bot.service.accounts.mail import MailKey, address_hash, address_tag, invitation_hashes, mailbox_hash
from engines.contract import Seat, Value

Keys: TypeAlias = Mapping[int, bytes]
"""The secret keys by id, the newest first: that one signs new addresses, each verifies its own."""

STOP: Final = "stop"
"""The value that the address of List-Unsubscribe confirms; programs write any text there."""
_LIMIT: Final = 64
"""Octets of a local part, RFC 5321, 4.5.3.1.1."""
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuv"
_MAC_BYTES: Final = 10

_NUMBER: Final = r"(0|[1-9a-v][0-9a-v]{0,12})"
_MAC: Final = r"([a-z2-7]{16})"
_REPLY: Final = re.compile(
    rf"([a-z0-9]{{1,8}})\.(x|[0-9]{{1,2}})\.{_NUMBER}\.{_NUMBER}(?:\.([a-z2-7]{{1,8}}))?\.{_NUMBER}\.{_MAC}"
)
_BOUNCE: Final = re.compile(rf"b\.{_NUMBER}\.([0-9a-f]{{8}})\.{_NUMBER}\.{_MAC}")
_STRANGER: Final = re.compile(rf"([as])\.([0-9a-f]{{32}})\.{_NUMBER}\.{_MAC}")


class Capability(Value, frozen=True):
    """The content of a reply address: who may act by it, where, and on which position."""

    person_id: int
    code: str | None
    """The game's code; None: the mail was about no game."""
    seat: Seat | None
    """The reader's seat; None: the mail was to no seat, as of a lobby, an invitation, a question."""
    public_version: int
    confirms: str = ""
    """The key of the action that a `yes` to that mail confirms, up to 8 characters of a-z2-7; empty: none."""


class Returned(Value, frozen=True):
    """The content of an address to which undeliverable mails come back."""

    person_id: int
    address_tag: str
    """The tag of the address that the mail was sent to."""


class Stranger(Value, frozen=True):
    """The content of an address that was made for a stranger, who reads the mails to their own address."""

    address_hash: str
    """The hash of the stranger's address or, with `stops`, of a mailbox, which may have several."""
    stops: bool
    """Whether any mail to that address asks for no more mail (List-Unsubscribe)."""

    def is_for(self, sender: str) -> bool:
        """Whether the address was made for the reader of the address `sender`."""
        hashes = invitation_hashes(sender) if self.stops else {address_hash(sender)}
        return self.address_hash in hashes


Content: TypeAlias = Capability | Returned | Stranger
"""The content of an address of ours."""


class ReplyAddresses:
    """Makes reply addresses, and reads those that it has made: nobody else can sign them."""

    def __init__(self, address: str, keys: Keys) -> None:
        """`address`: the bot's own. Raises ValueError for a text that is no address."""
        self._local, _, self._host = address.lower().rpartition("@")
        if not self._local or not self._host:
            raise ValueError("an address has a local part and a host")
        self._keys = keys

    def make(
        self, person_id: int, code: str | None, seat: Seat | None, public_version: int, confirms: str = ""
    ) -> str:
        """The address for answers to a mail. Raises ValueError if values do not fit, and without a key."""
        fields = [
            (code or "0").lower(),
            "x" if seat is None else str(seat),
            _written(public_version),
            _written(person_id),
        ]
        if confirms:
            fields.append(confirms)
        return self._signed(fields, _REPLY)

    def make_envelope_sender(self, person_id: int, to: str) -> str:
        """The address for bounces of mails to a person's address `to`. Raises ValueError without a key."""
        return self._signed(["b", _written(person_id), address_tag(to)], _BOUNCE)

    def make_for_stranger(self, to: str, *, stops: bool = False) -> str:
        """Address for a stranger's answers; with `stops`, to end mail. Raises ValueError without a key."""
        return self._signed(["s", mailbox_hash(to)] if stops else ["a", address_hash(to)], _STRANGER)

    def read(self, address: str) -> Content | None:
        """The content of an address that was made here; None for every other address."""
        if not address.isascii():
            return None
        local, _, host = address.lower().rpartition("@")
        base, _, signed = local.rpartition("+")
        found = next(filter(None, (form.fullmatch(signed) for form in (_REPLY, _BOUNCE, _STRANGER))), None)
        if base != self._local or host != self._host or found is None:
            return None
        *fields, key_id, mac = found.groups()
        key = self._keys.get(int(key_id, 32))
        text, _, _ = signed.rpartition(".")
        if key is None or not hmac.compare_digest(mac, _mac(key, text)):
            return None
        if found.re is _BOUNCE:
            return Returned(int(fields[0], 32), fields[1])
        if found.re is _STRANGER:
            return Stranger(fields[1], stops=fields[0] == "s")
        code, seat, version, person, confirms = fields
        return Capability(
            person_id=int(person, 32),
            code=None if code == "0" else code.upper(),
            seat=None if seat == "x" else int(seat),
            public_version=int(version, 32),
            confirms=confirms or "",
        )

    def is_base(self, address: str) -> bool:
        """Whether this is the bot's own address, without anything appended."""
        return address.lower() == f"{self._local}@{self._host}"

    def _signed(self, fields: list[str], form: re.Pattern[str]) -> str:
        if not self._keys:
            raise ValueError("no key signs")
        key_id, key = next(iter(self._keys.items()))
        text = ".".join([*fields, _written(key_id)])
        signed = f"{text}.{_mac(key, text)}"
        local = f"{self._local}+{signed}"
        if not form.fullmatch(signed) or len(local) > _LIMIT:
            raise ValueError("this does not fit into an address")
        return f"{local}@{self._host}"


def reply_addresses(address: str, keys: Iterable[MailKey]) -> ReplyAddresses:
    """The reply addresses of the bot's own address, signed with these keys."""
    return ReplyAddresses(address, {key.id: key.secret for key in keys})


def _mac(key: bytes, text: str) -> str:
    return b32encode(hmac.digest(key, text.encode(), "sha256")[:_MAC_BYTES]).decode().lower()


def _written(number: int) -> str:
    """A number with 32 digits, as `int(..., 32)` reads it. Raises ValueError below 0."""
    if number < 0:
        raise ValueError("no such number")
    digits = ""
    while True:
        number, rest = divmod(number, 32)
        digits = _DIGITS[rest] + digits
        if not number:
            return digits
