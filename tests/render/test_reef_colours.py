"""Reef Encounter's colours: legible, and told apart by letters and textures too."""

from itertools import combinations

import pytest
from PIL import Image

from engines.reef.components import ALGAE as ALGA_NAMES
from engines.reef.components import CORALS as LETTERS
from engines.reef.components import PLAYERS as PLAYER_NAMES
from render.reef.colours import ALGAE, CORALS, FOAM, PLAYERS, WATERS, ink_on, rim_of
from render.reef.pieces import alga_sign, larva, polyp, shrimp
from render.theme import Theme
from tests.render.vision import Deficiency, apart, contrast, distance, eyes, seen, shown, themes


def test_every_coral_alga_and_player_has_a_colour() -> None:
    assert tuple(CORALS) == LETTERS
    assert tuple(ALGAE) == ALGA_NAMES
    assert tuple(PLAYERS) == PLAYER_NAMES


@eyes
def test_letters_and_words_are_legible(eyes: Deficiency) -> None:
    for colour in CORALS.values():
        assert contrast(ink_on(colour), colour, eyes) >= 4.5
    for colour in ALGAE.values():
        assert contrast(FOAM, colour, eyes) >= 4
    for colour in PLAYERS.values():
        assert contrast(ink_on(colour), colour, eyes) >= 4


@themes
def test_coordinates_are_legible(theme: Theme) -> None:
    water = WATERS[theme.name]
    for ink in (water.ink, theme.ink):
        assert contrast(ink, water.deep) >= 4.5
    assert contrast(theme.ink, water.rock) >= 4.5
    assert contrast(water.star, water.growth) >= 3


@themes
@eyes
def test_rock_sand_and_growth_are_told_apart(theme: Theme, eyes: Deficiency) -> None:
    water = WATERS[theme.name]
    for one, other in combinations((water.deep, water.rock, water.growth), 2):
        assert distance(one, other, eyes) >= 6


@themes
@eyes
def test_every_polyp_stands_out_from_rock(theme: Theme, eyes: Deficiency) -> None:
    rock = WATERS[theme.name].rock
    for coral, colour in CORALS.items():
        assert max(contrast(one, rock, eyes) for one in (colour, rim_of(coral, theme))) >= 2.2


@themes
@eyes
def test_all_pieces_look_different(theme: Theme, eyes: Deficiency) -> None:
    """At the size of a phone."""
    cell = 23.0
    pieces = [shown(polyp(theme, coral, cell), WATERS[theme.name].rock, eyes) for coral in LETTERS]
    for one, other in combinations(pieces, 2):
        assert apart(one, other) >= 40
    shrimps = [shown(shrimp(theme, name, 7), WATERS[theme.name].rock, eyes) for name in PLAYER_NAMES]
    for one, other in combinations(shrimps, 2):
        assert apart(one, other) >= 25


@themes
def test_players_and_algae_are_told_apart_without_colour(
    theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the emblem in a shrimp and the sign of an alga, at the size of a phone."""
    for name in PLAYER_NAMES:
        monkeypatch.setitem(PLAYERS, name, PLAYERS["red"])
    for alga in ALGA_NAMES:
        monkeypatch.setitem(ALGAE, alga, ALGAE["red"])
    shrimps = [shown(shrimp(theme, name, 5.0), WATERS[theme.name].rock, "none") for name in PLAYER_NAMES]
    signs = [shown(alga_sign(theme, alga, 11.0), WATERS[theme.name].rock, "none") for alga in ALGA_NAMES]
    for alike in (shrimps, signs):
        for one, other in combinations(alike, 2):
            assert apart(one, other) >= 16


@themes
@eyes
def test_a_shrimp_shows_on_every_coral(theme: Theme, eyes: Deficiency) -> None:
    """The yellow one on yellow as well: it is edged in white and black."""
    for coral, colour in CORALS.items():
        for name in PLAYER_NAMES:
            sprite = shrimp(theme, name, 4.0)
            ground = Image.new("RGB", sprite.image.size, colour)
            bare = seen(ground, eyes)
            ground.paste(sprite.image, mask=sprite.image.getchannel("A"))
            assert apart(bare, seen(ground, eyes)) >= 45, (coral, name)


@themes
def test_polyps_are_told_apart_without_colour_or_letter(
    theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    for coral in LETTERS:
        monkeypatch.setitem(CORALS, coral, CORALS["P"])
    pieces = [polyp(theme, coral, 57.0).image for coral in LETTERS]
    corner = (6, 6, 51, 17)
    for one, other in combinations(pieces, 2):
        assert apart(one.convert("RGB").crop(corner), other.convert("RGB").crop(corner)) >= 5


@themes
@eyes
def test_what_guards_a_polyp_shows(theme: Theme, eyes: Deficiency) -> None:
    for coral in LETTERS:
        plain, guarded, aside = (
            shown(polyp(theme, coral, 23.0, guarded=guarded, aside=aside), WATERS[theme.name].rock, eyes)
            for guarded, aside in ((False, False), (True, False), (False, True))
        )
        assert apart(plain, guarded) >= 25
        assert apart(plain, aside) >= 25


@themes
def test_cubes_are_not_taken_for_polyps(theme: Theme) -> None:
    for coral in LETTERS:
        cube, tile = (Image.new("L", (50, 50)) for _ in range(2))
        for sheet, sprite in ((cube, larva(theme, coral, 40)), (tile, polyp(theme, coral, 40))):
            mask = sprite.image.getchannel("A")
            sheet.paste(mask, (25 - sprite.anchor[0], 25 - sprite.anchor[1]))
        assert apart(cube, tile) >= 100
