"""A mail that has come in, read into what matters: who wrote what, and how far that can be believed."""

from typing import Literal, TypeAlias

from engines.contract import Value

Verdict: TypeAlias = Literal["pass", "fail", "none"]
"""What our own mail server found of DMARC; "none": it says nothing."""


class Unreadable(Exception):  # noqa: N818 -- the mail's fault, not ours
    """A mail that is not read: the text says why, without anything of the mail."""


class Bounce(Value, frozen=True):
    """What a delivery status notification (RFC 3464) says of a mail of ours."""

    hard: bool
    """Whether that address takes nothing ever; not so of a full mailbox and the like."""
    status: str
    """Such as 5.1.1; empty where none is given."""


class Incoming(Value, frozen=True):
    """A mail. Nothing in it is to be believed but `recipient`, which our own server took it for."""

    message_id: str
    """Empty if it has none."""
    in_reply_to: str
    """The Message-ID that it answers; empty if none."""
    sender: str
    """The address in From, lower case; empty only in a bounce or an automatic mail that has none."""
    recipient: str
    """For whom it was delivered, lower case."""
    auth: Verdict
    automatic: bool
    """Whether a machine wrote it: such is never answered, and commands nothing."""
    bounce: Bounce | None
    subject: str
    """On one line, at most 200 characters."""
    text: str
    """The sender's own words alone, without what they quote and their signature: one thought on each line."""
    raw_hash: str
    """SHA-256 of the whole mail, hexadecimal."""


def read(
    raw: bytes, recipient: str, authserv_id: str = "", *, envelope_sender: str | None = None
) -> Incoming:
    """Read a mail as it was delivered. Raises Unreadable.

    `recipient`: the address of the envelope. `authserv_id`: by which name our own mail server reports what
    it verified; empty: none does. `envelope_sender`: empty for the null sender; None: the header tells.
    """
    raise Unreadable(f"not yet: {len(raw)} {recipient} {authserv_id} {envelope_sender}")
