"""A letter as the bytes that go over SMTP.

All of it is ASCII, in lines that end as the protocol wants: not every server on the way takes eight bits. The
standard library's own writing of messages takes apart every header that it is given, in as much time as all
else that a mail needs.
"""

import binascii
import gzip
from collections.abc import Iterator, Sequence
from datetime import datetime
from email.header import Header
from email.utils import format_datetime
from struct import Struct
from typing import Final, TypeAlias

from bot.mail.outgoing.html_part import html_of
from bot.mail.outgoing.letter import Letter, Moves, Text, mailto, text_of
from bot.mail.outgoing.move_lists import is_whole, size_of, whole_list_text
from bot.picture_service import DrawnPicture
from engines.contract import Value

NAME: Final = "Turnpost"
"""The display name of the sender."""
_LINE: Final = 76
_LARGEST: Final = 1_000_000
"""The most characters of a text that is attached uncompressed."""

_FEW: Final = 100
"""A mail with this many legal moves, a board and its picture is written in some 4 milliseconds."""
_SHORT: Final = 16_000
"""Texts of this many characters are written in a millisecond."""

_Part: TypeAlias = list[bytes]
"""A MIME part, its header first, in pieces: a picture is long, and copied only into the whole message."""


class Envelope(Value, frozen=True, kw_only=True):
    """The headers of a message."""

    to: str
    sender: str
    """The bot's own address."""
    reply_to: str
    message_id: str
    thread: str
    """The id to which all messages about one game refer."""
    at: datetime
    in_reply_to: str | None = None
    """The Message-ID of a mail that this answers."""
    stop: str
    """The address to which ``stop`` is sent."""


def is_short(letter: Letter) -> bool:
    """Whether a letter is composed in so little time that a thread would take longer."""
    moves = sum(size_of(part.groups) for part in letter.parts if isinstance(part, Moves))
    texts = sum(len(part.body) for part in letter.parts if isinstance(part, Text))
    return moves <= _FEW and texts <= _SHORT and not letter.attached


def compose(letter: Letter, envelope: Envelope) -> bytes:
    """The message: text, HTML with its pictures, and as files a long list of moves and further texts.

    Raises ValueError for a value that no header can hold.
    """
    html, pictures = html_of(letter)
    page = _text("html", html)
    if pictures:
        shown = (_picture(number, drawn) for number, drawn in enumerate(pictures, start=1))
        page = _multipart("related", [page, *shown])
    body = _multipart("alternative", [_text("plain", text_of(letter)), page])
    lists = [part for part in letter.parts if isinstance(part, Moves) and not is_whole(part.groups)]
    attached = [*(("moves.txt", _whole_list(part)) for part in lists), *letter.attached]
    if attached:
        body = _multipart("mixed", [body, *(_attachment(name, text) for name, text in attached)])
    return b"".join([_lines(*_headers(letter, envelope)), *body])


def _headers(letter: Letter, envelope: Envelope) -> Iterator[str]:
    yield f"From: {NAME} <{envelope.sender}>"
    yield f"To: {envelope.to}"
    yield f"Reply-To: {NAME} <{envelope.reply_to}>"
    subject = "".join(char for char in " ".join(letter.subject.split()) if char.isprintable())
    yield f"Subject: {_folded(subject)}"
    yield f"Date: {format_datetime(envelope.at)}"
    yield f"Message-ID: {envelope.message_id}"
    yield f"In-Reply-To: {envelope.in_reply_to or envelope.thread}"
    # The line may be broken between ids, never within one, however long it is.
    yield "References: " + "\r\n ".join(filter(None, (envelope.thread, envelope.in_reply_to)))
    yield f"Auto-Submitted: {'auto-generated' if envelope.in_reply_to is None else 'auto-replied'}"
    yield f"List-Unsubscribe: <{mailto(envelope.stop, 'stop', 'stop')}>"
    yield "MIME-Version: 1.0"


def _folded(subject: str) -> str:
    """A subject as the field's value, RFC 2047: encoded if necessary, and folded."""
    if subject.isascii() and len(f"Subject: {subject}") <= _LINE:
        return subject
    return Header(subject, maxlinelen=_LINE, header_name="Subject").encode(linesep="\r\n")


def _text(subtype: str, text: str) -> _Part:
    """A text as a quoted-printable part."""
    lines = binascii.b2a_qp(text.encode(), istext=True).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    kind = f'Content-Type: text/{subtype}; charset="utf-8"'
    return [_lines(kind, "Content-Transfer-Encoding: quoted-printable", ""), lines]


def _attachment(name: str, text: str) -> _Part:
    """A text as a file, compressed if mail servers may refuse it as too large."""
    # Lines of a text end as in mails, also within base64.
    kind, content = 'text/plain; charset="utf-8"', text.replace("\n", "\r\n").encode()
    if len(text) > _LARGEST:
        name, kind, content = f"{name}.gz", "application/gzip", gzip.compress(text.encode(), mtime=0)
    # Base64 for texts as well: quoted-printable looks through every line, which takes a while for hundreds.
    return _base64(content, f"Content-Type: {kind}", f'Content-Disposition: attachment; filename="{name}"')


def _picture(number: int, drawn: DrawnPicture) -> _Part:
    disposition = f'Content-Disposition: inline; filename="{drawn.filename}"'
    return _base64(drawn.png, "Content-Type: image/png", disposition, f"Content-ID: <board-{number}>")


def _base64(content: bytes, *header: str) -> _Part:
    encoded = binascii.b2a_base64(content, newline=False)
    whole, rest = divmod(len(encoded), _LINE)
    # `unpack` takes half the time of slices.
    lines = Struct(f"{_LINE}s" * whole + f"{rest}s" * bool(rest)).unpack(encoded)
    return [_lines(*header, "Content-Transfer-Encoding: base64", ""), b"\r\n".join(lines)]


def _multipart(subtype: str, parts: Sequence[_Part]) -> _Part:
    """A part made of parts. Its boundary, with “=_”, occurs in none: no encoding writes an “_” after “=”."""
    line = f"--=_{subtype}"
    pieces = [_lines(f'Content-Type: multipart/{subtype}; boundary="=_{subtype}"', "")]
    for part in parts:
        pieces += [_lines(line), *part, b"\r\n"]
    return [*pieces, _lines(f"{line}--")]


def _lines(*lines: str) -> bytes:
    """Lines of a header. Raises ValueError for a line that would begin another field, or is not ASCII."""
    for line in lines:
        if not line.isascii() or not line.replace("\r\n ", "").isprintable():
            raise ValueError("this cannot stand in a header")
    return "".join(f"{line}\r\n" for line in lines).encode("ascii")


def _whole_list(part: Moves) -> str:
    """The text of the attached list: all moves, without their effects."""
    heading = "What comes of a move: answer “moves” and a part of it."
    return f"{heading}\n\n{whole_list_text(part.groups)}\n"
