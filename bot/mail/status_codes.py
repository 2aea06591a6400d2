"""Enhanced status codes of mail servers, RFC 3463."""

import re
from typing import Final

IN_WORDS: Final = re.compile(r"(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])")
"""A code within what a server says."""
UNKNOWN: Final = "5.0.0"
"""What servers say of all that fails, and what those mean that say no code."""
_ENDS: Final = re.compile(r"5\.(?:0\.\d+|1\.(?:[0-6]|9|10)|2\.[01]|4\.(?:[014]|310))")
_OF_OURS: Final = re.compile(r"relay|spam|block|blacklist|policy|reputation", re.IGNORECASE)
"""How servers say without a code that it is not the address that they refuse."""


def ends_an_address(status: str, words: str) -> bool:
    """Whether it says of an address that it is none, is closed, or has no host. `words`: what stands with it.

    Not so of a full mailbox, of one mail, of our own address or server, or of time that ran out.
    """
    if status == "5.5.0":
        # Outlook.com calls it a fault of protocol if an address is none.
        return "mailbox unavailable" in words.lower()
    # A server may repeat the address, such as nospam@example.org.
    if status == UNKNOWN and any(_OF_OURS.search(word) for word in words.split() if "@" not in word):
        return False
    return _ENDS.fullmatch(status) is not None
