"""A letter as HTML: one column, readable on a phone, in the dark, and without pictures."""

import re
from collections.abc import Iterator
from html import escape
from itertools import count, groupby
from typing import Final

from bot.mail.marker import MARKER
from bot.mail.outgoing.legal_moves import LegalMove
from bot.mail.outgoing.letter import Board, Letter, Links, Moves, Part, Text, href
from bot.mail.outgoing.move_lists import ShownGroup, headed, is_whole, size_of
from bot.picture_service import DrawnPicture

_STYLE: Final = """
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 12px; background: #ffffff; color: #1c1e21; }
body, td { font: 16px/1.45 -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
.page { max-width: 600px; margin: 0 auto; overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 1.3; margin: 12px 0; }
h2 { font-size: 18px; margin: 24px 0 6px; }
h3 { font-size: 15px; margin: 16px 0 6px; }
ul { margin: 0 0 10px; padding-left: 20px; }
p { margin: 0 0 10px; white-space: pre-wrap; }
pre { font: 13px/1.3 ui-monospace, Menlo, Consolas, monospace; overflow-x: auto; margin: 0 0 10px; }
img { display: block; width: 100%; height: auto; border: 0; border-radius: 6px; margin: 0 0 10px; }
a { color: #0b57d0; }
.small { color: #5f6368; font-size: 13px; }
.moves { margin: 0 0 10px; padding: 0; list-style: none; }
.moves li { margin: 0; }
.moves a { display: block; padding: 9px 4px 9px 2.7em; text-decoration: none; text-indent: -2.7em;
  border-top: 1px solid #dadce0; }
.number { display: inline-block; width: 2em; padding-right: .7em; color: #5f6368; text-align: right;
  text-indent: 0; }
.button { display: inline-block; padding: 9px 14px; margin: 0 8px 8px 0; border: 1px solid #0b57d0;
  border-radius: 6px; text-decoration: none; }
@media (prefers-color-scheme: dark) {
  body { background: #1b1c1f !important; color: #e8eaed !important; }
  a { color: #a8c7fa !important; }
  .small, .number { color: #a6abb1 !important; }
  .moves a { border-color: #3c4043 !important; }
  .button { border-color: #a8c7fa !important; }
}
""".strip()
_FENCE: Final = re.compile(r"^```\n?", re.MULTILINE)


def html_of(letter: Letter) -> tuple[str, list[DrawnPicture]]:
    """The letter as an HTML page, and the pictures that it refers to as ``cid:board-1`` and so on."""
    pictures = list[DrawnPicture]()
    body = "".join(piece for part in letter.parts for piece in _part(letter, part, pictures))
    title = f"<h1>{escape(letter.title)}</h1>" if letter.title else ""
    footer = f'<p class="small">{escape(letter.footer)}</p>' if letter.footer else ""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        '<meta name="supported-color-schemes" content="light dark">'
        f"<title>{escape(letter.subject)}</title><style>\n{_STYLE}\n</style></head>\n"
        f'<body><div class="page"><p class="small">{escape(MARKER)}</p>\n'
        f"{title}\n{body}{footer}</div></body></html>\n",
        pictures,
    )


def _part(letter: Letter, part: Part, pictures: list[DrawnPicture]) -> Iterator[str]:
    match part:
        case Text():
            if part.heading:
                yield f"<h2>{escape(part.heading)}</h2>\n"
            yield from _paragraphs(part.body, small=part.small)
        case Board(drawn=None):
            yield f"<pre>{escape(part.text)}</pre>\n"
        case Board(drawn=DrawnPicture() as drawn):
            pictures.append(drawn)
            # The size is repeated here: some programs drop the style sheet.
            size = 'width="600" style="width:100%;max-width:600px;height:auto"'
            yield f'<img src="cid:board-{len(pictures)}" {size} alt="{escape(drawn.alt)}">\n'
        case Moves():
            yield from _moves(letter, part)
        case Links():
            links = (
                f'<a class="button" href="{href(part.reply_to, letter.subject, body)}">{escape(label)}</a>'
                for label, body in part.links
            )
            yield f"<div>{' '.join(links)}</div>\n"


def _paragraphs(body: str, *, small: bool) -> Iterator[str]:
    opens = '<p class="small">' if small else "<p>"
    for number, piece in zip(count(), _FENCE.split(body), strict=False):
        if number % 2:
            yield f"<pre>{escape(piece.rstrip())}</pre>\n"
            continue
        for paragraph in re.split(r"\n{2,}", piece.strip("\n")):
            for listed, lines in groupby(paragraph.splitlines(), lambda line: line.startswith("- ")):
                if listed:
                    items = "".join(f"<li>{escape(line[2:])}</li>" for line in lines)
                    yield f"<ul>{items}</ul>\n"
                else:
                    yield f"{opens}{escape(chr(10).join(lines))}</p>\n"


def _moves(letter: Letter, part: Moves) -> Iterator[str]:
    yield "<h2>Your moves</h2>\n"
    size, all_of = size_of(part.groups), ""
    if not is_whole(part.groups):
        all_of = f" You have {size}; all are in the attached list."
    tap = "Tap a move and send the mail that opens from the address that got this one"
    yield f"<p>{tap}, or answer with the number of a move.{all_of}</p>\n"
    for group in part.shown:
        yield _group(letter, part, group)


def _group(letter: Letter, part: Moves, group: ShownGroup) -> str:
    numbers = f' <span class="small">{group.numbers}</span>' if group.numbers else ""
    heading = f"<h3>{escape(headed(group.name))}{numbers}</h3>\n" if group.name else ""
    items = "".join(f"<li>{_link(letter, part, move)}</li>\n" for move in group.moves)
    left = f"… and {group.left_out} more in the attached list"
    more = f'<p class="small">{left}</p>\n' if group.left_out else ""
    return f'{heading}<ul class="moves">\n{items}</ul>\n{more}'


def _link(letter: Letter, part: Moves, move: LegalMove) -> str:
    number = "" if move.number is None else str(move.number)
    words, notation = escape(headed(move.words)), escape(move.notation)
    beside = "" if move.words == move.notation else f' <span class="small">{notation}</span>'
    opens = href(part.reply_to, letter.subject, move.notation)
    return f'<a href="{opens}"><span class="number">{number}</span>{words}{beside}</a>'
