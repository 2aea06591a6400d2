"""The line below the gods: what actions cost and do at this table, and the signs that are on this picture."""

from collections.abc import Set
from functools import lru_cache, partial

from PIL import Image

from render import legend, marks
from render.canvas import Canvas, Sprite
from render.gods import signs
from render.gods.ring import FOOT, Fate
from render.theme import Theme

_DROP = 50.0
"""From the lower panels to the foot of the letters."""
LEGEND_HEIGHT = 82.0
_SHOWN: dict[Fate, str] = {
    "hit": "hit",
    "blocked": "blocked",
    "wasted": "met nothing",
    "attack planned": "attack",
    "defence planned": "defence",
}
_WIDTHS: dict[Fate, float] = {"hit": 2.8, "blocked": 2.3, "attack planned": 2.3}
"""Of the signs, in sizes of the letters, where it is not that of a shield."""
_NARROW = 1.1


def draw_legend(canvas: Canvas, prices: str, fates: Set[Fate]) -> None:
    """Draw it for the fates that are on the picture."""
    legend.draw_legend(
        canvas,
        prices,
        [
            legend.Entry(words, partial(_sign, canvas.theme, fate), _WIDTHS.get(fate, _NARROW))
            for fate, words in _SHOWN.items()
            if fate in fates
        ],
        baseline=FOOT + _DROP,
        sizes=range(26, 19, -1),
        spacing=legend.Spacing(0.45, 0.95),
    )


@lru_cache(64)
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
    """Sprites side by side in one, each so far right of its middle."""
    half = round(size * 1.8)
    image = Image.new("RGBA", (2 * half, 2 * half))
    for (part, (left, top)), across in parts:
        image.alpha_composite(part, (half + round(across) - left, half - top))
    return Sprite(image, (half, half))
