"""The colours of the four gods: their names' colours, set apart in lightness for eyes that miss a hue."""

from msgspec.structs import replace

from engines.contract import Seat
from render import theme as common
from render.contract import ThemeName
from render.theme import SABLE, Colour, Meanings, Theme, mix, rgb

THEMES: dict[ThemeName, Theme] = {
    "dark": replace(common.DARK, surface=rgb("15131F"), panel=rgb("231F33"), grid=rgb("443D5C")),
    "light": replace(common.LIGHT, surface=rgb("F1EEF6"), grid=rgb("CBC5D8")),
}
"""The common themes on this game's own ground: the sky by night, and before sunrise."""

GODS: dict[ThemeName, tuple[Colour, ...]] = {
    "dark": (rgb("F0524F"), rgb("3F93F5"), rgb("2CC98F"), rgb("FFC03D")),
    "light": (rgb("C2182B"), rgb("0A52A6"), rgb("008259"), rgb("CC6F00")),
}
"""Red, blue, green and orange, by theme."""
_ORANGE: Seat = 3
"""The seat whose colour is too light for white letters."""
_ASHES: dict[ThemeName, Colour] = {"dark": rgb("7D8897"), "light": rgb("6C717A")}


def meanings(theme: ThemeName) -> Meanings:
    """The sets of colours that players must tell apart in this theme."""
    return {"gods": {**dict(enumerate(GODS[theme])), "fallen": _ASHES[theme]}}


def colour_of(theme: Theme, seat: Seat, *, fallen: bool = False) -> Colour:
    """A god's colour; grey for one that has fallen."""
    return _ASHES[theme.name] if fallen else GODS[theme.name][seat]


def letter_of(theme: Theme, seat: Seat, *, fallen: bool) -> Colour:
    """The ink of a letter on a god's colour."""
    return SABLE if theme.name == "light" and seat == _ORANGE and not fallen else theme.halo


def ground_of(theme: Theme, seat: Seat, *, fallen: bool) -> Colour:
    """The colour of the ground below a god's emblem."""
    return mix(theme.panel, colour_of(theme, seat, fallen=fallen), 0.16)
