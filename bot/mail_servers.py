"""Mail servers in settings: urls as hosts write them, parsed."""

import re
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Final, Literal
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

Protection = Literal["none", "starttls", "tls"]

_PORTS: Final = {"smtp": 587, "smtps": 465, "imap": 143, "imaps": 993}
LONGEST_LOCAL_PART: Final = 8
"""Characters before the @ of the bot's own address; reply addresses append to them, up to 64 in all."""
_ADDRESS: Final = re.compile(
    rf"[a-z0-9](?:[a-z0-9._-]{{0,{LONGEST_LOCAL_PART - 2}}}[a-z0-9])?@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?"
)


@dataclass(frozen=True)
class ListenAddress:
    """The address at which this process listens for mail."""

    protocol: Literal["smtp", "lmtp"]
    host: str
    port: int
    """The port; 0: any free one."""

    def __str__(self) -> str:
        return f"{self.protocol}://{self.host}:{self.port}"


@dataclass(frozen=True)
class MailServer:
    """A server that accepts outgoing mail, or that has the bot's mailbox."""

    host: str
    port: int
    tls: Protection
    user: str | None = None
    password: str | None = field(default=None, repr=False)
    folder: str = "INBOX"
    """The folder that is read, if it has the mailbox."""


def parse_address(text: str) -> str:
    """The bot's own address, in lower case. Raises ValueError."""
    address = text.strip().lower()
    if not _ADDRESS.fullmatch(address) or ".." in address:
        raise ValueError("no address")
    return address


def parse_listener(text: str) -> ListenAddress:
    """Parse ``smtp://127.0.0.1:2525`` or ``lmtp://127.0.0.1:2424``. Raises ValueError."""
    parts = urlsplit(text)
    if parts.scheme not in ("smtp", "lmtp") or not parts.hostname or parts.port is None:
        raise ValueError("a listener has a host and a port")
    if parts.path.strip("/") or parts.query or parts.username:
        raise ValueError("a listener has nothing but a host and a port")
    return ListenAddress("smtp" if parts.scheme == "smtp" else "lmtp", parts.hostname, parts.port)


def parse_smtp(text: str) -> MailServer:
    """Parse ``smtp://user:password@host:587?tls=starttls`` or ``smtps://``.

    Raises ValueError, whose text quotes nothing of the url.
    """
    return _server(text, "smtp")


def parse_imap(text: str) -> MailServer:
    """Parse ``imaps://user:password@host/INBOX`` or ``imap://``. Raises ValueError as `parse_smtp` does."""
    server = _server(text, "imap")
    if server.user is None:
        raise ValueError("a mailbox has a user")
    return server


def _server(text: str, protocol: str) -> MailServer:
    if text.count("@") > 1:
        # A part of the password would be taken for the host, and shown.
        raise ValueError("an @ within a password")
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError("no address") from None
    if parts.scheme not in (protocol, f"{protocol}s") or not parts.hostname or port == 0:
        raise ValueError("no such address")
    user, password = (unquote(part) if part else None for part in (parts.username, parts.password))
    if (user is None) != (password is None):
        raise ValueError("a user has a password")
    tls = _protection(parts)
    if password is not None and tls == "none" and not _loopback(parts.hostname):
        raise ValueError("a password goes over nothing but TLS")
    folder = unquote(parts.path.strip("/"))
    if folder and protocol == "smtp":
        raise ValueError("a server for mail that goes out has no folder")
    return MailServer(
        parts.hostname, port or _PORTS[parts.scheme], tls, user, password, folder or MailServer.folder
    )


def _protection(parts: SplitResult) -> Protection:
    options = dict(parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query)))
    tls = options.pop("tls", "tls" if parts.scheme.endswith("s") else "starttls")
    if options:
        raise ValueError("no such option")
    match tls:
        case "tls" | "starttls" | "none":
            return tls
        case _:
            raise ValueError("no such protection")


def _loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
