"""Functions for the tests of all games' pictures: pictures as players get them, and differences."""

from functools import lru_cache
from io import BytesIO
from typing import Generic, NamedTuple, TypeVar

from PIL import Image, ImageChops, ImageStat

from engines.contract import View
from render.contract import AnyRenderer, Frame
from render.phrases import MOST_ALT, MOST_TEXT
from render.registry import draw_png

ViewT_co = TypeVar("ViewT_co", bound=View, covariant=True)

WORST = 24.0
"""The greatest difference of a picture's worst square that counts as none."""
_BLOCK = 8


class SceneOf(NamedTuple, Generic[ViewT_co]):
    """What a picture shows."""

    view: ViewT_co
    frame: Frame


def paletted(game: str, view: View, frame: Frame) -> Image.Image:
    """The picture that players get, with its palette."""
    return Image.open(BytesIO(draw_png(game, view, frame)))


@lru_cache(4)
def decoded(game: str, view: View, frame: Frame) -> Image.Image:
    """The picture that players get, in true colour."""
    return paletted(game, view, frame).convert("RGB")


def differences(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """The mean difference of two pictures, and that of the worst square of 8 by 8 pixels, of 255.

    Squares, because smooth edges may fall a little differently with another version of Pillow, whereas a mark
    that is missing or out of place fills squares.
    """
    difference = ImageChops.difference(one, other)
    blocks = difference.reduce(_BLOCK)
    return (
        sum(ImageStat.Stat(difference).mean) / 3,
        max(float(high) for _, high in ImageStat.Stat(blocks).extrema),
    )


def differ(one: Image.Image, other: Image.Image) -> bool:
    """Whether the difference of two pictures is noticeable."""
    return differences(one, other)[1] > WORST


def box_at(x: float, y: float, reach: float) -> tuple[int, int, int, int]:
    """The square round a point."""
    return round(x - reach), round(y - reach), round(x + reach), round(y + reach)


def some_frame(step: int, seats: int, *, preview: bool) -> Frame:
    """A small frame for a position of a random game, with long names."""
    return Frame(
        code="K7QX",
        players=("Maximiliane", "Bartholomäus", "Ñandú", "山田太郎")[:seats],
        recent_events="something",
        theme="light" if step % 2 else "dark",
        preview=preview,
        width=200,
    )


def check_position(renderer: AnyRenderer, view: View, frame: Frame) -> None:
    """Check that a position can be drawn and put into words."""
    assert renderer.draw(view, frame).width == frame.width
    check_words(renderer, view, frame)


def check_words(renderer: AnyRenderer, view: View, frame: Frame) -> None:
    """Check that the words of a picture are short enough."""
    assert 0 < len(renderer.alt(view, frame)) <= MOST_ALT
    assert 0 < len(renderer.text(view, frame)) <= MOST_TEXT
