"""Mails as people's programs write them, and forged mails, which must not change anything."""

import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from bot.mail.incoming.mime import SIZE_LIMIT
from bot.mail.incoming.parsing import read
from sandbox.driver import SeenMail
from sandbox.mail.writing import bounce
from tests.mail.people import ADDRESSES, BASE
from tests.simulation.mails import SERVER

_FIXTURES: Final = Path(__file__).parents[1] / "mail" / "incoming" / "fixtures"
_REPLY: Final = b"turn+k7qx.0.c.vq4.abcde.1.mfrggzdfmztwq2lk@games.example"
"""The reply address in all fixtures."""
_MAC: Final = "abcdefghijklmnopqrstuvwxyz234567"
_WEIGHS: Final = (
    *("resign", "draw", "draw no result", "privacy delete", "privacy export", "unlink"),
    *("settings private_by_mail: no", "settings by: dm", "settings time_zone: Asia/Tokyo"),
)
"""Texts that count only from a sender whom the mail server has verified."""
_ANYTHING: Final = (
    *("yes", "1", "2", "undo", "undo allow", "pause", "say I give up", "notes forged", "notes clear"),
    *("block Bob", "mute BLUE", "report", "away until: 3 Aug", "stop", "ready", "plan-ahead", *_WEIGHS),
)
_OF_GAMES: Final = ("yes", "1", "2", "undo", "undo allow", "resign", "draw", "ready", "pause", "plan-ahead")
"""Texts that are only about the game of the answered mail."""
_WITHOUT_ADDRESS: Final = ("undo", "1", "say hello", "stop", "notes forged", "away until: 3 Aug", *_WEIGHS)


class Forgery(NamedTuple):
    """A forged mail, which must change nothing."""

    kind: str
    raw: bytes
    to: str
    envelope_sender: str
    known: bool = True
    """Whether its recipient is an address of the bot."""
    asks: bool = False
    """Whether the bot may ask for a confirmation at the address in whose name it was written."""
    opens: bool = False
    """Whether mail to that address may be resumed after a bounce: its owner seems to have written."""


class Seized(NamedTuple):
    """The things that a forger of mails has got hold of."""

    mail: SeenMail
    """A mail that came to the person in whose name mails are forged."""
    address: str
    """The person's address."""
    text: str
    """A text that the person could answer."""
    own: bytes
    """An answer of the person, as the mail server takes it."""
    to: str
    """The reply address."""


@cache
def shapes() -> dict[str, tuple[bytes, bytes]]:
    """Mails of programs, by name, with the words in them that can be replaced."""
    expected: dict[str, str] = json.loads((_FIXTURES / "expected.json").read_text("utf-8"))
    found = {}
    for name, own in expected.items():
        if own in {"12", "d3-d4"}:
            shape = (_FIXTURES / f"{name}.eml").read_bytes(), own.encode()
            if read(_filled(*shape, "one a1-b2\ntwo"), _REPLY.decode()).text == "one a1-b2\ntwo":
                found[name] = shape
    return found


def _filled(raw: bytes, own: bytes, words: str) -> bytes:
    plain, rich = words.replace("\n", "\r\n").encode(), words.replace("\n", "<br>").encode()
    raw = re.sub(rb"(?m)^" + own + rb"(?=\r?$)", lambda _: plain, raw, count=1)
    return re.sub(rb">" + own + rb"(?=<|\r?$)", lambda _: b">" + rich, raw, count=1)


def written(
    name: str, sender: str, to: str, words: str, message_id: str, *, code: str = "", checked: str = "pass"
) -> bytes:
    """A mail as a program of this name writes it. `checked`: the mail server's result of checking it."""
    raw = _filled(*shapes()[name], words).replace(_REPLY, to.encode())
    head, _, body = raw.partition(b"\r\n\r\n")
    lines = re.sub(
        rb"(?im)^(from|subject|message-id|in-reply-to|authentication-results):.*(\r\n[ \t].*)*\r\n",
        b"",
        head + b"\r\n",
    )
    own = f"From: Somebody <{sender}>\r\nSubject: Re: [{code}] your move\r\nMessage-ID: {message_id}\r\n"
    if checked:
        own = f"{_result(sender, checked)}{own}"
    return own.encode() + lines + b"\r\n" + body


def _result(sender: str, found: str, server: str = SERVER) -> str:
    domain = sender.partition("@")[2]
    return f"Authentication-Results: {server}; dmarc={found} header.from={domain}\r\n"


def forged(kind: str, seized: Seized, rng: Random) -> Forgery:
    """A mail of one of the `KINDS`."""
    return KINDS[kind](kind, seized, rng)


def _forged_id(rng: Random) -> str:
    return f"<{rng.getrandbits(64):x}@evil.example>"


def _by(rng: Random, sender: str, to: str, words: str, checked: str = "pass") -> bytes:
    return written(rng.choice(sorted(shapes())), sender, to, words, _forged_id(rng), checked=checked)


# -- a sender who is not the one to whom the address was given -----------------------------------------------


def _other_address(kind: str, seized: Seized, rng: Random) -> Forgery:
    sender = seized.address.replace("@mail.", "@other.")
    words = rng.choice((seized.text, *_OF_GAMES))
    return Forgery(kind, _by(rng, sender, seized.to, words), seized.to, sender)


def _friend(kind: str, seized: Seized, rng: Random) -> Forgery:
    sender = "friend@else.example"
    words = rng.choice((seized.text, *(one for one in _ANYTHING if one != "stop")))
    return Forgery(kind, _by(rng, sender, seized.to, words), seized.to, sender)


def _another_player(kind: str, seized: Seized, rng: Random) -> Forgery:
    sender = rng.choice([one for one in ADDRESSES.values() if one != seized.address])
    words = rng.choice((seized.text, *_OF_GAMES))
    return Forgery(kind, _by(rng, sender, seized.to, words), seized.to, sender, opens=True)


def _forwarded(kind: str, seized: Seized, rng: Random) -> Forgery:
    """A mail that was forwarded to a friend, who answers above or below it."""
    sender = "friend@else.example"
    shown = "---------- Forwarded message ---------\r\nFrom: Turnpost <{}>\r\nSubject: {}\r\n\r\n{}".format(
        seized.to, seized.mail.subject, "\r\n".join(seized.mail.text.splitlines())
    )
    body = rng.choice((f"{seized.text}\r\n\r\n{shown}", f"{shown}\r\n\r\n{seized.text}"))
    head = f"{_result(sender, 'pass')}From: Friend <{sender}>\r\nSubject: Fwd: {seized.mail.subject}\r\n"
    head += f'Message-ID: {_forged_id(rng)}\r\nContent-Type: text/plain; charset="utf-8"\r\n\r\n'
    return Forgery(kind, f"{head}{body}\r\n".encode(), seized.to, sender)


def _sent_back(kind: str, seized: Seized, _rng: Random) -> Forgery:
    """A mail that a rule of the person's mailbox sends back."""
    return Forgery(kind, seized.mail.raw.raw, seized.to, seized.address)


# -- a sender whom nobody has verified -----------------------------------------------------------------------


def _failed(kind: str, seized: Seized, rng: Random) -> Forgery:
    words = rng.choice((seized.text, *_ANYTHING))
    raw = _by(rng, seized.address, seized.to, words, "fail")
    if rng.random() < 0.3:
        # The mail itself claims that it was checked.
        top, _, rest = raw.partition(b"\r\n")
        raw = top + b"\r\n" + _result(seized.address, "pass").encode() + rest
    return Forgery(kind, raw, seized.to, seized.address)


def _another_domain(kind: str, seized: Seized, rng: Random) -> Forgery:
    """A mail whose verified sender is another than the one that is shown."""
    words = rng.choice((seized.text, *_ANYTHING))
    raw = _by(rng, seized.address, seized.to, words, "")
    raw = _result("eve@evil.example", "pass").encode() + raw
    return Forgery(kind, raw, seized.to, seized.address)


def _unreported(kind: str, seized: Seized, rng: Random) -> Forgery:
    raw = _by(rng, seized.address, seized.to, rng.choice(_WEIGHS), "")
    return Forgery(kind, raw, seized.to, seized.address, asks=True, opens=True)


def _foreign(kind: str, seized: Seized, rng: Random) -> Forgery:
    """A mail that other servers, or one with a similar name, call genuine."""
    servers = ("mx.evil.example", f"evil.{SERVER}", f"{SERVER}.evil.example", f"mx.evil.example ({SERVER})")
    raw = _by(rng, seized.address, seized.to, rng.choice(_WEIGHS), "")
    raw = _result(seized.address, "pass", rng.choice(servers)).encode() + raw
    return Forgery(kind, raw, seized.to, seized.address, asks=True, opens=True)


def _base(kind: str, seized: Seized, rng: Random) -> Forgery:
    raw = _by(rng, seized.address, BASE, rng.choice(_WITHOUT_ADDRESS), "")
    return Forgery(kind, raw, BASE, seized.address, asks=True)


def _guessed_word(kind: str, seized: Seized, rng: Random) -> Forgery:
    to = rng.choice((BASE, seized.to))
    raw = _by(rng, seized.address, to, f"{rng.randrange(10**8):08}", "")
    return Forgery(kind, raw, to, seized.address, asks=True, opens=to != BASE)


def _replayed(kind: str, seized: Seized, rng: Random) -> Forgery:
    """A mail sent again by somebody who has got hold of it: the mail server finds it forged."""
    raw = re.sub(rb"dmarc=pass", b"dmarc=fail", seized.own)
    raw = re.sub(rb"Message-ID: <", b"Message-ID: <%x." % rng.getrandbits(32), raw)
    return Forgery(kind, raw, seized.to, seized.address)


# -- what is no mail of a person -----------------------------------------------------------------------------


def _machine(kind: str, seized: Seized, rng: Random) -> Forgery:
    says = rng.choice((b"Auto-Submitted: auto-replied", b"Precedence: bulk", b"List-Id: <a.b>"))
    raw = says + b"\r\n" + _by(rng, seized.address, seized.to, rng.choice((seized.text, *_ANYTHING)))
    return Forgery(kind, raw, seized.to, seized.address)


def _large(kind: str, seized: Seized, _rng: Random) -> Forgery:
    return Forgery(kind, seized.own + b"x\r\n" * (SIZE_LIMIT // 3), seized.to, seized.address)


def _two_senders(kind: str, seized: Seized, rng: Random) -> Forgery:
    raw = b"From: eve@evil.example\r\n" + _by(rng, seized.address, seized.to, seized.text)
    return Forgery(kind, raw, seized.to, seized.address)


# -- addresses that we have not made -------------------------------------------------------------------------


def _altered(kind: str, seized: Seized, rng: Random) -> Forgery:
    place = rng.randrange(5, seized.to.index("@"))
    other = rng.choice([one for one in "0ax2.+-" if one != seized.to[place]])
    to = seized.to[:place] + other + seized.to[place + 1 :]
    return Forgery(kind, seized.own, to, seized.address, known=False)


def _guessed(kind: str, seized: Seized, rng: Random) -> Forgery:
    to = re.sub(r"[^.]+@", f"{''.join(rng.choices(_MAC, k=16))}@", seized.to)
    return Forgery(kind, seized.own, to, seized.address, known=False)


def _bounced(kind: str, seized: Seized, rng: Random) -> Forgery:
    """A false report that the person's mailbox is gone, by somebody who knows at most a reply address."""
    local, _, host = BASE.partition("@")
    *_, key, mac = seized.to.partition("@")[0].split(".")
    guessed = "".join(rng.choices(_MAC, k=16))
    # The person's number is easily guessed, and a forger may have the MAC of a reply address.
    number = rng.choice("1234")
    to = rng.choice((seized.to, BASE, *(f"{local}+b.{number}.{key}.{one}@{host}" for one in (mac, guessed))))
    gone = bounce(to, seized.address, "550 5.1.1 There is no such mailbox", seized.mail.raw.raw, 0.0)
    return Forgery(kind, gone, to, "", known=to in {seized.to, BASE})


KINDS: Final[dict[str, Callable[[str, Seized, Random], Forgery]]] = {
    "other address": _other_address,
    "friend": _friend,
    "another player": _another_player,
    "forwarded": _forwarded,
    "sent back": _sent_back,
    "failed": _failed,
    "another domain": _another_domain,
    "unreported": _unreported,
    "foreign report": _foreign,
    "base": _base,
    "guessed word": _guessed_word,
    "replayed": _replayed,
    "machine": _machine,
    "large": _large,
    "two senders": _two_senders,
    "altered": _altered,
    "guessed": _guessed,
    "forged bounce": _bounced,
}
