"""Mails as this server and its people write them."""

from collections.abc import Sequence
from datetime import UTC, datetime
from email import policy
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime
from secrets import token_hex

from sandbox.mail.addresses import DOMAIN, address_of
from sandbox.mail.reading import ReadMail
from sandbox.world.entities import User

_WIRE = policy.SMTP.clone(cte_type="7bit")


def write_mail(
    author: User, to: Sequence[str], subject: str, text: str, *, now: float, answers: ReadMail | None
) -> bytes:
    """A mail of a person, in the thread of the one that it answers. `now`: seconds since 1970."""
    message = EmailMessage(_WIRE)
    message["From"] = Address(author.name, addr_spec=address_of(author))
    message["To"] = ", ".join(to)
    message["Subject"] = " ".join(subject.split())
    _stamp(message, now)
    if answers is not None and (of := answers.headers["message-id"]):
        message["In-Reply-To"] = str(of)
        message["References"] = " ".join(f"{answers.headers['references'] or ''} {of}".split())
    message.set_content(text)
    return message.as_bytes()


def bounce(to: str, failed: str, reason: str, raw: bytes, now: float) -> bytes:
    """A report that a mail could not be delivered, in the form of RFC 3464."""
    message = EmailMessage(_WIRE)
    message["From"] = Address("Mail Delivery System", "mailer-daemon", DOMAIN)
    message["To"] = to
    message["Subject"] = "Undelivered Mail Returned to Sender"
    message["Auto-Submitted"] = "auto-replied"
    _stamp(message, now)
    message.set_content(f"Your mail to {failed} could not be delivered: {reason}\n")
    message.make_mixed()
    status = EmailMessage(_WIRE)
    status["Content-Type"] = "message/delivery-status"
    of_mail, of_recipient = EmailMessage(_WIRE), EmailMessage(_WIRE)
    of_mail["Reporting-MTA"] = f"dns; {DOMAIN}"
    of_recipient["Final-Recipient"] = f"rfc822; {failed}"
    of_recipient["Action"] = "failed"
    of_recipient["Status"] = "5.1.1"
    of_recipient["Diagnostic-Code"] = f"smtp; {reason}"
    status.set_payload([of_mail, of_recipient])
    headers = EmailMessage(_WIRE)
    headers.set_content(raw.partition(b"\r\n\r\n")[0].decode("ascii", "replace"))
    headers.replace_header("Content-Type", "text/rfc822-headers")
    for part in (status, headers):
        message.attach(part)
    message.set_type("multipart/report")
    message.set_param("report-type", "delivery-status")
    return message.as_bytes()


def _stamp(message: EmailMessage, now: float) -> None:
    message["Date"] = format_datetime(datetime.fromtimestamp(now, UTC))
    message["Message-ID"] = f"<{token_hex(12)}@{DOMAIN}>"
