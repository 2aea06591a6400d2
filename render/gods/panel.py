"""A god's panel: its energy as a number and as a bar, whether it is ready or has fallen, and the arithmetic
of a round. Lengths are for a picture 1000 wide unless they say pixels.
"""

from functools import lru_cache
from typing import NamedTuple

from engines.contract import Seat
from engines.gods.colours import LETTERS
from engines.wording import figure
from render.canvas import Canvas, Sketch, Sprite
from render.gods import signs
from render.gods.colours import colour_of
from render.gods.ring import LOWER, PANEL_HEIGHT, UPPER
from render.header import MARGIN, panel
from render.theme import Colour, Theme, mix

_GAP = 20.0
_WIDTH = (1000 - 2 * MARGIN - _GAP) / 2
_INSET = 24.0
_NUMBER = 77.0
"""The size of the energy."""
_NUMBER_ROOM = 148.0
_ROOM = _WIDTH - _NUMBER_ROOM - 2 * _INSET
"""The width that is left beside it."""
_BAR = 30.0
"""The height of the bar ..."""
_CAP = 1.42
"""... and the room that the letter before it takes, in such heights."""
_STEP = 10
"""Energy between two notches of the bar."""
_TERM, _LABEL, _BETWEEN = 36.0, 25.0, 15.0
"""The sizes of the arithmetic's numbers and of the words below them, and the room between two terms."""
_SHRINK = (1.0, 0.92, 0.85, 0.78, 0.7)


class Term(NamedTuple):
    """A number of the arithmetic with its sign, and the word below it."""

    number: str
    word: str


class Standing(NamedTuple):
    """What a god's panel shows."""

    seat: Seat
    energy: int
    before: int
    """Its energy before what the arithmetic tells: the bar shows what was lost since."""
    full: int
    """The energy of a full bar."""
    fallen: bool
    won: bool
    ready: bool
    note: str
    """A few words below the bar."""
    sum: tuple[Term, ...]
    planned: bool
    """The arithmetic is that of the viewer's own plan."""


def draw_panel(canvas: Canvas, god: Standing) -> None:
    """Draw it where the god's corner is."""
    theme = canvas.theme
    row, column = divmod(god.seat, 2)
    left, top = MARGIN + column * (_WIDTH + _GAP), LOWER if row else UPPER
    edge = (theme.accent_edge, 4.0) if god.won else (theme.last, 4.0) if god.planned else (theme.grid, 2.0)
    ground = theme.surface if god.fallen else theme.panel
    canvas.stamp(panel(canvas, _WIDTH, PANEL_HEIGHT, ground, edge), left, top)
    _draw_number(canvas, god, left + _INSET, top + 80)
    _draw_bar(canvas, god, left + _INSET + _NUMBER_ROOM, top + 24)
    _draw_note(canvas, god, left + _INSET + _NUMBER_ROOM, top + 89)
    _draw_sum(canvas, god, left + _INSET, top + PANEL_HEIGHT - 48)


def _draw_number(canvas: Canvas, god: Standing, left: float, baseline: float) -> None:
    """The energy, struck through where the god has fallen."""
    ink = canvas.theme.muted if god.fallen else canvas.theme.ink
    line = canvas.line(
        figure(god.energy), _NUMBER, weight="bold", width=_NUMBER_ROOM - 16, smallest=_NUMBER * 0.6
    )
    if god.fallen:
        across = round(line.width) + canvas.px(16)
        strike = _strike(across, canvas.px(44), max(canvas.px(7), 2), canvas.theme.danger)
        canvas.stamp(strike, left - 8, baseline - 5)
    canvas.put(line, left, baseline, ink)


def _draw_bar(canvas: Canvas, god: Standing, left: float, top: float) -> None:
    """What is left in the god's colour, what was lost last hatched, with the god's letter before it."""
    theme = canvas.theme
    cap = _cap(theme, god.seat, canvas.px(_BAR * 0.62), fallen=god.fallen)
    start = left + _BAR * _CAP
    colour = colour_of(theme, god.seat, fallen=god.fallen)
    room = _ROOM - _BAR * _CAP
    spans = [max(min(value, god.full), 0) / god.full * room for value in (god.energy, god.before)]
    sprite = _bar(
        (canvas.px(room), canvas.px(_BAR)),
        (canvas.px(spans[0]), canvas.px(max(spans))),
        colour,
        theme,
        round(god.full / _STEP),
    )
    canvas.stamp(sprite, start, top)
    canvas.stamp(cap, left + _BAR * 0.62, top + _BAR / 2)


def _draw_note(canvas: Canvas, god: Standing, left: float, baseline: float) -> None:
    theme, width = canvas.theme, _ROOM
    if god.ready:
        canvas.stamp(signs.tick(theme, 13 * canvas.scale), left + _BAR * 0.62, baseline - 10)
        left, width = left + 44, width - 44
    ink = theme.ink if god.ready else theme.muted
    canvas.write(god.note, left, baseline, 28, ink, width=width, smallest=25)


def _draw_sum(canvas: Canvas, god: Standing, left: float, baseline: float) -> None:
    """Each term above its word; smaller if there are many."""
    theme, share, widths = canvas.theme, 1.0, [0.0]
    for share in _SHRINK:
        widths = [
            max(
                canvas.line(term.number, _TERM * share, weight="bold").width,
                canvas.line(term.word, _LABEL * share).width,
            )
            / canvas.scale
            for term in god.sum
        ]
        if sum(widths) + _BETWEEN * share * (len(widths) - 1) <= _WIDTH - 2 * _INSET:
            break
    number_ink = theme.last if god.planned else theme.muted if god.fallen else theme.ink
    for term, width in zip(god.sum, widths, strict=True):
        middle = left + width / 2
        canvas.write(term.number, middle, baseline, _TERM * share, number_ink, weight="bold", anchor=0.5)
        canvas.write(term.word, middle, baseline + 31, _LABEL * share, theme.muted, anchor=0.5)
        left += width + _BETWEEN * share


@lru_cache(64)
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


@lru_cache(64)
def _cap(theme: Theme, seat: Seat, radius: float, *, fallen: bool) -> Sprite:
    """The letter at the beginning of a bar."""
    sketch = Sketch.square(radius * 1.3)
    sketch.disc((0, 0), radius * 1.2, theme.surface if fallen else theme.panel)
    sketch.disc((0, 0), radius, colour_of(theme, seat, fallen=fallen))
    sketch.letters(LETTERS[seat].upper(), "bold", radius * 1.3, (0, 0), theme.halo)
    return sketch.sprite()


@lru_cache(32)
def _strike(across: int, up: int, thick: int, colour: Colour) -> Sprite:
    """A slanting line, to be laid below the number."""
    sketch = Sketch(-thick, -up - thick, across + thick, thick)
    sketch.path(((0, 0), (across, -up)), thick, colour)
    return sketch.sprite()
