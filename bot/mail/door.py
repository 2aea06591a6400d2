"""The mail door as a whole: the sender and, in one of several processes, the listener and the mailbox."""

import contextlib
from collections.abc import AsyncIterator

from bot.clock import Clock
from bot.errors import CannotStart
from bot.mail.commands.request import OperatorInfo
from bot.mail.handling import MailHandler
from bot.mail.incoming.intake import Intake
from bot.mail.incoming.listener import Certificate, MailListener
from bot.mail.incoming.mailbox import MailboxReader
from bot.mail.outgoing.sender import MailSender
from bot.observer import Observer
from bot.picture_service import PictureService
from bot.service.facade import Service
from bot.settings import Settings


def mail_sender(
    settings: Settings, service: Service, pictures: PictureService, clock: Clock
) -> MailSender | None:
    """The sender of mail; None if the host has set no server for it."""
    server = settings.mail_smtp_url
    if server is None:
        return None
    return MailSender(server, settings.mail_address, service=service, pictures=pictures, clock=clock)


@contextlib.asynccontextmanager
async def taking_mail(
    settings: Settings, service: Service, clock: Clock, observer: Observer
) -> AsyncIterator[MailboxReader | None]:
    """Accept mail while the block lasts, if the settings say so; at its end mail under way is finished.

    Yields the mailbox to poll, if there is one. Raises CannotStart.
    """
    if not settings.mail_address:
        yield None
        return
    imap, at = settings.mail_imap_url, settings.mail_listen
    # A host without a listener has its mailbox at a provider, in a domain shared with strangers.
    shared = imap is not None and at is None
    operator = OperatorInfo(settings.source_url, settings.support)
    handler = MailHandler(service, settings.mail_address, clock, shared_domain=shared, operator=operator)
    intake = Intake(handler, settings.mail_authserv_id, observer)
    async with contextlib.AsyncExitStack() as stack:
        if at is not None:
            name = settings.mail_address.rpartition("@")[2]
            listener = MailListener(at, intake, host=name, certificate=_certificate(settings))
            try:
                await stack.enter_async_context(listener.listening())
            except OSError as error:
                raise CannotStart(f"MAIL_LISTEN {at} cannot be used: {error.strerror or error}.") from error
        yield None if imap is None else MailboxReader(imap, intake, clock)


def _certificate(settings: Settings) -> Certificate | None:
    """The certificate of the listener, if it has one. Raises CannotStart."""
    chain, key = settings.mail_tls_cert, settings.mail_tls_key
    if chain is None or key is None:
        return None
    try:
        return Certificate(chain, key)
    except OSError as error:
        why = error.strerror or error
        raise CannotStart(f"MAIL_TLS_CERT and MAIL_TLS_KEY cannot be used: {why}.") from error
