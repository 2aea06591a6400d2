"""A line of a mail without additions of telephones and habits, such as a full stop or “please”."""

import re
from typing import Final

QUOTES: Final = "\"'“”„‟‘’‚«»"
_DASHES: Final = re.compile(r"(?<=\w)[\u2010-\u2015\u2212](?=\w)")
_ADDED: Final = re.compile(r"(?:[ .!\u2639\u263a\u2764\ufe0f\U0001f000-\U0001faff]|[()D]-?[:;](?= ))*")
"""Full stops, exclamation marks and faces, matched backwards from the end of a line. A possessive quantifier
would keep half a face in Python before 3.11.5.
"""
_POLITE: Final = re.compile(
    r"(?<=\w)(?:[,.!]{0,2} (?:please|pls|bitte|s'il vous plaît|por favor|per favore)"
    r"|[,.!]{1,2} (?:thanks|thank you|thx|danke|merci|gracias|grazie))\Z",
    re.IGNORECASE,
)
_IN_QUOTES: Final = re.compile(rf"[{QUOTES}](?P<text>[^{QUOTES}]+)[{QUOTES}]")
_PLAYS: Final = r"(?:i play|i take|i choose|play|ich spiele|je joue|juego|gioco|ik speel) "
_NUMBER: Final = re.compile(
    rf"(?:{_PLAYS}|my move(?: is)?:? )?"
    r"(?:(?:move|number|option|zug|nummer|coup|numéro|jugada|número|mossa|numero|zet):? )?(?:le )?"
    r"[(\[]?(?:(?:#|№|n[°º]\.?|n[or]\.|nr) ?)?(?P<number>\d{1,4})[)\]]?(?: thanks| thank you)?",
    re.IGNORECASE,
)
"""The number of a move in a list, in the words in which people write it."""
_HOW_MANY: Final = re.compile(rf"\W*{_PLAYS}\d", re.IGNORECASE)
"""A line with a number that may be a count rather than the number of a move."""


def tidied(line: str) -> str:
    """The line with plain hyphens, without quotation marks around it, or a full stop, a face or “please”
    behind it; a number as its figures alone: ``N° 3``, ``3)``, ``I play move 3``.
    """
    text = _POLITE.sub("", _without_added(_DASHES.sub("-", line)))
    if quoted := _IN_QUOTES.fullmatch(text):
        text = _without_added(quoted["text"])
    number = _NUMBER.fullmatch(text)
    return text if number is None else str(int(number["number"]))


def may_count(line: str, number: str) -> bool:
    """Whether a line that is `tidied` to a number may also say how many: ``I play 2``."""
    return _HOW_MANY.match(line) is not None and tidied(line) == number


def _without_added(text: str) -> str:
    added = _ADDED.match(text[::-1])
    return text[: len(text) - len(added[0])] if added is not None else text
