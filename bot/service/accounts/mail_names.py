"""Names of people in mails, and the names that others see of people who only mail."""

import re
import unicodedata
from typing import Final

LONGEST_NAME: Final = 32
NAMELESS: Final = "A player"
"""The name of a person who gives none."""

_LINKING: Final = re.compile(r"(?<=\w)[./\u3002](?=\w\w)")
"""Matches the signs between parts of a name of which mail programs make a link."""


def clean_name(display: str) -> str:
    """A display name of at most 32 characters, without any address in it; never empty.

    It contains no line breaks, invisible characters, or changes of text direction.
    """
    shown = " ".join(word for word in unicodedata.normalize("NFKC", display).split() if "@" not in word)
    kept = "".join(char if unicodedata.category(char)[0] not in "CZ" else " " for char in shown)
    words = " ".join("".join(char for char in kept if char not in '<>"\\`*_~|@#:').split())
    return words[:LONGEST_NAME].strip() or NAMELESS


def name_for_strangers(display: str) -> str:
    """A clean name in which mail programs find no link: its bearer sends nobody words of their own."""
    return _LINKING.sub(" ", clean_name(display))
