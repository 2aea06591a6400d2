"""The font files: which of them writes a character, and how they are opened.

Everything but the scripts that need shaping is set by Pillow's basic layout with the `kern` table of our own
subset, so that pictures are the same on machines with and without Raqm.
"""

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Literal, TypeAlias

from PIL import ImageFont, features

from render.cache import cached

Weight: TypeAlias = Literal["medium", "bold"]

FALLBACKS = ("hebrew", "arabic", "thai", "devanagari", "cjk")
"""Further fonts for names, in the order in which they are asked."""

_FOLDER = Path(__file__).parent / "fonts"
SHAPED = frozenset({"hebrew", "arabic", "thai", "devanagari"})
"""Fallbacks whose scripts need shaping."""
_NOWHERE = "\U0010ffff"
"""A character that no font has: every font draws its sign for a missing character."""


def sans(weight: Weight) -> str:
    """The name of the typeface in this weight."""
    return f"sans-{weight}"


@cached
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """An open font; `size` in pixels to the em."""
    engine = ImageFont.Layout.RAQM if name in SHAPED and shaping() else ImageFont.Layout.BASIC
    return ImageFont.truetype(_file(name), size, layout_engine=engine)


@lru_cache(1)
def shaping() -> bool:
    """Whether Pillow can shape scripts such as Arabic here (it needs Raqm and FriBiDi)."""
    return bool(features.check("raqm"))


@lru_cache(8192)
def writer(char: str) -> str | None:
    """The font that writes this character: "" for the typeface itself, a fallback's name, or None."""
    if char.isascii() or _has("sans-medium", char):
        return ""
    return next((name for name in FALLBACKS if _has(name, char)), None)


def leftwards(char: str) -> bool:
    """Whether the character belongs to a script that runs from right to left."""
    return unicodedata.bidirectional(char) in ("R", "AL")


@lru_cache(16)
def _plain(name: str) -> ImageFont.FreeTypeFont:
    """The font at a size at which glyphs can be compared, without shaping, which would join them."""
    return ImageFont.truetype(_file(name), 24, layout_engine=ImageFont.Layout.BASIC)


def _file(name: str) -> Path:
    return _FOLDER / f"{name}.{'otf' if name.startswith('sans') else 'ttf'}"


def _has(name: str, char: str) -> bool:
    return _picture(name, char) != _missing(name)


@lru_cache(16)
def _missing(name: str) -> tuple[tuple[int, int], bytes]:
    return _picture(name, _NOWHERE)


def _picture(name: str, char: str) -> tuple[tuple[int, int], bytes]:
    mask = _plain(name).getmask(char, mode="L")
    return mask.size, bytes(mask)
