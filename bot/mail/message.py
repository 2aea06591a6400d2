"""A letter as a message that goes over SMTP."""

from datetime import datetime
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from typing import Final

from bot.mail.html_part import html_of
from bot.mail.letter import Letter, Moves, mailto
from bot.mail.move_lists import groups_of, is_whole, list_text
from bot.mail.text_part import text_of
from engines.contract import Value

NAME: Final = "Turnpost"
"""Who mails are from."""


class _OneALine(UnstructuredHeader, BaseHeader):
    """A header of ids or addresses, which are never broken or encoded, however long they are."""

    def fold(self, *, policy: Policy) -> str:
        """Each on a line of its own."""
        return f"{self.name}: {f'{policy.linesep} '.join(self.split())}{policy.linesep}"


_HEADERS: Final = HeaderRegistry()
for _name in ("references", "in-reply-to", "list-unsubscribe"):
    _HEADERS.map_to_type(_name, _OneALine)
_POLICY: Final = SMTP.clone(cte_type="7bit", header_factory=_HEADERS)
"""Not every server on the way takes eight bits."""


class Envelope(Value, frozen=True, kw_only=True):
    """What a message says of itself beside its contents."""

    to: str
    sender: str
    """The bot's own address."""
    reply_to: str
    message_id: str
    thread: str
    """The id that all messages about one matter refer to."""
    at: datetime
    in_reply_to: str | None = None
    """The Message-ID of a mail that this answers."""
    stop: str | None = None
    """Where whoever wants no more mail writes ``stop``; None: nothing was subscribed to."""


def compose(letter: Letter, envelope: Envelope) -> EmailMessage:
    """The message: text, HTML with its pictures, and a list of moves that are too many for a body."""
    message = EmailMessage(policy=_POLICY)
    message["From"] = Address(NAME, addr_spec=envelope.sender)
    message["To"] = Address(addr_spec=envelope.to)
    message["Reply-To"] = Address(NAME, addr_spec=envelope.reply_to)
    message["Subject"] = " ".join(letter.subject.split())
    message["Date"] = envelope.at
    message["Message-ID"] = envelope.message_id
    message["In-Reply-To"] = envelope.in_reply_to or envelope.thread
    message["References"] = " ".join(filter(None, (envelope.thread, envelope.in_reply_to)))
    message["Auto-Submitted"] = "auto-generated" if envelope.in_reply_to is None else "auto-replied"
    if envelope.stop is not None:
        message["List-Unsubscribe"] = f"<{mailto(envelope.stop, 'stop', 'stop')}>"
    html, pictures = html_of(letter)
    message.set_content(text_of(letter), cte="quoted-printable")
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    _, page = message.iter_parts()
    for number, drawn in enumerate(pictures, start=1):
        page.add_related(
            drawn.png,
            "image",
            "png",
            cid=f"<board-{number}>",
            filename=drawn.filename,
            disposition="inline",
        )
    for part in letter.parts:
        if isinstance(part, Moves) and not is_whole(part.moves):
            message.add_attachment(_whole_list(part), filename="moves.txt", cte="quoted-printable")
    return message


def _whole_list(part: Moves) -> str:
    return f"{list_text(groups_of(part.moves, whole=True))}\n"
