"""Each game's colours: `python -m tests.render.palettes` chooses them anew, from all its golden pictures."""

import json
from collections import defaultdict
from pathlib import Path

from PIL import Image

import render
from render.contract import ThemeName
from render.png import PALETTES, choose
from render.theme import Colour
from tests.render.golden import GALLERIES
from tests.render.test_meanings import meanings


def _meanings(game: str, theme: ThemeName) -> list[Colour]:
    """The colours that have a meaning."""
    return sorted({colour for colours in meanings(game, theme).values() for colour in colours.values()})


def main() -> None:
    """Write the palettes of all games that are folders."""
    for game, gallery in GALLERIES.items():
        file = Path(render.__file__).parent / game / PALETTES
        if not file.parent.is_dir():
            continue
        drawn: dict[ThemeName, list[Image.Image]] = defaultdict(list)
        for scene in gallery.scenes().values():
            drawn[scene.frame.theme].append(gallery.renderer.draw(scene.view, scene.frame))
        colours = {theme: choose(images, _meanings(game, theme)).hex() for theme, images in drawn.items()}
        file.write_text(json.dumps(colours, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
