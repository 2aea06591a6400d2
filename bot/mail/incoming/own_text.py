"""The sender's own text in a mail: without quotations, signature, and additions of mail programs.

It reads too little rather than too much. A quotation is recognised by the marker, by ``>``, by the lines that
programs put above it in any language, and by our own address. Where no text stands above it, text below or in
between counts unless it can be a piece of a wrapped quoted line.
"""

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, Literal, TypeAlias

from bot.mail.incoming.mail_programs import (
    APPENDED,
    CLOSINGS,
    GREETINGS,
    HEADER_LABELS,
    INTRODUCTION_OPENERS,
    INTRODUCTION_VERBS,
    THANKS,
)
from bot.mail.marker import is_marker

_Kind: TypeAlias = Literal["own", "quoted", "introduction", "end"]
"""The kind of a line: the sender's own, marked as quoted, above a quotation, or the end of the text."""

WRAP_MARK: Final = " "
"""Ends a line that the sender's program may have broken; `logical_lines` decides."""
APART_MARK: Final = "\t"
"""Ends such a line in HTML, where programs hardly break lines: the next line is never joined to it."""
_WRAPPED_AT: Final = range(60, 81)
"""The lengths at which programs break lines, in characters."""

_TOP: Final = 200
"""The most typed lines; a longer text holds no commands."""
_SEEN: Final = 400
"""Characters of a line that are looked at."""
_INTRODUCTION_LINES: Final = 3
_HEADER_LINES: Final = 6

_QUOTED: Final = re.compile(r"\s{0,3}(?:[>|»›│]|[A-Za-z]{1,3}> )")
_DASHES: Final = "-_=\u2010\u2011\u2012\u2013\u2014\u2015\u2500"
_DECORATION: Final = " *_>|\t"
_DATE: Final = re.compile(r"\d(?:\d{3}|\d?(?:[:.h]\d{2}|[./-]\d{1,2}[./-]\d{2})|[年月日년월일])")
_VERBS: Final = {
    verb: re.compile(rf"{verb}(?!\w)(?<!\w{verb})")
    for verb in (one.replace("ı", "i") for one in INTRODUCTION_VERBS)
}
"""The verbs with their patterns as whole words. One pattern for all would try each at every character."""
_BRACKETED: Final = re.compile(r"\s{0,3}[<(]{1,2}[^\s<>()@]{1,64}@")
"""The address in a line that introduces a quotation, where a program has broken the line behind the name."""
_OPENER: Final = re.compile(
    rf"(?:{'|'.join(INTRODUCTION_OPENERS)})(?!\w)|\d{{4}}[-/.年]|\d{{1,2}}[./]\d{{1,2}}[./]", re.IGNORECASE
)
_GREETING: Final = re.compile(
    rf"(?:{'|'.join(GREETINGS)})(?!\w)[^\d]{{0,40}}|(?:{'|'.join(THANKS)})\W*", re.IGNORECASE
)
"""A line without content: a greeting with any name, or thanks without words behind: they may be a command."""


class Unclear(Exception):  # noqa: N818 -- the mail's fault, not ours
    """The end of a typed line is ambiguous: nothing of the mail is executed."""


def own_address(address: str) -> re.Pattern[str]:
    """The pattern that finds our address, and every address that answers go to, in a text."""
    local, _, host = address.lower().rpartition("@")
    base = re.escape(local.partition("+")[0])
    return re.compile(rf"(?<![a-z0-9.]){base}(?:\+[a-z0-9]{{1,8}}\.|@{re.escape(host)})", re.IGNORECASE)


def own_words(lines: Sequence[str], ours: re.Pattern[str]) -> list[str]:
    """The lines that the sender has written, with the blank ones between them.

    `ours`: the pattern that finds our address in a line (`own_address`).
    """
    kind: _Kind = "own"
    top: list[str] = []
    for place, line in enumerate(lines):
        kind = _kind(lines, place, ours)
        if kind != "own":
            break
        if place == _TOP:
            return []
        top.append(line)
    end = len(top)
    if kind == "quoted":
        top = _without_introduction(top)
    elif kind != "own" and _BRACKETED.match(lines[end]):
        # Date and name stand on the line above, in whatever language.
        top = top[:-1]
    words = _trimmed(top)
    if words or kind in {"own", "end"}:
        return words
    return _trimmed(_between(lines[end:], ours))


def unwrapped(lines: Sequence[str], *, without_space: bool) -> list[str]:
    """Lines of format=flowed, RFC 3676, rejoined to paragraphs; signs of quotation stay.

    `without_space`: whether the blank before a break was added with the break (DelSp). Lines of the
    sender that are too short for a program to have broken them are not joined, and end with `WRAP_MARK`:
    telephones put a blank behind each word.
    """
    done: list[list[str]] = []
    flowing: str | None = None
    length = 0
    for line in lines:
        content = line.lstrip(">")
        depth = len(line) - len(content)
        content = content.removeprefix(" ")
        sign = f"{'>' * depth} " if depth else ""
        goes_on = flowing == sign and content != "-- "
        if goes_on and not depth and not _may_be_wrapped(length, content):
            goes_on = False
            if without_space:
                done[-1].append(WRAP_MARK)
        length = len(content.rstrip())
        flowing = sign if content.endswith(" ") and content != "-- " else None
        if flowing is not None and without_space:
            content = content[:-1]
        if goes_on:
            done[-1].append(content)
        else:
            done.append([sign, content])
    return ["".join(pieces) for pieces in done]


def wrap_marked(words: Sequence[str]) -> list[str]:
    """The lines, with `WRAP_MARK` behind each line that a program may have broken, or that had it already."""
    plain = [" ".join(line.split()) for line in words]
    marked = [line.endswith(WRAP_MARK) for line in words]
    for place, (line, after) in enumerate(pairwise(plain)):
        if line and after and len(line) < _WRAPPED_AT.stop and _may_be_wrapped(len(line), after):
            marked[place] = True
    return [line + WRAP_MARK * mark for line, mark in zip(plain, marked, strict=True)]


def _may_be_wrapped(length: int, after: str) -> bool:
    """Whether a line of this length would have become too long with the first word of the line after it."""
    return length + 1 + len(after.partition(" ")[0]) > _WRAPPED_AT.start


def logical_lines(text: str, is_command: Callable[[str], bool]) -> tuple[str, ...]:
    """The lines of `Incoming.text`, rejoined where the sender's program wrapped them.

    `is_command`: whether a line would be a command by itself. Raises Unclear if a line that may continue the
    one above would be: words of a sentence could become a move, or a private message public.
    """
    done: list[str] = []
    mark = ""
    for line in text.split("\n"):
        words = line.strip()
        if not words:
            mark = ""
            continue
        if mark == APART_MARK or (mark == WRAP_MARK and is_command(words)):
            raise Unclear
        if mark == WRAP_MARK:
            done[-1] += f" {words}"
        else:
            done.append(words)
        mark = line[-1]
    return tuple(done)


def _kind(lines: Sequence[str], place: int, ours: re.Pattern[str]) -> _Kind:
    line = lines[place][:_SEEN]
    if _QUOTED.match(line):
        return "quoted"
    plain = line.strip(_DECORATION)
    if not plain:
        return "end" if len(line.strip()) > 3 else "own"
    if _is_introduction(lines, place):
        return "introduction"
    if (
        is_marker(line)
        or ours.search(line)
        or _is_rule(plain)
        or _is_header(lines, place)
        or plain.casefold().startswith(APPENDED)
        or _is_closing(lines, place, plain)
    ):
        return "end"
    return "own"


def _is_closing(lines: Sequence[str], place: int, line: str) -> bool:
    """Whether people end a mail with this line: “ciao” and “thanks” do so only below other words."""
    words = line.casefold().strip(" ,.!")
    return words in CLOSINGS and (words not in GREETINGS + THANKS or bool(_trimmed(lines[:place])))


def _is_rule(line: str) -> bool:
    """Whether this is a line of dashes, a signature's ``--``, or one like ``-----Original Message-----``."""
    words = line.strip(_DASHES)
    if not words:
        return line != "_"
    before, behind = len(line) - len(line.lstrip(_DASHES)), len(line) - len(line.rstrip(_DASHES))
    return before > 3 or (before > 1 and behind > 1)


def _is_header(lines: Sequence[str], place: int) -> bool:
    """Whether the header of a quoted mail begins here: two of its fields near one another."""
    if not _label(lines[place]):
        return False
    labels = {_label(line) for line in lines[place : place + _HEADER_LINES]}
    return len(labels - {""}) > 1


def _label(line: str) -> str:
    before, colon, _ = line[:_SEEN].replace("：", ":").partition(":")
    label = before.strip(_DECORATION).casefold()
    return label if colon and label in HEADER_LABELS else ""


def _is_introduction(lines: Sequence[str], place: int) -> bool:
    """Whether ``On 23 Nov 2026 Turnpost wrote:`` or its like begins here, on up to three lines."""
    count = _introduction(lines, place, _INTRODUCTION_LINES)
    if count < 2 or not _OPENER.match(lines[place + 1].strip(_DECORATION)):
        return count > 0
    return not _introduction(lines, place + 1, count - 1)


def _introduction(lines: Sequence[str], place: int, most: int) -> int:
    """The number of lines from this place on that introduce a quotation; 0 if none do."""
    window: list[str] = []
    dated = False
    for line in lines[place : place + most]:
        window.append(line[:_SEEN].strip(_DECORATION))
        if not window[-1]:
            break
        # A date is on one line; a verb of several words may be on two.
        dated = dated or bool(_DATE.search(window[-1]))
        if _introduces(" ".join(window), dated=dated):
            opens = _OPENER.match(window[0]) or _has_verb(window[0])
            if len(window) == 1 or opens or "@" in window[0]:
                return len(window)
            break
    return 0


def _introduces(text: str, *, dated: bool) -> bool:
    address = "@" in text
    if text.endswith((":", "：")):
        return len(text) > 7 and (address or dated or _has_verb(text))
    return dated and (address or text.endswith("---")) and _has_verb(text)


def _has_verb(text: str) -> bool:
    # Turkish has an I with a dot and one without, each in both cases: read all of them as i.
    words = text.replace("İ", "i").casefold().replace("ı", "i")
    return any(verb in words and whole.search(words) for verb, whole in _VERBS.items())


def _without_introduction(top: list[str]) -> list[str]:
    """The lines above a quotation, without the paragraph that introduces it, in any language."""
    end = len(top)
    while end and not top[end - 1].strip():
        end -= 1
    begin = end
    while begin and top[begin - 1].strip():
        begin -= 1
    introduces = begin < end and top[end - 1].rstrip().endswith((":", "："))
    return top[: max(begin, end - _INTRODUCTION_LINES)] if introduces else top


def _between(lines: Sequence[str], ours: re.Pattern[str]) -> list[str]:
    """The text below and between quoted lines, by paragraphs.

    A paragraph right below a quoted line may be the end of a wrapped quoted line.
    """
    done: list[str] = []
    own = False
    checked = 0
    quoted = False
    for place, line in enumerate(lines):
        if _QUOTED.match(line):
            quoted, own = True, False
        elif not quoted and place > _HEADER_LINES:
            return []
        elif not line.strip():
            own = quoted
            done.append("")
        elif own:
            checked += 1
            if checked > _TOP:
                return []
            kind = _kind(lines, place, ours)
            if kind == "end":
                break
            own = kind == "own"
            if own:
                done.append(line)
    return done


def _trimmed(words: Sequence[str]) -> list[str]:
    """The lines without greetings at the beginning, with one blank line at most between two others."""
    done: list[str] = []
    for line in words:
        if not done and (not line.strip() or _GREETING.fullmatch(line.strip())):
            continue
        if line.strip() or done[-1]:
            done.append(line if line.strip() else "")
    return done[:-1] if done and not done[-1] else done
