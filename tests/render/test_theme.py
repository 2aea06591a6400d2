"""Colours: legible, and apart for everybody."""

import pytest

from render.roses.pieces import LANCASTER, SEED, YORK
from render.theme import Theme, mix, rgb
from tests.render.vision import Deficiency, contrast, difference, distance, eyes, themes


@themes
def test_ink_is_legible(theme: Theme) -> None:
    for ground in (theme.surface, theme.panel, theme.cell):
        assert contrast(theme.ink, ground) >= 7
        assert contrast(theme.muted, ground) >= 4.5
    hatch = mix(theme.cell, theme.forbidden, 0.4)
    assert contrast(theme.ink, hatch) >= 4.5
    assert contrast(theme.on_accent, theme.accent) >= 7


@themes
def test_marks_stand_out(theme: Theme) -> None:
    for ground in (theme.surface, theme.cell, theme.halo):
        assert contrast(theme.last, ground) >= 3
        assert contrast(theme.danger, ground) >= 3
    assert contrast(theme.accent_edge, theme.panel) >= 3
    assert contrast(theme.accent_edge, theme.surface) >= 3
    assert contrast(theme.forbidden, theme.cell) >= 2.5


@themes
def test_letters_on_pieces_are_legible(theme: Theme) -> None:
    for livery in (YORK, LANCASTER):
        assert contrast(livery.ink, SEED) >= 7
        assert max(contrast(colour, theme.cell) for colour in (livery.edges[theme.name], livery.rim)) >= 3


@themes
@eyes
def test_meanings_stay_apart(theme: Theme, eyes: Deficiency) -> None:
    for one, other in (
        (theme.last, theme.danger),
        (theme.last, theme.forbidden),
        (theme.last, theme.cell),
        (theme.danger, theme.cell),
        (theme.accent, theme.last),
    ):
        assert distance(one, other, eyes) >= 30
    for one, other in (
        (theme.danger, theme.forbidden),
        (theme.accent, theme.danger),
        (theme.cell, theme.plate),
    ):
        assert distance(one, other, eyes) >= 9


@eyes
def test_the_roses_stay_apart(eyes: Deficiency) -> None:
    assert difference(YORK.petal, LANCASTER.petal, eyes) >= 40
    assert difference(YORK.field, LANCASTER.field, eyes) >= 40
    assert YORK.letter != LANCASTER.letter


@themes
def test_seats_stand_out(theme: Theme) -> None:
    for colour in theme.seats:
        assert contrast(colour, theme.panel) >= 3


def test_the_measures_agree_with_known_values() -> None:
    assert contrast(rgb("000000"), rgb("FFFFFF")) == pytest.approx(21)
    assert contrast(rgb("777777"), rgb("FFFFFF")) == pytest.approx(4.48, abs=0.01)
    assert distance(rgb("FF0000"), rgb("FFFFFF"), "none") == pytest.approx(114.5, abs=0.5)
    # What the deficiencies are known for: red and green of equal lightness run into one another.
    red, green = rgb("C25A3A"), rgb("6C7A2A")
    assert distance(red, green, "deutan") < distance(red, green, "none") / 3
