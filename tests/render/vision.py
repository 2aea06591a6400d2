"""Measuring colours: contrast (WCAG 2), and distance as people with a colour-vision deficiency see it."""

import math
from functools import lru_cache
from typing import Literal, TypeAlias

import pytest
from PIL import Image, ImageChops, ImageStat

from render.canvas import Sprite
from render.theme import THEMES, Colour

Deficiency: TypeAlias = Literal["none", "protan", "deutan", "tritan"]

# Machado, Oliveira and Fernandes 2009, severity 1, for linear RGB.
_SEEN: dict[Deficiency, tuple[tuple[float, float, float], ...]] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
DEFICIENCIES: tuple[Deficiency, ...] = ("none", "protan", "deutan", "tritan")

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
eyes = pytest.mark.parametrize("eyes", DEFICIENCIES)

_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)


def contrast(one: Colour, other: Colour, eyes: Deficiency = "none") -> float:
    """The WCAG contrast ratio, 1 .. 21, as these eyes see it."""
    bright, dark = sorted((_luminance(one, eyes), _luminance(other, eyes)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def distance(one: Colour, other: Colour, eyes: Deficiency) -> float:
    """The distance in CIE L*a*b* (about 2 is just noticeable) as these eyes see it."""
    return math.dist(_lab(_see(one, eyes)), _lab(_see(other, eyes)))


def difference(one: Colour, other: Colour, eyes: Deficiency) -> float:
    """The CIEDE2000 difference as these eyes see it: 1 is just noticeable, 12 plain at a glance."""
    return _ciede2000(_lab(_see(one, eyes)), _lab(_see(other, eyes)))


def seen(image: Image.Image, eyes: Deficiency) -> Image.Image:
    """A picture of few colours, such as one with a palette, as these eyes see it."""
    picture = image.convert("P", palette=Image.Palette.ADAPTIVE) if image.mode != "P" else image.copy()
    palette = picture.getpalette() or []
    colours = zip(palette[::3], palette[1::3], palette[2::3], strict=True)
    picture.putpalette([value for colour in colours for value in _shown(colour, eyes)])
    return picture.convert("RGB")


def shown(sprite: Sprite, ground: Colour, eyes: Deficiency) -> Image.Image:
    """The sprite on a ground as these eyes see it."""
    picture = Image.new("RGB", sprite.image.size, ground)
    picture.paste(sprite.image, mask=sprite.image.getchannel("A"))
    return seen(picture, eyes)


def apart(one: Image.Image, other: Image.Image) -> float:
    """The difference of the most different square of 4 by 4 pixels, from 0 to 255."""
    changed = ImageChops.difference(one, other).reduce(4)
    return max(float(high) for _, high in ImageStat.Stat(changed).extrema)


@lru_cache(4096)
def _shown(colour: Colour, eyes: Deficiency) -> Colour:
    """The colour that looks the same to everybody as this one to these eyes."""
    red, green, blue = (
        round(255 * (12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055))
        for c in _see(colour, eyes)
    )
    return red, green, blue


def _linear(colour: Colour) -> tuple[float, ...]:
    return tuple(
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in colour)
    )


def _luminance(colour: Colour, eyes: Deficiency) -> float:
    return _times(_XYZ, _see(colour, eyes))[1]


def _see(colour: Colour, eyes: Deficiency) -> tuple[float, ...]:
    return tuple(min(max(value, 0.0), 1.0) for value in _times(_SEEN[eyes], _linear(colour)))


def _lab(linear: tuple[float, ...]) -> tuple[float, float, float]:
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (value / white for value, white in zip(_times(_XYZ, linear), _WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _ciede2000(one: tuple[float, float, float], other: tuple[float, float, float]) -> float:
    """The CIEDE2000 difference (Sharma, Wu and Dalal 2005); comments have the numbers of the equations."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = (1 - math.sqrt(mean**7 / (mean**7 + 25**7))) / 2  # 4
    a1, a2 = (1 + g) * a1, (1 + g) * a2
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180  # 10
    chroma, dh = (c1 + c2) / 2, 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + h2 + 360 * (abs(h1 - h2) > 180)) / 2  # 14, as it enters cosines
    t = (  # 15
        1
        - 0.17 * math.cos(math.radians(hue - 30))
        + 0.24 * math.cos(math.radians(2 * hue))
        + 0.32 * math.cos(math.radians(3 * hue + 6))
        - 0.20 * math.cos(math.radians(4 * hue - 63))
    )
    level = ((l1 + l2) / 2 - 50) ** 2
    sl, sc, sh = 1 + 0.015 * level / math.sqrt(20 + level), 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rotation = 60 * math.exp(-((((hue % 360) - 275) / 25) ** 2))  # 16
    rt = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(rotation))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, dh / sh
    return math.sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh)


def _times(matrix: tuple[tuple[float, float, float], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
