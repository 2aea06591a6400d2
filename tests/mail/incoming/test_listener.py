"""The listener: who is told what at each step of SMTP and LMTP, and how it ends."""

import asyncio
import smtplib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from functools import partial
from typing import Any

import pytest

from bot.errors import DatabaseUnavailable
from bot.mail.incoming.intake import Intake
from bot.mail.incoming.listener import MailListener
from bot.mail.incoming.mime import SIZE_LIMIT
from bot.mail.incoming.parsing import Incoming
from bot.mail_servers import ListenAddress
from bot.observer import Observer

ADDRESS = "turn+k7qx@games.example"
MAIL = (
    b"From: Ann <ann@x.example>\r\nTo: turn+k7qx@games.example\r\nSubject: Re: your move\r\n"
    b"Message-ID: <1@x.example>\r\n\r\na3 b4\r\n"
)


class Door:
    """Knows one address, and notes what it is handed."""

    def __init__(self) -> None:
        self.handled: list[Incoming] = []
        self.fault: Exception | None = None
        self.go = asyncio.Event()
        self.go.set()
        self.begun = asyncio.Event()

    async def knows(self, recipient: str) -> bool:
        if self.fault is not None:
            raise self.fault
        return recipient == ADDRESS

    async def handle(self, incoming: Incoming) -> None:
        self.begun.set()
        await self.go.wait()
        if self.fault is not None:
            raise self.fault
        self.handled.append(incoming)


class Counting(Observer):
    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def mail(self, outcome: str, seconds: float) -> None:
        self.outcomes.append(outcome)


class Setup:
    """A listener that listens."""

    def __init__(self, protocol: str) -> None:
        self.door, self.observer = Door(), Counting()
        at = ListenAddress("lmtp" if protocol == "lmtp" else "smtp", "127.0.0.1", 0)
        self.listener = MailListener(at, Intake(self.door, "", self.observer), host="games.example")
        self.stack = AsyncExitStack()
        self._client = smtplib.LMTP if protocol == "lmtp" else smtplib.SMTP

    async def send(self, raw: bytes = MAIL, to: tuple[str, ...] = (ADDRESS,)) -> str:
        """The last answer of the server."""
        return await asyncio.to_thread(self._send, raw, to)

    def _send(self, raw: bytes, to: tuple[str, ...]) -> str:
        with self.client() as client:
            client.ehlo_or_helo_if_needed()
            client.mail("ann@x.example")
            for address in to:
                code, result = client.rcpt(address)
                if code != 250:
                    return f"{code} {result.decode()}"
            code, result = client.data(raw)
            return f"{code} {result.decode()}"

    def client(self) -> smtplib.SMTP:
        return self._client("127.0.0.1", self.listener.port, local_hostname="mx.example")


@pytest.fixture(params=["smtp", "lmtp"])
async def setup(request: pytest.FixtureRequest) -> AsyncIterator[Setup]:
    setup = Setup(request.param)
    async with setup.stack:
        await setup.stack.enter_async_context(setup.listener.listening())
        yield setup


async def test_a_mail_is_carried_out_before_it_is_taken(setup: Setup) -> None:
    assert await setup.send() == "250 2.0.0 Taken"
    (incoming,) = setup.door.handled
    assert (incoming.sender, incoming.recipient, incoming.text) == ("ann@x.example", ADDRESS, "a3 b4")
    assert setup.observer.outcomes == ["done"]


async def test_an_address_that_is_not_ours_is_refused_at_once(setup: Setup) -> None:
    assert await setup.send(to=("turn+other@games.example",)) == "550 5.1.1 There is no such address"
    assert setup.observer.outcomes == []


@pytest.mark.parametrize("fault", [DatabaseUnavailable("away"), RuntimeError("a bug")])
async def test_whatever_goes_wrong_the_mail_is_handed_over_again_later(
    setup: Setup, fault: Exception
) -> None:
    setup.door.fault = fault
    assert await setup.send() == "451 4.3.0 Not now, please try again"
    setup.door.fault, setup.door.go = None, asyncio.Event()
    sending = asyncio.create_task(setup.send())
    await setup.door.begun.wait()
    setup.door.fault = fault
    setup.door.go.set()
    assert await sending == "451 4.3.0 Not now, please try again"
    assert setup.observer.outcomes == ["database_away" if isinstance(fault, DatabaseUnavailable) else "fault"]


async def test_a_header_in_utf_8_is_taken_from_servers_that_ask_whether_it_may_be(setup: Setup) -> None:
    def send() -> None:
        with setup.client() as client:
            options = ("SMTPUTF8", "BODY=8BITMIME")
            client.sendmail("ann@x.example", [ADDRESS], MAIL.replace(b"Ann", "Änn".encode()), options)

    await asyncio.to_thread(send)
    (incoming,) = setup.door.handled
    assert (incoming.sender, incoming.text) == ("ann@x.example", "a3 b4")


async def test_each_recipient_gets_a_mail_of_their_own(setup: Setup) -> None:
    assert await setup.send(to=(ADDRESS, ADDRESS)) == "452 4.5.3 One recipient at a time, please"


async def test_what_cannot_be_read_is_taken_and_dropped(setup: Setup) -> None:
    headers = b"".join(b"X-%d: x\r\n" % number for number in range(5000))
    assert (await setup.send(headers + MAIL)).startswith("250")
    assert setup.door.handled == []
    assert setup.observer.outcomes == ["unreadable"]


async def test_a_mail_that_is_too_large_is_refused(setup: Setup) -> None:
    assert (await setup.send(MAIL + b"x" * 70 * 4 * 1024 + b"\r\n")).startswith("5")
    lines = b"x" * 70 + b"\r\n"
    assert (await setup.send(MAIL + lines * (SIZE_LIMIT // len(lines)))).startswith("552")
    assert setup.door.handled == []


async def test_what_is_under_way_is_finished_before_it_closes(setup: Setup) -> None:
    setup.door.go.clear()
    sending = asyncio.create_task(setup.send())
    await setup.door.begun.wait()
    closing = asyncio.create_task(setup.stack.aclose())
    await until(lambda: refused(setup.listener.port))
    assert not closing.done()
    setup.door.go.set()
    assert (await sending).startswith("250")
    await closing
    assert len(setup.door.handled) == 1


async def test_who_hangs_on_without_a_mail_is_let_go(setup: Setup) -> None:
    client = await asyncio.to_thread(setup.client)
    await setup.stack.aclose()
    with pytest.raises(smtplib.SMTPServerDisconnected):
        await asyncio.to_thread(client.noop)


async def test_a_crowd_is_told_to_come_back(setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.mail.incoming.listener._CONNECTIONS", 2)
    clients = [await asyncio.to_thread(setup.client) for _ in range(2)]
    with pytest.raises(smtplib.SMTPException, match="421"):
        await asyncio.to_thread(setup.client)
    await asyncio.to_thread(clients.pop().quit)
    await until(partial(works, setup))
    for client in clients:
        client.close()


def works(setup: Setup) -> bool:
    try:
        setup.client().quit()
    except smtplib.SMTPException:
        return False
    return True


def refused(port: int) -> bool:
    try:
        smtplib.SMTP("127.0.0.1", port, local_hostname="mx.example").close()
    except OSError:
        return True
    return False


async def until(condition: Callable[[], Any]) -> None:
    while not await asyncio.to_thread(condition):  # noqa: ASYNC110 -- it lies beyond this loop
        await asyncio.sleep(0.01)
