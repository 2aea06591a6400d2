"""The four gods' colours and signs: legible, apart for everybody, and told by more than colour."""

from itertools import combinations

import pytest

from render.canvas import Canvas
from render.gods import ring
from render.gods.colours import GODS, colour_of, ground_of
from render.gods.emblems import emblem
from render.gods.ring import Fate, Way, draw_ways
from render.theme import THEMES, Theme
from tests.render.vision import Deficiency, apart, contrast, distance, eyes, shown, themes

FATES: tuple[Fate, ...] = ("hit", "blocked", "wasted", "attack planned", "defence planned")


@themes
@eyes
def test_gods_are_told_apart_by_colour(theme: Theme, eyes: Deficiency) -> None:
    for one, other in combinations(GODS[theme.name], 2):
        assert distance(one, other, eyes) >= 17


@themes
@eyes
def test_bars_and_arrows_stand_out_and_letters_survive(theme: Theme, eyes: Deficiency) -> None:
    for seat in range(4):
        for fallen in (False, True):
            colour = colour_of(theme, seat, fallen=fallen)
            assert contrast(colour, theme.surface, eyes) >= 2.9
            assert contrast(colour, ground_of(theme, seat, fallen=fallen), eyes) >= 2.4
            assert contrast(theme.halo, colour, eyes) >= 3


@themes
def test_emblems_are_told_apart_without_colour(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    """By flame, drop, leaf, sun and letter, at the size of a chip on a phone."""
    monkeypatch.setitem(GODS, theme.name, (theme.ink,) * 4)
    emblems = [shown(emblem(theme, seat, 14.0), theme.surface, "none") for seat in range(4)]
    for one, other in combinations(emblems, 2):
        assert apart(one, other) >= 60


@themes
@eyes
def test_a_fallen_god_looks_fallen(theme: Theme, eyes: Deficiency) -> None:
    for seat in range(4):
        pictures = [
            shown(emblem(theme, seat, 33.0, fallen=fallen), theme.surface, eyes) for fallen in (False, True)
        ]
        assert apart(*pictures) >= 20


@themes
def test_fates_are_told_apart_without_colour(theme: Theme) -> None:
    """In grey, on a phone 400 pixels wide."""
    pictures = []
    for fate in FATES:
        canvas = Canvas.blank(400, ring.FOOT, theme)
        draw_ways(canvas, (Way(0, 3, fate),))
        pictures.append(canvas.image.convert("L").convert("RGB"))
    for one, other in combinations(pictures, 2):
        assert apart(one, other) >= 60


@pytest.mark.parametrize("fate", FATES)
def test_each_way_has_a_place_of_its_own(fate: Fate) -> None:
    """No way hides another: drawn over all others it still changes the picture where it lies alone."""
    theme = THEMES["dark"]
    every = [Way(one, other, fate) for one in range(4) for other in range(4) if one != other]
    whole = Canvas.blank(400, ring.FOOT, theme)
    draw_ways(whole, tuple(every))
    for left_out in every:
        canvas = Canvas.blank(400, ring.FOOT, theme)
        draw_ways(canvas, tuple(way for way in every if way != left_out))
        assert apart(whole.image, canvas.image) >= 60, left_out
