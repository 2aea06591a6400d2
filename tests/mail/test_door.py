"""The mail door as the settings want it."""

import asyncio
import socket
from types import SimpleNamespace
from typing import Any

import pytest

from bot.clock import SystemClock
from bot.errors import CannotStart
from bot.mail.door import mail_sender, taking_mail
from bot.mail_servers import parse_imap, parse_listener, parse_smtp
from bot.observer import NULL_OBSERVER
from bot.settings import Settings
from engines.registry import ENGINES

SERVICE: Any = SimpleNamespace(engines=ENGINES)
"""Nobody writes in these tests."""


def settings(**values: object) -> Settings:
    return Settings(
        mail_address="turn@games.example",
        mail_smtp_url=parse_smtp("smtp://127.0.0.1:25?tls=none"),
        **values,  # type: ignore[arg-type]
    )


async def test_without_an_address_there_is_no_mail() -> None:
    assert mail_sender(Settings(), SERVICE, SERVICE, SystemClock()) is None
    async with taking_mail(Settings(), SERVICE, SystemClock(), NULL_OBSERVER) as mailbox:
        assert mailbox is None


async def test_a_mailbox_is_read_where_one_is_named() -> None:
    imap = settings(mail_imap_url=parse_imap("imaps://bot:hunter22@host"))
    assert mail_sender(imap, SERVICE, SERVICE, SystemClock()) is not None
    async with taking_mail(imap, SERVICE, SystemClock(), NULL_OBSERVER) as mailbox:
        assert mailbox is not None


async def test_a_port_that_somebody_else_has_stops_the_start_with_a_sentence() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        listen = f"lmtp://127.0.0.1:{taken.getsockname()[1]}"
        wanted = settings(mail_listen=parse_listener(listen))
        with pytest.raises(CannotStart, match=f"MAIL_LISTEN {listen} cannot be used") as stopped:
            async with taking_mail(wanted, SERVICE, SystemClock(), NULL_OBSERVER):
                pass
        assert "Errno" not in str(stopped.value)


async def test_the_listener_greets_by_the_name_of_the_hosts_domain() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    wanted = settings(mail_listen=parse_listener(f"lmtp://127.0.0.1:{port}"))
    async with taking_mail(wanted, SERVICE, SystemClock(), NULL_OBSERVER) as mailbox:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        assert mailbox is None
        assert (await reader.readline()).startswith(b"220 games.example ")
        writer.close()
