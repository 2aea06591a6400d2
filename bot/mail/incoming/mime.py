"""Parses a mail into its parts, within limits and in linear time."""

import binascii
import codecs
import re
from collections.abc import Iterator, Sequence
from email.message import Message
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

SIZE_LIMIT: Final = 256 * 1024
"""Bytes of a mail."""
_HEADER_BYTES: Final = 64 * 1024
_FIELDS: Final = 500
_PARTS: Final = 60
_DEPTH: Final = 8
_BOUNDARY: Final = 200
_TYPE_LENGTH: Final = 1_000

_FIELD: Final = re.compile(rb"([!-9;-~]{1,100})[ \t]*:(.*)", re.DOTALL)
_FOLDING: Final = re.compile(rb"\n(?=[ \t])")
_HEADER_END: Final = re.compile(rb"\r?\n\r?\n")

_ENDS: Final = "\r\v\f\x1c-\x1e\u2028\u2029"
_LINE_ENDS: Final = re.compile(f"\r\n|[{_ENDS}]")
_HIDDEN: Final = (
    "\x00-\x08\x0e-\x1b\x1f\x7f\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"
)
_UNSEEN: Final = re.compile(f"[{_HIDDEN}]")
"""Control characters, invisible characters and changes of the writing direction."""
_SPACES: Final = "\t\x80-\xa0\u1680\u2000-\u200a\u202f\u205f\u3000"
_BLANKS: Final = re.compile(f"[{_SPACES}]")
"""Blanks, and control characters that are really dashes or ellipses in a mail that names a wrong charset."""
_ODD: Final = re.compile(f"[{_ENDS}{_HIDDEN}{_SPACES}]")
"""Any character that `visible` changes: most texts have none, and one search is faster than three."""
_PLAIN: Final = bytes([*b"\n", *range(0x20, 0x7F)])
"""Bytes that `visible` never changes: without them hardly anything of most texts is left to be searched."""

_CHARSETS: Final = frozenset(
    [
        *("utf-8", "utf-16", "utf-16-be", "utf-16-le", "koi8-r", "koi8-u", "gb2312", "gbk", "gb18030", "hz"),
        *("big5", "big5hkscs", "shift_jis", "cp932", "euc_jp", "euc_kr", "cp949", "johab", "tis-620"),
        *("mac-roman", "cp437", "cp850", "cp852", "cp866", "iso2022_jp", "iso2022_jp_1", "iso2022_kr"),
        *(f"iso8859-{digit}" for digit in "123456789"),
        *(f"iso8859-1{digit}" for digit in "013456"),
        *(f"cp125{digit}" for digit in "012345678"),
    ]
)
"""The charsets that are decoded, by the names of Python's codecs: each takes linear time."""
_LARGER: Final = {
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
"""The larger charsets that mail programs mean and read by the names of smaller ones."""


class Unreadable(Exception):  # noqa: N818 -- the mail's fault, not ours
    """A mail cannot be read; the text says why, without quoting the mail."""


class HeaderField(NamedTuple):
    """One field of a header, unfolded."""

    name: str
    """The field's name, in lower case."""
    value: str
    """The raw content, in Latin-1: not decoded."""


Parameters: TypeAlias = dict[str, str | tuple[str | None, str | None, str]]
"""Values by names in lower case; a tuple is one with its charset and language, RFC 2231."""


class Part(NamedTuple):
    """A part of a mail: a text, a picture, another mail."""

    header: Message
    """Its header fields on the content: type, encoding, disposition."""
    encoded: bytes
    type: str
    """The media type, such as text/plain."""
    parameters: Parameters
    """The parameters of the media type."""

    @property
    def attached(self) -> bool:
        """Whether it is shown as an attachment, not as the mail's text: a part with a name is a file."""
        filename = self.header.get_param("filename", header="content-disposition")
        named = filename or self.parameters.get("name")
        return bool(named) or self.header.get_content_disposition() == "attachment"

    def option(self, name: str) -> str:
        """A parameter of its type, such as `format`, in lower case; empty if there is none."""
        value = self.parameters.get(name)
        return value.strip().lower() if isinstance(value, str) else ""

    def content(self) -> bytes:
        """The decoded content; empty for an unknown encoding."""
        match str(self.header.get("Content-Transfer-Encoding", "")).strip().lower():
            case "" | "7bit" | "8bit" | "binary":
                return self.encoded
            case "quoted-printable":
                # A server on the way may have put blanks at the ends of lines: RFC 2045, 6.7, (3).
                lines = map(bytes.rstrip, self.encoded.split(b"\n"))
                return binascii.a2b_qp(b"\n".join(lines))
            case "base64":
                try:
                    return binascii.a2b_base64(self.encoded)
                except binascii.Error:
                    return b""
            case _:
                return b""

    def text(self) -> str:
        """The content as text, without invisible characters."""
        return visible(decoded(self.content(), self.option("charset")))


def visible(text: str) -> str:
    """A text without invisible characters, with a line feed after each line and all blanks alike."""
    if _ODD.search(text.encode(errors="replace").translate(None, _PLAIN).decode()) is None:
        return text
    return _BLANKS.sub(" ", _UNSEEN.sub("", _LINE_ENDS.sub("\n", text)))


def decoded(content: bytes, charset: str) -> str:
    """Bytes as text; an unknown charset is guessed, undecodable bytes are marked."""
    try:
        name = codecs.lookup(charset).name if charset.isascii() else ""
    except (LookupError, ValueError):
        name = ""
    if name in _CHARSETS:
        return content.decode(_LARGER.get(name, name), "replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def fields(raw: bytes) -> Sequence[HeaderField]:
    """The header of a mail. Raises Unreadable."""
    end = _HEADER_END.search(raw)
    whole = raw if end is None else raw[: end.end()]
    header, _ = _split(_unix(whole))
    if b"\r" in header or b"\0" in header or 0 < whole.count(b"\r\n") < whole.count(b"\n"):
        # Mail servers disagree on whether a line ends there, and so on the author of the mail.
        raise Unreadable("a line end within a line of the header")
    read = []
    for line in _unfolded(header):
        found = _FIELD.fullmatch(line)
        if found is None:
            raise Unreadable("a line of the header is no field")
        read.append(HeaderField(found[1].decode("ascii").lower(), found[2].strip().decode("latin-1")))
    return read


def leaves(raw: bytes) -> Iterator[Part]:
    """The parts that hold something, in order; a mail within the mail is one part. Raises Unreadable."""
    waiting = [(_unix(raw), 0)]
    for _ in range(_PARTS):
        if not waiting:
            return
        piece, depth = waiting.pop()
        header, content = _split(piece)
        described = _described(header)
        kind, parameters = described.get_content_type(), _parameters(described)
        boundary = _boundary(parameters) if kind.startswith("multipart/") else ""
        if not boundary:
            yield Part(described, content, kind, parameters)
        elif depth == _DEPTH or len(boundary) > _BOUNDARY:
            raise Unreadable("parts too deep within parts")
        else:
            children = list(islice(_children(content, boundary), _PARTS))
            waiting += [(child, depth + 1) for child in reversed(children)]
    raise Unreadable("too many parts")


def _unix(raw: bytes) -> bytes:
    return raw.replace(b"\r\n", b"\n")


def _split(piece: bytes) -> tuple[bytes, bytes]:
    """Header and content of a mail or a part."""
    if piece.startswith(b"\n"):
        return b"", piece[1:]
    header, _, content = piece.partition(b"\n\n")
    if len(header) > _HEADER_BYTES:
        raise Unreadable("a header too long")
    return header, content


def _unfolded(header: bytes) -> list[bytes]:
    lines = _FOLDING.sub(b"", header).split(b"\n") if header else []
    if len(lines) > _FIELDS:
        raise Unreadable("too many fields in a header")
    return [line for line in lines if line]


def _described(header: bytes) -> Message:
    """The header fields on the content, the first of each name; other characters than ASCII are replaced."""
    described = Message()
    for line in _unfolded(header):
        name, _, value = line.partition(b":")
        if name.strip().lower() in {b"content-type", b"content-transfer-encoding", b"content-disposition"}:
            key = name.strip().decode("ascii")
            if len(value) <= _TYPE_LENGTH and key not in described:
                described[key] = value.strip().decode("ascii", "replace")
                if b"*" in value:
                    _check_continuations(described, key)
    return described


def _check_continuations(header: Message, key: str) -> None:
    """Raises Unreadable for parameters in pieces (RFC 2231) with which the standard library fails."""
    try:
        header.get_params(header=key)
    except (TypeError, ValueError) as problem:
        raise Unreadable("parameters in pieces that do not fit together") from problem


def _parameters(header: Message) -> Parameters:
    """The parameters of a media type, the first of each name."""
    found: Parameters = {}
    for name, value in header.get_params(()):
        found.setdefault(name.lower(), value)
    return found


def _boundary(parameters: Parameters) -> str:
    """The text that separates the parts of a multipart; empty if there is none."""
    boundary = parameters.get("boundary")
    if isinstance(boundary, tuple):
        # RFC 2231 allows any charset here; nobody uses that.
        raise Unreadable("an encoded boundary")
    return boundary.rstrip() if boundary else ""


def _children(content: bytes, boundary: str) -> Iterator[bytes]:
    """The parts of a multipart content, RFC 2046, 5.1.1."""
    begin: int | None = None
    for start, end, last in _boundaries(content, boundary.encode("ascii", "replace")):
        if begin is not None:
            yield content[begin : max(begin, start - 1)]
        if last:
            return
        begin = end + 1
    if begin is not None:
        yield content[begin:]


def _boundaries(content: bytes, boundary: bytes) -> Iterator[tuple[int, int, bool]]:
    """The beginning and end of each separator line, and whether it is the one after the last part."""
    lines, mark = b"\n" + content, b"\n--" + boundary
    start = lines.find(mark)
    while start >= 0:
        # Positions in the content are one lower than in `lines`.
        after = start + len(mark) - 1
        end = content.find(b"\n", after)
        end = len(content) if end == -1 else end
        rest = content[after:end].rstrip(b" \t")
        if rest in {b"", b"--"}:
            yield start, end, rest == b"--"
        start = lines.find(mark, start + 1)
