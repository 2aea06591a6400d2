"""The causes under which a mail is executed once, however often it is delivered."""

import re
from datetime import date, timedelta
from hashlib import sha256
from typing import Final

from bot.mail.incoming.parsing import Incoming
from bot.service.values.request import Cause

_SHORT: Final = 12
"""Characters of a text that can only be a move."""
_PROSE: Final = 200
"""Characters of a text that is too long for moves alone: all its figures may differ from mail to mail."""
_VARIED: Final = 8
"""Different words of a shorter text that is more than a move: its times and long numbers may differ."""
_WORD: Final = re.compile(r"\b[^\W\d_]{2,}\b")
_FIGURES: Final = re.compile(r"(?<!\w)\d+|\d{2,}")
"""The figures of times and numbers, but not the one in the name of a cell, which tells moves apart."""
_STAMPS: Final = re.compile(r"\d+(?:[.:/h]\d+)+|\b(?=\w*\d)\w{5,}|\d{4,}|\bRe: ")
"""Times, dates, numbers of mails and the prefix of a quoted subject, but not the short number of a move."""
_TICKET: Final = re.compile(r"\d{5,}")
"""Numbers that are of no move, however few words stand beside them."""


def cause_from(text: str) -> Cause:
    """A cause of 40 digits of a hash, so that it fits beside the number of a part."""
    return Cause(f"mail:{sha256(text.encode()).hexdigest()[:40]}")


def cause_of(incoming: Incoming, code: str | None) -> Cause:
    """A mail's identity over repeated deliveries: its Message-ID, its sender, and the game that it is for.

    One mail for two games is delivered and executed for each.
    """
    known = [incoming.message_id, incoming.sender] if incoming.message_id else [incoming.raw_hash]
    return cause_from("\n".join(known if code is None else [*known, code]))


def causes_in_vain(incoming: Incoming, today: date) -> list[Cause]:
    """Causes that mark the same text as received in vain today or yesterday.

    Autoresponders repeat themselves, except for the time and a number of the mail that they answer. A single
    short word has no such cause: it may be a retried move.
    """
    if incoming.text and len(incoming.text) <= _SHORT and " " not in incoming.text:
        return []
    text = (_STAMPS if is_prose(incoming.text) else _TICKET).sub("", incoming.text)
    if len(incoming.text) >= _PROSE:
        text = _FIGURES.sub("", text)
    return [cause_from(f"{incoming.sender} {today - timedelta(days=ago)} {text}") for ago in (0, 1)]


def is_prose(text: str) -> bool:
    """Whether a text is more than moves or a command."""
    return len(text) >= _PROSE or len({*_WORD.findall(text.casefold())}) >= _VARIED
