"""The look of all pictures as data: colours by meaning, in a dark and a light theme.

The seats' colours are close to Okabe and Ito's colour-blind-safe set; each is accompanied by an emblem.
`tests/render/test_theme.py` holds contrast, `tests/render/test_meanings.py` that marks, seats and a game's
`colours.meanings` stay apart under the three colour-vision deficiencies.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from engines.contract import Value
from render.contract import ThemeName

Colour: TypeAlias = tuple[int, int, int]
"""Red, green, blue: 0 .. 255."""


class Theme(Value, frozen=True, kw_only=True):
    """Colours by meaning."""

    name: ThemeName
    surface: Colour
    """The ground of the picture."""
    panel: Colour
    """Chips and banners on the surface."""
    plate: Colour
    """The frame of a board's cells."""
    cell: Colour
    cell_edge: Colour
    """The light on a cell's rim."""
    grid: Colour
    """Lines that divide without meaning."""
    ink: Colour
    muted: Colour
    """Ink for less important texts; still legible on surface, panel and cell."""
    accent: Colour
    """The fill of the mark of a seat to act, and of a winner."""
    accent_edge: Colour
    """The accent colour for lines."""
    on_accent: Colour
    last: Colour
    """Marks of the last action: its origin, its arrow, its target."""
    danger: Colour
    """Fallen and pushed pieces."""
    forbidden: Colour
    """Cells under a restriction."""
    reach: Colour
    """A piece's possible targets, on request."""
    on_reach: Colour
    halo: Colour
    """Drawn round marks that lie on pieces or cells, to set them off."""
    shadow: Colour
    seats: tuple[Colour, ...]


Meanings: TypeAlias = Mapping[str, Mapping[Any, Colour]]
"""Sets of a game's colours, by what they stand for. Players must tell the colours of a set apart."""


def rgb(text: str) -> Colour:
    """A colour from six hexadecimal digits."""
    value = int(text, 16)
    return value >> 16, value >> 8 & 255, value & 255


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with a share (0 .. 1) of `other` in it."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


SABLE = rgb("15171C")
IVORY = rgb("FFFDF4")


def letter_on(ground: Colour, dark: Colour = SABLE, light: Colour = IVORY) -> Colour:
    """The darker or the lighter ink, whichever is legible on this ground."""
    return dark if 0.3 * ground[0] + 0.59 * ground[1] + 0.11 * ground[2] > 122 else light


_COLOURS = {
    "surface": ("14171D", "F8F6F1"),
    "panel": ("20262F", "FFFFFF"),
    "plate": ("1D222B", "D9D2C4"),
    "cell": ("38424F", "F1ECE1"),
    "cell_edge": ("475362", "FFFDF8"),
    "grid": ("3A4350", "CFC8B9"),
    "ink": ("F3F5F8", "1C2028"),
    "muted": ("B4BECB", "565E6B"),
    "accent": ("FFC437", "FFC247"),
    "accent_edge": ("FFC437", "C57504"),
    "on_accent": ("231700", "231700"),
    "last": ("4AA8FF", "0069B4"),
    "danger": ("EA8B53", "BE2C00"),
    "forbidden": ("E34A66", "90233B"),
    "reach": ("3FE0F0", "3FE0F0"),
    "on_reach": ("00262B", "00262B"),
    "halo": ("10131A", "FFFFFF"),
    "shadow": ("080A0E", "8C8473"),
}
"""Each of a theme's colours in the dark and in the light one."""
_SEATS = (("4FC0FF", "E9A102", "15AA7C", "C676A6"), ("0078CC", "BA6F00", "007554", "A0447C"))


def _theme(name: ThemeName, column: int) -> Theme:
    colours = {meaning: rgb(pair[column]) for meaning, pair in _COLOURS.items()}
    return Theme(name=name, seats=tuple(map(rgb, _SEATS[column])), **colours)


DARK = _theme("dark", 0)
LIGHT = _theme("light", 1)
THEMES: dict[ThemeName, Theme] = {theme.name: theme for theme in (DARK, LIGHT)}
