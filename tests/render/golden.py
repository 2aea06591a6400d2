"""The golden pictures, looked at and found good. `python -m tests.render.golden` draws them anew,
those of the games named or all.

Each game brings its own scenes; its pictures lie in a folder of its own.
"""

import sys
from collections.abc import Callable, Collection, Mapping
from functools import cache, partial
from io import BytesIO
from pathlib import Path
from typing import NamedTuple, TypeAlias

from PIL import Image

from engines.contract import View
from render import flicflac, gods, reef, roses, tae
from render.contract import AnyRenderer
from render.registry import RENDERERS, draw_png
from tests.records import record_files
from tests.render import changed, flicflac_scenes, gods_scenes, reef_scenes, scenes, tae_scenes
from tests.render.pictures import SceneOf

FOLDER = Path(__file__).parent / "golden"
_DOCUMENTS = Path(__file__).parents[2] / "docs" / "pictures"
OUT = Path(__file__).parents[2] / "out" / "golden"
"""Where a failing test leaves the picture and its difference."""
Scene: TypeAlias = SceneOf[View]


class Gallery(NamedTuple):
    """A game's golden pictures."""

    renderer: AnyRenderer
    scenes: Callable[[], Mapping[str, Scene]]
    document: Scene
    """The scene in the documents."""


def _with_changes(game: str, scenes: Callable[[], Mapping[str, Scene]]) -> Callable[[], Mapping[str, Scene]]:
    return cache(lambda: {**scenes(), **changed.gallery(game)})


GALLERIES: dict[str, Gallery] = {
    "roses": Gallery(roses, _with_changes("roses", scenes.gallery), scenes.after(11)),
    "flicflac": Gallery(
        flicflac, _with_changes("flicflac", flicflac_scenes.gallery), flicflac_scenes.document()
    ),
    "gods": Gallery(gods, _with_changes("gods", gods_scenes.gallery), gods_scenes.document()),
    "reef": Gallery(reef, _with_changes("reef", reef_scenes.gallery), reef_scenes.document()),
    "tae": Gallery(tae, _with_changes("tae", tae_scenes.gallery), tae_scenes.document()),
}
"""The golden pictures by game; for a game without scenes of its own, the changes in a golden game."""
GALLERIES |= {
    game: Gallery(renderer, partial(changed.gallery, game), changed.since(*changed.moments(game)))
    for game, renderer in RENDERERS.items()
    if game not in GALLERIES and record_files(game)
}


def png(game: str, scene: Scene) -> bytes:
    """The PNG that players get for this scene, with its palette."""
    return draw_png(game, scene.view, scene.frame)


def picture(game: str, scene: Scene) -> Image.Image:
    """The picture that players get for this scene, decoded."""
    return Image.open(BytesIO(png(game, scene))).convert("RGB")


def main(games: Collection[str]) -> None:
    """Draw the golden pictures of these games and those of the documents."""
    for game, gallery in GALLERIES.items():
        if games and game not in games:
            continue
        wanted = {FOLDER / game / f"{name}.png": scene for name, scene in gallery.scenes().items()}
        wanted[_DOCUMENTS / f"{game}.png"] = gallery.document
        for file, scene in wanted.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            size = file.write_bytes(png(game, scene))
            print(f"{size / 1000:4.0f} kB  {game}/{file.name}")


if __name__ == "__main__":
    main(sys.argv[1:])
