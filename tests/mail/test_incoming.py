"""What is believed of a mail: who wrote it, whether a machine did, whether it comes back."""

import contextlib
import encodings
import pkgutil
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.mail.incoming.authentication import _plain
from bot.mail.incoming.mime import _children, _split, decoded
from bot.mail.incoming.parsing import Bounce, Incoming, Unreadable, read

_RECIPIENT = "turn+k7qx.0.c.1.1.mfrggzdfmztwq2lk@games.example"


def _mail(
    *fields: str, body: str = "12\r\n", sender: str | None = "From: Ann <Ann@Players.example>"
) -> bytes:
    header = [*([sender] if sender is not None else []), *fields]
    return ("\r\n".join(header) + "\r\n\r\n" + body).encode("utf-8")


def _read(*fields: str, **options: str | None) -> Incoming:
    return read(_mail(*fields, **options), _RECIPIENT, "mx.games.example")  # type: ignore[arg-type]


def test_the_plain_facts() -> None:
    raw = _mail(
        "Message-ID: <a.1@x>",
        "In-Reply-To: <b.2@y>",
        "Subject: =?utf-8?q?Re:_=5BK7QX=5D?=\r\n =?utf-8?b?w6k=?=",
    )
    mail = read(raw, _RECIPIENT.upper())
    assert (mail.message_id, mail.in_reply_to) == ("<a.1@x>", "<b.2@y>")
    assert (mail.sender, mail.recipient) == ("ann@players.example", _RECIPIENT)
    assert (mail.subject, mail.text) == ("Re: [K7QX]é", "12")
    assert (mail.auth, mail.automatic, mail.bounce) == ("none", False, None)
    assert len(mail.raw_hash) == 64


@pytest.mark.parametrize(
    ("fields", "answered"),
    [
        (["In-Reply-To: <b.2@y>", "References: <a.1@y> <c.3@y>"], "<b.2@y>"),
        (["References: <a.1@y>\r\n <b.2@y>"], "<b.2@y>"),
        (["In-Reply-To: yours of Monday", "References: <b.2@y>"], "<b.2@y>"),
        ([f"References: {'<a.1@y> ' * 500}<b.2@y>"], "<b.2@y>"),
        (["References: none"], ""),
        ([], ""),
    ],
)
def test_which_mail_is_answered_may_stand_among_the_references_alone(
    fields: list[str], answered: str
) -> None:
    assert _read(*fields).in_reply_to == answered


@pytest.mark.parametrize(
    "value",
    [
        "ann@players.example",
        "<ann@players.example>",
        "Ann <ANN@players.example>",
        '"Example, Ann" <ann@players.example>',
        '"eve@evil.example" <ann@players.example>',
        '"<eve@evil.example>" <ann@players.example>',
        "Ann (from <work>) <ann@players.example>".replace("<work>", "work"),
        "ann@players.example (Ann)",
        "ann@players.example <ann@players.example>",
        "=?utf-8?q?Ann_=3Ceve=40evil.example=3E?= <ann@players.example>",
        "=?utf-8?q?eve@evil.example?= <ann@players.example>",
        "Änn <ann@players.example>",
        "Ann\r\n <ann@players.example>",
    ],
)
def test_the_sender_is_the_one_address(value: str) -> None:
    assert _read(sender=f"From: {value}").sender == "ann@players.example"


@pytest.mark.parametrize(
    "value",
    [
        "",
        "Ann",
        "<>",
        "ann",
        "ann@players.example, eve@evil.example",
        "Ann <ann@players.example>, Eve <eve@evil.example>",
        "Ann <ann@players.example> <eve@evil.example>",
        "eve@evil.example <ann@players.example>",
        "<eve@evil.example>, <ann@players.example>",
        "team: ann@players.example;",
        "Ann <ann@players.example",
        "Ann ann@players.example>",
        'Ann "<ann@players.example>',
        "Ann <ann@players.example> x",
        '"a b"@players.example',
        "ann@[127.0.0.1]",
        "ann@localhost",
        "änn@players.example",
        "ann@players.example\u2028",
        "ann..b@players.example",
        "ann@players..example",
        "ann@-players.example",
        "=?utf-8?q?ann=40players.example?=",
        "=?utf-8?q?Ann_=3Cann=40players.example=3E?=",
        "ann@players.example\r\n , eve@evil.example",
        "Ann (((<ann@players.example>",
        "a" * 300 + "@players.example",
        "Ann <@evil.example:ann@players.example>",
        '(" ) <eve@evil.example> (") ann@players.example',
        '(" ) eve@evil.example, (") ann@players.example',
        '"eve"ann@players.example',
        '"eve" ann@players.example',
        '"eve"ann@players.example <ann@players.example>',
        '<ann@players.example> "eve@evil.example"',
        "=?utf-8?q?eve?=ann@players.example",
        "=?utf-8?q?eve=40evil.example?=\\ <ann@players.example>",
    ],
)
def test_where_two_readers_could_differ_nobody_is_believed(value: str) -> None:
    with pytest.raises(Unreadable, match="sender"):
        _read(sender=f"From: {value}")


@pytest.mark.parametrize(
    ("name", "signed"),
    [
        ("=?utf-8?q?=C3=84nn_Example?=", "Änn"),
        ("=?utf-8?q?=C3=84nn_Example?=", "\r\nänn example."),
        ("Änn Example", "- Änn\r\n\r\nÄNN"),
        ('"Example, Änn"', "Änn"),
        ("Änn Example", "Viele Grüße, Änn"),
        ("Änn Example", "Cheers Änn Example\r\n"),
    ],
)
def test_a_name_below_the_words_is_none_of_them(name: str, signed: str) -> None:
    assert _read(sender=f"From: {name} <ann@players.example>", body=f"12\r\n{signed}\r\n").text == "12"


@pytest.mark.parametrize("end", ["thanks, Bob", "cheer Ann", "@d3 Ann", "say thanks, Ann"])
def test_words_beside_a_name_are_no_signature(end: str) -> None:
    assert _read(sender="From: Ann <ann@players.example>", body=f"12\r\n{end}\r\n").text == f"12\n{end}"


@pytest.mark.parametrize(
    "named",
    [
        "Content-Type: text/plain\r\nContent-Disposition: inline; filename=moves.txt",
        'Content-Type: text/plain; name="moves.txt"',
        "Content-Type: text/plain; name*=utf-8''moves.txt",
    ],
)
def test_a_file_is_no_text_of_a_mail(named: str) -> None:
    parts = f"--b\r\n\r\n \r\n--b\r\n{named}\r\n\r\nresign\r\n--b--\r\n"
    assert _read("Content-Type: multipart/mixed; boundary=b", body=parts).text == ""


@pytest.mark.parametrize(
    ("plain", "html", "text"),
    [
        ("say hi\r\n-b secret", "<p>say hi</p><p>-b secret</p>", "say hi\n-b secret"),
        ("say hi\r\n-b secret", "<style>p{white-space:pre}</style><p>say hi\r\n-b secret</p>", ""),
        ("say hi\r\n–b secret", "<i class=block>say hi</i><i class=block>–b secret</i>", ""),
        ("say hi\r\n  - b secret", "<p>say hi</p><ul><li>b secret</li></ul>", ""),
        ("1. d3\r\n2. say a - b", "<ol><li>d3</li><li>say a - b</li></ol>", "d3\nsay a - b"),
    ],
)
def test_nothing_is_read_where_html_hides_the_dash_of_private_words(plain: str, html: str, text: str) -> None:
    parts = "".join(
        f"--b\r\nContent-Type: text/{kind}; charset=utf-8\r\n\r\n{one}\r\n"
        for kind, one in (("plain", plain), ("html", html))
    )
    mail = _read("Content-Type: multipart/alternative; boundary=b", body=f"{parts}--b--\r\n")
    assert mail.text == text


@pytest.mark.parametrize(
    ("html", "broken"),
    [
        ("<p>{}</p><p>resign</p>", False),
        ("<div>{}<div>resign</div></div>", False),
        ("{}<br>\r\nresign", True),
        ("<pre>{}\r\nresign</pre>", True),
        ("<div style='white-space:pre-wrap'>{}\r\nresign</div>", True),
        ("{}<br><br>resign", False),
    ],
)
@pytest.mark.parametrize("whole", [True, False])
def test_a_text_of_which_html_was_made_may_be_broken(html: str, broken: bool, whole: bool) -> None:
    long = "say I will not give up the fort at d6 whatever you may offer me, or I would"
    line = long if whole else "say Shall we?"
    text = _read("Content-Type: text/html", body=html.format(line)).text
    assert text.startswith(f"{line}\t\n" if broken and whole else f"{line}\n")
    assert text.endswith("\nresign")


@pytest.mark.parametrize("padding", ["", " ", " \t  "])
def test_blanks_that_a_server_added_end_no_line_of_quoted_printable(padding: str) -> None:
    body = f"say I would have to={padding}\r\n resign{padding}\r\n=\r\n"
    mail = _read("Content-Transfer-Encoding: quoted-printable", body=body)
    assert mail.text == "say I would have to resign"


def test_a_name_alone_stays_what_was_said() -> None:
    assert _read(body="Ann").text == "Ann"


@pytest.mark.parametrize(
    "raw",
    [
        _mail(sender=None),
        _mail("From: eve@evil.example"),
        _mail("FROM : eve@evil.example"),
        _mail("Subject: x\rFrom: eve@evil.example"),
        _mail("Subject: x\0"),
        _mail("this is no field"),
        _mail("Sübject: x"),
        b"",
        b"\r\n\r\n12",
        b"12",
        b"From ann@players.example Mon Nov 23\n" + _mail(),
        b"From: ann@players.example\r\nX: y\n\r\nFrom: eve@evil.example\r\n\r\n12\r\n",
        b"From: ann@players.example\r\n\nFrom: eve@evil.example\r\n\r\n12\r\n",
        b"X: y\nFrom: ann@players.example\r\n\r\n12\r\n",
    ],
)
def test_a_header_that_can_be_read_in_two_ways_is_not_read(raw: bytes) -> None:
    with pytest.raises(Unreadable):
        read(raw, _RECIPIENT)


@pytest.mark.parametrize("blank", [b"\xa0", b"\x85", b"\x1f"])
def test_what_is_a_blank_to_no_mail_server_is_none(blank: bytes) -> None:
    claimed = b"Authentication-Results: %bmx.games.example; dmarc=pass\r\n" % blank
    assert read(claimed + _mail(), _RECIPIENT, "mx.games.example").auth == "none"
    with pytest.raises(Unreadable, match="sender"):
        read(b"From: %bann@players.example\r\n\r\n12\r\n" % blank, _RECIPIENT)


def test_a_header_has_lines_of_one_kind_and_a_body_of_any() -> None:
    assert read(_mail(body="say a\nsay b\r\n"), _RECIPIENT).text == "say a\nsay b"
    assert read(_mail("Subject: x").replace(b"\r\n", b"\n"), _RECIPIENT).text == "12"


@pytest.mark.parametrize(
    ("results", "verdict"),
    [
        ([], "none"),
        (["mx.games.example; dmarc=pass (p=reject) header.from=players.example; spf=fail"], "pass"),
        (["MX.games.example 1; spf=pass; dmarc=pass header.from=Players.Example"], "pass"),
        (["mx.games.example; dmarc=pass"], "pass"),
        (["mx.games.example; dkim=pass header.d=players.example"], "none"),
        (["mx.games.example; dmarc=none header.from=players.example"], "none"),
        (["mx.games.example; dmarc=temperror header.from=players.example"], "none"),
        (["mx.games.example; dmarc=fail (p=none) header.from=players.example"], "fail"),
        (["mx.games.example; dmarc=pass header.from=evil.example"], "fail"),
        (["mx.evil.example; dmarc=pass header.from=players.example"], "none"),
        (["games.example; dmarc=pass header.from=players.example"], "none"),
        (["mx.games.example.evil.example; dmarc=pass"], "none"),
        (["(mx.games.example) evil.example; dmarc=pass"], "none"),
        (["(x) mx.games.example; dmarc=pass header.from=players.example"], "none"),
        (["mx.games.example(x) 1; dmarc=pass header.from=players.example"], "pass"),
        (["mx.evil.example; x=y; mx.games.example; dmarc=pass"], "none"),
        (
            ["mx.games.example; dmarc=fail", "mx.games.example; dmarc=pass header.from=players.example"],
            "fail",
        ),
        (
            ["mx.games.example; dmarc=none", "mx.games.example; dmarc=pass header.from=players.example"],
            "none",
        ),
        (["mx.games.example; spf=pass", "mx.games.example; dmarc=pass header.from=players.example"], "none"),
        (
            [
                "mx.games.example; dmarc=none; "
                'spf=pass smtp.mailfrom="a; dmarc=pass header.from=players.example"@e.example'
            ],
            "none",
        ),
        (["mx.games.example; spf=fail (domain of a; dmarc=pass; b) smtp.mailfrom=e.example"], "none"),
        (
            [
                "mx.games.example; spf=fail (domain of a); dmarc=pass; x(b) smtp.mailfrom=e.example); "
                "dmarc=none"
            ],
            "fail",
        ),
        (['mx.games.example; spf=pass smtp.mailfrom="a; dmarc=pass'], "fail"),
        (["mx.games.example; dmarc=pass; dmarc=fail"], "fail"),
        (["mx.games.example; dmarc=pass", "mx.games.example; spf=pass"], "pass"),
        (["mx.games.example; dmarc=pass header.from=example"], "pass"),
        (["mx.games.example; dmarc=pass header.from=ayers.example"], "fail"),
        (["mx.games.example; x-dmarc=pass"], "none"),
        (["mx.games.example; dmarc=passed"], "none"),
        (["mx.games.example; dmarc=pass ".ljust(4_000, "x")], "pass"),
        (["mx.games.example; dmarc=pass ".ljust(4_001, "x")], "fail"),
        (['mx.games.example; dmarc=pass (((((nested) 5" \\))))) header.from=players.example'], "pass"),
        (['mx.games.example; dmarc=pass (" ) header.from=evil.example (")'], "fail"),
        (["mx.games.example; dmarc=pass x)"], "fail"),
        (["mx.games.example; dmarc=pass (x"], "fail"),
        (['mx.games.example; dmarc=pass "x\\"'], "fail"),
    ],
)
def test_only_our_own_mail_server_says_whether_it_is_genuine(results: list[str], verdict: str) -> None:
    mail = _read(*(f"Authentication-Results: {value}" for value in results))
    assert mail.auth == verdict


@pytest.mark.parametrize("piece", ['"\\', "(", '("', '"', "\\", "()"])
def test_a_report_of_nothing_but_marks_takes_no_longer_than_it_is(piece: str) -> None:
    plain = _plain(piece * 200_000)
    assert ({*'()"'} & {*plain}) or piece in {"\\", "()", '"'}


def test_without_a_name_for_it_nobody_vouches() -> None:
    raw = _mail("Authentication-Results: ; dmarc=pass", "Authentication-Results: mx; dmarc=pass")
    assert read(raw, _RECIPIENT).auth == "none"


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated; type=x",
        "AUTO-SUBMITTED: (who) anything",
        "Precedence: bulk",
        "Precedence: List",
        "Precedence: junk",
        "List-Id: <games.lists.example>",
        "X-Autoreply: yes",
        "X-Loop: ann@players.example",
        "Return-Path: <>",
        "Subject: Out of Office: back on Monday",
        "Subject: Automatische Antwort: [K7QX]",
        "Subject: =?utf-8?q?R=C3=A9ponse_automatique_?= : absent",
        "Subject: =?iso-8859-2?q?Automatikus_v=E1lasz?=: x",
        "Subject: =?utf-8?b?6Ieq5YuV5Zue6KaG?=: x",
        "Subject: [Auto-Reply] x",
        "Precedence: auto-reply",
        "X-Autoresponder: x",
        "X-FC-MachineGenerated: true",
        "Subject: Undelivered Mail Returned to Sender",
        "Subject: Ann Example is out of the office (returning 03.08.2026)",
        "Subject: =?iso-8859-1?q?Ann_Example/DE/ACME_ist_au=DFer_Haus=2E?=",
        "Subject: Abwesenheitsmeldung",
        "Subject: Message d'absence",
        "List-Unsubscribe: <mailto:leave@news.example>",
        "List-Help: <mailto:help@lists.example>",
        "X-AutoResponse: yes",
        "X-Precedence: bulk",
        "Preference: auto_reply",
        "X-POST-MessageClass: 9; Autoresponder",
        "Delivered-To: Autoresponder",
        *(f"X-{name}: x" for name in ("Auto-Reply", "Autoreply-From", "Auto-Reply-From", "Autorespond")),
        *(f"X-{name}: x" for name in ("Vacation", "Mail-Autoreply", "Failed-Recipients", "Autogenerated")),
        "X-MS-Exchange-Inbox-Rules-Loop: x",
        *(f"Content-Type: message/{name}" for name in ("feedback-report", "tracking-status")),
        *(f"Content-Type: message/global-{name}" for name in ("delivery-status", "disposition-notification")),
        *(f"Content-Type: message/{name}" for name in ("delivery-status", "disposition-notification")),
        "Content-Type: multipart/report; boundary=b",
    ],
)
def test_what_a_machine_wrote_commands_nothing(field: str) -> None:
    mail = _read(
        field, body="--b\r\nContent-Type: message/disposition-notification\r\n\r\nx: y\r\n--b--\r\n12\r\n"
    )
    assert mail.automatic
    assert mail.text == ""


@pytest.mark.parametrize(
    "sender",
    [
        "MAILER-DAEMON@mx.players.example",
        *(f"{name}@players.example" for name in ("postmaster", "no-reply", "noreply", "donotreply")),
        *(f"{name}@players.example" for name in ("do-not-reply", "bounce", "bounces")),
        "turn@games.example",
        "Turnpost <turn+k7qx.1.c.2.1.mfrggzdfmztwq2lk@games.example>",
    ],
)
def test_neither_machines_nor_we_ourselves_command(sender: str) -> None:
    assert _read(sender=f"From: {sender}").automatic


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: No (really)",
        "Precedence: first-class",
        "Delivered-To: ann@players.example",
        "Subject: I am out of the house",
    ],
)
def test_what_a_person_wrote_does(field: str) -> None:
    assert not _read(field).automatic


def test_the_null_sender_of_the_envelope_counts_not_one_that_somebody_wrote() -> None:
    assert read(_mail(), _RECIPIENT, envelope_sender="").automatic
    assert not read(_mail("Return-Path: <>"), _RECIPIENT, envelope_sender="ann@players.example").automatic


def _report(*recipients: str) -> bytes:
    blocks = "\r\n\r\n".join(["Reporting-MTA: dns; mx.players.example", *recipients])
    return _mail(
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        sender="From: MAILER-DAEMON@mx.players.example (Mail Delivery System)",
        body="--b\r\nContent-Type: text/plain\r\n\r\nI am sorry.\r\n\r\nresign\r\n"
        f"--b\r\nContent-Type: message/delivery-status\r\n\r\n{blocks}\r\n"
        "--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: x\r\n\r\n12\r\n--b--\r\n",
    )


@pytest.mark.parametrize(
    ("recipients", "bounce"),
    [
        (
            ["Final-Recipient: rfc822; ann@x\r\nAction: failed\r\nStatus: 5.1.1"],
            Bounce(hard=True, status="5.1.1"),
        ),
        (["Action: failed\r\nStatus: 5.0.0 (unknown)"], Bounce(hard=True, status="5.0.0")),
        (["Action: Failed\r\nStatus: 5.4.4"], Bounce(hard=True, status="5.4.4")),
        (["Action: failed\r\nStatus: 5.1.10"], Bounce(hard=True, status="5.1.10")),
        (["Action: failed\r\nStatus: 5.4.310"], Bounce(hard=True, status="5.4.310")),
        (["Action: failed\r\nStatus: 5.4.7"], Bounce(hard=False, status="5.4.7")),
        (["Action: failed\r\nStatus: 5.4.300"], Bounce(hard=False, status="5.4.300")),
        (["Action: failed\r\nStatus: 5.1.8"], Bounce(hard=False, status="5.1.8")),
        (
            ["Action: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp; 552-5.2.2 full\r\n 552 5.2.2 x"],
            Bounce(hard=False, status="5.2.2"),
        ),
        (
            ["Action: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp; 550 5.1.1 unknown"],
            Bounce(hard=True, status="5.1.1"),
        ),
        (
            ["Action: failed\r\nStatus: 5.0.0\r\nDiagnostic-Code: smtp; 550 none at 5.2.2.1"],
            Bounce(hard=True, status="5.0.0"),
        ),
        (["Action: failed\r\nStatus: 5.2.1"], Bounce(hard=True, status="5.2.1")),
        (["Action: failed\r\nStatus: 5.2.2"], Bounce(hard=False, status="5.2.2")),
        (["Action: failed\r\nStatus: 5.7.1"], Bounce(hard=False, status="5.7.1")),
        (["Action: failed\r\nStatus: 4.4.7"], Bounce(hard=False, status="4.4.7")),
        (["Action: delayed\r\nStatus: 5.1.1"], Bounce(hard=False, status="")),
        (["Action: delivered\r\nStatus: 2.0.0"], Bounce(hard=False, status="")),
        (
            ["Action: failed\r\nStatus: 5.2.2", "Action: failed\r\nStatus: 5.1.1"],
            Bounce(hard=True, status="5.1.1"),
        ),
        (["Status: 5.1.1"], Bounce(hard=False, status="")),
        ([], Bounce(hard=False, status="")),
    ],
)
def test_a_report_says_whether_an_address_is_dead(recipients: list[str], bounce: Bounce) -> None:
    mail = read(_report(*recipients), "turn+b.1.1.mfrggzdfmztwq2lk@games.example", envelope_sender="")
    assert mail.bounce == bounce
    assert mail.automatic
    assert mail.text == ""


_QMAIL = (
    "Hi. This is the qmail-send program at players.example.\r\nI'm afraid I wasn't able to deliver your "
    "message to the following addresses.\r\n\r\n<ann@players.example>:\r\n{}\r\n\r\n"
    "--- Below this line is a copy of the message.\r\n\r\nSubject: x\r\n\r\n5.1.1\r\n"
)


@pytest.mark.parametrize(
    ("text", "sender", "bounce"),
    [
        (
            _QMAIL.format("Sorry, no mailbox here by that name. (#5.1.1)"),
            "",
            Bounce(hard=True, status="5.1.1"),
        ),
        (_QMAIL.format("Remote host said: 552 5.2.2 full"), "", Bounce(hard=False, status="5.2.2")),
        (_QMAIL.format("Sorry."), "", Bounce(hard=False, status="")),
        (_QMAIL.format("Sorry, no mailbox here by that name. (#5.1.1)"), "ann@players.example", None),
        ("I am away. Error 5.1.1 does not exist.\r\n", "", None),
    ],
)
def test_a_report_of_qmail_says_whether_an_address_is_dead(
    text: str, sender: str, bounce: Bounce | None
) -> None:
    raw = f"From: MAILER-DAEMON@players.example\r\nSubject: failure notice\r\n\r\n{text}".encode()
    mail = read(raw, _RECIPIENT, envelope_sender=sender)
    assert mail.bounce == bounce
    assert mail.automatic


def test_a_report_needs_no_sender() -> None:
    raw = _report("Action: failed\r\nStatus: 5.1.1").replace(
        b"From: MAILER-DAEMON@mx.players.example", b"From: <>"
    )
    mail = read(raw, _RECIPIENT)
    assert mail.bounce == Bounce(hard=True, status="5.1.1")
    assert mail.sender == ""


def test_a_subject_is_cut_off_after_two_hundred_characters() -> None:
    assert _read(f"Subject: {'x' * 201}").subject == "x" * 200


def test_mails_in_charsets_of_western_alphabets_are_read() -> None:
    raw = bytes(range(0xA0, 0x100))
    names = [f"windows-125{number}" for number in range(9)]
    names += [f"iso-8859-{number}" for number in range(1, 17) if number != 12]
    for name in names:
        assert decoded(raw, name) == raw.decode(name, "replace")


@pytest.mark.parametrize(
    ("text", "charsets"),
    [
        ("Zürich", "utf-8 utf-16 utf-16-be utf-16-le mac-roman cp437 cp850 cp852"),
        ("Київ", "koi8-u"),
        ("Москва", "koi8-r cp866"),
        ("北京", "gb2312 gbk gb18030 hz"),
        ("臺北", "big5 big5hkscs"),
        ("東京", "shift_jis cp932 euc_jp iso2022_jp iso2022_jp_1"),
        ("서울", "euc_kr cp949 johab iso2022_kr"),
        ("กรุงเทพ", "tis-620"),
    ],
)
def test_mails_in_charsets_of_other_alphabets_are_read(text: str, charsets: str) -> None:
    assert {name: decoded(text.encode(name), name) for name in charsets.split()} == dict.fromkeys(
        charsets.split(), text
    )


@pytest.mark.parametrize(
    ("charset", "written", "text"),
    [
        ("iso-8859-1", "say hmm\x8512", "say hmm…12"),
        ("iso-8859-1", "d3\x96d4", "d3–d4"),
        ("iso-8859-2", "say hmm\x8512", "say hmm 12"),
        ("iso-8859-2", "1\x962", "1 2"),
        ("gb2312", "say \x96\x7c", "say 東"),
    ],
)
def test_a_charset_smaller_than_what_was_written_makes_no_other_line_or_number(
    charset: str, written: str, text: str
) -> None:
    header = f"From: ann@players.example\r\nContent-Type: text/plain; charset={charset}\r\n\r\n"
    assert read(f"{header}{written}\r\n".encode("latin-1"), _RECIPIENT).text == text


_CODECS = [
    module.name for module in pkgutil.iter_modules(encodings.__path__) if not module.name.startswith("_")
]


@pytest.mark.parametrize("codec", [*_CODECS, "x" * 50, "\0", "ü", "a'b"])
def test_no_charset_is_asked_for_more_than_it_can(codec: str) -> None:
    for field in (
        f"Content-Type: multipart/mixed; boundary*={codec}''ab%FFc",
        f"Content-Type: text/plain; charset={codec}",
        f"Content-Type: text/plain; charset*={codec}''{codec}",
        f"Content-Disposition*: {codec}''attachment",
        f"Subject: =?{codec}?q?a=FF?= =?{codec}?b?gA==?=",
    ):
        with contextlib.suppress(Unreadable):
            _read(field, body="12\xff\xfe")


def _nested(depth: int) -> bytes:
    return b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level)
        for level in range(depth)
    )


def _with_body(body: bytes) -> bytes:
    return b"From: ann@players.example\r\n" + body


def _filled(size: int, *around: str) -> str:
    """So many characters, together with those around them."""
    return "y" * (size - len("".join(around)))


@pytest.mark.parametrize(
    ("most", "mail_of"),
    [
        (256 * 1024, lambda size: _mail(body="> " + _filled(size, _mail(body="> ").decode()))),
        (500, lambda count: _mail(*(f"X-{number}: y" for number in range(count - 1)))),
        (64 * 1024, lambda size: _mail("X: " + _filled(size, "From: Ann <Ann@Players.example>\nX: "))),
        (8, lambda depth: _with_body(_nested(depth) + b"\r\n12")),
        (
            200,
            lambda size: _with_body(b"Content-Type: multipart/mixed; boundary=%b\r\n\r\n" % (b"b" * size)),
        ),
        (16_000, lambda size: _mail(body="y" * size)),
        (1_000, lambda size: _mail(sender=f"From: {_filled(size, ' <ann@x.example>')} <ann@x.example>")),
        (254, lambda size: _mail(sender=f"From: ann@{_filled(size, 'ann@.example')}.example")),
    ],
)
def test_what_is_beyond_the_limits_is_not_read(most: int, mail_of: Callable[[int], bytes]) -> None:
    assert read(mail_of(most), _RECIPIENT).sender
    with pytest.raises(Unreadable):
        read(mail_of(most + 1), _RECIPIENT)


def test_parts_beyond_number_are_not_read() -> None:
    mixed = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    with pytest.raises(Unreadable):
        read(_with_body(mixed + b"--b\r\n\r\n12\r\n" * 5_000), _RECIPIENT)


@pytest.mark.parametrize(("length", "text"), [(1_000, "12"), (1_001, "<b>12</b>")])
def test_a_type_is_read_unless_it_is_too_long(length: int, text: str) -> None:
    value = f" text/html; x={_filled(length, ' text/html; x=')}"
    assert _read(f"Content-Type:{value}", body="<b>12</b>").text == text


@pytest.mark.parametrize(
    "body",
    [
        b"Content-Type: multipart/mixed\r\n\r\n12",
        b"Content-Type: multipart/mixed; boundary=\r\n\r\n12",
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n12",
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b",
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b--\r\n\r\n--b\r\n\r\n12",
        b"Content-Type: ;;;=\r\nContent-Transfer-Encoding: zip\r\n\r\n12",
        b"Content-Type: text/plain; charset=idna\r\n\r\n" + b"xn--" * 50_000,
        b"Content-Type: text/plain; charset=punycode\r\n\r\n" + b"a-" * 50_000,
        b"Content-Type: text/plain; charset=unicode_escape\r\n\r\n\\x31\\x32",
        b"Content-Type: text/plain; charset*=utf-8''utf%2D8\r\n\r\n\xff\xfe\x00",
        b"Content-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\nA",
        b"Content-Type: text/html\r\n\r\n" + b"<" * 200_000,
        b"Content-Type: text/html\r\n\r\n" + b"<a '" * 50_000,
        b"Content-Type: text/html\r\n\r\n" + b"<!--" * 50_000,
        b"Content-Type: text/html\r\n\r\n" + b"<div>" * 40_000 + b"12",
        b"Content-Type: text/html\r\n\r\n" + b"<blockquote>" * 20_000 + b"12",
        b"Content-Type: text/html\r\n\r\n&#" + b"9" * 200_000 + b";",
        b"Content-Type: text/html\r\n\r\n" + b"&" * 200_000,
        b"Content-Type: text/html\r\n\r\n" + b"<pre>" + b"\n" * 200_000,
        b"\r\n" + b"\n" * 200_000,
        b"\r\n" + b"> \n" * 60_000 + b"\n12",
        b"\r\n" + b"-" * 200_000,
        b"\r\n" + b"- x" * 60_000,
        b"\r\n" + b"on 2026 @" * 20_000,
        b"\r\n" + b"On 2026\n" * 25_000,
        b"\r\n" + b"> x\n\ny\n\n" * 20_000,
        b"\r\n" + b"From:\n" * 30_000,
        b"Subject: " + b"=?a?q?" * 5_000 + b"\r\n\r\n12",
        b"Content-Type: text/plain; format=flowed\r\n\r\n" + b">" * 200_000,
        b"Content-Type: text/plain; format=flowed\r\n\r\n" + b"a \r\n" * 50_000,
        b"Content-Type: text/plain; " + b'a="b";' * 10_000 + b"\r\n\r\n12",
    ],
)
def test_hostile_mails_say_nothing(body: bytes) -> None:
    try:
        text = read(_with_body(body), _RECIPIENT).text
    except Unreadable:
        text = ""
    assert len(text) < 100 or body.startswith(b"Content-Type: text/html")


@pytest.mark.parametrize("field", ["Content-Type: text/plain", "Content-Disposition: inline"])
@given(st.text(alphabet="a*01=xy; ", max_size=20))
@example("a*0*=x; a*=y")
@example("a*0=x; a*=y; a*1*=z")
def test_parameters_in_pieces_are_read_or_refused(field: str, pieces: str) -> None:
    """Python's library falls over some of them before 3.14."""
    mail = f"{field}; {pieces}\r\n\r\n12"
    with contextlib.suppress(Unreadable):
        assert read(_with_body(mail.encode()), _RECIPIENT).text == "12"


def test_a_name_in_pieces_is_read() -> None:
    pieces = b"Content-Type: text/plain; charset*0=ut; charset*1=f-8\r\n\r\n"
    assert read(_with_body(pieces + "é".encode()), _RECIPIENT).text.strip() == "é"


def test_a_part_ends_before_the_line_break_of_its_boundary() -> None:
    assert [*_children(b"--b\n\n12\n--b\n\n13\n\n--b--\n14", "b")] == [b"\n12", b"\n13\n"]
    assert [*_children(b"--b\n--b\n12", "b")] == [b"", b"12"]
    assert [*_children(b"--b\n12\n--b--", "b")] == [b"12"]


@pytest.mark.parametrize(
    ("piece", "header", "content"),
    [
        (b"\nwords\n\nmore", b"", b"words\n\nmore"),
        (b"A: b\n\nwords\n\nmore", b"A: b", b"words\n\nmore"),
        (b"A: b", b"A: b", b""),
    ],
)
def test_the_first_empty_line_parts_header_and_content(piece: bytes, header: bytes, content: bytes) -> None:
    assert _split(piece) == (header, content)
