"""The pictures are those that were looked at and found good."""

from __future__ import annotations

import msgspec
import pytest
from PIL import Image, ImageChops

from render.phrases import MOST_ALT, MOST_TEXT
from render.typeface import SHAPED, shaping, writer
from tests.render.golden import FOLDER, GALLERIES, OUT, differences, picture
from tests.render.scenes import after

MEAN = 3.0
WORST = 24.0


@pytest.mark.parametrize("game", GALLERIES)
def test_there_is_room_for_the_words_beside_a_picture(game: str) -> None:
    renderer, scenes, _ = GALLERIES[game]
    for view, frame in ((scene.view, scene.frame) for scene in scenes().values()):
        assert 0 < len(renderer.alt(view, frame)) <= MOST_ALT
        assert 0 < len(renderer.text(view, frame)) <= MOST_TEXT


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game, gallery in GALLERIES.items() for name in gallery.scenes()]
)
def test_picture_is_as_it_was_found_good(game: str, name: str) -> None:
    scene = GALLERIES[game].scenes()[name]
    if not shaping() and any(writer(char) in SHAPED for char in "".join(scene.frame.players)):
        pytest.skip("Pillow finds no FriBiDi here, which shapes the names (Debian: libfribidi0)")
    drawn = picture(game, scene)
    golden = Image.open(FOLDER / game / f"{name}.png").convert("RGB")
    assert drawn.size == golden.size
    mean, worst = differences(drawn, golden)
    if mean > MEAN or worst > WORST:
        OUT.mkdir(parents=True, exist_ok=True)
        drawn.save(OUT / f"{game}-{name}.png")
        ImageChops.difference(drawn, golden).point([min(4 * level, 255) for level in range(256)] * 3).save(
            OUT / f"{game}-{name}-difference.png"
        )
    assert mean <= MEAN, f"see {OUT}"
    assert worst <= WORST, f"see {OUT}"


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
    changed = scene._replace(view=msgspec.structs.replace(scene.view, **change))
    assert differences(picture("roses", scene), picture("roses", changed))[1] > WORST
