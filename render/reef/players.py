"""The players' public possessions; the bag and the algae; and a hand as a picture of its own, for direct
messages, which shows no reef. Lengths are for a picture 1000 wide.
"""

from collections.abc import Iterator

from PIL import Image

from engines.contract import Seat
from engines.reef.components import ALGAE, CORALS
from engines.reef.counts import from_letters
from engines.reef.view import OwnView, PlayerView, ReefView
from render.cache import cached
from render.canvas import Canvas, Sketch, Sprite
from render.contract import Frame
from render.flow import Item, draw_flow, lines_of, with_count, word
from render.header import HEADER_HEIGHT, Box, draw_chip_ground, draw_panel
from render.reef.pieces import alga_sign, polyp, shrimp, tile
from render.reef.plan import EDGE
from render.theme import THEMES, Colour

TILE, CUBE, SIGN = 33.0, 38.0, 34.0
"""The widths of small pieces."""
_LINE = 34.0
_STOCK_LINE = 44.0
_NARROW, _EMBLEM = 240.0, 44.0
"""The width below which a chip is narrow, and the room for its emblem."""
_BLANK = 9.0
"""The space between a number and the word behind it."""
_NAME = 41.0
"""The height of the line with a player's name."""


def draw_player(canvas: Canvas, view: ReefView, frame: Frame, seat: Seat, box: Box) -> None:
    """Draw a player's shrimp and person, the consumed polyps in front, and how often the fish was fed."""
    theme, player = canvas.theme, view.players[seat]
    ink, _ = draw_chip_ground(canvas, view, frame, seat, box)
    narrow = box.width < _NARROW
    emblem = shrimp(theme, player.colour, (14 if narrow else 17) * canvas.scale)
    left = 12.0 if narrow else 66.0
    width = box.width - left - 8
    if view.outcome is not None or player.resigned:
        items = [word(canvas, view.chips[seat], ink, weight="medium")]
    else:
        items = list(_front(canvas, player, ink))
    room = box.height - _NAME - 4
    line = min(_LINE, room)
    most = round(room / line)
    if lines_of(spaced := _spaced(items), width) <= most:
        items = spaced
    name, top = left, _NAME
    beside = lines_of(items, width - _EMBLEM)
    if not narrow:
        canvas.stamp(emblem, box.left + 36, box.top + box.height / 2)
    elif beside <= most:
        # The name has a line of its own.
        canvas.stamp(emblem, box.left + left + 20, box.top + _NAME + room / 2)
        left, width, top = left + _EMBLEM, width - _EMBLEM, _NAME + (room - line * beside) / 2
    else:
        name += _EMBLEM
        canvas.stamp(emblem, box.left + left + 18, box.top + 25)
    person = frame.person(seat) or player.colour.capitalize()
    room = box.width - name - 8
    canvas.write(person, box.left + name, box.top + 37, 31, ink, weight="bold", width=room, smallest=28)
    draw_flow(items, (box.left + left, box.top + top), width, line, most)


def second_line(view: ReefView) -> float:
    """How much higher a strip above the reefs must be: by a line if somebody's tiles need a second one."""
    fronts = [one.front for one in view.players if view.outcome is None]
    return _LINE / 2 * any(sum(map(bool, front)) > 2 or max(front) > 9 for front in fronts)


def _spaced(items: list[Item]) -> list[Item]:
    """The items with a blank before the last one, a word, which would touch the number before it."""
    *others, last = items
    return [*others[:-1], *(one._replace(width=one.width + _BLANK) for one in others[-1:]), last]


def _front(canvas: Canvas, player: PlayerView, ink: Colour) -> Iterator[Item]:
    theme, scale = canvas.theme, canvas.scale
    for coral, count in zip(CORALS, player.front, strict=True):
        if count:
            yield with_count(canvas, tile(theme, coral, TILE * scale), TILE, count, ink)
    yield word(canvas, f"fed {player.eaten}", ink)


@cached
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


def draw_stock(canvas: Canvas, view: ReefView, box: Box) -> None:
    """Draw the bag, the viewer's shrimps and score, and the cylinders left, the alga played last ringed."""
    known, algae = _known(canvas, view), list(_cylinders(canvas, view))
    corner, width, most = (box.left + 6, box.top + 2), box.width - 6, int(box.height / _STOCK_LINE)
    if most == 1:
        draw_flow([*known, *algae], corner, width, _STOCK_LINE, most)
        return
    draw_flow(known, corner, width, _STOCK_LINE, most // 2)
    # In two rows of two, or in one row.
    width = 150 if box.width < _NARROW else width
    draw_flow(algae, (corner[0], corner[1] + most // 2 * _STOCK_LINE), width, _STOCK_LINE, most // 2)


def _known(canvas: Canvas, view: ReefView) -> list[Item]:
    theme = canvas.theme
    bag = word(canvas, f"bag {view.bag}", theme.ink)
    if view.own is None or view.results:
        return [bag]
    emblem = shrimp(theme, view.players[view.viewer or 0].colour, 12 * canvas.scale)
    shrimps = with_count(canvas, emblem, 36, view.own.shrimps, theme.ink)
    return _spaced([bag, shrimps, word(canvas, f"score {view.own.score}", theme.ink)])


def _cylinders(canvas: Canvas, view: ReefView) -> Iterator[Item]:
    for alga, count in zip(ALGAE, view.cylinders, strict=True):
        last = alga == view.sea_cylinder
        sign = alga_sign(canvas.theme, alga, SIGN * canvas.scale, marked=last)
        yield with_count(canvas, sign, SIGN + 6 * last, count, canvas.theme.ink)


_HELD_ROWS = ("Hand", "Cubes", "Fish", "In front", "Worth")
_HELD_TOP, _HELD_STEP = HEADER_HEIGHT + 64, 112.0
_HELD_HEIGHT = 760.0


def draw_held(view: ReefView, own: OwnView, frame: Frame) -> Image.Image:
    """Hand, cubes, fish, the tiles in front of the screen and the colours' worth, a line for each coral."""
    canvas = Canvas.blank(frame.width, _HELD_HEIGHT, THEMES[frame.theme])
    theme = canvas.theme
    canvas.write("What you hold", 24, 45, 37, theme.ink, weight="bold")
    canvas.write(frame.code, 976, 45, 29, theme.muted, weight="bold", anchor=1)
    cubes = own.cubes if own.choice is None else from_letters(own.choice)
    columns = [230 + 165 * number for number in range(len(_HELD_ROWS))]
    for x, label in zip(columns, _HELD_ROWS, strict=True):
        canvas.write(label, x, HEADER_HEIGHT + 44, 34, theme.muted, weight="bold", anchor=0.5)
    front = view.players[view.viewer or 0].front
    for row, space in enumerate(view.sea):
        y = _HELD_TOP + _HELD_STEP * (row + 0.5)
        box = Box(EDGE, y - _HELD_STEP / 2 + 5, 1000 - 2 * EDGE, _HELD_STEP - 10)
        draw_panel(canvas, box, theme.panel, (theme.grid, 2))
        canvas.stamp(polyp(theme, space.colour, 84 * canvas.scale), 82, y)
        held = (own.hand[row], cubes[row], own.fish[row], front[row])
        for x, count in zip(columns, held, strict=False):
            if count:
                canvas.write(str(count), x, y + 19, 54, theme.ink, weight="bold", anchor=0.5)
        canvas.write(f"×{space.value}", columns[-1], y + 16, 46, theme.muted, weight="bold", anchor=0.5)
    y = _HELD_TOP + _HELD_STEP * len(view.sea) + 38
    colour = view.players[view.viewer or 0].colour
    for index in range(own.shrimps):
        canvas.stamp(shrimp(theme, colour, 21 * canvas.scale), 72 + 70 * index, y)
    if not own.shrimps:
        canvas.write("no shrimp left", 40, y + 12, 34, theme.muted)
    canvas.write(f"Score {own.score}", columns[2], y + 14, 40, theme.ink, weight="bold", anchor=0.5)
    return canvas.image
