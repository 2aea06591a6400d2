"""Names of people as mails bear them, and others see those who only mail."""

import unicodedata
from typing import Final

LONGEST_NAME: Final = 32
NAMELESS: Final = "A player"
"""The name of a person who gives none."""


def clean_name(display: str) -> str:
    """A display name of at most 32 characters, without any address in it; never empty.

    It contains no line breaks, invisible characters, or changes of text direction.
    """
    shown = " ".join(word for word in unicodedata.normalize("NFKC", display).split() if "@" not in word)
    kept = "".join(char if unicodedata.category(char)[0] not in "CZ" else " " for char in shown)
    words = " ".join("".join(char for char in kept if char not in '<>"\\`*_~|@#:').split())
    return words[:LONGEST_NAME].strip() or NAMELESS
