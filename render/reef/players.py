"""What players have: in front of the screens for all, behind their own for its owner, the final table; and
what one holds as a picture of its own, for direct messages, where no reef need be seen.
"""

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from engines.contract import Seat
from engines.reef.components import CORALS
from engines.reef.counts import from_letters
from engines.reef.info import INFO
from engines.reef.view import OwnView, PlayerView, ReefView
from render.canvas import Canvas, Point, Sketch, Sprite
from render.contract import Frame
from render.header import MARGIN, draw_title
from render.reef.panel import draw_counts, panel
from render.reef.pieces import larva, polyp, shrimp
from render.reef.plan import COLUMNS, FRONT_HEIGHT, GAP, HALF, ROW_HEIGHT, STRIP_HEIGHT
from render.theme import THEMES, Colour, Theme

WIDTH = 1000 - 2 * MARGIN
_HELD = 78.0
"""Where the strip stands on the picture of what a player holds ..."""
_HELD_BELOW = _HELD + STRIP_HEIGHT + GAP
"""... and what stands below it."""


def mark(player: PlayerView) -> str:
    """The letter that stands wherever a player's colour stands."""
    return player.colour[0].upper()


def draw_front(canvas: Canvas, player: PlayerView, corner: Point) -> None:
    """What a player has consumed and has not spent, and how often the fish has eaten."""
    theme, scale = canvas.theme, canvas.scale
    left, top = corner
    middle = top + FRONT_HEIGHT / 2
    panel(canvas, corner, HALF, FRONT_HEIGHT)
    canvas.stamp(shrimp(theme, player.colour, mark(player), 18 * scale), left + 40, middle)
    draw_counts(canvas, player.front, polyp, (left + 90, middle), step=60, width=34)
    canvas.stamp(fish(theme.muted, 18 * scale), left + HALF - 58, middle)
    canvas.write(str(player.eaten), left + HALF - 16, middle + 10, 28, theme.ink, weight="bold", anchor=1)


@lru_cache(16)
def fish(colour: Colour, radius: float) -> Sprite:
    """A parrotfish, swimming to the right."""
    sketch = Sketch.square(radius * 1.4)
    body = [(-0.55, 0.0), (-0.2, -0.42), (0.35, -0.5), (0.85, -0.22), (1.0, 0.05), (0.8, 0.3), (0.35, 0.5)]
    points = [(x * radius, y * radius) for x, y in (*body, (-0.2, 0.42))]
    sketch.path((*points, points[0]), radius * 0.16, colour)
    sketch.polygon(points, colour)
    tail = [(-0.5, 0.0), (-1.0, -0.45), (-0.88, 0.0), (-1.0, 0.45)]
    fin = [(x * radius, y * radius) for x, y in tail]
    sketch.path((*fin, fin[0]), radius * 0.14, colour)
    sketch.polygon(fin, colour)
    sketch.disc((radius * 0.58, -radius * 0.14), radius * 0.1, (0, 0, 0), 0)
    return sketch.sprite()


def draw_strip(canvas: Canvas, view: ReefView, own: OwnView, corner: Point) -> None:
    """What the viewer has behind the screen and in the fish. Nobody else gets a picture with it."""
    theme = canvas.theme
    left, top = corner
    panel(canvas, corner, WIDTH, STRIP_HEIGHT, theme.accent_edge)
    first, second = top + 42, top + 98
    canvas.write("Hand", left + 20, first + 10, 28, theme.ink, weight="bold")
    draw_counts(canvas, own.hand, polyp, (left + 134, first), step=72, width=44)
    canvas.write("Cubes", left + 486, first + 10, 28, theme.ink, weight="bold")
    cubes = own.cubes if own.choice is None else from_letters(own.choice)
    draw_counts(canvas, cubes, larva, (left + 606, first), step=64, width=40)
    canvas.write("Fish", left + 20, second + 10, 28, theme.ink, weight="bold")
    draw_counts(canvas, own.fish, polyp, (left + 134, second), step=72, width=44)
    told = canvas.write("Score", left + 486, second + 10, 28, theme.ink, weight="bold")
    canvas.write(str(own.score), left + 486 + told + 14, second + 10, 32, theme.ink, weight="bold")
    player = view.players[view.viewer or 0]
    sprite = shrimp(theme, player.colour, mark(player), 15 * canvas.scale)
    x = left + 686
    for index in range(own.shrimps):
        canvas.stamp(sprite, x + 46 * index, second + 2)
    if not own.shrimps:
        canvas.write("no shrimp left", x - 14, second + 10, 26, theme.muted)


def draw_table(canvas: Canvas, view: ReefView, names: Sequence[str], corner: Point) -> None:
    """The final table: each fish, what its tiles are worth, and what settles ties."""
    theme, scale = canvas.theme, canvas.scale
    left, top = corner
    panel(canvas, corner, WIDTH, ROW_HEIGHT * (len(view.results) + 1))
    corals = [left + 296 + 72 * index for index in range(5)]
    score, ties = left + 674, [left + 742 + 48 * index for index in range(4)]
    y = top + ROW_HEIGHT / 2
    canvas.write("Fish", left + 20, y + 10, 28, theme.ink, weight="bold")
    for x, space in zip(corals, view.sea, strict=True):
        canvas.stamp(polyp(theme, space.colour, 36 * scale), x - 15, y)
        canvas.write(f"×{space.value}", x + 6, y + 8, 22, theme.muted)
    canvas.write("Score", score, y + 9, 26, theme.ink, weight="bold", anchor=0.5)
    canvas.write("tie-breaks", (ties[0] + ties[-1]) / 2, y + 9, 25, theme.muted, anchor=0.5)
    for row, result in enumerate(sorted(view.results, key=lambda one: (one.rank, one.seat)), start=1):
        y = top + ROW_HEIGHT * (row + 0.5)
        canvas.stamp(_rule(theme, canvas.px(WIDTH - 36)), left + 18, y - ROW_HEIGHT / 2)
        player = view.players[result.seat]
        ink = theme.ink
        canvas.write(f"{result.rank}.", left + 20, y + 10, 28, ink, weight="bold")
        canvas.stamp(shrimp(theme, player.colour, mark(player), 17 * scale), left + 76, y + 2)
        person = names[result.seat] if result.seat < len(names) else ""
        name = person or player.colour.capitalize()
        canvas.write(name, left + 104, y + 10, 27, ink, width=152, smallest=21)
        for x, count in zip(corals, result.fish, strict=True):
            canvas.write(
                str(count) if count else "·", x, y + 10, 28, ink if count else theme.muted, anchor=0.5
            )
        canvas.write(str(result.score), score, y + 12, 34, ink, weight="bold", anchor=0.5)
        for x, count in zip(ties, (result.front, result.cubes, result.tiles, result.guarded), strict=True):
            canvas.write(str(count), x, y + 9, 25, theme.muted, anchor=0.5)


@lru_cache(8)
def _rule(theme: Theme, width: int) -> Sprite:
    sketch = Sketch(0, -2, width, 2)
    sketch.path(((0, 0), (width, 0)), 1.5, theme.grid)
    return sketch.sprite()


def emblem_of(view: ReefView, theme: Theme, seat: Seat, radius: float) -> Sprite:
    """A seat's shrimp for its chip, whose emblem has this radius."""
    player = view.players[seat]
    return shrimp(theme, player.colour, mark(player), radius * 0.72)


def draw_held(view: ReefView, own: OwnView, frame: Frame) -> Image.Image:
    """Hand, cubes, fish and score; below them what lies in front of the screen, and the colours' worth."""
    canvas = Canvas.blank(frame.width, _HELD_BELOW + FRONT_HEIGHT + 30, THEMES[frame.theme])
    draw_title(canvas, view, frame, INFO.title)
    draw_strip(canvas, view, own, (MARGIN, _HELD))
    draw_front(canvas, view.players[view.viewer or 0], (COLUMNS[0], _HELD_BELOW))
    _draw_values(canvas, view, (COLUMNS[1], _HELD_BELOW))
    return canvas.image


def _draw_values(canvas: Canvas, view: ReefView, corner: Point) -> None:
    left, top = corner
    middle = top + FRONT_HEIGHT / 2
    panel(canvas, corner, HALF, FRONT_HEIGHT)
    step = (HALF - 36) / len(CORALS)
    for index, space in enumerate(view.sea):
        x = left + 40 + step * index
        canvas.stamp(polyp(canvas.theme, space.colour, 34 * canvas.scale), x, middle)
        canvas.write(f"×{space.value}", x + 22, middle + 10, 27, canvas.theme.ink, weight="bold")
