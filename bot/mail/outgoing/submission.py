"""Submits mails to the mail server; classifies every failure as temporary or permanent."""

from datetime import datetime, timedelta
from typing import Final

import aiosmtplib
import structlog

from bot.clock import Clock
from bot.mail.status_codes import UNKNOWN, code_of, ends_an_address
from bot.mail_servers import MailServer
from bot.outbox.delivery import DmsClosed, PermanentFailure, RetryLater, pointless

log = structlog.get_logger(__name__)

_TIMEOUT: Final = 30.0
"""Timeout of each SMTP step, in seconds."""
_APART: Final = timedelta(seconds=15)
"""Interval of attempts while the mail server is unreachable; one mail makes each."""


class Submission:
    """Submits mails, and waits a little while the server is unreachable."""

    def __init__(self, server: MailServer, own_host: str, clock: Clock) -> None:
        self._server = server
        self._own_host = own_host
        self._clock = clock
        self._next_try: datetime | None = None
        """The next attempt while the server is unreachable; None: it is reachable."""

    def check_reachable(self) -> None:
        """Raises RetryLater while the server is unreachable, except for one attempt at intervals."""
        now = self._clock.now()
        if self._next_try is not None:
            if (wait := (self._next_try - now).total_seconds()) > 0:
                raise RetryLater("the mail server is out of reach", after=wait, code="connection")
            self._next_try = now + _APART

    async def submit(self, sender: str, to: str, message: bytes, *, known: bool) -> None:
        """Submit a mail. `known`: its reader is a person. Raises RetryLater or PermanentFailure."""
        try:
            await self._hand_over(sender, to, message)
            self._next_try = None
        except aiosmtplib.SMTPRecipientsRefused as error:
            self._next_try = None
            raise _refused(error.recipients[0], known=known) from error
        except aiosmtplib.SMTPResponseException as error:
            raise _failure(error) from error
        except (aiosmtplib.SMTPException, OSError) as error:
            self._next_try = self._clock.now() + _APART
            raise RetryLater(f"mail server: {type(error).__name__}", code="connection") from error

    async def _hand_over(self, sender: str, to: str, message: bytes) -> None:
        server = self._server
        async with aiosmtplib.SMTP(
            hostname=server.host,
            port=server.port,
            username=server.user,
            password=server.password,
            use_tls=server.tls == "tls",
            start_tls=server.tls == "starttls",
            local_hostname=self._own_host,
            timeout=_TIMEOUT,
        ) as connection:
            await connection.sendmail(sender, [to], message)


def _refused(error: aiosmtplib.SMTPRecipientRefused, *, known: bool) -> RetryLater | PermanentFailure:
    """The failure of a refused recipient: servers also refuse recipients because of the sender."""
    if error.code < 500 or not ends_an_address(code_of(UNKNOWN, error.message), error.message):
        return _failure(error)
    reason, code = _reason(error), str(error.code)
    return DmsClosed(reason, code=code) if known else pointless(reason, code=code)


def _failure(error: aiosmtplib.SMTPResponseException) -> RetryLater | PermanentFailure:
    """The failure that a server's answer means."""
    # The server learns the length of the mail together with the sender: RFC 1870.
    too_long = isinstance(error, aiosmtplib.SMTPSenderRefused) and error.code == 552
    if too_long or (isinstance(error, aiosmtplib.SMTPDataError) and error.code >= 500):
        # This mail is refused for its contents or length.
        return PermanentFailure(_reason(error), code=str(error.code))
    if error.code >= 500:
        # The server refuses us altogether: the operator must fix that, and nothing is lost meanwhile.
        log.error("mail_server_refuses", code=error.code, step=type(error).__name__)
    return RetryLater(_reason(error), code=str(error.code))


def _reason(error: aiosmtplib.SMTPResponseException) -> str:
    """The status code only: the server's text may quote the address."""
    return f"{type(error).__name__} {error.code}"
