"""The parts of a mail, its charsets, and what is beyond the limits."""

import contextlib
import encodings
import pkgutil
from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.mail.incoming.mime import _children, decoded
from bot.mail.incoming.parsing import Unreadable, read
from tests.mail.incoming.raw_mails import RECIPIENT, raw_mail, read_mail


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
    assert read_mail("Content-Type: multipart/mixed; boundary=b", body=parts).text == ""


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
    mail = read_mail("Content-Type: multipart/alternative; boundary=b", body=f"{parts}--b--\r\n")
    assert mail.text == text


def test_what_stands_below_text_and_html_changes_neither() -> None:
    parts = (("plain", "12\r\n\r\nresign"), ("html", "<p>12</p>"), ("plain", "A list's own words"))
    body = "".join(f"--b\r\nContent-Type: text/{kind}\r\n\r\n{text}\r\n" for kind, text in parts)
    assert read_mail("Content-Type: multipart/mixed; boundary=b", body=f"{body}--b--\r\n").text == "12"


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
    text = read_mail("Content-Type: text/html", body=html.format(line)).text
    assert text.startswith(f"{line}\t\n" if broken and whole else f"{line}\n")
    assert text.endswith("\nresign")


@pytest.mark.parametrize("padding", ["", " ", " \t  "])
def test_blanks_that_a_server_added_end_no_line_of_quoted_printable(padding: str) -> None:
    body = f"say I would have to={padding}\r\n resign{padding}\r\n=\r\n"
    mail = read_mail("Content-Transfer-Encoding: quoted-printable", body=body)
    assert mail.text == "say I would have to resign"


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
    assert read(f"{header}{written}\r\n".encode("latin-1"), RECIPIENT).text == text


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
            read_mail(field, body="12\xff\xfe")


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
        (256 * 1024, lambda size: raw_mail(body="> " + _filled(size, raw_mail(body="> ").decode()))),
        (500, lambda count: raw_mail(*(f"X-{number}: y" for number in range(count - 1)))),
        (64 * 1024, lambda size: raw_mail("X: " + _filled(size, "From: Ann <Ann@Players.example>\nX: "))),
        (8, lambda depth: _with_body(_nested(depth) + b"\r\n12")),
        (
            200,
            lambda size: _with_body(b"Content-Type: multipart/mixed; boundary=%b\r\n\r\n" % (b"b" * size)),
        ),
        (16_000, lambda size: raw_mail(body="y" * size)),
        (1_000, lambda size: raw_mail(sender=f"From: {_filled(size, ' <ann@x.example>')} <ann@x.example>")),
        (254, lambda size: raw_mail(sender=f"From: ann@{_filled(size, 'ann@.example')}.example")),
    ],
)
def test_what_is_beyond_the_limits_is_not_read(most: int, mail_of: Callable[[int], bytes]) -> None:
    assert read(mail_of(most), RECIPIENT).sender
    with pytest.raises(Unreadable):
        read(mail_of(most + 1), RECIPIENT)


def test_parts_beyond_number_are_not_read() -> None:
    mixed = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    with pytest.raises(Unreadable):
        read(_with_body(mixed + b"--b\r\n\r\n12\r\n" * 5_000), RECIPIENT)


@pytest.mark.parametrize(("length", "text"), [(1_000, "12"), (1_001, "<b>12</b>")])
def test_a_type_is_read_unless_it_is_too_long(length: int, text: str) -> None:
    value = f" text/html; x={_filled(length, ' text/html; x=')}"
    assert read_mail(f"Content-Type:{value}", body="<b>12</b>").text == text


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
        text = read(_with_body(body), RECIPIENT).text
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
        assert read(_with_body(mail.encode()), RECIPIENT).text == "12"


def test_a_name_in_pieces_is_read() -> None:
    pieces = b"Content-Type: text/plain; charset*0=ut; charset*1=f-8\r\n\r\n"
    assert read(_with_body(pieces + "é".encode()), RECIPIENT).text.strip() == "é"


def test_a_part_ends_before_the_line_break_of_its_boundary() -> None:
    assert [*_children(b"--b\n\n12\n--b\n\n13\n\n--b--\n14", "b")] == [b"\n12", b"\n13\n"]
    assert [*_children(b"--b\n--b\n12", "b")] == [b"", b"12"]
    assert [*_children(b"--b\n12\n--b--", "b")] == [b"12"]
