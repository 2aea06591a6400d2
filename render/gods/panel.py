"""A god's row: name, energy as a number and as a bar, whether it is ready or has fallen, and the arithmetic
of a round. Lengths are for a picture 1000 wide unless they say pixels.
"""

from typing import NamedTuple

from engines.contract import Seat
from engines.wording import figure
from render.cache import cached
from render.canvas import Canvas, Sketch, Sprite
from render.gods import signs
from render.gods.colours import colour_of
from render.gods.emblems import emblem
from render.gods.ring import FOOT
from render.header import Box, draw_panel
from render.theme import Colour, Theme, mix

ROW_HEIGHT = 84.0
_EDGE, _BETWEEN_ROWS = 10.0, 6.0
_EMBLEM = 33.0
_NAME, _ENERGY, _SUM = 94.0, 370.0, 496.0
"""Where the name, the energy and the arithmetic begin."""
_NUMBER = 50.0
"""The size of the energy."""
_BAR = 18.0
"""The height of the bar."""
_STEP = 10
"""How much energy lies between two notches of the bar."""
_TERM, _LABEL = 36.0, 28.0
"""The sizes of the arithmetic's numbers and of the words below them."""
_GAP, _LEAST_GAP = 18.0, 6.0
"""The room between two terms, and the least that keeps them apart."""


class Term(NamedTuple):
    """A number of the arithmetic with its sign, and the word below it."""

    number: str
    word: str


class GodPanel(NamedTuple):
    """What a god's row shows."""

    seat: Seat
    energy: int
    before: int
    """Its energy before the arithmetic: the bar shows the loss since."""
    full: int
    """The energy of a full bar."""
    fallen: bool
    won: bool
    ready: bool
    note: str
    """A few words below the name."""
    sum: tuple[Term, ...]
    planned: bool
    """The arithmetic is that of the viewer's own plan."""


def draw_row(canvas: Canvas, god: GodPanel, name: str, *, to_act: bool) -> None:
    """Draw a god's row below the diagram, in the order of the seats; filled if the god has won."""
    theme = canvas.theme
    top = FOOT + god.seat * ROW_HEIGHT
    height = ROW_HEIGHT - _BETWEEN_ROWS
    ground = theme.accent if god.won else theme.surface if god.fallen else theme.panel
    edge = theme.accent_edge if to_act or god.won else theme.last if god.planned else theme.grid
    draw_panel(canvas, Box(_EDGE, top, 1000 - 2 * _EDGE, height), ground, (edge, 3))
    ink = theme.on_accent if god.won else theme.muted if god.fallen else theme.ink
    sprite = emblem(theme, god.seat, _EMBLEM * canvas.scale, fallen=god.fallen)
    canvas.stamp(sprite, _EDGE + 8 + _EMBLEM, top + height / 2)
    room = _ENERGY - _NAME - 10
    canvas.write(name, _NAME, top + 34, 32, ink, weight="bold", width=room, smallest=28)
    _draw_note(canvas, god, _NAME, top + 67, room)
    _draw_number(canvas, god, top + 43, ink)
    _draw_bar(canvas, god, _ENERGY, top + 53)
    _draw_sum(canvas, god, top + 36)


def _draw_number(canvas: Canvas, god: GodPanel, baseline: float, ink: Colour) -> None:
    """Write the energy, struck through where the god has fallen."""
    line = canvas.line(figure(god.energy), _NUMBER, weight="bold")
    if god.fallen:
        across = round(line.width) + canvas.px(16)
        strike = _strike(across, canvas.px(30), max(canvas.px(5), 2), canvas.theme.danger)
        canvas.stamp(strike, _ENERGY - 8, baseline - 3)
    canvas.put(line, _ENERGY, baseline, ink)


def _draw_bar(canvas: Canvas, god: GodPanel, left: float, top: float) -> None:
    """Draw the remaining energy in the god's colour, and the last loss hatched."""
    room = _SUM - _ENERGY - 24
    spans = [max(min(value, god.full), 0) / god.full * room for value in (god.energy, god.before)]
    sprite = _bar(
        (canvas.px(room), canvas.px(_BAR)),
        (canvas.px(spans[0]), canvas.px(max(spans))),
        colour_of(canvas.theme, god.seat, fallen=god.fallen),
        canvas.theme,
        round(god.full / _STEP),
    )
    if god.won:
        # The bar of the yellow god would not show on the winner's ground.
        draw_panel(canvas, Box(left - 4, top - 4, room + 8, _BAR + 8), canvas.theme.on_accent)
    canvas.stamp(sprite, left, top)


def _draw_note(canvas: Canvas, god: GodPanel, left: float, baseline: float, width: float) -> None:
    theme = canvas.theme
    if god.ready:
        canvas.stamp(signs.tick(theme, 13 * canvas.scale), left + 14, baseline - 10)
        left, width = left + 38, width - 38
    ink = theme.on_accent if god.won else theme.ink if god.ready else theme.muted
    canvas.write(god.note, left, baseline, _LABEL, ink, width=width, smallest=27)


def _draw_sum(canvas: Canvas, god: GodPanel, baseline: float) -> None:
    """Write each term above its word, closer together if there are many; without the result, which is the
    energy, where the terms would touch each other.
    """
    theme = canvas.theme
    widths = [
        max(canvas.line(term.number, _TERM, weight="bold").width, canvas.line(term.word, _LABEL).width)
        / canvas.scale
        for term in god.sum
    ]
    room = 1000 - _EDGE - 14 - _SUM
    if sum(widths) + _LEAST_GAP * (len(widths) - 1) > room:
        widths.pop()
    gap = min(_GAP, (room - sum(widths)) / max(len(widths) - 1, 1))
    number_ink = theme.last if god.planned else theme.muted if god.fallen else theme.ink
    word_ink = theme.muted
    if god.won:
        number_ink = word_ink = theme.on_accent
    left = _SUM
    for term, width in zip(god.sum, widths, strict=False):
        middle = left + width / 2
        canvas.write(term.number, middle, baseline, _TERM, number_ink, weight="bold", anchor=0.5)
        canvas.write(term.word, middle, baseline + 31, _LABEL, word_ink, anchor=0.5)
        left += width + gap


@cached
def _bar(size: tuple[int, int], spans: tuple[int, int], colour: Colour, theme: Theme, steps: int) -> Sprite:
    """A bar, filled up to the first span and hatched up to the second. All in pixels."""
    (width, height), (filled, hatched) = size, spans
    track = mix(theme.panel, theme.grid, 0.7)
    sketch = Sketch(0, 0, width + 1, height + 1)
    sketch.rounded((0, 0, width, height), height * 0.3, track)
    if hatched > filled:
        sketch.rounded((filled, 0, hatched, height), 0, mix(track, colour, 0.3))
        line, pitch = max(height * 0.1, 1), height * 0.42
        x = float(filled - height)
        while x < hatched:
            low, high = max(x, filled), min(x + height, hatched)
            if high > low:
                sketch.path(((low, height - (low - x)), (high, height - (high - x))), line, colour)
            x += pitch
    if filled > 0:
        sketch.rounded((0, 0, max(filled, 2), height), min(height * 0.3, filled / 2), colour)
    if 1 < steps <= 30:
        for step in range(1, steps):
            notch = width * step / steps
            sketch.path(((notch, height * 0.72), (notch, height)), max(height * 0.05, 1), theme.panel)
    return sketch.sprite()


@cached
def _strike(across: int, up: int, thick: int, colour: Colour) -> Sprite:
    """A slanting line, to be laid below the number."""
    sketch = Sketch(-thick, -up - thick, across + thick, thick)
    sketch.path(((0, 0), (across, -up)), thick, colour)
    return sketch.sprite()
