"""What stands above the board in every game: title, code, turn, what is awaited or how it ended, what just
happened, and a chip for each seat. Lengths are for a picture 1000 wide.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engines.contract import Seat, SeatInfo, View
from render.canvas import Canvas, Sketch, Sprite
from render.contract import Frame
from render.phrases import people_first, shorten
from render.text import clean
from render.theme import Colour, Theme, mix
from render.typeface import Weight

Emblem: TypeAlias = Callable[[Theme, Seat, float], Sprite]
"""Draws a seat's emblem with this radius in pixels."""

MARGIN = 40.0
HEADER_HEIGHT = 62.0
"""Of the line that `draw_headline` writes."""
CHIP_HEIGHT = 62.0
CHIPS_HEIGHT = CHIP_HEIGHT + 14
"""Of the row that `draw_chips` draws, with the room below it."""
_EDGE = 20.0
"""Left free beside the headline and the chips."""
_LONGEST_NAME = 20
"""Of a person in the headline, in characters: what they do or did must be read as well."""
_READABLE = 28
"""No text of a picture is smaller: 9 pixels where it is seen 340 wide."""
_BANNER = 70.0
"""Where the banner begins; above it stands the title."""
_BANNER_HEIGHT = 126.0
_SMALLEST_HEAD = 32
"""A headline that needs to be smaller on one line gets two."""
_HEAD_STEP = 39.0
"""Between the baselines of those."""
_CHIPS = 226.0
_CHIP_HEIGHT = 104.0
_CHIP_GAP = 20.0
_EMBLEM = 36.0


class Box(NamedTuple):
    """A rectangle of a picture 1000 wide."""

    left: float
    top: float
    width: float
    height: float


def draw_headline(canvas: Canvas, view: View, frame: Frame, seats: Sequence[SeatInfo]) -> None:
    """The line above everything, and the border of a proposal: what is awaited from whom or how it ended,
    the game's code and the turn.
    """
    theme, ink = canvas.theme, canvas.theme.ink
    names, people = [info.name for info in seats], [shorten(name, _LONGEST_NAME) for name in frame.players]
    words = people_first(view.prompt, names, people)
    if frame.preview:
        words, ink = "Preview: nothing is played yet", mix(theme.last, theme.ink, 0.3)
        _draw_preview_border(canvas)
    elif view.outcome is not None:
        words, ink = people_first(view.outcome.text.rstrip("."), names, people), theme.on_accent
        canvas.stamp(panel(canvas, 1000 - _EDGE, HEADER_HEIGHT - 8, theme.accent), _EDGE / 2, 6)
    muted = ink if view.outcome is not None and not frame.preview else theme.muted
    baseline, right = 45.0, 1000 - _EDGE - 4
    right -= canvas.write(view.turn, right, baseline, 29, muted, anchor=1, width=240, smallest=_READABLE) + 18
    right -= canvas.write(frame.code, right, baseline, 29, muted, weight="bold", anchor=1) + 28
    left = _EDGE + 4
    canvas.write(words, left, baseline, 37, ink, weight="bold", width=right - left, smallest=_READABLE)


def draw_chips(
    canvas: Canvas, view: View, frame: Frame, *, seats: Sequence[SeatInfo], emblem: Emblem, top: float
) -> None:
    """A row with a chip for each seat, `CHIPS_HEIGHT` high."""
    gap = 12.0
    width = (1000 - 2 * _EDGE - gap * (len(seats) - 1)) / len(seats)
    for seat, info in enumerate(seats):
        box = Box(_EDGE + seat * (width + gap), top, width, CHIP_HEIGHT)
        draw_chip(canvas, view, frame, (seat, info), emblem=emblem, box=box)


def draw_chip(
    canvas: Canvas, view: View, frame: Frame, seated: tuple[Seat, SeatInfo], *, emblem: Emblem, box: Box
) -> None:
    """A seat's emblem, its person and the game's own words about it, such as a score.

    Filled where the seat is to act or has won. In one line, or in two where the box is high enough (100): the
    emblem then stands before both or, where the box is narrow (under 200), before the second.
    """
    theme, (seat, info) = canvas.theme, seated
    on = seat in (view.to_act if view.outcome is None else view.outcome.winners)
    ground, ink, muted = (
        (theme.accent, theme.on_accent, theme.on_accent) if on else (theme.panel, theme.ink, theme.muted)
    )
    edge = (theme.accent_edge if on else theme.grid, 3.0)
    canvas.stamp(panel(canvas, box.width, box.height, ground, edge), box.left, box.top)
    two, narrow = box.height >= 100, box.width < 200
    middle = box.top + box.height / 2
    radius = min(box.height * 0.41, box.width * 0.13, 42.0 if two else 30.0)
    pad, low = 12.0, middle
    if two and narrow:
        radius, pad, low = 24.0, 6.0, middle + 23
    canvas.stamp(emblem(theme, seat, radius * canvas.scale), box.left + pad + radius, low)
    left, right = box.left + 2 * (radius + pad), box.left + box.width - pad - 4
    person = (frame.players[seat] if seat < len(frame.players) else "") or info.name
    if two:
        start = box.left + 12 if narrow else left
        _write(canvas, person, (start, right, middle - (13 if narrow else 9)), ink, weight="bold")
        _write(canvas, view.chips[seat], (left, right, middle + 32), muted)
        return
    words_start = right - (right - left) * 0.6
    used = _write(canvas, view.chips[seat], (words_start, right, middle + 10), muted, anchor=1)
    end = right - used - (14 if used else 0)
    _write(canvas, person, (left, end, middle + 11), ink, weight="bold")


def _write(
    canvas: Canvas,
    words: str,
    place: tuple[float, float, float],
    ink: Colour,
    *,
    weight: Weight = "medium",
    anchor: float = 0,
) -> float:
    """Write on a chip, fitted from a start to an end on a baseline, and return its width."""
    start, end, baseline = place
    size, x = (32 if weight == "bold" else 29), end if anchor else start
    width = end - start
    return canvas.write(
        words, x, baseline, size, ink, weight=weight, anchor=anchor, width=width, smallest=_READABLE
    )


def header_height(seats: int) -> float:
    """How much of the picture the header takes, for this many seats."""
    rows = (seats + 1) // 2
    return _CHIPS + rows * _CHIP_HEIGHT + (rows - 1) * _CHIP_GAP


def draw_header(
    canvas: Canvas,
    view: View,
    frame: Frame,
    *,
    title: str,
    seats: Sequence[SeatInfo],
    emblem: Emblem,
    drawn: str = "DRAW",
) -> None:
    """Draw the header, and the border of a proposal; `drawn` stands on every chip where nobody did better."""
    draw_title(canvas, view, frame, title)
    _draw_banner(canvas, view, frame)
    width = (1000 - 2 * MARGIN - _CHIP_GAP) / 2
    for seat, info in enumerate(seats):
        row, column = divmod(seat, 2)
        left = MARGIN + column * (width + _CHIP_GAP)
        top = _CHIPS + row * (_CHIP_HEIGHT + _CHIP_GAP)
        mark = _mark(view, seat, drawn, preview=frame.preview)
        edge = (canvas.theme.accent_edge, 4) if mark else (canvas.theme.grid, 2)
        canvas.stamp(panel(canvas, width, _CHIP_HEIGHT, canvas.theme.panel, edge), left, top)
        sprite = emblem(canvas.theme, seat, _EMBLEM * canvas.scale)
        canvas.stamp(sprite, left + 16 + _EMBLEM, top + _CHIP_HEIGHT / 2)
        person = frame.players[seat] if seat < len(frame.players) else ""
        _write_chip(
            canvas, (info.name, person, view.chips[seat]), left + 2 * _EMBLEM + 34, left + width - 20, top
        )
        if mark:
            draw_tag(canvas, mark, left + width - 24, top)
    if frame.preview:
        _draw_preview_border(canvas)


def _draw_preview_border(canvas: Canvas) -> None:
    """The dashed border of a picture that shows a proposal."""
    height = canvas.image.height / canvas.scale
    length, thick = canvas.px(12), max(canvas.px(6), 2)
    across = _dash(length, 0, thick, canvas.theme.last)
    down = _dash(0, length, thick, canvas.theme.last)
    for index in range(25):
        canvas.stamp(across, 20 + 40 * index, 9)
        canvas.stamp(across, 20 + 40 * index, height - 9)
    steps = round(height / 40)
    for index in range(steps):
        canvas.stamp(down, 9, height * (index + 0.5) / steps)
        canvas.stamp(down, 991, height * (index + 0.5) / steps)


@lru_cache(64)
def seat_emblem(theme: Theme, colour: Colour, letters: str, radius: float) -> Sprite:
    """A disc in a seat's colour with its letters, for games without emblems of their own."""
    sketch = Sketch.square(radius + 2)
    sketch.disc((0, 0), radius, colour)
    sketch.ring((0, 0), radius * 0.95, radius * 0.08, mix(colour, theme.ink, 0.4))
    sketch.letters(letters, "bold", radius * (1.15 if len(letters) == 1 else 0.9), (0, 0), theme.halo)
    return sketch.sprite()


def draw_title(canvas: Canvas, view: View, frame: Frame, title: str) -> None:
    """The topmost line: title, code, turn."""
    theme = canvas.theme
    turn = canvas.write(view.turn, 1000 - MARGIN, 50, 29, theme.muted, anchor=1, width=260, smallest=25)
    code_end = 1000 - MARGIN - turn - 22
    code = canvas.write(
        frame.code, code_end, 50, 29, theme.ink, weight="bold", anchor=1, width=200, smallest=25
    )
    left = code_end - code - 30 - MARGIN
    canvas.write(title, MARGIN, 50, 29, theme.muted, width=left, smallest=25)


def _draw_banner(canvas: Canvas, view: View, frame: Frame) -> None:
    """The headline, if need be on two lines, and what just happened; on a coloured band after the end."""
    theme = canvas.theme
    headline, ink, muted = view.prompt, theme.ink, theme.muted
    left, right = MARGIN, 1000 - MARGIN
    if frame.preview:
        headline, ink = "Preview: nothing is played yet", theme.last
    elif view.outcome is not None:
        headline, ink, muted = view.outcome.text.rstrip("."), theme.on_accent, theme.on_accent
        canvas.stamp(panel(canvas, right - left, _BANNER_HEIGHT, theme.accent), left, _BANNER)
        left, right = left + 26, right - 26
    width = right - left
    told = canvas.lines(frame.happened, 29, width=width, most=2, smallest=26)
    size, step = (46, 38) if len(told) < 2 else (42, 36)
    heads = [canvas.line(headline, size, weight="bold", width=width, smallest=_SMALLEST_HEAD)]
    if heads[0].text != clean(headline):
        heads = canvas.lines(headline, 36, width=width, most=2, smallest=30, weight="bold")
        told = canvas.lines(frame.happened, 27, width=width, most=1, smallest=25)
        size, step = 36, 29
    block = size * 0.73 + _HEAD_STEP * (len(heads) - 1) + step * len(told) + 8 * bool(told)
    baseline = _BANNER + (_BANNER_HEIGHT - block) / 2 + size * 0.73
    for line in heads:
        canvas.put(line, left, baseline, ink)
        baseline += _HEAD_STEP
    baseline += 8 - _HEAD_STEP
    for index, line in enumerate(told, start=1):
        canvas.put(line, left, baseline + step * index, muted)


def _write_chip(canvas: Canvas, texts: tuple[str, str, str], start: float, end: float, top: float) -> None:
    """A chip's words: the seat and beside it the person, below them the game's own, such as a score."""
    theme, (seat, person, words) = canvas.theme, texts
    room = (end - start) * (0.6 if person else 1)
    used = canvas.write(seat, start, top + 47, 32, theme.ink, weight="bold", width=room, smallest=26)
    start_person = start + used + 14
    canvas.write(person, start_person, top + 47, 30, theme.ink, width=end - start_person, smallest=26)
    canvas.write(words, start, top + 84, 28, theme.muted, width=end - start, smallest=25)


def _mark(view: View, seat: Seat, drawn: str, *, preview: bool) -> str:
    """A word on the chip of a seat that is to act, has won or has drawn."""
    if view.outcome is None:
        return ("NEXT" if preview else "TO ACT") if seat in view.to_act else ""
    if view.outcome.drawn:
        return drawn
    return ("WINS" if preview else "WON") if seat in view.outcome.winners else ""


def draw_tag(canvas: Canvas, text: str, right: float, middle: float) -> None:
    """A small filled tag astride a chip's upper edge, ending at `right`."""
    theme = canvas.theme
    line = canvas.line(text, 24, weight="bold")
    width = line.width / canvas.scale + 30
    canvas.stamp(panel(canvas, width, 36, theme.accent), right - width, middle - 18)
    canvas.write(text, right - 15, middle + 9, 24, theme.on_accent, weight="bold", anchor=1)


def panel(
    canvas: Canvas, width: float, height: float, colour: Colour, edge: tuple[Colour, float] | None = None
) -> Sprite:
    """A rectangle with round corners and, if wanted, an edge; the anchor is its upper left corner."""
    line = None if edge is None else (edge[0], max(canvas.px(edge[1]), 1))
    radius = canvas.px(min(22, height / 2))
    return _panel_sprite((canvas.px(width), canvas.px(height)), radius, colour, line)


@lru_cache(64)
def _panel_sprite(
    size: tuple[int, int], radius: int, colour: Colour, edge: tuple[Colour, int] | None
) -> Sprite:
    width, height = size
    sketch = Sketch(0, 0, width, height)
    inset = 0
    if edge is not None:
        sketch.rounded((0, 0, width - 0.25, height - 0.25), radius, edge[0])
        inset = edge[1]
    box = (inset, inset, width - 0.25 - inset, height - 0.25 - inset)
    sketch.rounded(box, max(radius - inset, 1), colour)
    return sketch.sprite()


@lru_cache(16)
def _dash(across: int, down: int, thick: int, colour: Colour) -> Sprite:
    sketch = Sketch.square(max(across, down) + thick)
    sketch.path(((-across, -down), (across, down)), thick, colour)
    return sketch.sprite()
