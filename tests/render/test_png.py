"""The palette keeps what the eye would miss."""

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from render.contract import ThemeName
from render.png import encode, palette_of
from render.theme import DARK
from tests.render.golden import GALLERIES


@pytest.mark.parametrize(
    ("game", "theme"), [(game, theme) for game in (*GALLERIES, "unknown") for theme in ("dark", "light")]
)
def test_no_colour_goes_far_astray(game: str, theme: ThemeName) -> None:
    renderer, _, scene = GALLERIES["roses" if game == "unknown" else game]
    drawn = renderer.draw(scene.view, replace(scene.frame, theme=theme))
    kept = Image.open(BytesIO(encode(drawn, palette_of(game, theme))))
    assert kept.mode == "P"
    difference = ImageChops.difference(drawn, kept.convert("RGB"))
    assert max(high for _, high in ImageStat.Stat(difference).extrema) <= 56


def test_few_colours_are_kept_to_the_bit() -> None:
    flat = Image.new("RGB", (64, 64), DARK.surface)
    flat.paste(DARK.last, (0, 0, 32, 64))
    kept = Image.open(BytesIO(encode(flat))).convert("RGB")
    assert kept.tobytes() == flat.tobytes()


def test_the_smallest_picture_is_no_trouble() -> None:
    assert Image.open(BytesIO(encode(Image.new("RGB", (1, 1))))).size == (1, 1)
