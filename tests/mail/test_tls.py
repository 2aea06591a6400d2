"""What is protected by TLS: mail that comes in by STARTTLS, mail that goes out by STARTTLS or TLS."""

import asyncio
import os
import shutil
import smtplib
import ssl
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult

from bot.clock import SystemClock
from bot.errors import CannotStart
from bot.mail.door import taking_mail
from bot.mail.incoming.intake import Intake
from bot.mail.incoming.listener import Certificate, MailListener
from bot.mail.outgoing.sender import MailSender
from bot.mail_servers import ListenAddress, MailServer, parse_listener, parse_smtp
from bot.observer import NULL_OBSERVER
from bot.outbox.delivery import RetryLater
from bot.picture_service import PictureService
from bot.service.facade import Service
from bot.service.values.payloads import AddressCode
from engines.contract import AnyEngine
from tests.mail.deliveries import delivery, text_of
from tests.mail.incoming.test_listener import ADDRESS, MAIL, Counting, Door, until
from tests.mail.mail_server import Kept
from tests.mail.test_door import SERVICE, settings
from tests.manual_clock import ManualClock

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl, which makes certificates")
CODE = AddressCode("new@example.org", "01234567", "join", "Eva")


def make(folder: Path, name: str = "a") -> tuple[Path, Path]:
    """A certificate for this machine that signs itself, and its key."""
    chain, key = folder / f"{name}.pem", folder / f"{name}.key"
    what = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost"
    alt = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    command = ["openssl", *what.split(), *alt, "-out", str(chain), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    return chain, key


@pytest.fixture(scope="session")
def own(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return make(tmp_path_factory.mktemp("tls"))


# -- in ----------------------------------------------------------------------------------------------------


def sent_in(port: int, trusted: Path) -> tuple[str, bytes]:
    """What the server answers to a mail that goes over STARTTLS, and its certificate."""
    context = ssl.create_default_context(cafile=str(trusted))
    with smtplib.SMTP("localhost", port, local_hostname="mx.example") as client:
        client.starttls(context=context)
        assert isinstance(client.sock, ssl.SSLSocket)
        shown = client.sock.getpeercert(binary_form=True)
        client.ehlo()
        client.mail("ann@x.example")
        assert client.rcpt(ADDRESS)[0] == 250
        assert shown is not None
        return str(client.data(MAIL)[0]), shown


def sent_bare(port: int) -> None:
    """A mail without TLS."""
    with smtplib.SMTP("localhost", port, local_hostname="mx.example") as client:
        client.sendmail("ann@x.example", [ADDRESS], MAIL)


async def test_mail_comes_in_by_starttls_and_still_without(own: tuple[Path, Path], tmp_path: Path) -> None:
    for source, name in zip(own, ("a.pem", "a.key"), strict=True):
        shutil.copy(source, tmp_path / name)
    door = Door()
    files = tmp_path / "a.pem", tmp_path / "a.key"
    at, intake = ListenAddress("smtp", "127.0.0.1", 0), Intake(door, "", Counting())
    listener = MailListener(at, intake, host="games.example", certificate=Certificate(*files))
    async with listener.listening():
        answer, first = await asyncio.to_thread(sent_in, listener.port, own[0])
        assert answer == "250"
        await asyncio.to_thread(sent_bare, listener.port)
        assert len(door.handled) == 2
        assert listener.connections == set()
        # One that is half renewed is not used; one that is, is from the next connection on.
        newer = make(tmp_path, "b")
        shutil.copy(newer[0], files[0])
        os.utime(files[0], ns=(1, 1))
        assert (await asyncio.to_thread(sent_in, listener.port, own[0]))[1] == first
        shutil.copy(newer[1], files[1])
        os.utime(files[1], ns=(1, 1))
        assert (await asyncio.to_thread(sent_in, listener.port, newer[0]))[1] != first


async def test_a_certificate_that_cannot_be_used_stops_the_start(tmp_path: Path) -> None:
    chain, _ = make(tmp_path)
    for cert, why in ((chain, ""), (tmp_path / "gone.pem", "No such file or directory")):
        listen = parse_listener("smtp://127.0.0.1:0")
        usable = settings(mail_listen=listen, mail_tls_cert=chain, mail_tls_key=chain)
        wrong = replace(usable, mail_tls_cert=cert)
        with pytest.raises(CannotStart, match=f"MAIL_TLS_CERT and MAIL_TLS_KEY cannot be used: {why}"):
            async with taking_mail(wrong, SERVICE, SystemClock(), NULL_OBSERVER):
                pass


# -- out ---------------------------------------------------------------------------------------------------


def knows(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
    """Whether a user and a password are right."""
    return AuthResult(success=(data.login, data.password) == (b"bot", b"hunter22"), handled=False)


@asynccontextmanager
async def server(own: tuple[Path, Path], kind: str) -> AsyncIterator[Kept]:
    """A mail server that takes mail of a user who says their password over TLS, or has none."""
    kept = Kept()
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*own)

    made = list[SMTP]()

    def protocol() -> SMTP:
        made.append(smtp())
        return made[-1]

    def smtp() -> SMTP:
        if kind == "starttls":
            return SMTP(
                kept.handler,
                authenticator=knows,
                auth_required=True,
                tls_context=context,
                require_starttls=True,
            )
        # Over TLS from the beginning it knows of none.
        return SMTP(kept.handler, authenticator=knows, auth_require_tls=False)

    loop = asyncio.get_running_loop()
    served = await loop.create_server(protocol, "127.0.0.1", 0, ssl=context if kind == "tls" else None)
    kept.port = served.sockets[0].getsockname()[1]
    try:
        yield kept
    finally:
        served.close()
        await until(lambda: all(one.transport is None for one in made))


@pytest.fixture
def sends(
    service: Service, engines: dict[str, AnyEngine], pictures: PictureService, clock: ManualClock
) -> Any:
    """Makes what sends to a server."""

    def make_sender(at: MailServer) -> MailSender:
        address = "turn@games.example"
        return MailSender(at, address, service=service, pictures=pictures, clock=clock)

    return make_sender


@pytest.mark.parametrize("kind", ["starttls", "tls"])
async def test_mail_goes_out_over_tls_to_who_is_who_they_say(
    own: tuple[Path, Path], sends: Any, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    async with server(own, kind) as kept:
        url = f"smtp://bot:hunter22@localhost:{kept.port}?tls={kind}"
        # Nobody has signed its certificate that is trusted.
        with pytest.raises(RetryLater):
            await sends(parse_smtp(url)).deliver(delivery(CODE))
        monkeypatch.setenv("SSL_CERT_FILE", str(own[0]))
        with pytest.raises(RetryLater) as refused:
            await sends(parse_smtp(url.replace("22@", "23@"))).deliver(delivery(CODE))
        assert refused.value.code == "535"
        assert "hunter" not in str(refused.value)
        assert kept.mails == []
        await sends(parse_smtp(url)).deliver(delivery(CODE))
        assert "01234567" in text_of(kept.mails[0])


async def test_no_password_and_no_mail_goes_where_tls_is_not_offered(
    own: tuple[Path, Path], sends: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(own[0]))
    result = list[Any]()
    monkeypatch.setattr("tests.mail.test_tls.knows", lambda *args: result.append(args))
    async with server(own, "none") as kept:
        at = MailServer("localhost", kept.port, "starttls", "bot", "hunter22")
        with pytest.raises(RetryLater):
            await sends(at).deliver(delivery(CODE))
        assert (kept.mails, result) == ([], [])
