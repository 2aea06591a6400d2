"""One person's mailbox as the page shows it."""

from email import policy
from email.parser import BytesParser
from functools import lru_cache
from typing import Final

from sandbox.core import Core
from sandbox.encoding import Json, iso
from sandbox.errors import Refusal
from sandbox.mail.addresses import address_of
from sandbox.mail.reading import read_mail
from sandbox.world.entities import Mail, User

POLICY: Final = (
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; "
    "frame-ancestors 'self'; sandbox allow-same-origin"
)
"""The content security policy for the HTML of a mail: its own pictures are shown; scripts and remote content
are blocked.
"""

_HEADERS: Final = BytesParser(policy=policy.default)


class Mails:
    """One person's mailbox."""

    def __init__(self, core: Core, user: User) -> None:
        self._world = core.world
        self._host = core.mail
        self._me = user

    def mailbox(self) -> Json | None:
        """The mailbox with its mails, the oldest first; None where the sandbox has no mail server."""
        if self._host is None:
            return None
        return {
            "address": address_of(self._me),
            "bot_address": self._host.bot_address,
            "mails": [self.summary(mail) for mail in self._world.mailbox(self._me.id)],
        }

    def summary(self, mail: Mail) -> Json:
        """A mail in the list."""
        return {
            "id": str(mail.id),
            "state": mail.state,
            "read": mail.read,
            "timestamp": iso(mail.created_at),
            **_envelope(mail.id, mail.raw),
        }

    def open(self, mail_id: int) -> Json:
        """A mail with its full contents; it counts as read from now on."""
        mail = self.mail(mail_id)
        if not mail.read:
            mail.read = True
            self._world.put_mail(mail)
        read = read_mail(mail.raw)
        return {
            **self.summary(mail),
            "reply_to": read.reply_address,
            "text": read.text,
            "html": read.html is not None,
            "attachments": [
                {"name": name, "text": data.decode(errors="replace")} for name, data in read.attachments
            ],
        }

    def html(self, mail_id: int) -> str:
        """A mail's HTML, "" where it has none."""
        return read_mail(self.mail(mail_id).raw).html or ""

    def send(self, to: str, subject: str, text: str, answers: int | None) -> Mail:
        """Write a mail."""
        if self._host is None:
            raise Refusal("not_found", "This sandbox has no mailboxes.")
        return self._host.write(self._me, to, subject, text, None if answers is None else self.mail(answers))

    def mail(self, mail_id: int) -> Mail:
        """A mail of the person. Raises Refusal."""
        mail = self._world.mails.get(mail_id)
        if mail is None or mail.person_id != self._me.id:
            raise Refusal("not_found", "That mail is not there any more.")
        return mail


@lru_cache(maxsize=2000)
def _envelope(_mail_id: int, raw: bytes) -> Json:
    headers = _HEADERS.parsebytes(raw, headersonly=True)
    return {name: str(headers[name] or "") for name in ("from", "to", "subject")}
