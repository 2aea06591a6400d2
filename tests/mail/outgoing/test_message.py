"""Mails as bytes, read again by the standard library's parser."""

from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import partial

import pytest
from msgspec.structs import replace

from bot.mail.outgoing.legal_moves import MoveGroup
from bot.mail.outgoing.letter import Letter, Moves, Text
from bot.mail.outgoing.message import Envelope, compose, is_short
from bot.mail.outgoing.move_lists import shown_of, whole_list_text
from engines.contract import Action, LazyOffer, Offer, Words
from tests.manual_clock import ManualClock

ENVELOPE = Envelope(
    to="ann@mail.example",
    sender="turn@games.example",
    reply_to="turn+k7qx.0.1.2.1.abcdefghijklmnop@games.example",
    message_id="<1.n@games.example>",
    thread="<game.k7qx.1@games.example>",
    at=ManualClock().now(),
    stop="turn+0.x.0.1.stop.1.abcdefghijklmnop@games.example",
)


def written(subject: str = "Your move", body: str = "It is your turn.", **envelope: str) -> EmailMessage:
    letter = Letter(subject=subject, title="", parts=(Text(body),))
    raw = compose(letter, replace(ENVELOPE, **envelope))
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 200
    assert not set(raw.replace(b"\r\n", b"")) & set(b"\r\n")
    folded, _, _ = raw[raw.index(b"\r\nSubject: ") + 2 :].partition(b"\r\nDate: ")
    assert max(map(len, folded.split(b"\r\n"))) <= 76
    return message_from_bytes(raw, policy=policy.SMTP)


def test_lists_and_lines_stay_what_they_are_in_html() -> None:
    page = written(body="- one\n- two\n\nfirst\nsecond").get_body(("html",))
    assert isinstance(page, EmailMessage)
    assert "<ul><li>one</li><li>two</li></ul>\r\n<p>first\r\nsecond</p>" in page.get_content()


@pytest.mark.parametrize(
    "text",
    [
        "Zoë: é ♜ 将棋",
        "--=_alternative--",
        "a = b",
        ".",
        "From here\n.\n..",
        "x" * 5000,
        "blank \ttab\t\nend ",
    ],
)
def test_what_is_said_is_read_as_it_was_written(text: str) -> None:
    mail = written(body=text)
    plain = mail.get_body(("plain",))
    assert isinstance(plain, EmailMessage)
    assert text in plain.get_content().replace("\r\n", "\n")
    assert mail.get_content_type() == "multipart/alternative"
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert [str(flaw) for part in mail.walk() for flaw in part.defects] == []


@pytest.mark.parametrize(
    "subject",
    [
        *("Guerre des Deux Roses: à vous", "é" * 150, "word " * 29 + "end", "ab" + " x" * 60, "a\x7fb"),
        *(f"{'word ' * 13}{'x' * length}" for length in range(1, 9)),
    ],
)
def test_a_subject_is_one_line_however_it_is_folded(subject: str) -> None:
    assert written(subject)["Subject"] == subject.replace("\x7f", "")


@pytest.mark.parametrize("field", ["to", "reply_to", "message_id", "in_reply_to", "thread"])
@pytest.mark.parametrize("value", ["<a@b>\r\nBcc: eve@mail.example", "<a@b>\nBcc: x", "<é@b>", "<a@b>\x00"])
def test_nothing_begins_a_header_of_its_own(field: str, value: str) -> None:
    with pytest.raises(ValueError, match="header"):
        written(**{field: value})


def test_of_a_long_list_no_group_is_shortened_by_a_single_move() -> None:
    sizes = {"": 5, "A": 4, "B": 5, "C": 50}
    offer = LazyOffer(Action(), "m")
    shown = shown_of([MoveGroup(name, 1, [offer] * size) for name, size in sizes.items()])
    assert [(group.name, len(group.moves)) for group in shown] == [("", 5), ("A", 4), ("B", 3), ("C", 3)]


@pytest.mark.parametrize(
    ("moves", "text", "attached", "short"),
    [
        (100, "", (), True),
        (101, "", (), False),
        (0, "x" * 16_001, (), False),
        (1, "", (("all", "x"),), False),
    ],
)
def test_what_takes_long_to_write_is_told_beforehand(
    moves: int, text: str, attached: tuple[tuple[str, str], ...], *, short: bool
) -> None:
    group = MoveGroup("", 1, [LazyOffer(Action(), "m")] * moves)
    letter = Letter(subject="", title="", parts=(Text(text), Moves((group,), "")), attached=attached)
    assert is_short(letter) is short


def _described(said: str) -> Words:
    return said, ""


def test_a_move_that_says_itself_what_it_is_stands_alone() -> None:
    words = {"end": "", "up": "up", "d3": "drop on d3"}
    offers = [LazyOffer(Action(), name, partial(_described, said)) for name, said in words.items()]
    expected = "   1  end\n   2  up\n   3  d3   drop on d3"
    assert whole_list_text([MoveGroup("", 1, offers)]).rstrip("\n") == expected


def test_of_hundreds_of_moves_the_effects_of_those_alone_are_found_that_the_mail_shows() -> None:
    found = set[str]()

    class Described(LazyOffer[Action]):
        @property
        def described(self) -> Words:
            found.add(self.notation)
            return self.description, "it flips"

        @property
        def description(self) -> str:
            return f"move {self.notation[1:]}"

    def offered(number: int) -> Offer[Action]:
        return Described(Action(), f"m{number}", rank=lambda: -number)

    group = MoveGroup("All", 1, tuple(map(offered, range(1, 200))))
    moves = Moves((group,), "turn@games.example")
    (shown,) = moves.shown
    assert (shown.numbers, len(shown.moves), shown.left_out) == ("1 to 199", 3, 196)
    raw = compose(Letter(subject="Your move", title="", parts=(moves,)), ENVELOPE)
    mail = message_from_bytes(raw, policy=policy.SMTP)
    (attached,) = mail.iter_attachments()
    assert isinstance(attached, EmailMessage)
    content = attached.get_content()
    assert content.count("\r\n") == content.count("\n")
    listed = content.splitlines()
    width = len("m199")
    assert listed[-199:] == [
        f"{number:>4}  {f'm{number}':<{width}}  move {number}" for number in range(1, 200)
    ]
    plain = mail.get_body(("plain",))
    assert isinstance(plain, EmailMessage)
    assert "   3  m3  move 3: it flips" in plain.get_content()
    assert found == {"m1", "m2", "m3"}


@pytest.mark.parametrize(("length", "name"), [(1_000_000, "history.txt"), (1_000_001, "history.txt.gz")])
def test_a_text_is_attached_as_it_is_up_to_a_million_characters(length: int, name: str) -> None:
    letter = Letter(subject="History", title="", parts=(), attached=(("history.txt", "x" * length),))
    raw = compose(letter, ENVELOPE)
    assert f'filename="{name}"'.encode() in raw
