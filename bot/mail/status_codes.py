"""Enhanced status codes of mail servers, RFC 3463."""

import re
from collections.abc import Sequence
from typing import Final

UNKNOWN: Final = "5.0.0"
"""The code for any failure: servers send it without saying more, and it stands for a missing code."""
_IN_WORDS: Final = re.compile(r"(?<![\d.])[45]\.[0-7]\.\d{1,3}(?!\.?\d)")
"""A code within a server's words, but no program's version and no host's address."""
_VAGUE: Final = "5.0."
"""The beginning of codes that say nothing more, such as those of Exchange for another server's answer."""
_ENDS: Final = re.compile(r"5\.(?:0\.\d+|1\.(?:[0-6]|9|10)|2\.1|4\.(?:[014]|310))")
_IN_DOUBT: Final = re.compile(r"5\.(?:0\.\d+|1\.0|2\.1)")
"""Codes among these that servers also send when they refuse something else than the address."""
_OTHER_REASONS: Final = re.compile(
    r"relay|spam|junk|bl[ao]ck|polic(?:y|ies)|reputation|prohibit|banned|sender|"
    r"\b(?:helo|ehlo|dns|rdns|ptr|reverse|spf|dkim|dmarc|rbl|content|virus)\b|"
    r"quota|exceed|\b(?:full|storage|space|size|large|long|rate|limit|loop|timeout|timed)\b",
    re.IGNORECASE,
)
"""Words by which such a refusal is known: of our server, this mail, a full mailbox, or a timeout."""


def codes_in(words: str) -> Sequence[str]:
    """The codes within a server's words, each once; vague ones, which tell only of a failure, come last."""
    return sorted(dict.fromkeys(_IN_WORDS.findall(words)), key=lambda code: code.startswith(_VAGUE))


def code_of(status: str, words: str) -> str:
    """The code of a failure: the `status` or, if that is vague, the first code in the words beside it."""
    return next(iter(codes_in(words)), status) if status.startswith(_VAGUE) else status


def ends_an_address(status: str, words: str) -> bool:
    """Whether a failure means that an address does not exist, is closed, or has no host.

    `words`: the text beside the code. Failures because of a full mailbox, the mail itself, our own address or
    server, or a timeout end no address.
    """
    if status == "5.5.0":
        # Outlook.com reports an address that does not exist as a protocol error.
        return "mailbox unavailable" in words.lower()
    # A server may repeat the address, such as nospam@example.org.
    said = " ".join(word for word in words.split() if "@" not in word)
    if _IN_DOUBT.fullmatch(status) and _OTHER_REASONS.search(said):
        return False
    return _ENDS.fullmatch(status) is not None
