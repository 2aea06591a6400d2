"""What is believed of a mail: who wrote it, and who vouches for that."""

import pytest

from bot.mail.incoming.authentication import _plain
from bot.mail.incoming.mime import HeaderField, _split
from bot.mail.incoming.parsing import Unreadable, addresses_in, read
from tests.mail.incoming.raw_mails import RECIPIENT, raw_mail, read_mail


def test_of_the_bots_addresses_those_come_first_that_say_more_than_its_own() -> None:
    header = [
        HeaderField("cc", "Turn+K7qx@games.example"),
        HeaderField("to", "T <turn@games.example>, ann@x.example"),
    ]
    found = addresses_in(header, ("to", "cc"))
    assert found == ["turn+k7qx@games.example", "turn@games.example", "ann@x.example"]


def test_the_plain_facts() -> None:
    raw = raw_mail(
        "Message-ID: <a.1@x>",
        "In-Reply-To: <b.2@y>",
        "Subject: =?utf-8?q?Re:_=5BK7QX=5D?=\r\n =?utf-8?b?w6k=?=",
    )
    mail = read(raw, RECIPIENT.upper())
    assert (mail.message_id, mail.in_reply_to) == ("<a.1@x>", "<b.2@y>")
    assert (mail.sender, mail.recipient) == ("ann@players.example", RECIPIENT)
    assert (mail.subject, mail.text) == ("Re: [K7QX]é", "12")
    assert (mail.auth, mail.automatic, mail.bounce) == ("none", False, None)
    assert (mail.raw_hash, len(read(raw_mail(), RECIPIENT).raw_hash)) == ("", 64)


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
    assert read_mail(*fields).in_reply_to == answered


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
    assert read_mail(sender=f"From: {value}").sender == "ann@players.example"


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
        read_mail(sender=f"From: {value}")


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
    assert read_mail(sender=f"From: {name} <ann@players.example>", body=f"12\r\n{signed}\r\n").text == "12"


@pytest.mark.parametrize("end", ["thanks, Bob", "cheer Ann", "@d3 Ann", "say thanks, Ann"])
def test_words_beside_a_name_are_no_signature(end: str) -> None:
    assert read_mail(sender="From: Ann <ann@players.example>", body=f"12\r\n{end}\r\n").text == f"12\n{end}"


def test_a_name_alone_stays_what_was_said() -> None:
    assert read_mail(body="Ann").text == "Ann"


@pytest.mark.parametrize(
    "raw",
    [
        raw_mail(sender=None),
        raw_mail("From: eve@evil.example"),
        raw_mail("FROM : eve@evil.example"),
        raw_mail("Subject: x\rFrom: eve@evil.example"),
        raw_mail("Subject: x\0"),
        raw_mail("this is no field"),
        raw_mail("Sübject: x"),
        b"",
        b"\r\n\r\n12",
        b"12",
        b"From ann@players.example Mon Nov 23\n" + raw_mail(),
        b"From: ann@players.example\r\nX: y\n\r\nFrom: eve@evil.example\r\n\r\n12\r\n",
        b"From: ann@players.example\r\n\nFrom: eve@evil.example\r\n\r\n12\r\n",
        b"X: y\nFrom: ann@players.example\r\n\r\n12\r\n",
    ],
)
def test_a_header_that_can_be_read_in_two_ways_is_not_read(raw: bytes) -> None:
    with pytest.raises(Unreadable):
        read(raw, RECIPIENT)


@pytest.mark.parametrize("blank", [b"\xa0", b"\x85", b"\x1f"])
def test_what_is_a_blank_to_no_mail_server_is_none(blank: bytes) -> None:
    claimed = b"Authentication-Results: %bmx.games.example; dmarc=pass\r\n" % blank
    assert read(claimed + raw_mail(), RECIPIENT, "mx.games.example").auth == "none"
    with pytest.raises(Unreadable, match="sender"):
        read(b"From: %bann@players.example\r\n\r\n12\r\n" % blank, RECIPIENT)


def test_a_header_has_lines_of_one_kind_and_a_body_of_any() -> None:
    assert read(raw_mail(body="say a\nsay b\r\n"), RECIPIENT).text == "say a\nsay b"
    assert read(raw_mail("Subject: x").replace(b"\r\n", b"\n"), RECIPIENT).text == "12"


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
    mail = read_mail(*(f"Authentication-Results: {value}" for value in results))
    assert mail.auth == verdict


@pytest.mark.parametrize("piece", ['"\\', "(", '("', '"', "\\", "()"])
def test_a_report_of_nothing_but_marks_takes_no_longer_than_it_is(piece: str) -> None:
    plain = _plain(piece * 200_000)
    assert ({*'()"'} & {*plain}) or piece in {"\\", "()", '"'}


def test_without_a_name_for_it_nobody_vouches() -> None:
    raw = raw_mail("Authentication-Results: ; dmarc=pass", "Authentication-Results: mx; dmarc=pass")
    assert read(raw, RECIPIENT).auth == "none"


def test_a_subject_is_cut_off_after_two_hundred_characters() -> None:
    assert read_mail(f"Subject: {'x' * 201}").subject == "x" * 200


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
