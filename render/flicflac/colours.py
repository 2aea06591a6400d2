"""The colours of Flic Flac's hexes and pieces, tuned from section 15 of the rules (`palette`).

Six hues cannot stay apart for every eye, so wherever one stands its letter stands too, and hexes of a colour
share a quiet hatching. It follows heraldry's old signs for engravings without colour as far as they go.
"""

from msgspec.structs import replace

from engines.flicflac.pieces import Colour as Hue
from engines.flicflac.pieces import HexColour
from render import theme
from render.contract import ThemeName
from render.theme import SABLE, Colour, Theme, mix, rgb

THEMES: dict[ThemeName, Theme] = {
    "dark": replace(
        theme.DARK, surface=rgb("15191C"), panel=rgb("20272B"), plate=rgb("0E1214"), grid=rgb("3A454B")
    ),
    "light": replace(theme.LIGHT, surface=rgb("E4E7E6"), plate=rgb("C3C9C7"), muted=rgb("4C555B")),
}
"""The common themes on this game's own ground: slate by night, a pale stone by day."""

_HEXES: dict[HexColour, tuple[str, str]] = {
    "B": ("8CC0FF", "1C4A85"),
    "G": ("B6EFB2", "2C6A44"),
    "Y": ("FFF9B0", "716619"),
    "O": ("FFC670", "7E3A08"),
    "R": ("FFA9AF", "702436"),
    "P": ("DCD2FF", "6B54A8"),
    "K": ("565C66", "090B0F"),
}
"""Each hex in the light theme, pastel, and in the dark one, deep."""
CELLS: dict[ThemeName, dict[HexColour, Colour]] = {
    "light": {hue: mix(rgb(light), THEMES["light"].surface, 0.25) for hue, (light, _) in _HEXES.items()},
    "dark": {hue: mix(rgb(dark), THEMES["dark"].surface, 0.08) for hue, (_, dark) in _HEXES.items()},
}
"""Dimmed, so that the pieces come first."""

BODIES: dict[Hue, Colour] = {
    "B": rgb("2B63D9"),
    "G": rgb("2BB34F"),
    "Y": rgb("FFE03B"),
    "O": rgb("FF9A1F"),
    "R": rgb("D02239"),
    "P": rgb("8A2BA8"),
}
"""The pieces, and the colours that they fly."""
GREY = rgb("A6A8AC")
"""The rim of a piece that is about to be captured."""
BLOCK_EDGES: dict[ThemeName, Colour] = {"light": SABLE, "dark": rgb("98A1AE")}
"""The line that sets a block off from black hexes and a dark surface."""

HATCHING: dict[HexColour, float] = {"B": 0, "R": 90, "G": 45, "P": -45}
"""Degrees clockwise from the horizontal. Yellow is dotted, as gold is; orange and black are plain."""


def hatch_on(hue: HexColour, theme: Theme) -> Colour:
    """The lines and dots of a hex: close to its ground."""
    towards = rgb("000000") if theme.name == "light" else rgb("FFFFFF")
    return mix(CELLS[theme.name][hue], towards, 0.09)


def hue_letter_on(hue: HexColour, theme: Theme) -> Colour:
    """The letter of a hex's colour on it."""
    return mix(CELLS[theme.name][hue], theme.ink, 0.93)
