"""The colours of the four gods: their names' colours, set apart in lightness for eyes that miss a hue."""

from engines.contract import Seat
from render.contract import ThemeName
from render.theme import Colour, Theme, mix, rgb

GODS: dict[ThemeName, tuple[Colour, ...]] = {
    "dark": (rgb("F0524F"), rgb("439AF5"), rgb("2CC98F"), rgb("FFC03D")),
    "light": (rgb("C2182B"), rgb("0B62B8"), rgb("008A5E"), rgb("CC6F00")),
}
"""Red, blue, green and orange, by theme."""
_ASHES: dict[ThemeName, Colour] = {"dark": rgb("6B7583"), "light": rgb("8A8F98")}


def colour_of(theme: Theme, seat: Seat, *, fallen: bool = False) -> Colour:
    """A god's colour; grey for one that has fallen."""
    return _ASHES[theme.name] if fallen else GODS[theme.name][seat]


def ground_of(theme: Theme, seat: Seat, *, fallen: bool = False) -> Colour:
    """What a god's emblem lies on."""
    return mix(theme.panel, colour_of(theme, seat, fallen=fallen), 0.16)
