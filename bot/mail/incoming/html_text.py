"""The text of an HTML mail, line by line; quotations marked by the mail program begin with ``> ``."""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import islice
from typing import Final, overload

from bot.mail.incoming.mail_programs import listed_words
from bot.mail.incoming.mime import visible

_LIMIT: Final = 150_000
"""Characters that are read."""
_MARKUP: Final = re.compile(r"<(?=[a-z/!?])", re.IGNORECASE)
_TAG: Final = re.compile(r"<(/?)([a-z][a-z0-9:-]{0,30})(?=[\s/>])", re.IGNORECASE)
_TAG_PIECE: Final = re.compile(r"[\"'>]")

_BLOCKS: Final = frozenset(
    listed_words("""
        address | article | aside | blockquote | body | br | caption | center | dd | details | dir | div |
        dl | dt | fieldset | figcaption | figure | footer | form | h1 | h2 | h3 | h4 | h5 | h6 | header |
        hgroup | hr | html | legend | li | listing | main | menu | nav | ol | p | pre | section | summary |
        table | tbody | td | tfoot | th | thead | tr | ul
    """)
)
_VOID: Final = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "wbr"])
_SILENT: Final = frozenset(
    listed_words("""
        head | script | style | title | template | textarea | select | object | svg | math |
        noscript | s | strike | del
    """)
)
"""Elements that are not read: they hold nothing to read, or text that the sender has struck out."""

_QUOTES: Final = re.compile(
    r"gmail_attr|yahoo_quoted|moz-cite-prefix|moz-email-headers|protonmail_quote|tutanota_quote|zmail_extra"
    r"|mail-editor-reference-message|replymessage|quoted-?text|quote-?header|qmailquote"
)
"""Attributes of elements that hold only a quotation, as `blockquote` does without any."""
_REST: Final = re.compile(r"divrplyfwdmsg|appendonsend|outlookmessageheader|olk_src_body_section")
"""Attributes of an element with which the rest of the mail is quoted."""
_SILENCED: Final = re.compile(
    r"display\s*:\s*none|mso-hide\s*:\s*all|line-through"
    r"|\b(?:id|class|name)\s*=\s*+[\"']?[^\"'<>=]{0,60}signature|__sig_p"
)
"""Attributes of elements that are invisible, struck out, or a signature."""
_VERBATIM: Final = re.compile(r"white-space\s*:\s*(?:-moz-)?(?:pre|break-spaces)")
"""Attributes of elements in which a line feed begins another line, as in `pre`."""


class BrokenLine(str):
    """A line that ends at ``<br>`` or a line feed, where the program that wrote it may have broken it."""

    __slots__ = ()


def html_lines(html: str) -> Sequence[str]:
    """The lines of an HTML text, without hidden and struck out text and signatures; produced lazily."""
    return _LazySequence(_Lines().read(html[:_LIMIT]))


class _LazySequence(Sequence[str]):
    """The items of an iterator, taken from it only when they are read: few of a long quotation are."""

    def __init__(self, source: Iterator[str]) -> None:
        self._source = source
        self._taken: list[str] = []

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: int | slice) -> str | list[str]:
        # The index -1 means the last item of all, so everything has to be taken.
        end = index.stop if isinstance(index, slice) else (index + 1 or None)
        if end is None or end < 0:
            self._taken += self._source
        else:
            self._taken += islice(self._source, max(0, end - len(self._taken)))
        return self._taken[index]

    def __len__(self) -> int:
        self._taken += self._source
        return len(self._taken)


class _Lines:
    """Reads HTML piece by piece into lines."""

    def __init__(self) -> None:
        self._done: list[str] = []
        """Complete lines that are not yielded yet."""
        self._line: list[str] = []
        self._region = ""
        """The name of the open element whose whole content is silent or quoted; empty without one."""
        self._depth = 0
        """How many elements of that name are open."""
        self._silent = False
        self._quoted = False
        self._rest_quoted = False
        self._verbatim = ""
        """The name of the open element in which line feeds count; empty without one."""
        self._verbatim_depth = 0
        """How many elements of that name are open."""

    def read(self, html: str) -> Iterator[str]:
        place = 0
        while (found := _MARKUP.search(html, place)) is not None:
            self._write(html[place : found.start()])
            place = self._markup(html, found.start())
            yield from self._done
            self._done.clear()
        self._write(html[place:])
        self._silent = False
        self._end_line()
        yield from self._done

    def _markup(self, html: str, begin: int) -> int:
        """Parse a tag or comment; returns where the text goes on."""
        if html.startswith("<!--", begin):
            return _after(html, "-->", begin)
        if html.startswith(("<!", "<?"), begin):
            return _after(html, ">", begin)
        found = _TAG.match(html, begin)
        if found is None:
            self._write("<")
            return begin + 1
        end = _tag_end(html, found.end())
        name = found[2].lower()
        if name in _BLOCKS:
            self._end_line(always=name == "br")
        if found[1]:
            self._close(name)
        else:
            self._open(name, html[found.end() : end].lower())
        return end

    def _open(self, name: str, attributes: str) -> None:
        if self._verbatim_depth:
            self._verbatim_depth += name == self._verbatim
        elif name == "pre" or (name not in _VOID and _VERBATIM.search(attributes)):
            self._verbatim, self._verbatim_depth = name, 1
        if _REST.search(attributes):
            self._end_line()
            self._rest_quoted = True
        if self._depth:
            self._depth += name == self._region
        elif name == "hr":
            self._write("_" * 20)
            self._end_line()
        elif name in _VOID:
            return
        elif name in _SILENT or _SILENCED.search(attributes):
            self._begin(name, silent=True)
        elif name == "blockquote" or _QUOTES.search(attributes):
            self._begin(name, silent=False)

    def _begin(self, name: str, *, silent: bool) -> None:
        self._divide(silent=silent)
        self._region, self._depth, self._silent, self._quoted = name, 1, silent, not silent

    def _close(self, name: str) -> None:
        if name == self._verbatim and self._verbatim_depth:
            self._verbatim_depth -= 1
        if name != self._region:
            return
        self._depth -= 1
        if self._depth == 0:
            self._divide(silent=self._silent)
            if self._quoted:
                self._done.append("")
            self._region, self._silent, self._quoted = "", False, False

    def _divide(self, *, silent: bool) -> None:
        """Separate the text before and after an element: by a blank if it is silent, else by a line end."""
        if silent:
            self._line.append(" ")
        else:
            self._end_line()

    def _write(self, raw: str) -> None:
        if not raw or self._silent:
            return
        try:
            text = visible(unescape(raw))
        except ValueError:
            # It holds a character reference with thousands of digits.
            return
        first, *others = text.split("\n") if self._verbatim_depth else [text]
        self._line.append(first)
        for other in others:
            self._end_line(always=True)
            self._line.append(other)

    def _end_line(self, *, always: bool = False) -> None:
        if self._silent:
            return
        text = " ".join("".join(self._line).split())
        self._line.clear()
        if text or always:
            line = f"> {text}" if self._quoted or self._rest_quoted else text
            self._done.append(BrokenLine(line) if always else line)


def _after(html: str, sign: str, place: int) -> int:
    end = html.find(sign, place)
    return len(html) if end < 0 else end + len(sign)


def _tag_end(html: str, place: int) -> int:
    """The place after a tag, whose attributes may be quoted; the end of the text if the tag does not end."""
    while (found := _TAG_PIECE.search(html, place)) is not None:
        if found[0] == ">":
            return found.end()
        place = html.find(found[0], found.end()) + 1
        if not place:
            break
    return len(html)
