"""Colours that carry meaning are told apart by everybody, at a glance and by themselves."""

from importlib import import_module
from io import BytesIO
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

from render.contract import ThemeName
from render.png import encode, palette_of
from render.registry import RENDERERS
from render.theme import THEMES, Meanings, Theme
from tests.render.vision import DEFICIENCIES, Deficiency, difference

_MARKS = ("last", "danger", "forbidden", "accent_edge", "reach")


def meanings(game: str, theme: ThemeName) -> Meanings:
    """A game's own, and the marks and seats as they are on its ground."""
    module: Any
    try:
        module = import_module(f"render.{game}.colours")
    except ModuleNotFoundError:  # a game without colours of its own
        return _common(THEMES[theme])
    return {**module.meanings(theme), **_common(getattr(module, "THEMES", THEMES)[theme])}


def _common(theme: Theme) -> Meanings:
    return {
        "marks": {mark: getattr(theme, mark) for mark in _MARKS},
        "seats": dict(enumerate(theme.seats)),
    }


@pytest.mark.parametrize("game", RENDERERS)
@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", DEFICIENCIES)
def test_colours_with_a_meaning_are_told_apart(game: str, theme: ThemeName, eyes: Deficiency) -> None:
    """By CIEDE2000 12: letters, emblems and textures come on top of that."""
    for name, colours in meanings(game, theme).items():
        for one, other in combinations(colours, 2):
            apart = difference(colours[one], colours[other], eyes)
            assert apart >= 12, f"{name}: {one} and {other} are {apart:.1f} apart"


@pytest.mark.parametrize("game", RENDERERS)
@pytest.mark.parametrize("theme", THEMES)
def test_the_palette_keeps_them(game: str, theme: ThemeName) -> None:
    palette = palette_of(game, theme)  # a game without one has each picture choose its own
    for name, colours in meanings(game, theme).items():
        for meaning, colour in colours.items():
            drawn = Image.new("RGB", (1, 1), colour)
            kept = Image.open(BytesIO(encode(drawn, palette))).convert("RGB")
            astray = max(high for _, high in ImageStat.Stat(ImageChops.difference(drawn, kept)).extrema)
            # Pillow looks for the nearest colour in steps of a few shades.
            assert astray <= 4, f"{name}: {meaning}"


@pytest.mark.parametrize("game", ["roses", "flicflac", "gods", "reef", "tae"])
def test_every_game_declares_what_its_colours_mean(game: str) -> None:
    assert len(meanings(game, "dark")) > 2
