"""A mail as what it says, before it is written as text and as HTML."""

from functools import lru_cache
from html import escape
from typing import TypeAlias
from urllib.parse import quote

from bot.mail.legal_moves import Move
from bot.mail.move_lists import MoveGroup
from bot.picture_service import Drawn
from engines.contract import Value, View
from render.contract import Frame
from render.registry import renderer_for


class Text(Value, frozen=True):
    """Paragraphs, divided by empty lines; what stands between lines of three backticks is of one width."""

    body: str
    heading: str = ""
    small: bool = False


class Board(Value, frozen=True):
    """A position: a picture where there is one, else, and in the text, words."""

    key: str
    view: View
    frame: Frame
    drawn: Drawn | None = None

    @property
    def text(self) -> str:
        """The board in words and fixed-width characters, made each time: in a thread."""
        return renderer_for(self.key).text(self.view, self.frame)


class Moves(Value, frozen=True):
    """The legal moves of whoever reads it; those that stand nowhere in it are in an attached list."""

    moves: tuple[Move, ...]
    groups: tuple[MoveGroup, ...]
    """What it shows of them (`move_lists.groups_of`)."""
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
    attached: tuple[tuple[str, str], ...] = ()
    """Texts that are too long for it: under which name, and what."""


def mailto(address: str, subject: str, body: str) -> str:
    """A link that opens a mail with these words filled in (RFC 6068)."""
    return f"mailto:{quote(address, safe='@+')}?subject={quote(subject, safe='')}&body={_quoted(body)}"


def href(address: str, subject: str, body: str) -> str:
    """The same as it stands in HTML."""
    return _begun(address, subject) + _quoted(body)


@lru_cache(16)
def _begun(address: str, subject: str) -> str:
    """What the links of a mail's moves have in common, in HTML."""
    return escape(mailto(address, subject, ""))


@lru_cache(4096)
def _quoted(body: str) -> str:
    """Words in a link: nothing in them means anything in HTML any more."""
    return quote("\r\n".join(body.splitlines()), safe="")
