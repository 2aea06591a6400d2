"""The palette keeps what the eye would miss."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from render import roses
from render.png import encode
from render.theme import DARK
from tests.render.scenes import after


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_colour_goes_far_astray(theme: str) -> None:
    scene = after(15, theme=theme)
    drawn = roses.draw(scene.view, scene.frame)
    kept = Image.open(BytesIO(encode(drawn)))
    assert kept.mode == "P"
    difference = ImageChops.difference(drawn, kept.convert("RGB"))
    assert max(high for _, high in ImageStat.Stat(difference).extrema) <= 48


def test_few_colours_are_kept_to_the_bit() -> None:
    flat = Image.new("RGB", (64, 64), DARK.surface)
    flat.paste(DARK.last, (0, 0, 32, 64))
    kept = Image.open(BytesIO(encode(flat))).convert("RGB")
    assert kept.tobytes() == flat.tobytes()


def test_the_smallest_picture_is_no_trouble() -> None:
    assert Image.open(BytesIO(encode(Image.new("RGB", (1, 1))))).size == (1, 1)
