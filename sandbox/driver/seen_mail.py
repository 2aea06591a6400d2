"""A mail as its reader sees it."""

import html
import re
from urllib.parse import parse_qs, unquote, urlsplit

from sandbox.mail.reading import read_mail
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
        self.id = raw.id
        """The number of the mail; later mails have greater ones."""
        self.read = read_mail(raw.raw)
        """The parsed mail."""
        self.subject, self.text = self.read.subject, self.read.text
        self.reply_address = self.read.reply_address
        self.message_id = str(self.read.headers["message-id"] or "")
        self.in_reply_to = str(self.read.headers["in-reply-to"] or "")
        """The Message-ID of the mail that it answers, or ""."""

    def __repr__(self) -> str:
        return f"<mail {self.subject!r}>"

    @property
    def quoted(self) -> str:
        """The plain text as an answer quotes it."""
        return "".join(f"> {line}\n" for line in self.text.splitlines())

    @property
    def links(self) -> list[MailLink]:
        """The links of the HTML that open a mail with its text filled in, in order."""
        found = re.findall(r"""href=["'](mailto:[^"']+)""", self.read.html or "")
        return [MailLink(html.unescape(one)) for one in found]
