"""Reading talk: who is meant, and what is said (section 8 of rules/four-gods.md).

Fail closed (Ruling 12): what begins with a dash and cannot be read is refused. Nobody may be shown it.
"""

from __future__ import annotations

import re
import unicodedata

from engines.contract import IllegalAction, Seat, Value
from engines.gods.colours import LETTERS, SEATS, named

DASHES = "-‐‑‒–—―−"
"""Phones put one for another."""
MAX_BODY = 1_500
"""Characters of a message."""


class Message(Value, frozen=True):
    """What somebody says."""

    to: tuple[Seat, ...] | None
    """None: everybody."""
    body: str

    @property
    def private(self) -> bool:
        """Whether only those named, and the sender, may ever learn that it exists."""
        return self.to is not None


def read_talk(sender: Seat, text: str) -> Message:
    """A message in plain text. Raises IllegalAction, the first code that applies.

    ``empty``, ``no_flags``, ``bad_flag``, ``only_self``, ``too_long``.
    """
    said = _stripped(text)
    if not said:
        raise IllegalAction("empty", "A message has at least one character.")
    if said[0] == "\\" and said[1:2] and said[1] in DASHES:
        return Message(None, _body(said[1:]))
    if said[0] not in DASHES:
        return Message(None, _body(said))
    flags, *rest = re.split(r"\s", said[1:], maxsplit=1)
    to = _recipients(sender, flags)
    return Message(to, _body(_stripped("".join(rest))))


def _recipients(sender: Seat, flags: str) -> tuple[Seat, ...]:
    if not flags:
        raise IllegalAction(
            "no_flags", "After the dash come the letters of those who may read it, as in -bg."
        )
    letters = flags.lower()
    if any(letter not in LETTERS for letter in letters):
        raise IllegalAction(
            "bad_flag",
            "After the dash come letters of r, b, g, o, then a blank. Begin with \\- to say it to everybody.",
        )
    to = tuple(seat for seat in SEATS if LETTERS[seat] in letters and seat != sender)
    if not to:
        others = named([seat for seat in SEATS if seat != sender], "or")
        raise IllegalAction("only_self", f"That would reach only yourself: name {others}.")
    return to


def _body(text: str) -> str:
    if not text:
        raise IllegalAction("empty", "After the letters comes what you want to say.")
    if len(text) > MAX_BODY:
        raise IllegalAction("too_long", f"A message has at most {MAX_BODY:,} characters.")
    return text


def _stripped(text: str) -> str:
    """Without outer blanks. Characters that cannot be seen count as such: no dash may hide behind one."""
    start, end = 0, len(text)
    while start < end and _is_blank(text[start]):
        start += 1
    while end > start and _is_blank(text[end - 1]):
        end -= 1
    return text[start:end]


def _is_blank(character: str) -> bool:
    return character.isspace() or unicodedata.category(character) in ("Cc", "Cf")
