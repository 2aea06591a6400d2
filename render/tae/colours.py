"""The colours of TaE: the four kinds as the rules name them, space, and the nebulas."""

from engines.tae.constants import ColonyType
from render.contract import ThemeName
from render.theme import LIGHT, Colour, Meanings, mix, rgb

_KINDS: dict[ColonyType, tuple[str, str, str]] = {
    "merchant": ("52C46B", "1D6F3C", "7FDB93"),
    "scientist": ("CF3328", "770D08", "F0776D"),
    "settler": ("41454F", "0A0B0E", "98A1AE"),
    "miner": ("2C6CCB", "123A7A", "79A9F2"),
}
"""For each kind of colony: the symbol, the tile below it, and the line round the tile in the dark theme."""
BODIES = {kind: rgb(body) for kind, (body, _, _) in _KINDS.items()}
"""The colour of a colony's symbol."""
GROUNDS = {kind: rgb(ground) for kind, (_, ground, _) in _KINDS.items()}
"""The colour of the tile below the symbol."""
TILE_EDGES: dict[ThemeName, dict[ColonyType, Colour]] = {
    "dark": {kind: rgb(edge) for kind, (_, _, edge) in _KINDS.items()},
    "light": {kind: mix(ground, rgb("000000"), 0.25) for kind, ground in GROUNDS.items()},
}
"""The line round a tile, which sets it off from space."""

GOLD = rgb("FFCE4A")
"""The colour of artifacts."""
DYNASTIES: tuple[Colour, ...] = LIGHT.seats
"""The dynasties' colours, the same in both themes: deep enough for an emblem in ivory."""

SPACE: dict[ThemeName, Colour] = {"dark": rgb("192032"), "light": rgb("F3F5FC")}
"""A system without anything in it."""
STARS: dict[ThemeName, Colour] = {"dark": rgb("6E7C9C"), "light": rgb("C0C8DC")}
"""The decorative stars in a system."""
NEBULA: dict[ThemeName, Colour] = {"dark": rgb("4A346A"), "light": rgb("CDBEF4")}
"""An uninhabitable system."""
MIST: dict[ThemeName, Colour] = {"dark": rgb("5A4480"), "light": rgb("B9A7E8")}
"""The streaks in a nebula."""
OUTLINE: dict[ThemeName, Colour] = {"dark": rgb("E4EAF2"), "light": rgb("30353F")}
"""The line round a region with leaders."""
LED: dict[ThemeName, Colour] = {"dark": rgb("31737B"), "light": rgb("9CC5C2")}
"""Regions with leaders in the resource view."""
UNLED: dict[ThemeName, Colour] = {"dark": rgb("41474F"), "light": rgb("EFE0CB")}
"""Regions without leaders in the resource view."""


def meanings(theme: ThemeName) -> Meanings:
    """The sets of colours that players must tell apart in this theme."""
    grounds = {"space": SPACE, "nebula": NEBULA, "led": LED, "unled": UNLED}
    return {
        "kinds": BODIES,
        "tiles": GROUNDS,
        "dynasties": dict(enumerate(DYNASTIES)),
        "systems": {name: colours[theme] for name, colours in grounds.items()},
    }
