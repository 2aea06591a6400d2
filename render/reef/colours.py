"""The colours of Reef Encounter: quiet water and rock, five corals, four algae, four players.

Five corals and four algae cannot all stay apart for every eye. So a polyp has its letter and a texture of its
own, an alga its word, and a shrimp its owner's letter.
"""

from engines.contract import Value
from render.contract import ThemeName
from render.theme import Colour, Meanings, Theme, letter_on, mix, rgb


class Water(Value, frozen=True, kw_only=True):
    """The colours below the polyps."""

    deep: Colour
    """The sea round the rocks, where nothing is ever laid."""
    ripple: Colour
    """Faint lines in it."""
    rock: Colour
    rim: Colour
    """The light on a rock's upper edge."""
    growth: Colour
    """The rock where corals grow by themselves."""
    star: Colour
    ink: Colour


_WATERS = {
    "deep": ("0E2733", "D3E9EC"),
    "ripple": ("143442", "C3DFE4"),
    "rock": ("34525D", "95B7BF"),
    "rim": ("42646F", "B2CDD1"),
    "growth": ("4F7D84", "BFC6B4"),
    "star": ("D6F3EC", "1B6368"),
    "ink": ("A9CBD2", "2F5962"),
}
"""Each of the water's colours in the dark and in the light theme."""
WATERS: dict[ThemeName, Water] = {
    "dark": Water(**{name: rgb(dark) for name, (dark, _) in _WATERS.items()}),
    "light": Water(**{name: rgb(light) for name, (_, light) in _WATERS.items()}),
}

CORALS: dict[str, Colour] = {
    "W": rgb("FAF6EC"),
    "Y": rgb("F9D141"),
    "O": rgb("EB7E35"),
    "P": rgb("F49CC3"),
    "G": rgb("626B78"),
}
"""Polyp tiles and larva cubes, clockwise as on the open sea."""

ALGAE: dict[str, Colour] = {
    "blue": rgb("2269EE"),
    "green": rgb("1E7C4E"),
    "purple": rgb("6B379A"),
    "red": rgb("CC1932"),
}
"""Cylinders and the large algae; their words are written on them in `FOAM`."""

PLAYERS: dict[str, Colour] = {
    "purple": rgb("9B6BDF"),
    "green": rgb("2EB37C"),
    "red": rgb("CE3641"),
    "yellow": rgb("F0CE4E"),
}
"""Shrimps, by their owner's seat."""

FOAM = rgb("FFFFFF")
ABYSS = rgb("10202A")
"""Letters on light corals, and the line round every polyp."""


def meanings(theme: ThemeName) -> Meanings:
    """The sets of colours that players must tell apart in this theme."""
    water = WATERS[theme]
    return {
        "corals": CORALS,
        "algae": ALGAE,
        "players": PLAYERS,
        "water": {"sea": water.deep, "rock": water.rock, "growth": water.growth},
    }


def ink_on(ground: Colour) -> Colour:
    """The ink of a letter on this ground."""
    return letter_on(ground, ABYSS, FOAM)


def rim_of(coral: str, theme: Theme) -> Colour:
    """The line round a polyp: dark, and light round grey, which would sink into dark rock."""
    if coral == "G":
        return rgb("D3DAE2") if theme.name == "dark" else rgb("3A424D")
    return ABYSS if theme.name == "dark" else mix(CORALS[coral], ABYSS, 0.62)
