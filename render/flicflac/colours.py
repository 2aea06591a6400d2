"""The colours of Flic Flac's hexes and pieces, tuned from section 15 of the rules (`palette`).

Every colour is accompanied by its letter, and hexes of a colour share a faint hatching, which follows the
conventions of heraldry as far as they go.
"""

from msgspec.structs import replace

from engines.flicflac.pieces import Colour as Hue
from engines.flicflac.pieces import HexColour
from render import theme
from render.contract import ThemeName
from render.theme import IVORY, SABLE, Colour, Meanings, Theme, mix, rgb

THEMES: dict[ThemeName, Theme] = {
    "dark": replace(
        theme.DARK, surface=rgb("15191C"), panel=rgb("20272B"), plate=rgb("0E1214"), grid=rgb("3A454B")
    ),
    "light": replace(theme.LIGHT, surface=rgb("E4E7E6"), plate=rgb("C3C9C7"), muted=rgb("4C555B")),
}
"""The common themes on this game's own ground: slate by night, a pale stone by day."""

_HEXES: dict[HexColour, tuple[str, str]] = {
    "B": ("8CB7FF", "163F70"),
    "G": ("C0EAD1", "286A48"),
    "Y": ("FFFFBF", "746819"),
    "O": ("F9C76F", "762600"),
    "R": ("EF9198", "542F3A"),
    "P": ("DADBFF", "6A55A9"),
    "K": ("7A7F86", "0A0C10"),
}
CELLS: dict[ThemeName, dict[HexColour, Colour]] = {
    "light": {hue: rgb(light) for hue, (light, _) in _HEXES.items()},
    "dark": {hue: rgb(dark) for hue, (_, dark) in _HEXES.items()},
}
"""The hexes, pastel in the light theme and deep in the dark one, so that the pieces come first."""

BODIES: dict[Hue, Colour] = {
    "B": rgb("1D65EF"),
    "G": rgb("4AB776"),
    "Y": rgb("FFE23D"),
    "O": rgb("F59217"),
    "R": rgb("CF263A"),
    "P": rgb("7D2892"),
}
"""The pieces, and the colours that they fly."""
GREY = rgb("A6A8AC")
"""The rim of a piece that is about to be captured."""
BLOCK_EDGES: dict[ThemeName, Colour] = {"light": SABLE, "dark": rgb("98A1AE")}
"""The line that sets a block off from black hexes and a dark surface."""

HATCHING: dict[HexColour, float] = {"B": 0, "R": 90, "G": 45, "P": -45}
"""The angle of hatched colours, in degrees clockwise from the horizontal. Yellow is dotted, as gold is in
heraldry; orange and black are plain.
"""


def meanings(theme: ThemeName) -> Meanings:
    """The sets of colours that players must tell apart in this theme."""
    return {"pieces": {**BODIES, "captured": GREY}, "hexes": CELLS[theme]}


def hatch_on(hue: HexColour, theme: Theme) -> Colour:
    """The colour of a hex's lines and dots: close to its ground."""
    towards = rgb("000000") if theme.name == "light" else rgb("FFFFFF")
    return mix(CELLS[theme.name][hue], towards, 0.09)


def hue_letter_on(hue: HexColour, theme: Theme) -> Colour:
    """The ink of the letter on a hex."""
    return mix(CELLS[theme.name][hue], theme.ink, 0.98)


def falling(theme: Theme) -> Colour:
    """The ground of a health that falls below zero, pale enough for its number."""
    return mix(theme.danger, IVORY, 0.32)
