"""The time and the size of a picture."""

from typing import Final

from render.png import encode, palette_of
from tests.bench import Figure, best_seconds
from tests.render.golden import GALLERIES

_ROUNDS: Final = 15
_TIMES: Final = 2.0
"""The most time for drawing and encoding, in times of encoding alone."""
_MILLISECONDS: Final = 30.0
_KILOBYTES: Final = 150.0


def run() -> list[Figure]:
    """Measure pictures 1000 pixels wide, with warm caches: the time beside encoding alone, and the size."""
    return [figure for game in GALLERIES for figure in _measured(game)]


def _measured(game: str) -> list[Figure]:
    renderer, _, scene = GALLERIES[game]
    image, palette = renderer.draw(scene.view, scene.frame), palette_of(game, scene.frame.theme)
    drawing = 1_000 * best_seconds(lambda: renderer.draw(scene.view, scene.frame), _ROUNDS)
    encoding = 1_000 * best_seconds(lambda: encode(image, palette), _ROUNDS)
    size, plain = (len(encode(image, colours)) / 1_000 for colours in (palette, None))
    wanted = min(_TIMES * encoding, _MILLISECONDS)
    what = f"{game} board, warm, {image.width} x {image.height}"
    whole = drawing + encoding
    return [
        Figure(what, whole, "ms", encoding, "encoding it", "less", wanted),
        Figure(f"{game} board as PNG", size, "kB", plain, "in colours of its own", "less", _KILOBYTES),
    ]
