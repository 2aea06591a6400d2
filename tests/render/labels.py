"""The texts on pictures and their places, which are noted in the pictures while these are drawn."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from PIL import Image

from render.canvas import _FINER, Canvas, Shadow, Sketch, Sprite
from render.text import Line, layout
from render.theme import Colour, Theme
from render.typeface import Weight
from tests.render.forgetting import forget_drawn

_LABELS = "labels"


class Label(NamedTuple):
    """A text on a picture, in its pixels."""

    text: str
    size: int
    """The font's size: pixels to the em."""
    x: float
    """The left end of the text."""
    baseline: float
    width: float

    def moved(self, across: float, down: float) -> Label:
        """The label moved by these distances."""
        return self._replace(x=self.x + across, baseline=self.baseline + down)


def labels(image: Image.Image) -> list[Label]:
    """All texts on a picture that was drawn after `note_labels`."""
    texts: list[Label] = image.info.get(_LABELS, [])
    return texts


@cache
def note_labels() -> None:
    """Note the texts written on pictures in the pictures from now on."""
    letters, sprite, on_top = Sketch.letters, Sketch.sprite, Sprite.with_on_top
    canvas, stamp, put = Canvas.__init__, Canvas.stamp, Canvas.put

    def lettered(sketch: Sketch, text: str, weight: Weight, size: float, *rest: Any) -> None:
        letters(sketch, text, weight, size, *rest)
        line, (x, y) = layout(text, weight, round(size * _FINER)), sketch._at(rest[0])
        where = (x - line.width / 2, y + line.cap_height / 2, line.width)
        label = Label(line.text, round(size), *(length / _FINER for length in where))
        sketch._image.info.setdefault(_LABELS, []).append(label)

    def finished(sketch: Sketch, shadow: Shadow | None = None) -> Sprite:
        made = sprite(sketch, shadow)
        across, down = made.anchor[0] + sketch._left, made.anchor[1] + sketch._top
        made.image.info[_LABELS] = [label.moved(across, down) for label in labels(sketch._image)]
        return made

    def laid_on(below: Sprite, other: Sprite) -> Sprite:
        across, down = (one - its for one, its in zip(below.anchor, other.anchor, strict=True))
        written = labels(below.image) + [label.moved(across, down) for label in labels(other.image)]
        below.image.info[_LABELS] = written
        return on_top(below, other)

    def begun(self: Canvas, image: Image.Image, theme: Theme) -> None:
        image.info[_LABELS] = list(labels(image))
        canvas(self, image, theme)

    def stamped(self: Canvas, laid: Sprite, x: float, y: float, opacity: float = 1) -> None:
        stamp(self, laid, x, y, opacity)
        across, down = self.px(x) - laid.anchor[0], self.px(y) - laid.anchor[1]
        self.image.info[_LABELS] += [label.moved(across, down) for label in labels(laid.image)]

    def written(self: Canvas, line: Line, x: float, baseline: float, colour: Colour) -> None:
        put(self, line, x, baseline, colour)
        if line.runs:
            at = x * self.scale, baseline * self.scale
            self.image.info[_LABELS].append(Label(line.text, line.runs[0].size, *at, line.width))

    forget_drawn()
    for kind, name, noting in (
        (Sketch, "letters", lettered),
        (Sketch, "sprite", finished),
        (Sprite, "with_on_top", laid_on),
        (Canvas, "__init__", begun),
        (Canvas, "stamp", stamped),
        (Canvas, "put", written),
    ):
        setattr(kind, name, noting)
