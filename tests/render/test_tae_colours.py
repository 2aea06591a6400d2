"""TaE's colours: legible, apart for everybody, and told by more than colour."""

from itertools import combinations

import pytest
from PIL import Image

from engines.tae.constants import COLONY_TYPES
from render.canvas import Sprite
from render.tae.board import nebula, space
from render.tae.colours import (
    BODIES,
    DYNASTIES,
    GROUNDS,
    LED,
    NEBULA,
    OUTLINE,
    SPACE,
    STARS,
    TILE_EDGES,
    UNLED,
)
from render.tae.emblems import emblem
from render.tae.pieces import artifact, colony, hole, leader, monument, symbol
from render.theme import IVORY, Theme, letter_on, rgb
from tests.render.vision import Deficiency, apart, contrast, distance, eyes, seen, themes

PHONE = 20.1
"""A cell on a phone."""


def shown(sprite: Sprite, theme: Theme, eyes: Deficiency) -> Image.Image:
    """The sprite on an empty system as these eyes see it."""
    ground = Image.new("RGB", (32, 32), SPACE[theme.name])
    (x, y), image = sprite.anchor, sprite.image
    ground.paste(image, (16 - x, 16 - y), image.getchannel("A"))
    return seen(ground, eyes)


@eyes
def test_kinds_are_told_apart_by_colour(eyes: Deficiency) -> None:
    for one, other in combinations(BODIES.values(), 2):
        assert distance(one, other, eyes) >= 15


@themes
def test_kinds_are_told_apart_without_colour(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in COLONY_TYPES:
        monkeypatch.setitem(BODIES, kind, rgb("808080"))
        monkeypatch.setitem(GROUNDS, kind, rgb("303030"))
        monkeypatch.setitem(TILE_EDGES[theme.name], kind, rgb("303030"))
    for draw in (colony, symbol):
        grey = [shown(draw(theme, kind, PHONE), theme, "none") for kind in COLONY_TYPES]
        for one, other in combinations(grey, 2):
            assert apart(one, other) >= 40


@eyes
def test_letters_are_legible_on_their_kinds(eyes: Deficiency) -> None:
    for colour in BODIES.values():
        assert contrast(letter_on(colour), colour, eyes) >= (4.5 if eyes == "none" else 4)


@themes
@eyes
def test_everything_that_lies_on_a_system_looks_different(theme: Theme, eyes: Deficiency) -> None:
    """Letter, shape and colour together, at the size of a phone."""
    sprites = [colony(theme, kind, PHONE) for kind in COLONY_TYPES]
    sprites += [leader(theme, seat, kind, PHONE) for seat in range(4) for kind in COLONY_TYPES]
    sprites += [artifact(PHONE * 0.31, outer=outer) for outer in (False, True)]
    sprites += [hole(theme, PHONE), space(theme, PHONE), nebula(theme, PHONE)]
    pictures = [shown(sprite, theme, eyes) for sprite in sprites]
    for one, other in combinations(pictures, 2):
        assert apart(one, other) >= 13
    for one, other in combinations(pictures[:-1], 2):
        assert apart(one, other) >= 25


@themes
@eyes
def test_artifacts_on_colonies_are_told_apart(theme: Theme, eyes: Deficiency) -> None:
    outer, inner = (shown(artifact(PHONE * 0.23, outer=kind), theme, eyes) for kind in (True, False))
    assert apart(outer, inner) >= 40


@themes
def test_dynasties_are_told_apart_without_colour(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("render.tae.emblems.DYNASTIES", (rgb("606060"),) * 4)
    discs = [shown(emblem(theme, seat, PHONE * 0.41), theme, "none") for seat in range(4)]
    for one, other in combinations(discs, 2):
        assert apart(one, other) >= 50


@eyes
def test_emblems_stand_out_from_their_discs(eyes: Deficiency) -> None:
    for colour in DYNASTIES:
        assert contrast(colour, IVORY, eyes) >= 3.3


@themes
@eyes
def test_monuments_are_told_apart(theme: Theme, eyes: Deficiency) -> None:
    drawn = [
        seen(monument(theme, kinds, PHONE).image.convert("RGB"), eyes)
        for kinds in combinations(COLONY_TYPES, 2)
    ]
    for one, other in combinations(drawn, 2):
        assert apart(one, other) >= 40


@themes
@eyes
def test_outlines_and_shades(theme: Theme, eyes: Deficiency) -> None:
    for cells in (SPACE, NEBULA):
        assert contrast(OUTLINE[theme.name], cells[theme.name], eyes) >= 7
        assert distance(theme.accent_edge, cells[theme.name], eyes) >= 30
    assert distance(SPACE[theme.name], NEBULA[theme.name], eyes) >= 10
    assert distance(theme.accent_edge, theme.last, eyes) >= 25
    for shade in (LED[theme.name], UNLED[theme.name]):
        assert distance(shade, SPACE[theme.name], eyes) >= 4


@themes
def test_stars_stay_in_the_background(theme: Theme) -> None:
    assert contrast(STARS[theme.name], SPACE[theme.name], "none") <= 4
