"""The pictures are those that were looked at and found good."""

import platform
from io import BytesIO

import PIL
import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from render.contract import Frame
from render.header import HEADER_HEIGHT
from render.registry import draw_png
from render.typeface import SHAPED, shaping, writer
from tests.render.golden import FOLDER, GALLERIES, OUT, Scene, picture
from tests.render.labels import labels
from tests.render.pictures import WORST, check_position, check_words, differ, differences
from tests.render.scenes import after

MEAN = 3.0
_DRAWN_WITH = "13.0.0", "x86_64"
"""The Pillow and machine that drew the golden pictures: they draw each edge again where it was."""
_WORST = 4.0 if (PIL.__version__, platform.machine()) == _DRAWN_WITH else WORST
_NAMES = [(game, name) for game, gallery in GALLERIES.items() for name in gallery.scenes()]
pictures = pytest.mark.parametrize(("game", "name"), _NAMES)
few_pictures = pytest.mark.parametrize(
    ("game", "name"),
    [pytest.param(*one, marks=pytest.mark.slow if number % 4 else ()) for number, one in enumerate(_NAMES)],
)
"""One of four, and all of them among the slow tests."""


def _longest(scene: Scene) -> Frame:
    """How it is framed where people are called anything and much has happened."""
    return replace(scene.frame, players=("𝕭" * 900, "x" * 5000) * 2, recent_events="y" * 9000)


@pictures
def test_there_is_room_for_words_also_whatever_people_are_called_and_however_much_has_happened(
    game: str, name: str
) -> None:
    renderer, scenes, _ = GALLERIES[game]
    scene = scenes()[name]
    for frame in (scene.frame, _longest(scene)):
        check_words(renderer, scene.view, frame)


@few_pictures
def test_a_picture_is_drawn_whatever_people_are_called(game: str, name: str) -> None:
    renderer, scenes, _ = GALLERIES[game]
    check_position(renderer, scenes()[name].view, _longest(scenes()[name]))


def _check_size(game: str, scene: Scene) -> None:
    data = draw_png(game, scene.view, replace(scene.frame, width=1000))
    assert len(data) <= 200_000
    drawn = Image.open(BytesIO(data))
    assert (drawn.width, drawn.mode) == (1000, "P")


@pytest.mark.parametrize("game", GALLERIES)
def test_the_picture_of_the_documents_is_small_and_as_wide_as_its_frame(game: str) -> None:
    _check_size(game, GALLERIES[game].document)


@pytest.mark.slow
@pictures
def test_a_picture_is_small_and_as_wide_as_its_frame(game: str, name: str) -> None:
    _check_size(game, GALLERIES[game].scenes()[name])


@pytest.mark.parametrize("game", GALLERIES)
def test_words_name_people_also_where_no_font_can_write_it(game: str) -> None:
    renderer, _, scene = GALLERIES[game]
    players = ("🦊", "👩\u200d🚀", "தமிழ்", "\u202eAnn")[: len(scene.frame.players)]
    for words in (renderer.alt, renderer.text):
        told = words(scene.view, replace(scene.frame, players=players))
        plain = words(scene.view, scene.frame)
        assert any(name in told for name in players) == any(name in plain for name in scene.frame.players)
        assert "□" not in told
        assert "\u202e" not in told


@pytest.mark.parametrize("game", ["roses", "flicflac", "gods", "reef", "tae"])
def test_a_preview_says_so(game: str) -> None:
    renderer, _, scene = GALLERIES[game]
    for say in (renderer.alt, renderer.text):
        words = say(scene.view, replace(scene.frame, preview=True))
        assert words.startswith("Preview, nothing is played yet. ")


@pytest.mark.parametrize("game", GALLERIES)
def test_the_border_of_a_preview_touches_no_writing_below_the_headline(game: str) -> None:
    """Its dashes covered a part of the names of rows and looked like another figure before them."""
    renderer, _, scene = GALLERIES[game]
    plain, framed = (
        renderer.draw(scene.view, replace(scene.frame, preview=preview)) for preview in (False, True)
    )
    for label in labels(plain):
        top, foot = label.baseline - label.size * 0.75, label.baseline + 1
        box = round(label.x), round(top), round(label.x + label.width) + 1, round(foot)
        if top > HEADER_HEIGHT:
            difference = ImageChops.difference(plain.crop(box), framed.crop(box))
            assert difference.getbbox() is None, label.text


@pictures
def test_picture_is_as_it_was_found_good(game: str, name: str) -> None:
    scene = GALLERIES[game].scenes()[name]
    if not shaping() and any(writer(char) in SHAPED for char in "".join(scene.frame.players)):
        pytest.skip("Pillow finds no FriBiDi here, which shapes the names (Debian: libfribidi0)")
    drawn = picture(game, scene)
    golden = Image.open(FOLDER / game / f"{name}.png").convert("RGB")
    assert drawn.size == golden.size
    mean, worst = differences(drawn, golden)
    if mean > MEAN or worst > _WORST:
        OUT.mkdir(parents=True, exist_ok=True)
        drawn.save(OUT / f"{game}-{name}.png")
        ImageChops.difference(drawn, golden).point([min(4 * level, 255) for level in range(256)] * 3).save(
            OUT / f"{game}-{name}-difference.png"
        )
    assert mean <= MEAN, f"see {OUT}"
    assert worst <= _WORST, f"see {OUT}"


def test_every_golden_picture_is_compared() -> None:
    kept = {(file.parent.name, file.stem) for file in FOLDER.rglob("*.png")}
    assert kept == {(game, name) for game, gallery in GALLERIES.items() for name in gallery.scenes()}


@pytest.mark.parametrize(
    "change",
    [
        {"last": None},
        {"lost": (0, 0)},
        {"soldiers": (("b3", "b4", "c2", "c3"), ("d5", "e6"))},
        {"to_act": ()},
        {"turn": "move 17"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_the_tolerance_notices_a_change(change: dict[str, object]) -> None:
    scene = after(15)
    changed = scene._replace(view=replace(scene.view, **change))
    assert differ(picture("roses", scene), picture("roses", changed))
