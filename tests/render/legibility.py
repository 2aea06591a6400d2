"""Measuring the texts on pictures: their size, and their contrast with the pixels below them."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from statistics import median
from typing import NamedTuple

import pytest
from PIL import Image, ImageChops

from render.text import Line, layout
from tests.render.forgetting import forget_drawn
from tests.render.labels import Label, labels
from tests.render.vision import contrast

SMALLEST = 26.5
"""The least size of letters in a picture 1000 wide: 9 pixels where it is seen 340 wide."""
FAINTEST = 4.5
_CORE = 0.93
"""Pixels that a letter changes by this share of the most changed one are its ink; the rest are its edges."""
_PARTLY = 0.8
"""A label is partly covered if less than this share of it is visible."""
_HIDDEN = 0.12
"""A label is wholly covered, as a cell's by a piece, if less is visible: that belongs to its neighbours."""


class Fault(NamedTuple):
    """A label that cannot be read."""

    text: str
    why: str


def faults(draw: Iterable[Callable[[], Image.Image]], monkeypatch: pytest.MonkeyPatch) -> set[Fault]:
    """The illegible labels of all pictures, which are drawn with their labels and without."""
    with _no_letters(monkeypatch):
        bare = [one() for one in draw]
    found: set[Fault] = set()
    for one, ground in zip(draw, bare, strict=True):
        picture = one()
        written = labels(picture)
        for index, label in enumerate(written, start=1):
            if not any(_again(label, later) for later in written[index:]):
                found |= {Fault(label.text, why) for why in _judge(label, picture, ground)}
    return found


def _again(label: Label, later: Label) -> bool:
    """Whether a label was written anew beside itself, after it was covered."""
    near = max(abs(label.x - later.x), abs(label.baseline - later.baseline)) < label.size
    return near and label.text == later.text


def too_small(picture: Image.Image) -> set[str]:
    """The labels of a picture that are too small."""
    return {label.text for label in labels(picture) if _units(label, picture) < SMALLEST}


def _units(label: Label, picture: Image.Image) -> float:
    return label.size * 1000 / picture.width


def _judge(label: Label, picture: Image.Image, ground: Image.Image) -> Iterator[str]:
    if _units(label, picture) < SMALLEST:
        yield f"{_units(label, picture):.0f} units"
    rise = label.size
    box = (
        max(int(label.x), 0),
        max(int(label.baseline - rise * 0.78), 0),
        min(int(label.x + label.width) + 1, picture.width),
        min(int(label.baseline + rise * 0.22), picture.height),
    )
    if box[0] >= box[2] or box[1] >= box[3]:
        yield "outside the picture"
        return
    inked, bare = picture.crop(box), ground.crop(box)
    seen, worst = _measure(inked.size, inked.tobytes(), bare.tobytes())
    whole = _ink(label.text, label.size)
    if not seen or seen < whole * _HIDDEN:
        return
    if seen < whole * _PARTLY:
        yield f"{seen / whole:.0%} seen"
    if worst < FAINTEST:
        yield f"contrast {worst:.1f}"


@lru_cache(4096)
def _measure(size: tuple[int, int], inked: bytes, bare: bytes) -> tuple[int, float]:
    """How many pixels a label changes, and the contrast of its ink."""
    one, other = (Image.frombytes("RGB", size, content) for content in (inked, bare))
    red, green, blue = ImageChops.difference(one, other).split()
    change = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    most = max(change.tobytes())
    if not most:
        return 0, 0
    seen = sum(change.histogram()[max(round(most * 0.5), 1) :])
    core = {
        (ink, ground)
        for ink, ground, moved in zip(_pixels(inked), _pixels(bare), change.tobytes(), strict=True)
        if moved >= most * _CORE
    }
    return seen, median(contrast(*pair) for pair in core)


def _pixels(content: bytes) -> Iterator[tuple[int, int, int]]:
    steps = iter(content)
    return zip(steps, steps, steps, strict=True)


@lru_cache(2048)
def _ink(text: str, size: int) -> int:
    """How many pixels a text of this size inks at least, whatever its weight."""
    line = layout(text, "medium", size)
    sheet = Image.new("RGB", (int(line.width) + 2, 2 * size))
    line.draw(sheet, 0, size * 1.5, (255, 255, 255))
    return sum(sheet.getchannel(0).histogram()[128:])


@contextmanager
def _no_letters(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Draw pictures without letters within the block, and cache none of them."""
    forget_drawn()
    with monkeypatch.context() as patched:
        patched.setattr(Line, "draw", lambda *_: None)
        yield
    forget_drawn()
