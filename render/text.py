"""Lines of text for pictures: measuring, fitting, and names in any script.

Text that the typeface lacks (a name in Arabic or Chinese) is set in a fallback font; a character that no font
has is left out if it is a symbol and boxed if it is a letter. A line never raises, whatever its text.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from engines.wording import INVISIBLE
from render.cache import cached
from render.theme import Colour
from render.typeface import Weight, font, leftwards, sans, shaping, writer

_BOX = "□"
_ELLIPSIS = "…"
_NUMBER = re.compile(r" \d{1,2}$", re.ASCII)
_SHORTEST = 4
"""The fewest characters that are kept before a number at the end of a text that is cut."""
_NON_JOINER = "\u200c"
_JOINERS = _NON_JOINER + "\u200d"
_TALLEST = 5
"""A number of marks on a letter, one above the other, that no language has."""
_VIRAMA = 9
"""The combining class of the signs that drop a letter's vowel."""
_AS_EMOJI = "\ufe0f"
"""Shows the sign before it as an emoji; alone it is invisible."""
_UNSEEN = _JOINERS + _AS_EMOJI
"""Invisible characters that change their neighbours. They do not end a tower of marks."""
_LONGEST = 160
"""The most characters of a line; the rest is cut before it takes time."""
_MOST_MARKS = 2
"""How many combining marks are kept on a letter: enough for any language, too few to leave the line."""


class Run(NamedTuple):
    """A stretch of text in one font, placed on its line."""

    text: str
    face: str
    """The font's name."""
    size: int
    """Pixels to the em."""
    direction: str | None
    """`rtl` for a script that runs leftwards and is shaped, else None."""
    x: float
    """Pixels from the start of the line."""

    @property
    def font(self) -> ImageFont.FreeTypeFont:
        """The open font."""
        return font(self.face, self.size)


class Line(NamedTuple):
    """A line of text that is ready to draw."""

    text: str
    runs: tuple[Run, ...]
    width: float
    """The width of all runs in pixels."""
    cap_height: float
    """Pixels that a capital letter rises above the line."""

    def draw(self, image: Image.Image, x: float, baseline: float, colour: Colour) -> None:
        """Draw the line with its start at `x`."""
        down, row = math.modf(baseline)
        for run in self.runs:
            across, column = math.modf(x + run.x)
            letters, (left, top) = _letters(run, across, down)
            image.paste(colour, (int(column) + left, int(row) + top), letters)


@cached
def _letters(run: Run, across: float, down: float) -> tuple[Image.Image, tuple[int, int]]:
    """How far the letters of a run cover each pixel, and the corner of these pixels. Cached: to find that
    takes far longer than to draw it. `across`, `down`: where the run starts within its first pixel.
    """
    left, top, right, bottom = run.font.getbbox(run.text, anchor="ls", direction=run.direction)
    corner = math.floor(left) - 1, math.floor(top) - 1
    image = Image.new("L", (math.ceil(right) + 2 - corner[0], math.ceil(bottom) + 2 - corner[1]))
    at = across - corner[0], down - corner[1]
    ImageDraw.Draw(image).text(at, run.text, 255, run.font, anchor="ls", direction=run.direction)
    return image, corner


def clean(text: str) -> str:
    """The text as a picture can show it: one line, no controls, no characters without a font."""
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", text[: 4 * _LONGEST]):
        category = unicodedata.category(char)
        marks = marks + 1 if category[0] == "M" else 0
        if char.isspace():
            kept.append(" ")
        elif marks:
            # Marks are left out with their character.
            kept.append(_writable(char) if kept and kept[-1].strip() and marks <= _MOST_MARKS else "")
        elif char == _NON_JOINER:
            kept.append(char if kept and writer(kept[-1]) else "")
        elif category[0] != "C":
            kept.append(_writable(char))
    shown = " ".join("".join(kept)[:_LONGEST].split())
    return shown or (_BOX if text.strip() else "")


def legible(text: str) -> str:
    """As `clean`, but empty where a picture could show only boxes."""
    shown = clean(text)
    return shown if shown.strip(f" {_BOX}") else ""


def spoken(text: str) -> str:
    """The text as it can be read aloud: one line; any letter or emoji will do, but nothing invisible, no
    tower of marks, nor what changes the writing direction. Empty where nothing is left.
    """
    line = " ".join(text[: 4 * _LONGEST].split())
    if line.isascii() and line.isprintable():
        return line
    seen: list[str] = []
    height = _TALLEST
    for char in line:
        if char not in _UNSEEN:
            category = unicodedata.category(char)
            if category[0] == "C" or INVISIBLE.match(char):
                continue
            height = height + 1 if category in {"Mn", "Me"} else 0
            if height > _TALLEST:
                continue
        seen.append(char)
    beside = zip(["", *seen], seen, [*seen[1:], ""], strict=False)
    kept = (char for before, char, after in beside if char not in _JOINERS or _joined(before, after))
    return " ".join("".join(kept).split()).lstrip(f" {_AS_EMOJI}")


def _joined(before: str, after: str) -> bool:
    """Whether a joiner between two characters has an effect: in an emoji, in Arabic, after a virama."""
    if not before or not after or after.isascii() or after in _JOINERS:
        return False
    return (
        before == _AS_EMOJI
        or unicodedata.category(before)[0] == "S"
        or unicodedata.bidirectional(before) == "AL"
        or unicodedata.combining(before) == _VIRAMA
    )


@cached
def layout(text: str, weight: Weight, size: int, *, ltr: bool = False) -> Line:
    """Set a text, cleaned, on one line. `size` in pixels to the em.

    `ltr`: it runs rightwards although it may begin with a name in a script that does not.
    """
    shown = clean(text)
    stretches = [
        (name, "".join(char for char, _ in group))
        for name, group in groupby(_fonts_along(shown, weight), key=lambda pair: pair[1])
    ]
    if not ltr and next((leftwards(char) for char in shown if char.isalpha()), False):
        stretches.reverse()
    runs: list[Run] = []
    x = 0.0
    for name, stretch in stretches:
        backwards = any(leftwards(char) for char in stretch)
        drawn = stretch[::-1] if backwards and not shaping() else stretch
        run = Run(drawn, name or sans(weight), size, "rtl" if backwards and shaping() else None, x)
        runs.append(run)
        x += run.font.getlength(drawn, direction=run.direction)
    return Line(shown, tuple(runs), x, -font(sans(weight), size).getbbox("H", anchor="ls")[1])


@cached
def fit(
    text: str, weight: Weight, size: int, width: int, smallest: int | None = None, *, ltr: bool = False
) -> Line:
    """The text, at most `width` pixels wide: set smaller, down to `smallest`, and if need be cut short.

    A number at its end, which tells computers apart, stays unless nothing else would have room.
    """
    least = size if smallest is None else min(smallest, size)
    for tried in range(size, least - 1, -1):
        line = layout(text, weight, tried, ltr=ltr)
        if line.width <= width:
            return line
    shown = clean(text)
    laid = partial(layout, weight=weight, size=least, ltr=ltr)
    number = _NUMBER.search(shown)
    if number is not None and laid(_cut(shown, _SHORTEST, number[0])).width <= width:
        return _longest(shown[: number.start()], number[0], width, laid)
    return _longest(shown, "", width, laid)


def _longest(text: str, end: str, width: int, laid: Callable[[str], Line]) -> Line:
    """The longest beginning of a text that fits with an ellipsis and the end."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if laid(_cut(text, middle, end)).width <= width:
            low = middle
        else:
            high = middle - 1
    return laid(_cut(text, low, end))


def _cut(text: str, length: int, end: str) -> str:
    """The beginning of a text with an ellipsis, and the end; a letter is not parted from its marks."""
    while 0 < length < len(text) and unicodedata.combining(text[length]):
        length -= 1
    return text[:length].rstrip() + _ELLIPSIS + end


def _fonts_along(text: str, weight: Weight) -> Iterator[tuple[str, str]]:
    """Each character with the name of its font: for combining marks that of their letter, for a blank that of
    the words on both sides, and "" for a blank between two fonts.
    """
    current = ""
    for at, char in enumerate(text):
        if char == " ":
            yield char, current if (writer(text[at + 1]) or sans(weight)) == current else ""
        else:
            if not unicodedata.combining(char) and char != _NON_JOINER:
                current = writer(char) or sans(weight)
            yield char, current


def _writable(char: str) -> str:
    """The character, or plain ones of the same meaning, or a box for a letter; nothing for a symbol."""
    if writer(char) is not None:
        return char
    plain = unicodedata.normalize("NFKC", char)
    if plain != char and all(writer(one) is not None for one in plain):
        return plain
    return _BOX if unicodedata.category(char)[0] in "LN" else ""
