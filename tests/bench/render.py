"""How long a picture takes, and how large it is."""

from __future__ import annotations

import time
from collections.abc import Callable
from io import BytesIO

from render.png import encode, palette_of
from tests.render.golden import GALLERIES

_ROUNDS = 15


def run() -> list[str]:
    """Warm boards at 1000 pixels, each beside Pillow's own true-colour PNG of the same picture."""
    return [line for game in GALLERIES for line in _measure(game)]


def _measure(game: str) -> list[str]:
    renderer, _, scene = GALLERIES[game]
    image = renderer.draw(scene.view, scene.frame)
    floor = _best(lambda: image.save(BytesIO(), "PNG"))
    drawing = _best(lambda: renderer.draw(scene.view, scene.frame))
    palette = palette_of(game, scene.frame.theme)
    encoding = _best(lambda: encode(image, palette))
    whole = drawing + encoding
    return [
        f"{game} board, warm, {image.width} x {image.height}: {whole * 1000:.1f} ms "
        f"(drawing {drawing * 1000:.1f}, encoding {encoding * 1000:.1f}), "
        f"{whole / floor:.2f} of encoding it in true colour ({floor * 1000:.1f} ms)",
        f"{game} board as PNG: {len(encode(image, palette)) / 1000:.0f} kB",
    ]


def _best(work: Callable[[], object]) -> float:
    """The shortest of several times, in seconds."""
    times = []
    for _ in range(_ROUNDS):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times)
