"""The ground of Guerre des Deux Roses: vellum by day, dark cloth by night, diapered as heralds do."""

from msgspec.structs import replace

from render import theme
from render.canvas import Sketch, Sprite
from render.contract import ThemeName
from render.roses.pieces import LIVERIES
from render.theme import Meanings, Theme, rgb

THEMES: dict[ThemeName, Theme] = {
    "dark": replace(
        theme.DARK,
        surface=rgb("1B1518"),
        panel=rgb("2A2126"),
        plate=rgb("2B2024"),
        cell=rgb("43393C"),
        cell_edge=rgb("56494C"),
        grid=rgb("574A4E"),
    ),
    "light": replace(
        theme.LIGHT,
        surface=rgb("F1E7D0"),
        panel=rgb("FFFBF0"),
        plate=rgb("CDB98F"),
        cell=rgb("F8F1E0"),
        cell_edge=rgb("FFFCF3"),
        grid=rgb("C9B68F"),
        muted=rgb("575349"),
    ),
}
"""The common themes on this game's own ground."""


def meanings(theme: ThemeName) -> Meanings:
    """The colours that must be told apart in this theme: the roses, and the rings and dots of red cells."""
    common = THEMES[theme]
    return {
        "roses": {side.letter: side.petal for side in LIVERIES},
        "cells": {"cell": common.cell, "red": common.forbidden},
    }


_PATTERN = {"dark": rgb("241C20"), "light": rgb("E8DBBD")}
_PITCH = 58.0


def diaper(ground: Theme, width: int, height: int) -> Sprite:
    """Lozenges with a dot in each, hardly apart from the surface; the anchor is the upper left corner."""
    ink, pitch, line = _PATTERN[ground.name], _PITCH * width / 1000, 3 * width / 1000
    sketch = Sketch(0, 0, width, height)
    for step in range(-int(height / pitch) - 1, int(width / pitch) + 2):
        x = step * pitch
        sketch.path(((x, 0), (x + height, height)), line, ink)
        sketch.path(((x, height), (x + height, 0)), line, ink)
    for row in range(int(2 * height / pitch) + 1):
        for column in range(int(width / pitch) + 2):
            sketch.disc(((column + row % 2 / 2) * pitch, row * pitch / 2), line * 1.9, ink)
    return sketch.sprite()
