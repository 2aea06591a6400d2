"""What players say to each other."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from itertools import dropwhile
from typing import Generic

from engines.contract.errors import IllegalAction
from engines.contract.values import Seat, StateT, Value
from engines.wording import INVISIBLE

LONGEST_MESSAGE = 1_500
"""Characters of what a player says at once."""
DASHES = "-‐‑‒–—―−⸺⸻﹘﹣\uff0d\u30fc\uff70"
"""The first character of a private message. Phones replace one by another, and the key of the hyphen writes
others on keyboards for Chinese and Japanese.
"""


class ChatMessage(Value, frozen=True):
    """What a seat says, and to whom."""

    to: tuple[Seat, ...] | None
    """None: public. Otherwise the named readers, in seat order, never the speaker; nobody else may ever learn
    of the message."""
    body: str


def seen_from(text: str) -> str:
    """The text from its first visible character on: no dash may hide behind an invisible one.

    The rest is unchanged, for invisible characters are also parts of emoji.
    """
    return "".join(dropwhile(_is_blank, text))


def public_text_of(text: str) -> str | None:
    """The public message in a text; None where it begins with a dash, and may be a private message.

    A backslash before the dash makes it public.
    """
    seen = seen_from(text)
    if seen[:1] == "\\" and _begins_with_dash(seen[1:]):
        return seen[1:].rstrip()
    return None if _begins_with_dash(seen) else text.strip()


def read_open(_seat: Seat, text: str) -> ChatMessage:
    """A message in a game without private messages. Raises IllegalAction: ``empty``, ``no_private``."""
    public_text = public_text_of(text)
    if public_text is None:
        raise IllegalAction(
            "no_private",
            "Everything is said to everybody here, so what begins with a dash was shown to nobody. Begin "
            "with a backslash to say it all the same.",
        )
    if not seen_from(public_text):
        raise IllegalAction("empty", "A message has at least one character.")
    return ChatMessage(None, public_text)


def _begins_with_dash(text: str) -> bool:
    return text != "" and text[0] in DASHES


def _is_blank(character: str) -> bool:
    unprinted = unicodedata.category(character) in ("Cc", "Cf", "Cs")
    return character.isspace() or unprinted or INVISIBLE.match(character) is not None


@dataclass(frozen=True, kw_only=True)
class ChatRules(Generic[StateT]):
    """The rules of chat: which seats may send messages to which, and when."""

    private: bool = False
    """Whether there are private messages."""
    read: Callable[[Seat, str], ChatMessage] = read_open
    """``read(seat, text)`` returns the readers and the message of a text. It fails closed: a text that may be
    private and cannot be read raises IllegalAction, and is shown to nobody."""
    check: Callable[[StateT, Seat, tuple[Seat, ...] | None], None] = lambda _, __, ___: None
    """``check(state, seat, to)`` raises IllegalAction where this seat may not speak to those (None: to
    all) now."""
    reveals: Callable[[StateT], bool] = lambda _: False
    """Whether private messages are public by now."""
