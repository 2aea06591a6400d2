"""Enhanced status codes of mail servers, RFC 3463."""

import re
from typing import Final

_ENDS: Final = re.compile(r"5\.(?:0\.\d+|1\.(?:[0-6]|9|10)|2\.[01]|4\.(?:[014]|310))")


def ends_an_address(status: str, words: str) -> bool:
    """Whether it says of an address that it is none, is closed, or has no host. `words`: what stands with it.

    Not so of a full mailbox, of one mail, of our own address, or of time that ran out.
    """
    # Outlook.com has the status of a fault of protocol for addresses that are none.
    is_unavailable = status == "5.5.0" and "mailbox unavailable" in words.lower()
    return is_unavailable or _ENDS.fullmatch(status) is not None
