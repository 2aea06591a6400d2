"""Small PNG files, quickly: a palette of the pictures' own colours instead of true colour."""

import json
from collections.abc import Collection, Iterable
from functools import lru_cache
from importlib import resources
from io import BytesIO
from itertools import chain

from PIL import Image

from render.contract import ThemeName
from render.theme import Colour

PALETTES = "palettes.json"
"""The file in a renderer's folder with its colours by theme, which ``python -m tests.render.palettes``
chooses.
"""
_COLOURS = 256
_COMMON = 160
"""How many colours are chosen by the area that they cover: grounds and the blends of smooth edges. The rest
is chosen so that every colour of the pictures is close to one, so that small spots keep theirs.
"""
_SAMPLE = 5
"""Colours are chosen from every fifth pixel of every fifth row, which finds all important ones."""
_EFFORT = 3
"""The level of zlib: higher ones save little on flat colours and take more time."""


def encode(image: Image.Image, palette: Image.Image | None = None) -> bytes:
    """The picture as PNG, in the colours of a palette or of its own; equal pictures give equal bytes."""
    file = BytesIO()
    indexed = image.quantize(palette=palette or with_colours(choose([image])), dither=Image.Dither.NONE)
    indexed.save(file, "PNG", compress_level=_EFFORT)
    return file.getvalue()


@lru_cache(32)
def palette_of(key: str, theme: ThemeName) -> Image.Image | None:
    """The palette of a game's pictures in a theme; None for a game whose renderer has none."""
    file = resources.files("render") / key / PALETTES
    return with_colours(bytes.fromhex(json.loads(file.read_text())[theme])) if file.is_file() else None


def with_colours(colours: bytes) -> Image.Image:
    """A palette of these colours: red, green and blue of each."""
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return palette


def choose(images: Iterable[Image.Image], keep: Collection[Colour] = ()) -> bytes:
    """256 colours in which these pictures look as they were drawn: red, green and blue of each.

    `keep`: colours that must be among them unchanged.
    """
    sizes = ((image, (max(image.width // _SAMPLE, 1), max(image.height // _SAMPLE, 1))) for image in images)
    pixels = b"".join(image.resize(size, Image.Resampling.NEAREST).tobytes() for image, size in sizes)
    sample = Image.frombytes("RGB", (len(pixels) // 3, 1), pixels)
    colours = bytearray(chain.from_iterable(keep))
    rare = _COLOURS - _COMMON - len(keep)
    for count, method in ((_COMMON, Image.Quantize.MEDIANCUT), (rare, Image.Quantize.MAXCOVERAGE)):
        chosen = sample.quantize(count, method, dither=Image.Dither.NONE).getpalette() or []
        colours += bytes(chosen[: 3 * count])
    return bytes(colours)
