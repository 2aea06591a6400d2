"""Small PNG files, quickly: a palette of the picture's own colours instead of true colour."""

from io import BytesIO

from PIL import Image

_COMMON = 120
"""Colours chosen by how much of the picture they cover: grounds and the blends of smooth edges."""
_RARE = 48
"""Colours chosen to lie close to every other one, so that small spots keep theirs."""
_SAMPLE = 5
"""Colours are chosen from every fifth pixel of every fifth row: that finds all that matter."""
_EFFORT = 4
"""zlib's level. The next ones save little on flat colours and take twice the time."""


def encode(image: Image.Image) -> bytes:
    """The picture as PNG with a palette; equal pictures give equal bytes."""
    file = BytesIO()
    indexed = image.quantize(palette=_palette(image), dither=Image.Dither.NONE)
    indexed.save(file, "PNG", compress_level=_EFFORT)
    return file.getvalue()


def _palette(image: Image.Image) -> Image.Image:
    size = (max(image.width // _SAMPLE, 1), max(image.height // _SAMPLE, 1))
    sample = image.resize(size, Image.Resampling.NEAREST)
    colours: list[int] = []
    for count, method in ((_COMMON, Image.Quantize.MEDIANCUT), (_RARE, Image.Quantize.MAXCOVERAGE)):
        chosen = sample.quantize(count, method, dither=Image.Dither.NONE).getpalette() or []
        colours += chosen[: 3 * count]
    palette = Image.new("P", (1, 1))
    palette.putpalette(colours)
    return palette
