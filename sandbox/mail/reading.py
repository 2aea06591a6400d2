"""A mail as a mail program shows it."""

import base64
import re
from dataclasses import dataclass
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from email.utils import getaddresses


@dataclass(frozen=True)
class ReadMail:
    """The contents of a mail."""

    headers: EmailMessage
    text: str
    """The plain text, or "" where there is none."""
    html: str | None
    """The HTML, with its inline pictures as ``data:`` addresses; None where there is none."""
    pictures: tuple[bytes, ...]
    attachments: tuple[tuple[str, bytes], ...]
    """Name and bytes of each attached file."""

    @property
    def subject(self) -> str:
        """The subject."""
        return str(self.headers["subject"] or "")

    @property
    def reply_address(self) -> str:
        """The address to which an answer goes."""
        return addresses(self.headers, "reply-to", "from")[0]


def read_mail(raw: bytes) -> ReadMail:
    """Parse a mail."""
    message = BytesParser(policy=policy.default).parsebytes(raw)
    plain, html = message.get_body(("plain",)), message.get_body(("html",))
    pictures = {
        str(part["content-id"] or "").strip("<>"): part
        for part in message.walk()
        if part.get_content_maintype() == "image"
    }
    attached = [part for part in message.walk() if part.get_content_disposition() == "attachment"]
    return ReadMail(
        message,
        "" if plain is None else plain.get_content().replace("\r\n", "\n"),
        None if html is None else _with_pictures(html.get_content(), pictures),
        tuple(_bytes(part) for part in pictures.values()),
        tuple((part.get_filename() or "file", _bytes(part)) for part in attached),
    )


def addresses(message: EmailMessage, *headers: str) -> list[str]:
    """The bare addresses of the first of these headers that has any; [""] where none has."""
    for header in headers:
        found = [address for _, address in getaddresses([str(message[header] or "")]) if address]
        if found:
            return found
    return [""]


def _with_pictures(html: str, pictures: dict[str, EmailMessage]) -> str:
    def shown(found: re.Match[str]) -> str:
        part = pictures.get(found[1])
        if part is None:
            return found[0]
        return f"data:{part.get_content_type()};base64,{base64.b64encode(_bytes(part)).decode()}"

    return re.sub(r"cid:([^\"'\s>)]+)", shown, html)


def _bytes(part: EmailMessage) -> bytes:
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""
