"""The line below the gods: the signs of this picture, each before its meaning."""

from collections.abc import Set

from PIL import Image

from render import marks
from render.cache import cached
from render.canvas import Canvas, Sprite
from render.gods import signs
from render.gods.ring import Fate
from render.theme import Theme

_SIZE, _DROP = 28, 32.0
"""The size of the letters, and the distance from the rows to their baseline."""
LEGEND_HEIGHT = 50.0
_SHOWN: dict[Fate, str] = {
    "hit": "hit",
    "blocked": "blocked",
    "wasted": "met nothing",
    "attack planned": "attack",
    "defence planned": "defence",
}
_WIDTHS: dict[Fate, float] = {"hit": 2.8, "blocked": 2.3, "attack planned": 2.3}
"""The widths of the signs, in sizes of the letters; all other signs are as wide as a shield."""
_NARROW = 1.1


def draw_legend(canvas: Canvas, fates: Set[Fate], top: float) -> None:
    """Draw the legend of the fates on the picture, from the left: clients cover the right corner."""
    x = 24.0
    for fate, words in _SHOWN.items():
        if fate in fates:
            width = _WIDTHS.get(fate, _NARROW) * _SIZE
            canvas.stamp(_sign(canvas.theme, fate, _SIZE * canvas.scale), x + width / 2, top + _DROP - 10)
            x += width + 12
            x += canvas.write(words, x, top + _DROP, _SIZE, canvas.theme.muted) + 34


@cached
def _sign(theme: Theme, fate: Fate, size: float) -> Sprite:
    """A small picture of a fate, `size` in pixels; its anchor is in its middle."""
    ink = theme.muted
    match fate:
        case "hit":
            return _group(
                size,
                (signs.burst(theme, size * 0.62), size * 0.85),
                (marks.arrow(size * 1.8, 0, size * 0.36, theme, ink), -size * 1.25),
            )
        case "blocked":
            return _group(
                size,
                (signs.shield(theme, size * 0.55, ink, used=True), size * 0.65),
                (signs.blocked(size * 0.9, 0, size * 0.34, theme, ink), -size * 1.05),
            )
        case "wasted":
            return signs.shield(theme, size * 0.6, ink, used=False)
        case "attack planned":
            return _group(size, (marks.planned_arrow(size * 2.2, 0, size * 0.36, theme), -size * 1.1))
        case "defence planned":
            return signs.planned_shield(theme, size * 0.6)


def _group(size: float, *parts: tuple[Sprite, float]) -> Sprite:
    """One sprite of several, each with its distance to the right of the middle."""
    half = round(size * 1.8)
    image = Image.new("RGBA", (2 * half, 2 * half))
    for (part, (left, top)), across in parts:
        image.alpha_composite(part, (half + round(across) - left, half - top))
    return Sprite(image, (half, half))
