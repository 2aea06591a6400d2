"""A mail as what it says, before it is written as text and as HTML."""

from typing import TypeAlias
from urllib.parse import quote

from bot.mail.legal_moves import Move
from bot.picture_service import Drawn
from engines.contract import Value


class Text(Value, frozen=True):
    """Paragraphs, divided by empty lines; what stands between lines of three backticks is of one width."""

    body: str
    heading: str = ""
    small: bool = False


class Board(Value, frozen=True):
    """A position: a picture where there is one, else, and in the text, words."""

    text: str
    drawn: Drawn | None = None


class Moves(Value, frozen=True):
    """The legal moves of whoever reads it; those that stand nowhere in it are in an attached list."""

    moves: tuple[Move, ...]
    reply_to: str
    """Where a move is sent to."""


class Links(Value, frozen=True):
    """What may be answered, as label and what is written."""

    links: tuple[tuple[str, str], ...]
    reply_to: str


Part: TypeAlias = Text | Board | Moves | Links


class Letter(Value, frozen=True, kw_only=True):
    """What a mail says."""

    subject: str
    title: str
    """In a line what it is about; empty: it begins with its parts."""
    parts: tuple[Part, ...]
    footer: str = ""
    """What is small, at the end."""


def mailto(address: str, subject: str, body: str) -> str:
    """A link that opens a mail with these words filled in (RFC 6068)."""
    lines = "\r\n".join(body.splitlines())
    return (
        f"mailto:{quote(address, safe='@+')}?subject={quote(subject, safe='')}&body={quote(lines, safe='')}"
    )
