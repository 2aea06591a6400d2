"""What stands below the map of TaE: the legend, a combat under way, regions by number, hands and points; and
what a player holds as a picture of its own, for direct messages, where no map need be seen.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import astuple
from PIL import Image

from engines.contract import Seat, SeatInfo
from engines.tae.constants import COLONY_TYPES, ColonyType
from engines.tae.info import INFO
from engines.tae.view import CombatView, PlayerView, RegionView, Scores, TaeView
from engines.wording import counted
from render.canvas import Canvas
from render.contract import Frame
from render.header import MARGIN, draw_title
from render.tae.emblems import emblem
from render.tae.pieces import artifact, colony, leader, number_badge
from render.tae.regions import numbered, shade, strength
from render.theme import THEMES

_LEGEND = 56.0
"""The height of the legend."""
_SIZES = range(26, 17, -1)
"""Of the legend's letters: the largest that lets everything stand on one line."""
_SIGN, _BESIDE, _BETWEEN = 1.4, 0.3, 0.55
"""The width of a sign, and the room after it and before the next, in sizes of the letters."""
_CAPTION = 44.0
"""The height of the line above a strip."""
_SIDES, _REGION, _ROW = 74.0, 64.0, 70.0
"""The height of a row of a combat, of a region, of a player."""
_LEADER, _COUNT, _POINTS = 86.0, 86.0, 94.0
"""The width of a leader with its support, of a number of colonies, of the points in a category."""
_ACROSS = 76.0
"""From the margin to what a player holds."""
_FOOT = 24.0
_HELD, _HELD_LEADERS, _HELD_FOOT = 78.0, 84.0, 26.0
"""On the picture of what a player holds: where it begins, the height of the leaders, the room below."""
_APART = 168.0
"""From one leader to the next on it."""


def height(view: TaeView) -> float:
    """How much room all of it takes."""
    below = _combat_height(view) + _regions_height(view) + _ledger_height(_ledger(view))
    return _LEGEND + below + _FOOT


def draw_strips(canvas: Canvas, view: TaeView, top: float, seats: Sequence[SeatInfo]) -> None:
    """Draw all of it from here downwards."""
    _draw_legend(canvas, view, top)
    top += _LEGEND
    if view.combat is not None:
        _draw_combat(canvas, view.combat, top, seats)
    top += _combat_height(view)
    if view.mark:
        _draw_regions(canvas, view, top)
    top += _regions_height(view)
    _draw_ledger(canvas, _ledger(view), top, over=view.outcome is not None)


def _draw_legend(canvas: Canvas, view: TaeView, top: float) -> None:
    """Ships in the bag, and what the signs on the map mean."""
    theme, middle, left = canvas.theme, top + _LEGEND / 2, f"bag {view.bag}"
    entries = [*COLONY_TYPES, "outer", "inner"]
    for size in _SIZES:
        words = sum(canvas.line(text, size).width for text in (left, *entries)) / canvas.scale
        if words + len(entries) * size * (_SIGN + _BESIDE + _BETWEEN) <= 1000 - 2 * MARGIN:
            break
    width = size * _SIGN
    signs = [colony(theme, kind, width * canvas.scale) for kind in COLONY_TYPES]
    signs += [artifact(width * 0.4 * canvas.scale, outer=outer) for outer in (True, False)]
    baseline = middle + size * 0.36
    x = 1000 - MARGIN
    for sign, word in zip(reversed(signs), reversed(entries), strict=True):
        x -= canvas.write(word, x, baseline, size, theme.muted, anchor=1) + size * _BESIDE + width / 2
        canvas.stamp(sign, x, middle)
        x -= width / 2 + size * _BETWEEN
    canvas.write(left, MARGIN, baseline, size, theme.ink)


def _combat_height(view: TaeView) -> float:
    return 0 if view.combat is None else _CAPTION + (len(view.combat.sides) + 1) // 2 * _SIDES


def _draw_combat(canvas: Canvas, combat: CombatView, top: float, seats: Sequence[SeatInfo]) -> None:
    """Which combat it is, and each side's strength and whether it has committed."""
    theme = canvas.theme
    kind = "internal combat" if combat.internal else "external combat"
    caption = f"{combat.kind.capitalize()} leaders, {kind}: add {combat.reinforced_by}s"
    canvas.write(caption, MARGIN, top + 31, 27, theme.ink, weight="bold", width=920, smallest=22)
    width = (1000 - 2 * MARGIN) / 2
    for index, side in enumerate(combat.sides):
        row, column = divmod(index, 2)
        x, middle = MARGIN + column * width, top + _CAPTION + (row + 0.5) * _SIDES
        canvas.stamp(leader(theme, side.seat, combat.kind, 62 * canvas.scale), x + 31, middle)
        told = "has committed" if side.committed else "to commit"
        if side.ships is not None:
            told = f"you add {side.ships}"
        used = canvas.write(str(side.initial), x + 78, middle + 16, 46, theme.ink, weight="bold")
        start = x + 78 + used + 18
        canvas.write(seats[side.seat].name, start, middle - 3, 28, theme.ink, weight="bold")
        canvas.write(told, start, middle + 27, 26, theme.muted, width=x + width - start, smallest=22)


def _regions_height(view: TaeView) -> float:
    return _CAPTION + len(numbered(view)) * _REGION if view.mark and numbered(view) else 0


def _draw_regions(canvas: Canvas, view: TaeView, top: float) -> None:
    """Each region that has leaders, by its number: who leads it, and its colonies of each kind."""
    numbers = numbered(view)
    led = [region for region in view.regions if region.cells[0] in numbers]
    if led:
        ink = canvas.theme.muted
        canvas.write("Leaders, each with its support", MARGIN, top + 30, 25, ink, width=560, smallest=22)
        canvas.write("Colonies", 1000 - MARGIN - 4 * _COUNT, top + 30, 25, ink)
    support = {(one.seat, one.kind): one.support for one in view.leaders}
    for index, region in enumerate(led):
        middle = top + _CAPTION + (index + 0.5) * _REGION
        _draw_region(canvas, region, numbers[region.cells[0]], support, middle)


def _draw_region(
    canvas: Canvas,
    region: RegionView,
    number: int,
    support: Mapping[tuple[Seat, ColonyType], int],
    middle: float,
) -> None:
    theme = canvas.theme
    badge = number_badge(theme, str(number), shade(theme, number), 40 * canvas.scale)
    canvas.stamp(badge, MARGIN + 20, middle)
    step = min(_LEADER, (1000 - 2 * MARGIN - 56 - 4 * _COUNT) / len(region.leaders))
    for index, (seat, kind) in enumerate(region.leaders):
        x = MARGIN + 56 + index * step
        canvas.stamp(leader(theme, seat, kind, 52 * canvas.scale), x + 26, middle)
        if step == _LEADER:
            canvas.write(str(support[seat, kind]), x + 57, middle + 10, 28, theme.ink, weight="bold")
    for index, kind in enumerate(COLONY_TYPES):
        x = 1000 - MARGIN + (index - 4) * _COUNT
        canvas.stamp(colony(theme, kind, 36 * canvas.scale), x + 18, middle)
        canvas.write(str(strength(region, kind)), x + 42, middle + 11, 30, theme.ink, weight="bold")


def _ledger(view: TaeView) -> list[PlayerView]:
    """The players of whom the viewer knows more than the chips say."""
    return [one for one in view.players if one.hand is not None or one.scores is not None]


def _ledger_height(ledger: Sequence[PlayerView]) -> float:
    """How much room what these players hold takes."""
    return _CAPTION + len(ledger) * _ROW if ledger else 0


def _draw_ledger(canvas: Canvas, ledger: Sequence[PlayerView], top: float, *, over: bool) -> None:
    """What players hold, as far as the viewer knows it, a row a player."""
    ink = canvas.theme.muted
    if not ledger:
        return
    if any(player.hand is not None for player in ledger):
        canvas.write("Ships in hand", MARGIN + _ACROSS, top + 31, 25, ink)
    elif over:
        canvas.write("From the lowest", MARGIN + _ACROSS, top + 31, 25, ink)
    canvas.write("Points", 1000 - MARGIN - 5 * _POINTS, top + 31, 25, ink)
    for index, player in enumerate(ledger):
        _draw_player(canvas, player, top + _CAPTION + index * _ROW)


def _draw_player(canvas: Canvas, player: PlayerView, top: float) -> None:
    """A player's ships on the left and points on the right, as far as the viewer knows them."""
    theme = canvas.theme
    middle = top + _ROW / 2
    canvas.stamp(emblem(theme, player.seat, 28 * canvas.scale), MARGIN + 28, middle)
    x = MARGIN + _ACROSS
    if player.final is not None:
        final = ", ".join(str(points) for points in player.final)
        canvas.write(final, x, middle + 11, 31, theme.ink, weight="bold", width=300, smallest=26)
    elif player.hand is not None:
        for kind in COLONY_TYPES:
            for _ in range(getattr(player.hand, kind)):
                canvas.stamp(colony(theme, kind, 52 * canvas.scale), x + 26, middle)
                x += 54
        if not player.ships:
            canvas.write("none", x, middle + 10, 28, theme.muted)
    if player.scores is not None:
        _draw_scores(canvas, player.scores, middle)


def _draw_scores(canvas: Canvas, scores: Scores, middle: float) -> None:
    theme = canvas.theme
    signs = [colony(theme, kind, 38 * canvas.scale) for kind in COLONY_TYPES]
    signs.append(artifact(16 * canvas.scale, outer=True))
    for index, (sign, points) in enumerate(zip(signs, astuple(scores), strict=True)):
        x = 1000 - MARGIN + (index - 5) * _POINTS
        canvas.stamp(sign, x + 19, middle)
        canvas.write(str(points), x + 45, middle + 11, 31, theme.ink, weight="bold")


def draw_held(view: TaeView, own: PlayerView, frame: Frame) -> Image.Image:
    """Ships and points; below them the four leaders with where each stands, and the bombs that are left."""
    ledger = _ledger_height([own])
    canvas = Canvas.blank(frame.width, _HELD + ledger + _HELD_LEADERS + _HELD_FOOT, THEMES[frame.theme])
    draw_title(canvas, view, frame, INFO.title)
    _draw_ledger(canvas, [own], _HELD, over=view.outcome is not None)
    _draw_leaders(canvas, view, own.seat, _HELD + ledger + _HELD_LEADERS / 2)
    canvas.write(
        counted(own.bombs, "bomb"),
        1000 - MARGIN,
        _HELD + ledger + _HELD_LEADERS / 2 + 11,
        31,
        canvas.theme.ink,
        weight="bold",
        anchor=1,
    )
    return canvas.image


def _draw_leaders(canvas: Canvas, view: TaeView, seat: Seat, middle: float) -> None:
    theme = canvas.theme
    for index, one in enumerate(one for one in view.leaders if one.seat == seat):
        x = MARGIN + _ACROSS + index * _APART
        canvas.stamp(leader(theme, seat, one.kind, 58 * canvas.scale), x + 29, middle)
        ink = theme.muted if one.cell is None else theme.ink
        canvas.write(one.cell or "home", x + 68, middle + 10, 28, ink, width=_APART - 76, smallest=22)
