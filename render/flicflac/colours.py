"""The colours of Flic Flac's hexes and pieces, tuned from section 15 of the rules (`palette`).

Six hues cannot stay apart for every eye, so wherever one stands its letter stands too, and hexes of a colour
share a quiet hatching. It follows heraldry's old signs for engravings without colour as far as they go.
"""

from __future__ import annotations

from engines.flicflac.pieces import Colour as Hue
from engines.flicflac.pieces import HexColour
from render.contract import ThemeName
from render.theme import Colour, Theme, mix, rgb

CELLS: dict[ThemeName, dict[HexColour, Colour]] = {
    "light": {
        "B": rgb("8CC0FF"),
        "G": rgb("B6EFB2"),
        "Y": rgb("FFF9B0"),
        "O": rgb("FFC670"),
        "R": rgb("FFA9AF"),
        "P": rgb("DCD2FF"),
        "K": rgb("565C66"),
    },
    "dark": {
        "B": rgb("1C4A85"),
        "G": rgb("2C6A44"),
        "Y": rgb("716619"),
        "O": rgb("7E3A08"),
        "R": rgb("702436"),
        "P": rgb("6B54A8"),
        "K": rgb("090B0F"),
    },
}
"""The hexes: pastel on a light ground, deep on a dark one."""

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
IVORY = rgb("FFFDF4")
"""Round a cylinder."""
SABLE = rgb("15171C")
"""Round a block, and between the colours of a piece."""
BLOCK_EDGES: dict[ThemeName, Colour] = {"light": SABLE, "dark": rgb("98A1AE")}
"""The line that sets a block off from black hexes and a dark surface."""

HATCHING: dict[HexColour, float] = {"B": 0, "R": 90, "G": 45, "P": -45}
"""Degrees clockwise from the horizontal: azure, gules, vert, purpure. Yellow is dotted, as gold is; orange
and black are plain.
"""


def letter_on(ground: Colour) -> Colour:
    """Black or white, whichever is legible there."""
    return SABLE if 0.3 * ground[0] + 0.59 * ground[1] + 0.11 * ground[2] > 122 else IVORY


def hatch_on(hue: HexColour, theme: Theme) -> Colour:
    """The lines and dots of a hex: close to its ground."""
    towards = rgb("000000") if theme.name == "light" else rgb("FFFFFF")
    return mix(CELLS[theme.name][hue], towards, 0.09)


def name_on(hue: HexColour, theme: Theme) -> Colour:
    """A cell's name on its hex."""
    if hue == "K":
        return rgb("E4E8EE") if theme.name == "light" else theme.muted
    return mix(CELLS[theme.name][hue], theme.ink, 0.9)


def hue_letter_on(hue: HexColour, theme: Theme) -> Colour:
    """The letter of a hex's colour on it."""
    return mix(CELLS[theme.name][hue], theme.ink, 0.72)
