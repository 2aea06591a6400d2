"""The header of every game's picture: a line with the prompt or the outcome, code and turn, and a chip for
each seat. Lengths are for a picture 1000 wide.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from engines.contract import Outcome, Seat, SeatInfo, View
from engines.wording import listed, shorten
from render.cache import cached
from render.canvas import Canvas, Sketch, Sprite
from render.contract import Frame
from render.phrases import people_first
from render.text import legible
from render.theme import Colour, Theme, mix

Emblem: TypeAlias = Callable[[Theme, Seat, float], Sprite]
"""Draws a seat's emblem with this radius in pixels."""

HEADER_HEIGHT = 62.0
"""The height of the line that `draw_headline` writes."""
CHIP_HEIGHT = 62.0
CHIPS_HEIGHT = CHIP_HEIGHT + 14
"""The height of a row of chips (`chip_row`), with the space below it."""
_EDGE = 20.0
"""The space left free beside the headline and the chips."""
_BORDER = 5.0
"""Where the middle of a proposal's border runs: beside the names of rows, which its dashes would lengthen."""
_NAME_LENGTHS = (20, 12, 8)
"""The lengths, in characters, to which names of people are cut one after the other until the line fits."""
_READABLE = 28
"""The smallest size of a text: 9 pixels where the picture is seen 340 wide."""


class Box(NamedTuple):
    """A rectangle of a picture 1000 wide."""

    left: float
    top: float
    width: float
    height: float


def draw_headline(
    canvas: Canvas, view: View, frame: Frame, seats: Sequence[SeatInfo], brief: str = ""
) -> None:
    """The top line, and the border of a proposal: the prompt or the outcome, the game's code and the turn.

    `brief`: the outcome in fewer words, for where the whole has no room; empty: who has won.
    """
    theme, ink, said = canvas.theme, canvas.theme.ink, view.prompt
    if frame.preview:
        said = "Not played: a computer's choice" if frame.suggested else "Preview: nothing is played yet"
        ink = mix(theme.last, theme.ink, 0.3)
        _draw_preview_border(canvas)
    elif view.outcome is not None:
        said, ink = view.outcome.text.rstrip("."), theme.on_accent
        draw_panel(canvas, Box(_EDGE / 2, 6, 1000 - _EDGE, HEADER_HEIGHT - 8), theme.accent)
    muted = ink if view.outcome is not None and not frame.preview else theme.muted
    baseline, right = 45.0, 1000 - _EDGE - 4
    right -= canvas.write(view.turn, right, baseline, 29, muted, anchor=1, width=240, smallest=_READABLE) + 18
    right -= canvas.write(frame.code, right, baseline, 29, muted, weight="bold", anchor=1) + 28
    left = _EDGE + 4
    width = right - left
    ways = (said,) if view.outcome is None else (said, brief or _winners(view.outcome, seats))
    words = fitting(canvas, ways, frame, seats, width)
    canvas.write(words, left, baseline, 37, ink, weight="bold", width=width, smallest=_READABLE, ltr=True)


def _winners(outcome: Outcome, seats: Sequence[SeatInfo]) -> str:
    return "Draw" if outcome.drawn else f"{listed(seats[seat].name for seat in outcome.winners)} won"


def fitting(
    canvas: Canvas, said: Sequence[str], frame: Frame, seats: Sequence[SeatInfo], width: float
) -> str:
    """The first of these texts that fits into the width, with people in place of the seats that it names.

    Before the next text is tried, the names of people are cut shorter, and at last the seats stand. A seat
    also stands for a person whose name has no letter that a font can write.
    """
    names, players = [info.name for info in seats], [legible(name) for name in frame.players]
    people = [[shorten(name, longest) for name in players] for longest in _NAME_LENGTHS]
    ways = [way for text in said for way in (*(people_first(text, names, shown) for shown in people), text)]
    fit = (way for way in ways if canvas.line(way, _READABLE, weight="bold").width <= width * canvas.scale)
    # The ellipsis of a name that is cut ends a sentence without a full stop.
    return next(fit, ways[0]).replace("….", "…")


def chip_row(seats: int, top: float, height: float = CHIP_HEIGHT) -> list[Box]:
    """The boxes of a row with a chip for each seat."""
    gap = 12.0
    width = (1000 - 2 * _EDGE - gap * (seats - 1)) / seats
    return [Box(_EDGE + seat * (width + gap), top, width, height) for seat in range(seats)]


def draw_chips(
    canvas: Canvas,
    view: View,
    frame: Frame,
    *,
    seats: Sequence[SeatInfo],
    boxes: Sequence[Box],
    emblem: Emblem,
) -> None:
    """Draw a chip for each seat: its emblem, its person and the game's words about it, such as a score."""
    for seat, (info, box) in enumerate(zip(seats, boxes, strict=True)):
        _draw_chip(canvas, view, frame, (seat, info), emblem=emblem, box=box)


def _draw_chip(
    canvas: Canvas, view: View, frame: Frame, seated: tuple[Seat, SeatInfo], *, emblem: Emblem, box: Box
) -> None:
    """Draw a chip in one line, or in two if the box is high enough (100): the emblem then precedes both or,
    in a narrow box (under 240), the second.
    """
    seat, info = seated
    ink, muted = draw_chip_ground(canvas, view, frame, seat, box)
    two, narrow = box.height >= 100, box.width < 240
    middle = box.top + box.height / 2
    radius = min(box.height * 0.41, box.width * 0.13, 42.0 if two else 30.0)
    pad, low = 12.0, middle
    if two and narrow:
        radius, pad, low = 24.0, 6.0, middle + 23
    canvas.stamp(emblem(canvas.theme, seat, radius * canvas.scale), box.left + pad + radius, low)
    left, right = box.left + 2 * (radius + pad), box.left + box.width - pad - 4
    person = frame.person(seat) or info.name
    write, room = partial(canvas.write, smallest=_READABLE), right - left
    if two:
        write(view.chips[seat], left, middle + 32, 29, muted, width=room)
        start, baseline = (box.left + 12, middle - 13) if narrow else (left, middle - 9)
        write(person, start, baseline, 32, ink, weight="bold", width=right - start)
        return
    used = write(view.chips[seat], right, middle + 10, 29, muted, anchor=1, width=room * 0.65)
    room -= used + (14 if used else 0)
    write(person, left, middle + 11, 32, ink, weight="bold", width=room)


def draw_chip_ground(canvas: Canvas, view: View, frame: Frame, seat: Seat, box: Box) -> tuple[Colour, Colour]:
    """Draw the ground of a seat's chip: filled if the seat is to act or has won, its outline broad if
    something has changed. Returns the inks on it: for its name and for all else.
    """
    theme = canvas.theme
    on = seat in (view.to_act if view.outcome is None else view.outcome.winners)
    edge = (theme.accent_edge if on else theme.grid), 3.0
    if chip_name(seat) in frame.changed:
        edge = theme.last, 7.0
    ground = theme.accent if on else theme.panel
    draw_panel(canvas, box, ground, edge)
    return (theme.on_accent, theme.on_accent) if on else (theme.ink, theme.muted)


def chip_name(seat: Seat) -> str:
    """The name of a seat's chip as a place (`Frame.changed`)."""
    return f"seat {seat}"


def _draw_preview_border(canvas: Canvas) -> None:
    """The dashed border of a picture that shows a proposal."""
    height = canvas.image.height / canvas.scale
    length, thick = canvas.px(12), max(canvas.px(6), 2)
    across = _dash(length, 0, thick, canvas.theme.last)
    down = _dash(0, length, thick, canvas.theme.last)
    for index in range(25):
        canvas.stamp(across, 20 + 40 * index, _BORDER)
        canvas.stamp(across, 20 + 40 * index, height - _BORDER)
    steps = round(height / 40)
    for index in range(steps):
        canvas.stamp(down, _BORDER, height * (index + 0.5) / steps)
        canvas.stamp(down, 1000 - _BORDER, height * (index + 0.5) / steps)


@cached
def seat_emblem(theme: Theme, colour: Colour, letters: str, radius: float) -> Sprite:
    """A disc in a seat's colour with its letters, for games without emblems of their own."""
    sketch = Sketch.square(radius + 2)
    # Mixed with ink, away from the letters' colour: on the plain colours of some seats they are illegible.
    sketch.disc((0, 0), radius, mix(colour, theme.ink, 0.15))
    sketch.ring((0, 0), radius * 0.95, radius * 0.08, mix(colour, theme.ink, 0.4))
    sketch.letters(letters, "bold", radius * (1.15 if len(letters) == 1 else 0.9), (0, 0), theme.halo)
    return sketch.sprite()


def draw_panel(canvas: Canvas, box: Box, colour: Colour, edge: tuple[Colour, float] | None = None) -> None:
    """A rectangle with round corners and, if wanted, an edge."""
    line = None if edge is None else (edge[0], max(canvas.px(edge[1]), 1))
    radius = canvas.px(min(22, box.height / 2))
    for part in _panel_sprites((canvas.px(box.width), canvas.px(box.height)), radius, colour, line):
        canvas.stamp(part, box.left, box.top)


@cached
def _panel_sprites(
    size: tuple[int, int], radius: int, colour: Colour, edge: tuple[Colour, int] | None
) -> tuple[Sprite, Sprite, Sprite]:
    """Both ends with the corners, and between them what covers all below it, which is quickly put there. The
    anchors are the panel's upper left corner.
    """
    width, height = size
    sketch = Sketch(0, 0, width, height)
    inset = 0
    if edge is not None:
        sketch.rounded((0, 0, width - 0.25, height - 0.25), radius, edge[0])
        inset = edge[1]
    box = (inset, inset, width - 0.25 - inset, height - 0.25 - inset)
    sketch.rounded(box, max(radius - inset, 1), colour)
    image, _ = sketch.sprite()
    left, right = (image.crop((start, 0, start + radius, height)) for start in (0, width - radius))
    middle = image.crop((radius, 0, width - radius, height)).convert("RGB")
    return Sprite(left, (0, 0)), Sprite(middle, (-radius, 0)), Sprite(right, (radius - width, 0))


@cached
def _dash(across: int, down: int, thick: int, colour: Colour) -> Sprite:
    sketch = Sketch.square(max(across, down) + thick)
    sketch.path(((-across, -down), (across, down)), thick, colour)
    return sketch.sprite()
