"""The strips above and below the map of TaE: the sides of a combat, a region of a question, the legend, hands
and points; and a hand as a picture of its own, for direct messages, which shows no map. Lengths are for a
picture 1000 wide.
"""

from collections.abc import Iterator

from msgspec.structs import astuple
from PIL import Image

from engines.contract import Seat
from engines.tae.constants import COLONY_TYPES
from engines.tae.info import INFO
from engines.tae.view import CombatView, PlayerView, RegionView, Scores, SideView, TaeView
from engines.wording import capital, counted
from render.canvas import Canvas
from render.contract import Frame
from render.flow import UNCOVERED, Item, draw_flow, explained, word
from render.header import HEADER_HEIGHT, Box, draw_chip_ground, draw_panel, fitting
from render.tae.colours import BODIES
from render.tae.emblems import emblem
from render.tae.pieces import artifact, colony, count_badge, leader, letter
from render.tae.regions import strength
from render.theme import THEMES, letter_on

MARGIN = 20.0
_READABLE = 28.0
"""The smallest size of a text."""
_BESIDE_CHIP = 145.0
"""The width of a name beside a chip that says more than `chip_text`."""
_CAPTION = 44.0
"""The height of the line that says what a combat is about."""
_SIDE = 118.0
"""The height of a row with two sides of a combat."""
_REGION = 64.0
_LEGEND = 42.0
"""The height of a line of the legend."""
_ROW = 66.0
"""The height of a row with a player's ships or points."""
_LEDGER_ROW = 59.0
"""The height of such a row in the ledger, where every player has one."""
_POINTS = 104.0
"""The width of the points of a kind."""
_LEDGER_POINTS = 1000 - MARGIN - 5 * _POINTS
"""The left edge of the points in the ledger."""
_OWN_SHIPS, _OWN_POINTS = 92.0, 530.0
"""The left edge of one's own ships and points, after their labels."""
_FOOT = 20.0
_HELD_LEADERS, _APART = 84.0, 176.0
"""On the picture of what a player holds: the height of the leaders, and the distance between two."""


def combat_height(combat: CombatView) -> float:
    """How much room the sides of a combat take."""
    return _CAPTION + (len(combat.sides) + 1) // 2 * _SIDE


def draw_combat(canvas: Canvas, view: TaeView, combat: CombatView, frame: Frame, top: float) -> None:
    """Write the kind that reinforces and who wins ties, and draw each side with its strength."""
    ties = ", then ".join(INFO.seats[side.seat].name for side in combat.sides[:0:-1])
    each = f"each {combat.reinforced_by} adds 1. Ties go to {ties}."
    ways = f"{capital(combat.kind)} combat: {each}", capital(each)
    width = 1000 - 2 * MARGIN
    caption = fitting(canvas, ways, frame, INFO.seats[: len(view.players)], width)
    canvas.write(caption, MARGIN, top + 30, 31, canvas.theme.ink, width=width, smallest=_READABLE, ltr=True)
    across = (width - 12) / 2
    for index, side in enumerate(combat.sides):
        row, column = divmod(index, 2)
        left = MARGIN + column * (across + 12)
        box = Box(left, top + _CAPTION + row * _SIDE, across, _SIDE - 12)
        _draw_side(canvas, view, combat, side, frame, box=box)


def _draw_side(
    canvas: Canvas, view: TaeView, combat: CombatView, side: SideView, frame: Frame, *, box: Box
) -> None:
    """Draw a side: its leader, its person, its sum as far as the viewer knows it; filled while pending."""
    left, top, width, height = box
    ink, muted = draw_chip_ground(canvas, view, frame, side.seat, box)
    canvas.stamp(leader(canvas.theme, side.seat, combat.kind, 84 * canvas.scale), left + 56, top + height / 2)
    added = "?" if side.ships is None else str(side.ships)
    total = "" if side.ships is None else f" = {side.initial + side.ships}"
    right = left + width - 18
    used = canvas.write(f"{side.initial} + {added}{total}", right, top + 69, 46, ink, weight="bold", anchor=1)
    start = left + 112
    room = right - used - 12 - start
    name = frame.person(side.seat) or INFO.seats[side.seat].name
    state = "to commit" if not side.committed else "committed" if side.ships is None else "sealed"
    canvas.write(name, start, top + 48, 34, ink, weight="bold", width=room, smallest=_READABLE)
    canvas.write(state, start, top + 86, 29, muted, width=room, smallest=_READABLE)


def chip_text(player: PlayerView) -> str:
    """The least that a player's chip says."""
    return "resigned" if player.resigned else counted(player.bombs, "bomb")


def crowded(canvas: Canvas, frame: Frame) -> bool:
    """Whether somebody's name leaves room only for `chip_text` on the chips of two players."""
    names = (canvas.line(name, _READABLE, weight="bold") for name in frame.players)
    return any(name.width > _BESIDE_CHIP * canvas.scale for name in names)


def has_ledger(view: TaeView) -> bool:
    """Whether rows with everybody's points take the place of the chips: if these are known. In a combat, and
    where a region is described, the map needs their room.
    """
    return view.combat is None and _asked(view) is None and len(_ledger(view)) > 1


def _ledger(view: TaeView) -> list[PlayerView]:
    """The players whose points the viewer knows."""
    return [one for one in view.players if one.scores is not None]


def _holders(view: TaeView) -> list[PlayerView]:
    """The player whose hand the viewer knows, if any."""
    return [one for one in view.players if one.hand is not None]


def _asked(view: TaeView) -> RegionView | None:
    """The region that a question was about, if it was about one."""
    found = [region for region in view.regions if set(region.cells) & set(view.mark)]
    return found[0] if len(found) == 1 else None


def height(view: TaeView) -> float:
    """How much room everything below the map takes."""
    region = _REGION if _asked(view) is not None else 0
    rows = len(_ledger(view)) * _LEDGER_ROW if has_ledger(view) else _ROW * len(_holders(view))
    return region + rows + _LEGEND * _legend_lines(view) + _FOOT


def draw_below(canvas: Canvas, view: TaeView, frame: Frame, top: float) -> None:
    """Draw everything below the map, from `top` downwards."""
    region = _asked(view)
    if region is not None:
        _draw_region(canvas, view, region, top + _REGION / 2)
        top += _REGION
    if has_ledger(view):
        for player in _ledger(view):
            _draw_player(canvas, view, player, frame, top + _LEDGER_ROW / 2)
            top += _LEDGER_ROW
    else:
        for own in _holders(view):
            _draw_own(canvas, own, top + _ROW / 2)
            top += _ROW
    for line, items in enumerate((_kinds(canvas, view), _artifacts(canvas))[: _legend_lines(view)]):
        draw_flow(items, (MARGIN, top + line * _LEGEND), UNCOVERED - MARGIN, _LEGEND, most=1)


def _legend_lines(view: TaeView) -> int:
    """The lines of the legend; the second, about artifacts, gives way where something else needs its room."""
    crowded = len(view.players) > 2 and bool(_holders(view) or _asked(view))
    return 1 if view.combat is not None or has_ledger(view) or crowded else 2


def _kinds(canvas: Canvas, view: TaeView) -> Iterator[Item]:
    """The letter of each kind, and the ships in the bag."""
    for kind in COLONY_TYPES:
        badge = count_badge(letter(kind), BODIES[kind], letter_on(BODIES[kind]), 34 * canvas.scale)
        yield explained(canvas, badge, 34, kind)
    yield word(canvas, f"bag {view.bag}", canvas.theme.muted, weight="medium")


def _artifacts(canvas: Canvas) -> Iterator[Item]:
    for words, outer in (("outer artifact, taken before", True), ("inner artifact", False)):
        yield explained(canvas, artifact(16 * canvas.scale, outer=outer), 30, words)


def _draw_region(canvas: Canvas, view: TaeView, region: RegionView, middle: float) -> None:
    """Draw a region's leaders, each with the scientist colonies beside it, and its colonies of each kind."""
    theme = canvas.theme
    support = {(one.seat, one.kind): one.support for one in view.leaders}
    points = 1000 - MARGIN - 4 * _POINTS
    step = min(98.0, (points - 2 * MARGIN) / max(len(region.leaders), 1))
    for index, (seat, kind) in enumerate(region.leaders):
        x = MARGIN + index * step
        canvas.stamp(leader(theme, seat, kind, 54 * canvas.scale), x + 27, middle)
        if step > 90:
            text = f"{support[seat, kind]}"
            canvas.write(text, x + 60, middle + 11, 30, theme.ink, weight="bold")
    for index, kind in enumerate(COLONY_TYPES):
        x = points + index * _POINTS
        canvas.stamp(colony(theme, kind, 54 * canvas.scale), x + 27, middle)
        canvas.write(str(strength(region, kind)), x + 60, middle + 11, 30, theme.ink, weight="bold")


def _draw_own(canvas: Canvas, own: PlayerView, middle: float) -> None:
    """Draw the viewer's own ships on the left and points on the right."""
    ink = canvas.theme.muted
    canvas.write("hand", MARGIN, middle + 10, 28, ink)
    _draw_ships(canvas, own, _OWN_SHIPS, middle)
    if own.scores is not None:
        canvas.write("points", _OWN_POINTS - 12, middle + 10, 28, ink, anchor=1)
        _draw_scores(canvas, own.scores, _OWN_POINTS, middle)


def _draw_ships(canvas: Canvas, own: PlayerView, left: float, middle: float) -> None:
    x = left + 25
    for kind in COLONY_TYPES:
        for _ in range(getattr(own.hand, kind, 0)):
            canvas.stamp(colony(canvas.theme, kind, 50 * canvas.scale), x, middle)
            x += 54
    if not own.ships:
        canvas.write("no ships", left, middle + 10, 30, canvas.theme.muted)


def _draw_player(canvas: Canvas, view: TaeView, player: PlayerView, frame: Frame, middle: float) -> None:
    """Draw a player and the points; after the end the lowest kind first, artifacts added, or “resigned”."""
    theme = canvas.theme
    first = player.seat in (view.to_act if view.outcome is None else view.outcome.winners)
    if first:
        box = Box(MARGIN / 2, middle - _LEDGER_ROW / 2 + 1, 1000 - MARGIN, _LEDGER_ROW - 2)
        draw_panel(canvas, box, theme.panel, (theme.accent_edge, 4.0))
    canvas.stamp(emblem(theme, player.seat, 26 * canvas.scale), MARGIN + 30, middle)
    if player.scores is not None:
        _draw_scores(canvas, player.scores, _LEDGER_POINTS, middle)
    if player.hand is not None:
        _draw_ships(canvas, player, MARGIN + 66, middle)
        return
    name = frame.person(player.seat) or INFO.seats[player.seat].name
    canvas.write(name, MARGIN + 68, middle + 11, 31, theme.ink, weight="bold", width=165, smallest=_READABLE)
    x = MARGIN + 245
    if player.final is not None and not player.resigned:
        lowest, *rest = map(str, player.final)
        x += canvas.write(lowest, x, middle + 14, 42, theme.ink, weight="bold") + 14
        canvas.write(" ".join(rest), x, middle + 11, 29, theme.muted)
    else:
        canvas.write(chip_text(player), x, middle + 11, 29, theme.muted, width=205, smallest=_READABLE)


def _draw_scores(canvas: Canvas, scores: Scores, left: float, middle: float) -> None:
    theme, step = canvas.theme, (1000 - MARGIN - left) / 5
    signs = [colony(theme, kind, 50 * canvas.scale) for kind in COLONY_TYPES]
    signs.append(artifact(18 * canvas.scale, outer=True))
    for index, (sign, points) in enumerate(zip(signs, astuple(scores), strict=True)):
        x = left + index * step
        canvas.stamp(sign, x + 25, middle)
        canvas.write(str(points), x + 53, middle + 11, 31, theme.ink, weight="bold")


def draw_held(view: TaeView, own: PlayerView, frame: Frame) -> Image.Image:
    """Ships and points; below them the four leaders with their places, and the bombs left."""
    theme = THEMES[frame.theme]
    top = HEADER_HEIGHT
    canvas = Canvas.blank(frame.width, top + _ROW + _HELD_LEADERS + _FOOT, theme)
    canvas.write("What you hold", MARGIN + 4, 43, 37, theme.ink, weight="bold")
    canvas.write(frame.code, 1000 - MARGIN - 4, 43, 29, theme.muted, weight="bold", anchor=1)
    _draw_own(canvas, own, top + _ROW / 2)
    middle = top + _ROW + _HELD_LEADERS / 2
    _draw_leaders(canvas, view, own.seat, middle)
    bombs = counted(own.bombs, "bomb")
    canvas.write(bombs, UNCOVERED, middle + 11, 31, theme.ink, weight="bold", anchor=1)
    return canvas.image


def _draw_leaders(canvas: Canvas, view: TaeView, seat: Seat, middle: float) -> None:
    theme = canvas.theme
    for index, one in enumerate(one for one in view.leaders if one.seat == seat):
        x = MARGIN + index * _APART
        canvas.stamp(leader(theme, seat, one.kind, 66 * canvas.scale), x + 33, middle)
        ink = theme.muted if one.cell is None else theme.ink
        canvas.write(one.cell or "home", x + 74, middle + 10, 29, ink)
