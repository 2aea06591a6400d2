"""A mail as its reader sees it."""

import html
import re
from functools import cached_property
from urllib.parse import parse_qs, unquote, urlsplit

from sandbox.mail.reading import ReadMail, read_mail
from sandbox.world.entities import Mail


class MailLink:
    """A link that opens a mail with its text filled in."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        fields = {
            name.lower(): values[0] for name, values in parse_qs(parts.query.replace("+", "%2B")).items()
        }
        self.to = unquote(parts.path)
        self.subject = fields.get("subject", "")
        self.body = fields.get("body", "")

    def __repr__(self) -> str:
        return f"<link to a mail {self.body!r}>"


class SeenMail:
    """One mail of a mailbox."""

    def __init__(self, raw: Mail) -> None:
        self.raw = raw

    def __repr__(self) -> str:
        return f"<mail {self.subject!r}>"

    @property
    def id(self) -> int:
        """Its number; later mails have greater ones."""
        return self.raw.id

    @cached_property
    def read(self) -> ReadMail:
        """Taken apart."""
        return read_mail(self.raw.raw)

    @cached_property
    def subject(self) -> str:
        """The subject."""
        return self.read.subject

    @cached_property
    def text(self) -> str:
        """The plain words."""
        return self.read.text

    @cached_property
    def reply_address(self) -> str:
        """Where an answer goes."""
        return self.read.reply_address

    @cached_property
    def message_id(self) -> str:
        """Its Message-ID."""
        return str(self.read.headers["message-id"] or "")

    @cached_property
    def in_reply_to(self) -> str:
        """The Message-ID of the mail that it answers, or ""."""
        return str(self.read.headers["in-reply-to"] or "")

    @property
    def quoted(self) -> str:
        """The plain words as an answer quotes them."""
        return "".join(f"> {line}\n" for line in self.text.splitlines())

    @property
    def links(self) -> list[MailLink]:
        """The mails that its HTML offers to write, in their order."""
        found = re.findall(r"""href=["'](mailto:[^"']+)""", self.read.html or "")
        return [MailLink(html.unescape(one)) for one in found]
