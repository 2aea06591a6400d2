"""Every label of every picture can be read where the picture is seen 340 pixels wide, in both themes."""

from collections.abc import Callable
from functools import partial

import msgspec
import pytest
from PIL import Image

from render.canvas import Canvas, Sketch
from render.header import seat_emblem
from render.theme import DARK, THEMES, Colour, Theme, mix
from tests.render.golden import GALLERIES
from tests.render.labels import labels
from tests.render.legibility import faults, too_small

games = pytest.mark.parametrize("game", GALLERIES)


def drawings(game: str, theme: str) -> list[Callable[[], Image.Image]]:
    """What draws all scenes of a game."""
    gallery = GALLERIES[game]
    return [
        partial(gallery.renderer.draw, scene.view, frame)
        for scene in gallery.scenes().values()
        for frame in [msgspec.structs.replace(scene.frame, theme=theme, width=1000)]
    ]


@pytest.mark.parametrize("step", [3, pytest.param(1, marks=pytest.mark.slow)])
@games
def test_pictures_are_wide_and_no_label_is_too_small_or_covered(game: str, step: int) -> None:
    pictures = [draw() for draw in drawings(game, "dark")[::step]]
    assert all(picture.height <= picture.width == 1000 for picture in pictures)
    scenes = [*GALLERIES[game].scenes().values()][::step]
    shown = [picture for picture, scene in zip(pictures, scenes, strict=True) if not scene.frame.hand]
    assert all(picture.height >= 750 for picture in shown), "a hand alone is a strip"
    assert not set().union(*map(too_small, pictures))
    # Discord covers the lower right corner.
    for picture in pictures:
        ends = [(label.text, label.x + label.width, label.baseline) for label in labels(picture)]
        assert not [text for text, right, foot in ends if right > 880 and foot > picture.height - 70]


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES)
@games
def test_every_label_can_be_read(game: str, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not faults(drawings(game, theme), monkeypatch)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_letters_of_every_seat_can_be_read(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    def drawn() -> Image.Image:
        canvas = Canvas.blank(1000, 200, theme)
        for number, colour in enumerate((*theme.seats, theme.muted)):
            canvas.stamp(seat_emblem(theme, colour, "HUE"[number % 3], 40), 100 + 120 * number, 100)
        return canvas.image

    assert not faults([drawn], monkeypatch)


def _written(ink: Colour, size: float, *, covered: float = 0, sprite: bool = False) -> Image.Image:
    """A word on a cell, written at once or stamped, of which a share is covered afterwards."""
    canvas = Canvas.blank(1000, 200, DARK)
    patch = Sketch(0, 0, 400, 100)
    patch.polygon(((0, 0), (400, 0), (400, 100), (0, 100)), DARK.cell)
    if sprite:
        patch.letters("HUE", "medium", size, (100, 50), ink)
    canvas.stamp(patch.sprite(), 50, 50)
    if not sprite:
        canvas.write("HUE", 100, 120, size, ink)
    if covered:
        lid = Sketch(0, 0, 400, 100)
        lid.polygon(((0, 0), (400, 0), (400, 100 * covered), (0, 100 * covered)), DARK.cell)
        canvas.stamp(lid.sprite(), 50, 50)
    return canvas.image


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"ink": DARK.ink, "size": 30}, ""),
        ({"ink": DARK.ink, "size": 30, "sprite": True}, ""),
        ({"ink": DARK.ink, "size": 26}, "26 units"),
        ({"ink": DARK.ink, "size": 26, "sprite": True}, "26 units"),
        ({"ink": mix(DARK.cell, DARK.ink, 0.4), "size": 60}, "contrast"),
        ({"ink": mix(DARK.cell, DARK.ink, 0.4), "size": 60, "sprite": True}, "contrast"),
        ({"ink": DARK.ink, "size": 40, "sprite": True, "covered": 0.5}, "seen"),
        ({"ink": DARK.ink, "size": 40, "sprite": True, "covered": 1}, ""),
    ],
)
def test_what_cannot_be_read_is_found(
    given: dict[str, object], why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = faults([partial(_written, **given)], monkeypatch)  # type: ignore[arg-type]
    assert len(found) == bool(why)
    assert all(why in fault.why and fault.text == "HUE" for fault in found)
