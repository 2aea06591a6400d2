"""The five corals in a column each: the viewer's holdings, the open-sea space, what each coral eats and is
worth, the supply; at the end every fish. Lengths are for a picture 1000 wide.
"""

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from engines.reef.components import CORALS, Coral
from engines.reef.counts import from_letters, singly
from engines.reef.view import Marks, OwnView, ReefView, ResultView, SpaceView, TileView
from render.cache import cached
from render.canvas import Canvas, Point, Sketch, Sprite
from render.contract import Frame
from render.flow import UNCOVERED, Item, draw_flow, explained, with_count
from render.header import Box, draw_panel
from render.reef.colours import WATERS
from render.reef.pieces import alga_sign, laid_ring, larva, padlock, shrimp, star, tile
from render.reef.plan import CORAL_WIDTH, EDGE, LABELS
from render.reef.players import CUBE, SIGN, TILE, fish
from render.theme import Theme

_OWN, _SEA, _EATS, _LEFT = 44.0, 46.0, 74.0, 42.0
_LEGEND = 62.0
"""The height of the line that says what the signs mean, below the table."""
_EATS_AT_END, _RESULT = 46.0, 40.0
_WORTH = 50.0
"""The room for a coral and its worth, before the corals that it eats."""
_SMALL = 33.0


def table_height(view: ReefView) -> float:
    """How high the table of a position and its legend are."""
    return _rows_height(view) + _LEGEND


def _rows_height(view: ReefView) -> float:
    if view.results:
        return _EATS_AT_END + _RESULT * len(view.results)
    return (_OWN if view.own is not None else 0) + _SEA + _EATS + _LEFT


class Marked(NamedTuple):
    """The marks in the table."""

    names: Collection[str]
    """Coral tiles by their ids, and spaces of the open sea (`sea_name`)."""
    added: Mapping[Coral, Coral]
    """The tile of the refill in each space that got one."""


def sea_name(colour: Coral) -> str:
    """The name of a space of the open sea as a place (`Frame.changed`)."""
    return f"sea {colour}"


def marked_in(last: Marks | None, frame: Frame) -> Marked:
    """The marks of a turn: tiles flipped and locked, the space taken, the refill. Without a turn, those of
    `Frame.changed`.
    """
    if last is None:
        return Marked(frame.changed, {})
    taken = () if last.collected is None else (sea_name(last.collected),)
    return Marked((*last.flipped, *((last.locked,) if last.locked else ()), *taken), dict(last.filled))


def draw_table(canvas: Canvas, view: ReefView, top: float, marked: Marked) -> None:
    """Draw the table, with its marks."""
    theme, height = canvas.theme, _rows_height(view)
    legend = (EDGE + 10, top + height + 14)
    draw_flow(_legend(canvas, view), legend, UNCOVERED - EDGE - 10, _LEGEND - 18, most=1)
    draw_panel(canvas, Box(EDGE, top, 1000 - 2 * EDGE, height), theme.panel, (theme.grid, 2))
    for number in range(len(CORALS)):
        canvas.stamp(_rule(theme, canvas.px(height - 8)), column(number) - 2, top + 4)
    if view.results:
        _draw_eaten(canvas, view, top, marked)
        lines = sorted(view.results, key=lambda one: (one.rank, one.seat))
        for number, line in enumerate(lines):
            _draw_result(canvas, view, line, top + _EATS_AT_END + _RESULT * (number + 0.5))
        return
    if view.own is not None:
        _draw_own(canvas, view.own, top + _OWN / 2)
        top += _OWN
    _draw_sea(canvas, view, top + _SEA / 2, marked)
    _draw_eaten(canvas, view, top + _SEA, marked)
    _draw_left(canvas, view, top + _SEA + _EATS + _LEFT / 2)


def column(number: int) -> float:
    """Where the column of the coral of this number begins."""
    return EDGE + LABELS + CORAL_WIDTH * number


def _label(canvas: Canvas, text: str, y: float) -> None:
    canvas.write(text, EDGE + 10, y + 9, 28, canvas.theme.muted)


def _draw_own(canvas: Canvas, own: OwnView, y: float) -> None:
    """Draw the viewer's holdings behind the screen and in the fish. Nobody else gets a picture with them."""
    theme, scale = canvas.theme, canvas.scale
    _label(canvas, "yours", y)
    cubes = own.cubes if own.choice is None else from_letters(own.choice)
    crowded = _crowded(own)
    for number, coral in enumerate(CORALS):
        pieces = (
            (tile(theme, coral, TILE * scale), own.hand[number]),
            (larva(theme, coral, CUBE * scale), cubes[number]),
            (fish(theme.ink, 14 * scale), 0 if crowded else own.fish[number]),
        )
        for place, (sprite, count) in enumerate(pieces):
            if count:
                x = column(number) + 3 + (84 if crowded else 60) * place
                with_count(canvas, sprite, 35, count, theme.ink).draw((x, y))


def _crowded(own: OwnView) -> bool:
    """Whether numbers of two digits leave no room for the fish beside hand and cubes. The fish then takes the
    place of the legend.
    """
    return max(*own.hand, *own.cubes, *own.fish) > 9


def _draw_sea(canvas: Canvas, view: ReefView, y: float, marked: Marked) -> None:
    """Draw the open-sea spaces: their cubes, and their tiles, those of the refill ringed."""
    theme, scale = canvas.theme, canvas.scale
    _label(canvas, "sea", y)
    for number, space in enumerate(view.sea):
        x = column(number)
        if sea_name(space.colour) in marked.names:
            canvas.stamp(
                _collected(theme, canvas.px(CORAL_WIDTH - 8), canvas.px(_SEA - 6)), x + 2, y - _SEA / 2 + 3
            )
        if space.cube:
            canvas.stamp(larva(theme, space.colour, CUBE * scale), x + 28, y)
        _draw_space(canvas, space, (x + 74, y), marked.added.get(space.colour))


def _draw_space(canvas: Canvas, space: SpaceView, start: Point, added: Coral | None) -> None:
    tiles = singly(space.tiles)
    pitch = min(TILE + 4, (CORAL_WIDTH - 104) / max(len(tiles) - 1, 1))
    for index, coral in enumerate(tiles):
        canvas.stamp(tile(canvas.theme, coral, TILE * canvas.scale), start[0] + index * pitch, start[1])
    if added in tiles:
        ring = laid_ring(canvas.theme, (TILE + 5) * canvas.scale)
        canvas.stamp(ring, start[0] + tiles.index(added) * pitch, start[1])


def _draw_eaten(canvas: Canvas, view: ReefView, top: float, marked: Marked) -> None:
    """Draw each coral with its worth and the corals that it eats; below these the alga that reverses it, or a
    lock.
    """
    theme, scale = canvas.theme, canvas.scale
    first, second = top + 24, top + 60
    _label(canvas, "eats", first)
    if not view.results:
        _label(canvas, "worth", second)
    for number, space in enumerate(view.sea):
        x = column(number) + 24
        eaten = sorted(
            (one for one in view.tiles if one.stronger == space.colour),
            key=lambda one: CORALS.index(one.weaker),
        )
        canvas.stamp(tile(theme, space.colour, 40 * scale), x, first)
        if not view.results:
            canvas.write(f"×{space.value}", x, second + 9, 29, theme.ink, weight="bold", anchor=0.5)
        step = min(42.0, (CORAL_WIDTH - _WORTH) / max(len(eaten), 1))
        for place, one in enumerate(eaten):
            at = column(number) + _WORTH + step * (place + 0.5) + 2
            canvas.stamp(tile(theme, one.weaker, _SMALL * scale), at, first)
            if not view.results:
                canvas.stamp(_turner(theme, one, scale, marked=one.id in marked.names), at, second)


def _turner(theme: Theme, one: TileView, scale: float, *, marked: bool) -> Sprite:
    """The sign of the alga that flips a coral tile; a lock with some of the alga's colour if it is locked."""
    if one.locked:
        return padlock(theme, 24 * scale, marked=marked)
    return alga_sign(theme, one.large, (SIGN - 6) * scale, marked=marked)


def _draw_left(canvas: Canvas, view: ReefView, y: float) -> None:
    """Draw the supply of cubes, and the tiles of the bonus row behind the star of growth cells."""
    theme, scale = canvas.theme, canvas.scale
    _label(canvas, "left", y)
    for number, coral in enumerate(CORALS):
        x = column(number) + 6
        if view.cubes[number]:
            with_count(canvas, larva(theme, coral, CUBE * scale), CUBE, view.cubes[number], theme.ink).draw(
                (x, y)
            )
        if view.bonus[number] and not view.bonus_closed:
            canvas.stamp(star(WATERS[theme.name].star, 13 * scale), x + 84, y)
            canvas.stamp(tile(theme, coral, TILE * scale), x + 118, y)


def _draw_result(canvas: Canvas, view: ReefView, line: ResultView, y: float) -> None:
    """Draw a player's place and fish."""
    theme = canvas.theme
    canvas.write(f"{line.rank}.", EDGE + 12, y + 10, 29, theme.ink, weight="bold")
    canvas.stamp(shrimp(theme, view.players[line.seat].colour, 13 * canvas.scale), EDGE + 64, y)
    for number, coral in enumerate(CORALS):
        if line.fish[number]:
            sprite = tile(theme, coral, TILE * canvas.scale)
            with_count(canvas, sprite, TILE, line.fish[number], theme.ink).draw((column(number) + 6, y))
            worth = line.fish[number] * view.sea[number].value
            end = column(number) + CORAL_WIDTH - 12
            canvas.write(f"= {worth}", end, y + 10, 28, theme.muted, anchor=1)


def _legend(canvas: Canvas, view: ReefView) -> Iterator[Item]:
    """The meanings of the table's signs, or the fish if the table lacks room; at the end, how fish count."""
    theme, scale = canvas.theme, canvas.scale
    if view.results:
        words = "a tile counts 1, and 1 for each coral that its own eats"
        yield explained(canvas, fish(theme.muted, 14 * scale), 34, words)
        return
    if view.own is not None and _crowded(view.own):
        yield explained(canvas, fish(theme.ink, 14 * scale), 34, "in your fish:")
        for coral, count in zip(CORALS, view.own.fish, strict=True):
            if count:
                yield with_count(canvas, tile(theme, coral, TILE * scale), TILE, count, theme.ink)
        return
    yield explained(canvas, larva(theme, "G", CUBE * scale), CUBE, "cube")
    yield explained(canvas, tile(theme, "G", TILE * scale), TILE, "tile")
    if view.own is not None:
        yield explained(canvas, fish(theme.muted, 14 * scale), 34, "fish")
    yield explained(canvas, alga_sign(theme, "green", (SIGN - 6) * scale), SIGN - 6, "alga turns it")
    yield explained(canvas, padlock(theme, 24 * scale), 34, "locked")
    yield explained(canvas, star(WATERS[theme.name].star, 13 * scale), 26, "growth")


@cached
def _rule(theme: Theme, height: int) -> Sprite:
    sketch = Sketch(-2, 0, 2, height)
    sketch.path(((0, 0), (0, height)), 1.5, theme.grid)
    return sketch.sprite()


@cached
def _collected(theme: Theme, width: int, height: int) -> Sprite:
    """The frame round the space that was collected."""
    sketch = Sketch(0, 0, width, height)
    sketch.rounded((0, 0, width - 1, height - 1), height * 0.3, theme.last)
    edge = height * 0.09
    sketch.rounded((edge, edge, width - 1 - edge, height - 1 - edge), height * 0.26, theme.panel)
    return sketch.sprite()
