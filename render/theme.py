"""The look of all pictures as data: colours by meaning, in a dark and a light theme.

The seats' colours are from Okabe and Ito's colour-blind-safe set; wherever one stands, an emblem stands too.
`tests/render/test_theme.py` holds contrast and distance under the three colour-vision deficiencies.
"""

from __future__ import annotations

from typing import TypeAlias

from engines.contract import Value
from render.contract import ThemeName

Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue: 0 .. 255."""


class Theme(Value, frozen=True, kw_only=True):
    """Colours by what they mean."""

    name: ThemeName
    surface: Colour
    """The ground of the picture."""
    panel: Colour
    """Chips and banners on the surface."""
    plate: Colour
    """What the cells of a board are set into."""
    cell: Colour
    cell_edge: Colour
    """The light that falls on a cell's rim."""
    grid: Colour
    """Lines that divide without meaning."""
    ink: Colour
    muted: Colour
    """Ink for what matters less; still legible on surface, panel and cell."""
    accent: Colour
    """Who is to act, and who has won: the filled mark."""
    accent_edge: Colour
    """The same as a line."""
    on_accent: Colour
    last: Colour
    """The last action: where it left, its arrow, where it arrived."""
    danger: Colour
    """What fell, and what was pushed."""
    forbidden: Colour
    """Cells under a restriction."""
    reach: Colour
    """Where a piece may go, when somebody asks."""
    on_reach: Colour
    halo: Colour
    """Drawn round marks that lie on pieces or cells, to set them off."""
    shadow: Colour
    seats: tuple[Colour, ...]


def rgb(text: str) -> Colour:
    """A colour from six hexadecimal digits."""
    value = int(text, 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with a share (0 .. 1) of `other` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


DARK = Theme(
    name="dark",
    surface=rgb("14171D"),
    panel=rgb("20262F"),
    plate=rgb("1D222B"),
    cell=rgb("38424F"),
    cell_edge=rgb("475362"),
    grid=rgb("3A4350"),
    ink=rgb("F3F5F8"),
    muted=rgb("B4BECB"),
    accent=rgb("FFC247"),
    accent_edge=rgb("FFC247"),
    on_accent=rgb("231700"),
    last=rgb("5AC0FF"),
    danger=rgb("FF8A45"),
    forbidden=rgb("E5566D"),
    reach=rgb("3FE0F0"),
    on_reach=rgb("00262B"),
    halo=rgb("10131A"),
    shadow=rgb("080A0E"),
    seats=(rgb("56B4E9"), rgb("E69F00"), rgb("00B386"), rgb("CC79A7")),
)

LIGHT = Theme(
    name="light",
    surface=rgb("F8F6F1"),
    panel=rgb("FFFFFF"),
    plate=rgb("D9D2C4"),
    cell=rgb("F1ECE1"),
    cell_edge=rgb("FFFDF8"),
    grid=rgb("CFC8B9"),
    ink=rgb("1C2028"),
    muted=rgb("565E6B"),
    accent=rgb("FFC247"),
    accent_edge=rgb("A86400"),
    on_accent=rgb("231700"),
    last=rgb("0069B4"),
    danger=rgb("CC4A00"),
    forbidden=rgb("A30F3A"),
    reach=rgb("3FE0F0"),
    on_reach=rgb("00262B"),
    halo=rgb("FFFFFF"),
    shadow=rgb("8C8473"),
    seats=(rgb("0072B2"), rgb("B36B00"), rgb("007A5A"), rgb("A8487F")),
)

THEMES: dict[ThemeName, Theme] = {theme.name: theme for theme in (DARK, LIGHT)}
