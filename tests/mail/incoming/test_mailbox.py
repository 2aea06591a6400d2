"""For whom a mail in a mailbox was; and that one that cannot be taken holds up no other."""

import asyncio
import imaplib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar
from unittest.mock import Mock

import pytest
from structlog.testing import capture_logs

from bot.clock import Clock
from bot.mail.incoming import intake
from bot.mail.incoming.intake import Intake
from bot.mail.incoming.mailbox import MailboxReader
from bot.mail.incoming.mime import SIZE_LIMIT
from bot.mail.incoming.parsing import Incoming, read
from bot.mail_servers import MailServer
from tests.manual_clock import ManualClock

_OURS = "turn+k7qx.0.c.1.1.mfrggzdfmztwq2lk@games.example"
_OTHER = _OURS.replace("k7qx", "63tg")


class _Door:
    """Knows the bot's address and one for answers, and fails at one mail."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.recipients: list[str] = []

    async def knows(self, recipient: str) -> bool:
        return recipient in {_OURS, _OTHER, "turn@games.example"}

    async def handle(self, incoming: Incoming) -> None:
        if incoming.text == "fail":
            raise RuntimeError("a fault of ours")
        self.taken.append(incoming.text)
        self.recipients.append(incoming.recipient)


class _Imap:
    """A server in memory: what it was told, and what has become of its mails."""

    error: ClassVar = imaplib.IMAP4.error
    log: ClassVar[list[tuple[str, ...]]] = []
    mails: ClassVar[list[bytes]] = []
    seen: ClassVar[list[int]] = []
    refuses: ClassVar[str] = ""
    told: ClassVar[list[bytes]] = []
    abort: ClassVar = imaplib.IMAP4.abort
    capabilities: ClassVar[tuple[str, ...]] = ("IMAP4REV1", "STARTTLS")

    def __init__(self, host: str, port: int, *, timeout: float, ssl_context: object = None) -> None:
        assert timeout == 30
        self._log("connect", host, str(port), "clear" if ssl_context is None else "tls")

    def _log(self, *words: str) -> tuple[str, list[Any]]:
        self.log.append(words)
        return ("NO" if words[0] == self.refuses else "OK"), [b"3"]

    def starttls(self, _context: object) -> None:
        self._log("starttls")

    def login(self, user: str, password: str) -> None:
        # As imaplib does.
        f"{user} {password}".encode("ascii")
        if self._log("login", user, password)[0] == "NO":
            raise imaplib.IMAP4.error(f"no such {user} with {password}")

    def select(self, folder: str) -> tuple[str, list[Any]]:
        return self._log("select", folder)

    def logout(self) -> None:
        self._log("logout")
        raise OSError

    def shutdown(self) -> None:
        self._log("shutdown")

    def uid(self, command: str, uid: str, what: str = "", *flags: str) -> tuple[str, list[Any]]:
        status, found = self._log(command)
        match command, what:
            case "SEARCH", _:
                found = [" ".join(map(str, range(len(self.mails)))).encode()]
            case "FETCH", "(RFC822.SIZE)":
                found = [*self.told, b"1 (UID 1 RFC822.SIZE %d)" % len(self.mails[int(uid)]), b"more"]
            case "FETCH", "(BODY.PEEK[])":
                found = [(b"1 (BODY[] {5}", self.mails[int(uid)]), b")"]
            case "STORE", "+FLAGS.SILENT":
                assert flags == ("(\\Seen)",)
                self.seen.append(int(uid))
        return status, found


@pytest.fixture(autouse=True)
def imap(monkeypatch: pytest.MonkeyPatch) -> type[_Imap]:
    """What mailboxes are read from."""
    _Imap.log, _Imap.mails, _Imap.seen, _Imap.refuses, _Imap.told = [], [], [], "", []
    monkeypatch.setattr(_Imap, "capabilities", _Imap.capabilities)
    monkeypatch.setattr(imaplib, "IMAP4_SSL", _Imap)
    monkeypatch.setattr(imaplib, "IMAP4", _Imap)
    return _Imap


def _reader(door: _Door, tls: Any = "tls", *, clock: Clock | None = None) -> MailboxReader:
    server = MailServer("imap.example", 993, tls, "turn", "secret", folder='In "the" box')
    return MailboxReader(server, Intake(door, ""), clock or ManualClock(datetime(2026, 1, 1, tzinfo=UTC)))


async def _look(mails: list[bytes]) -> tuple[list[str], list[int]]:
    """What was carried out, and which mails were marked as seen."""
    _Imap.mails = mails
    door = _Door()
    assert await _reader(door).look() == len(_Imap.seen)
    return door.taken, _Imap.seen


async def test_nothing_is_kept_of_mails_that_are_seen_by_now() -> None:
    reader = _reader(_Door())
    _Imap.mails = [b"From: ann@example.org\nTo: turn@games.example\n\nhello"]
    await reader.look()
    _Imap.mails = []
    await reader.look()
    assert _Imap.seen == [0]
    assert not reader._put_off


@pytest.mark.parametrize("tls", ["tls", "starttls", "none"])
async def test_a_mailbox_is_opened_read_and_left(imap: type[_Imap], tls: str) -> None:
    imap.mails = [_mail(f"To: {_OURS}")] * 60
    assert await _reader(_Door(), tls).look() == 50
    opened: list[tuple[str, ...]] = [("connect", "imap.example", "993", "tls" if tls == "tls" else "clear")]
    opened += [("starttls",)] if tls == "starttls" else []
    opened += [("login", "turn", "secret"), ("select", '"In \\"the\\" box"'), ("SEARCH",)]
    assert imap.log[: len(opened)] == opened
    assert imap.log[-2:] == [("logout",), ("shutdown",)], "who is not let go leaves nothing open"


@pytest.mark.parametrize(
    ("refused", "reason"),
    [
        ("starttls", "the server offers no STARTTLS: try imaps:// in MAIL_IMAP_URL"),
        ("login", "the server refuses the user and password of MAIL_IMAP_URL"),
        ("select", "the server refuses the folder of MAIL_IMAP_URL"),
        ("SEARCH", "the server answers with an error"),
        ("connect", "Connection refused"),
        ("logout", "the server broke the connection off"),
    ],
)
async def test_the_log_says_what_the_operator_can_see_to(
    imap: type[_Imap], monkeypatch: pytest.MonkeyPatch, refused: str, reason: str
) -> None:
    imap.refuses = refused
    if refused == "starttls":
        monkeypatch.setattr(imap, "capabilities", ("IMAP4REV1",))
    raised = {"connect": ConnectionRefusedError(111, reason), "logout": imaplib.IMAP4.abort("turn secret")}
    if refused in raised:
        monkeypatch.setattr(imap, "select", Mock(side_effect=raised[refused]))

    class Once(ManualClock):
        async def sleep_until(self, moment: datetime) -> None:
            raise asyncio.CancelledError

    with capture_logs() as logs, pytest.raises(asyncio.CancelledError):
        await _reader(_Door(), "starttls", clock=Once()).run()
    assert [(one["event"], one["reason"]) for one in logs] == [("mailbox_unreachable", reason)]


@pytest.mark.parametrize(
    ("password", "folder", "reason"),
    [
        ("pässword", "INBOX", "user and password of MAIL_IMAP_URL may hold ASCII characters only"),
        ("secret", "Entwürfe", "the folder of MAIL_IMAP_URL may hold ASCII characters only"),
    ],
)
async def test_what_a_mailbox_cannot_be_asked_with_is_said(
    imap: type[_Imap], password: str, folder: str, reason: str
) -> None:
    reader = _reader(_Door())
    reader._server = replace(reader._server, password=password, folder=folder)
    with pytest.raises(imaplib.IMAP4.error, match=reason):
        await reader.look()
    assert imap.log[-1] == ("shutdown",)


@pytest.mark.parametrize("refused", ["select", "SEARCH", "FETCH", "STORE"])
async def test_a_mailbox_that_refuses_is_left(imap: type[_Imap], refused: str) -> None:
    imap.mails, imap.refuses = [_mail(f"To: {_OURS}")], refused
    with pytest.raises(imaplib.IMAP4.error, match="the server refuses"):
        await _reader(_Door()).look()
    assert imap.log.count(("logout",)) == 1


@pytest.mark.parametrize(("size", "taken"), [(SIZE_LIMIT, ["12"]), (SIZE_LIMIT + 1, [])])
async def test_a_mail_that_is_too_large_is_not_fetched(size: int, taken: list[str]) -> None:
    to, text = f"To: {_OURS}", "12\r\n\r\n> "
    quoted = "x" * (size - len(_mail(to, text)))
    assert await _look([_mail(to, text + quoted)]) == (taken, [0])


async def test_what_the_server_tells_of_other_mails_meanwhile_loses_none(imap: type[_Imap]) -> None:
    imap.told = [b"7 (UID 7 FLAGS (\\Seen))"]
    assert await _look([_mail(f"To: {_OURS}")]) == (["12"], [0])


async def test_who_stops_finishes_what_is_under_way_and_leaves(imap: type[_Imap]) -> None:
    imap.mails = [_mail(f"To: {_OURS}")]
    handled, go_on = asyncio.Event(), asyncio.Event()

    class Slow(_Door):
        async def handle(self, incoming: Incoming) -> None:
            handled.set()
            await go_on.wait()
            await super().handle(incoming)

    door = Slow()
    running = asyncio.create_task(_reader(door).run())
    await handled.wait()
    running.cancel()
    await asyncio.sleep(0)
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert (door.taken, imap.seen) == (["12"], [0])
    assert imap.log[-1] == ("shutdown",)


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
async def test_a_mail_is_for_whom_its_mailbox_says(header: str) -> None:
    assert await _look([_mail(header)]) == (["12"], [0])


@pytest.mark.parametrize("known", ["Delivered-To", "X-Original-To", "Envelope-To"])
async def test_a_mailbox_that_names_itself_alone_hides_no_answer(imap: type[_Imap], known: str) -> None:
    imap.mails = [_mail(f"{known}: turn@games.example\r\nTo: Turnpost <{_OURS}>")]
    door = _Door()
    assert await _reader(door).look() == 1
    assert door.recipients == [_OURS]


async def test_a_mail_to_two_games_is_handed_over_for_each(imap: type[_Imap]) -> None:
    imap.mails = [_mail(f"Delivered-To: turn@games.example\r\nTo: {_OURS}\r\nCc: {_OTHER}, {_OURS}")]
    door = _Door()
    assert await _reader(door).look() == 1
    assert door.recipients == [_OURS, _OTHER]


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
async def test_what_is_for_nobody_here_is_seen_and_no_more(header: str) -> None:
    assert await _look([_mail(header), _mail(f"To: {_OURS}")]) == (["12"], [0, 1])


async def test_a_mail_that_fails_stays_unseen_and_holds_up_no_other() -> None:
    to = f"To: {_OURS}"
    assert await _look([_mail(to, "fail"), _mail(to, "13")]) == (["13"], [1])


async def test_mails_that_fail_again_and_again_hold_up_none_that_come_later(imap: type[_Imap]) -> None:
    to, door = f"To: {_OURS}", _Door()
    imap.mails = [*[_mail(to, "fail")] * 50, _mail(to, "13")]
    reader = _reader(door)
    for taken in ([], ["13"]):
        await reader.look()
        assert door.taken == taken


@pytest.mark.parametrize(
    ("said", "fault"),
    [(imaplib.IMAP4.error("no such literal"), imaplib.IMAP4.error), (OverflowError("{9999}"), OverflowError)],
)
async def test_a_mail_that_the_server_cannot_hand_over_holds_up_none_for_ever(
    imap: type[_Imap], monkeypatch: pytest.MonkeyPatch, said: Exception, fault: type[Exception]
) -> None:
    uid = imap.uid

    def broken(self: _Imap, command: str, number: str, *more: str) -> tuple[str, list[Any]]:
        if command == "FETCH" and number in "01":
            raise said
        return uid(self, command, number, *more)

    monkeypatch.setattr(imap, "uid", broken)
    imap.mails = [_mail(f"To: {_OURS}", text) for text in ("11", "12", "13")]
    door = _Door()
    reader = _reader(door)
    for taken in ([], [], ["13"], ["13"]):
        with pytest.raises(fault):
            await reader.look()
        assert door.taken == taken
        imap.mails = imap.mails[:2] if taken else imap.mails
    monkeypatch.setattr(imap, "uid", uid)
    await reader.look()
    assert door.taken == ["13", "11", "12"]


async def test_what_reading_stumbles_over_is_dropped_and_not_tried_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def stumble(raw: bytes, *args: Any, **more: Any) -> Incoming:
        if b"stumble" in raw:
            raise ValueError("a fault of ours")
        return read(raw, *args, **more)

    monkeypatch.setattr(intake, "read", stumble)
    to = f"To: {_OURS}"
    assert await _look([_mail(to, "stumble"), _mail(to, "13")]) == (["13"], [0, 1])


async def test_a_mailbox_is_looked_into_every_half_minute_though_its_server_was_away(
    imap: type[_Imap],
) -> None:
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    imap.refuses = "SEARCH"
    running = asyncio.create_task(_reader(_Door(), clock=clock).run())
    for looks in (1, 2, 3):
        async with asyncio.timeout(120):
            while clock.next_alarm is None:  # noqa: ASYNC110 -- the thread of the look has no event
                await asyncio.sleep(0.001)
        assert imap.log.count(("logout",)) == looks
        assert clock.next_alarm - clock.now() == timedelta(seconds=30)
        clock.advance(timedelta(seconds=30))
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
