"""For whom a mail in a mailbox was; and that one that cannot be taken holds up no other."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.clock import ManualClock
from bot.mail import intake, mailbox
from bot.mail.incoming import Incoming, read
from bot.mail.intake import Intake
from bot.mail.mailbox import MailboxReader
from bot.mail_servers import MailServer

_OURS = "turn+k7qx.0.c.1.1.mfrggzdfmztwq2lk@games.example"


class _Door:
    """Knows one address, and fails at one mail."""

    def __init__(self) -> None:
        self.taken: list[str] = []

    async def knows(self, recipient: str) -> bool:
        return recipient == _OURS

    async def handle(self, incoming: Incoming) -> None:
        if incoming.text == "fail":
            raise RuntimeError("a fault of ours")
        self.taken.append(incoming.text)


class _Mailbox(MailboxReader):
    """One whose server is in memory."""

    def _connect(self) -> Any:
        return None


async def _look(mails: list[bytes], monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[int]]:
    """What was carried out, and which mails were marked as seen."""
    seen: list[int] = []
    monkeypatch.setattr(mailbox, "_unseen", lambda _: [str(number) for number in range(len(mails))])
    monkeypatch.setattr(mailbox, "_fetch", lambda _, uid: mails[int(uid)])
    monkeypatch.setattr(mailbox, "_mark_seen", lambda _, uid: seen.append(int(uid)))
    monkeypatch.setattr(mailbox, "_leave", lambda _: None)
    door = _Door()
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    await _Mailbox(MailServer("imap.example", 993, "tls"), Intake(door, ""), clock).look()
    return door.taken, seen


def _mail(header: str, text: str = "12") -> bytes:
    return f"From: ann@players.example\r\n{header}\r\n\r\n{text}\r\n".encode("latin-1")


@pytest.mark.parametrize(
    "header",
    [
        f"To: Turnpost <{_OURS}>",
        f"To: eve@evil.example, {_OURS}",
        f"Delivered-To: {_OURS.upper()}\r\nTo: undisclosed-recipients:;",
        f"X-Original-To: {_OURS}\r\nTo: games@elsewhere.example",
        f"To: =?utf-8?q?a?= <x@y.example>\r\nCc: Turnpost\r\n <{_OURS}>",
    ],
)
async def test_a_mail_is_for_whom_its_mailbox_says(header: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await _look([_mail(header)], monkeypatch) == (["12"], [0])


@pytest.mark.parametrize(
    "header",
    [
        "Subject: nobody",
        "To: " + "(" * 60_000,
        "To: " + "<" * 60_000,
        "To: " + ",a@b" * 10_000,
        f"To: x{_OURS}",
        f"To: {_OURS}.evil.example",
        f"Reply-To: {_OURS}",
        "T\xffo: x",
        "no field",
    ],
)
async def test_what_is_for_nobody_here_is_seen_and_no_more(
    header: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await _look([_mail(header), _mail(f"To: {_OURS}")], monkeypatch) == (["12"], [0, 1])


async def test_a_mail_that_fails_stays_unseen_and_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    to = f"To: {_OURS}"
    assert await _look([_mail(to, "fail"), _mail(to, "13")], monkeypatch) == (["13"], [1])


async def test_what_reading_stumbles_over_is_dropped_and_not_tried_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stumble(raw: bytes, *args: Any, **more: Any) -> Incoming:
        if b"stumble" in raw:
            raise ValueError("a fault of ours")
        return read(raw, *args, **more)

    monkeypatch.setattr(intake, "read", stumble)
    to = f"To: {_OURS}"
    assert await _look([_mail(to, "stumble"), _mail(to, "13")], monkeypatch) == (["13"], [0, 1])
