"""The content of a mail, and its form as plain text."""

from functools import cached_property, lru_cache
from html import escape
from typing import TypeAlias
from urllib.parse import quote

from bot.mail.marker import MARKER
from bot.mail.outgoing.legal_moves import MoveGroup
from bot.mail.outgoing.move_lists import ShownGroup, is_whole, list_text, shown_of, size_of
from bot.picture_service import DrawnPicture
from engines.contract import Value, View
from render.contract import Frame
from render.registry import renderer_for


class Text(Value, frozen=True):
    """Paragraphs, separated by empty lines; lines between three backticks are preformatted."""

    body: str
    heading: str = ""
    small: bool = False


class Board(Value, frozen=True):
    """A position: a picture where there is one; otherwise, and in the text part, words."""

    key: str
    view: View
    frame: Frame
    drawn: DrawnPicture | None = None
    begins: str = ""
    """The words with which the text begins, if the letter has said what stands before: the game's state."""

    @property
    def text(self) -> str:
        """The board in words and fixed-width characters, made on each call, in a millisecond."""
        words = renderer_for(self.key).text(self.view, self.frame)
        return words[max(words.find(self.begins), 0) :]


class Moves(Value, frozen=True, dict=True):
    """The reader's legal moves; those not shown are in an attached list."""

    groups: tuple[MoveGroup, ...]
    reply_to: str
    """The address to which a move is sent."""

    @cached_property
    def shown(self) -> tuple[ShownGroup, ...]:
        """The moves in the mail's body; to choose them among hundreds takes a while (`message.is_short`)."""
        return shown_of(self.groups)


class Links(Value, frozen=True):
    """Possible answers, as label and text."""

    links: tuple[tuple[str, str], ...]
    reply_to: str


Part: TypeAlias = Text | Board | Moves | Links


class Letter(Value, frozen=True, kw_only=True):
    """The content of a mail."""

    subject: str
    title: str
    """The heading of the mail; empty: it begins with its parts."""
    parts: tuple[Part, ...]
    footer: str = ""
    """Small print at the end."""
    attached: tuple[tuple[str, str], ...] = ()
    """Texts that are attached as files, because they are too long: name and text."""


def text_of(letter: Letter) -> str:
    """The whole mail as text, with the marker first."""
    parts = [MARKER, letter.title, *(_text_of(part) for part in letter.parts)]
    if letter.footer:
        parts.append(f"--\n{letter.footer}")
    return "\n\n".join(part for part in parts if part) + "\n"


def _text_of(part: Part) -> str:
    match part:
        case Text():
            body = "\n".join(line for line in part.body.splitlines() if line.strip() != "```")
            return f"{part.heading}\n{body}" if part.heading else body
        case Board():
            return part.text
        case Moves():
            instruction = "Answer with the number of a move, or with the move as it is written:"
            if not is_whole(part.groups):
                instruction = (
                    f"You have {size_of(part.groups)} moves; all are in the attached list. " + instruction
                )
            return f"Your moves\n{instruction}\n\n{list_text(part.shown)}"
        case Links():
            return "\n".join(f"{label}: answer “{body.strip()}”" for label, body in part.links)


def mailto(address: str, subject: str, body: str) -> str:
    """A link that opens a mail with this text (RFC 6068)."""
    return f"mailto:{quote(address, safe='@+')}?subject={quote(subject, safe='')}&body={_quoted(body)}"


def href(address: str, subject: str, body: str) -> str:
    """The link of `mailto`, escaped for HTML."""
    return _begun(address, subject) + _quoted(body)


@lru_cache(16)
def _begun(address: str, subject: str) -> str:
    """The common beginning of the links of a mail's moves, in HTML."""
    return escape(mailto(address, subject, ""))


@lru_cache(4096)
def _quoted(body: str) -> str:
    """A text as a link holds it, percent-encoded: no character is special in HTML."""
    return quote("\r\n".join(body.splitlines()), safe="")
