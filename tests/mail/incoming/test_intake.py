"""Which mails are read at once, and which in a thread: the event loop waits for the former."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bot.mail.incoming import intake
from bot.mail.incoming.intake import Intake
from bot.mail.incoming.parsing import Incoming
from bot.observer import Observer

HEADER = (
    b"From: Ann <ann@x.example>\r\nTo: turn@games.example\r\nMessage-ID: <1@x.example>\r\n"
    b"Content-Type: text/html\r\n"
)


class Door:
    """Takes everything."""

    async def knows(self, recipient: str) -> bool:
        return True

    async def handle(self, incoming: Incoming) -> None:
        pass


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One for each time that a thread was asked."""
    asked: list[None] = []
    to_thread = asyncio.to_thread

    async def noting(*arguments: Any) -> Any:
        asked.append(None)
        return await to_thread(*arguments)

    monkeypatch.setattr(asyncio, "to_thread", noting)
    return asked


@pytest.mark.parametrize(
    ("encoding", "body", "at_once"),
    [
        (b"8bit", b"<p>a3 b4</p>" + b"<br>a line as it was sent" * 250, True),
        (b"8bit", b"a long line " * 2500, True),
        (b"8bit", b"a longer line " * 2500, False),
        (b"8bit", b"<b>" * 700, False),
        (b"quoted-printable", b"=3Cb>" * 400 + b"=3cb>" * 400, False),
        (b"BASE64", b"PGI+" * 100, False),
        (b"8bit", b"--b\r\nContent-Type: text/plain" + b";" * 601, False),
    ],
)
async def test_what_has_many_tags_or_may_hide_them_is_read_in_a_thread(
    encoding: bytes, body: bytes, at_once: bool, threads: list[None]
) -> None:
    raw = b"%bContent-Transfer-Encoding: %b\r\n\r\n%b" % (HEADER, encoding, body)
    await Intake(Door(), "").take(raw, "turn@games.example", "ann@x.example")
    assert bool(threads) is not at_once


@pytest.mark.parametrize(
    ("parameter", "body", "at_once"),
    [
        (b"format=flowed", b"a line as it is sent, \r\n" * 1200, True),
        (b"format=flowed", b">\n" * 5000, False),
        (b"FORMAT=flowed", b">\f" * 5000, False),
        (b"format*0=flo; format*1=wed", b">\r" * 5000, False),
        (b"delsp=yes", b">\n" * 5000, True),
    ],
)
async def test_thousands_of_lines_that_flow_are_joined_in_a_thread(
    parameter: bytes, body: bytes, at_once: bool, threads: list[None]
) -> None:
    raw = HEADER.replace(b"html", b"plain; " + parameter) + b"\r\n" + body
    await Intake(Door(), "").take(raw, "turn@games.example", "ann@x.example")
    assert bool(threads) is not at_once


_FLOWED = HEADER.replace(b"html", b"plain; format=flowed") + b"\r\n"


@pytest.mark.parametrize(
    ("most", "mail_of"),
    [
        (32 * 1024, lambda size: HEADER + b"\r\n>" + b"y" * (size - len(HEADER) - 3)),
        (600, lambda count: HEADER + b"\r\n" + b"<b>" * (count - HEADER.count(b"<") - 2) + b"=3Cb>;"),
        (4_000, lambda count: _FLOWED + b">\v" * (count - 2 * _FLOWED.count(b"\r"))),
    ],
)
async def test_how_much_is_read_at_once(
    most: int, mail_of: Callable[[int], bytes], threads: list[None]
) -> None:
    intake = Intake(Door(), "")
    await intake.take(mail_of(most), "turn@games.example", "ann@x.example")
    assert threads == []
    await intake.take(mail_of(most + 1), "turn@games.example", "ann@x.example")
    assert threads == [None]


async def test_how_long_a_mail_took_is_observed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, float]] = []

    class Noting(Observer):
        def mail(self, outcome: str, seconds: float) -> None:
            seen.append((outcome, seconds))

    times = iter((5.0, 7.5))
    monkeypatch.setattr(intake, "time", SimpleNamespace(perf_counter=lambda: next(times)))
    await Intake(Door(), "", Noting()).take(HEADER + b"\r\n12", "turn@games.example", None)
    assert seen == [("done", 2.5)]
