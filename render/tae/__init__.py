"""The pictures of TaE (docs/rules/tae.md)."""

from typing import Final, TypeAlias

from msgspec.structs import replace
from PIL import Image

from engines.contract import Seat
from engines.tae.constants import COLONY_TYPES, LETTERS, ColonyType
from engines.tae.info import INFO
from engines.tae.view import RegionView, TaeView
from render import marks
from render.canvas import Canvas, Sprite
from render.contract import Frame
from render.header import CHIP_HEIGHT, CHIPS_HEIGHT, HEADER_HEIGHT, chip_row, draw_chips, draw_headline
from render.marks import Place
from render.tae.action import draw_action, draw_gone, draw_way
from render.tae.board import ABOVE, ACROSS, WHOLE, Ground, around, contents, ground
from render.tae.colours import BODIES
from render.tae.emblems import emblem
from render.tae.pieces import (
    CORNER,
    artifact,
    colony,
    count_badge,
    hole,
    kind_badge,
    leader,
    monument,
    symbol,
)
from render.tae.regions import draw_regions, draw_sides, square_frame, strength
from render.tae.strips import (
    chip_text,
    combat_height,
    crowded,
    draw_below,
    draw_combat,
    draw_held,
    has_ledger,
    height,
)
from render.tae.words import alt, brief, text
from render.theme import letter_on

__all__ = ["alt", "draw", "seen", "text"]

_COLONIES: dict[str, ColonyType] = dict(zip(LETTERS, COLONY_TYPES, strict=True))
_LARGEST, _LEAST = 998.0, 754.0
"""The greatest and the least height of a picture 1000 wide."""
_TALL_CHIP = 100.0
_BELOW_MAP = 12.0
_Content: TypeAlias = tuple[str, tuple[Seat, ColonyType] | None, bool]
"""What a cell holds: the letter of a colony, monument or hole; a leader; whether an artifact."""
_COMMON: Final[dict[str, _Content]] = {sign: (sign, None, False) for sign in f".#M{LETTERS}"}
"""The contents of systems without a leader and an artifact, by their letters in a view's rows."""
_NOTHING: Final = _COMMON["."]
"""The contents of an empty system."""
_BADGE = 33.0
"""The least height of a number on a leader."""


def draw(view: TaeView, frame: Frame) -> Image.Image:
    """The map with its contents, and below it the viewer's holdings; everybody sees it the same way up.

    During a combat only that part of the map is drawn. A view that answers a question has marks: it is drawn
    as the resource view, in which regions are shaded and leaders show the colonies of their kind.
    """
    if frame.hand and view.viewer is not None:
        return draw_held(view, view.players[view.viewer], frame)
    if frame.changed or view.mark:
        # The whole map is shown: its texts are large enough only without the sides of a combat.
        view = replace(view, combat=None)
    board = sheet(view, frame)
    resources = bool(view.mark)
    draw_regions(board, view)
    if view.combat is not None:
        draw_sides(board, view.combat)
    last = None if resources or frame.changed else view.last
    if last is not None:
        draw_gone(board, view, last)
        draw_way(board, last)
    _draw_systems(board, view, resources=resources)
    _draw_leaders(board, view)
    if last is not None:
        draw_action(board, view, last)
    _draw_changed(board, view, frame)
    _draw_artifacts(board, view)
    _draw_strengths(board, view, resources=resources)
    _draw_choices(board, view)
    draw_below(board.canvas, view, frame, board.foot)
    _draw_header(board.canvas, view, frame)
    _draw_places(board, view, frame)
    _draw_badges(board, view)
    return board.canvas.image


def sheet(view: TaeView, frame: Frame) -> Ground:
    """The empty map on a sheet that is long enough for everything above and below it."""
    top, below = HEADER_HEIGHT + _above(view), height(view)
    others = top + ABOVE + _BELOW_MAP + below
    fought = None if frame.changed else _fought(view)
    window, cell = WHOLE, min(ACROSS / WHOLE.columns, (_LARGEST - others) / WHOLE.rows)
    if fought:
        window, cell = around(fought, _LARGEST - others, _LEAST - others)
    empty = ground(window, round(cell, 2), top, frame.theme, frame.width)
    canvas = Canvas.blank(frame.width, empty.foot + below, empty.canvas.theme)
    canvas.image.paste(empty.canvas.image)
    return empty._replace(canvas=canvas)


def _fought(view: TaeView) -> set[str]:
    """The cells of the regions between which there is a combat, or a choice of combats."""
    if view.combat is not None:
        return {cell for side in view.combat.sides for cell in (side.cell, *side.region)}
    rivals = [region for region in view.regions if _rivals(region, view)]
    return {cell for region in rivals for cell in region.cells}


def _rivals(region: RegionView, view: TaeView) -> set[ColonyType]:
    """The kinds that the active player may choose among and that are in conflict in a region."""
    kinds = [kind for _, kind in region.leaders]
    return {kind for kind in view.choices if kinds.count(kind) > 1}


def _above(view: TaeView) -> float:
    """The room between the headline and the map."""
    if view.combat is not None:
        return combat_height(view.combat)
    if has_ledger(view):
        return 0
    return _TALL_CHIP + 10 if len(view.players) > 2 else CHIPS_HEIGHT


def _draw_header(canvas: Canvas, view: TaeView, frame: Frame) -> None:
    """Draw the headline, and the sides of a combat or a chip for every player unless rows below name them."""
    seats = INFO.seats[: len(view.players)]
    draw_headline(canvas, view, frame, seats, brief(view))
    if view.combat is not None:
        draw_combat(canvas, view, view.combat, frame, HEADER_HEIGHT)
    elif not has_ledger(view):
        if len(seats) > 2 or crowded(canvas, frame):
            view = replace(view, chips=tuple(map(chip_text, view.players)))
        boxes = chip_row(len(seats), HEADER_HEIGHT, _TALL_CHIP if len(seats) > 2 else CHIP_HEIGHT)
        draw_chips(canvas, view, frame, seats=seats, boxes=boxes, emblem=emblem)


def _draw_systems(board: Ground, view: TaeView, *, resources: bool) -> None:
    """Draw colonies, monuments and holes."""
    canvas, theme, size = board.canvas, board.canvas.theme, board.size
    signs = contents(view)
    for cell, spot in board.spots.items():
        sign = signs[cell]
        if sign == "#":
            canvas.stamp(hole(theme, size), *spot)
        elif sign in _COLONIES:
            canvas.stamp((symbol if resources else colony)(theme, _COLONIES[sign], size), *spot)
    for one in view.monuments:
        cells = board.shown(one.cells)
        if len(cells) == len(one.cells):
            xs, ys = zip(*(board.spots[cell] for cell in cells), strict=True)
            canvas.stamp(monument(theme, one.kinds, size), sum(xs) / 4, sum(ys) / 4)


def _draw_leaders(board: Ground, view: TaeView) -> None:
    for one in view.leaders:
        if one.cell in board.spots:
            piece = leader(board.canvas.theme, one.seat, one.kind, board.size, badge=False)
            board.canvas.stamp(piece, *board.spots[one.cell])


def _draw_badges(board: Ground, view: TaeView) -> None:
    """Draw the badges with the kinds of leaders, above all marks."""
    for one in view.leaders:
        if one.cell in board.spots:
            board.canvas.stamp(kind_badge(one.kind, board.size), *board.spots[one.cell])


def _draw_artifacts(board: Ground, view: TaeView) -> None:
    """Draw artifacts: large on an empty system, else in the upper right corner of the cell."""
    lying = seen(view)
    for one in view.artifacts:
        if one.cell in board.spots:
            x, y = board.spots[one.cell]
            size, corner = (0.31, 0.0) if lying[one.cell][:2] == (".", None) else (0.23, CORNER * board.cell)
            board.canvas.stamp(artifact(board.size * size, outer=one.outer), x + corner, y - corner)


def _draw_strengths(board: Ground, view: TaeView, *, resources: bool) -> None:
    """Write on leaders the number of colonies of their kind in their region, or their initial strength."""
    canvas, theme, corner = board.canvas, board.canvas.theme, CORNER * board.cell
    badges: list[tuple[str, Sprite]] = []
    if resources:
        of_cell = {cell: region for region in view.regions for cell in region.cells}
        for one in view.leaders:
            if one.cell is not None and one.cell in board.spots:
                count, body = str(strength(of_cell[one.cell], one.kind)), BODIES[one.kind]
                badges.append((one.cell, count_badge(count, body, letter_on(body), _BADGE * canvas.scale)))
    for side in () if view.combat is None else view.combat.sides:
        size = max(board.cell * 0.36, _BADGE) * canvas.scale
        badges.append((side.cell, count_badge(str(side.initial), theme.accent, theme.on_accent, size)))
    for cell, badge in badges:
        x, y = board.spots[cell]
        canvas.stamp(badge, x - corner, y - corner)


def _draw_changed(board: Ground, view: TaeView, frame: Frame) -> None:
    """Draw a frame round each changed cell, dashed where nothing is left."""
    theme, size = board.canvas.theme, board.size
    full, empty = (
        square_frame(size * 0.94, size * 0.08, theme.last, theme.halo, dashed=dashed)
        for dashed in (False, True)
    )
    lying = seen(view)
    for cell in board.shown(frame.changed):
        board.canvas.stamp(empty if lying[cell] == _NOTHING else full, *board.spots[cell])


def _draw_choices(board: Ground, view: TaeView) -> None:
    """Mark what the active player may choose among: leaders in conflict, or squares for a monument."""
    canvas, theme, size = board.canvas, board.canvas.theme, board.size
    around_leader = square_frame(size * 0.94, size * 0.08, theme.accent_edge, theme.halo)
    for region in view.regions:
        kinds = _rivals(region, view)
        for one in view.leaders:
            if one.kind in kinds and one.cell in region.cells:
                canvas.stamp(around_leader, *board.spots[one.cell])
    for square in board.shown(view.squares):
        x, y = board.spots[square]
        broad = square_frame(size * 1.94, size * 0.08, theme.accent_edge, theme.halo, dashed=True)
        canvas.stamp(broad, x + board.cell / 2, y + board.cell / 2)


def _draw_places(board: Ground, view: TaeView, frame: Frame) -> None:
    """Mark the possible picks, and the empty systems of a question, with their names."""
    full = {name for name, lying in seen(view).items() if lying != _NOTHING}
    places = {
        name: Place(x, y, board.cell * (0.4 if name in full else 0.48), occupied=name in full)
        for name, (x, y) in board.spots.items()
    }
    of_regions = {cell for region in view.regions for cell in region.cells}
    for cell in board.shown(view.mark):
        if cell not in of_regions:
            marks.choice(board.canvas, places[cell], cell)
    marks.draw_choices(board.canvas, frame, places)


def seen(view: TaeView) -> dict[str, _Content]:
    """The cells and what they hold."""
    held = {cell: _COMMON[sign] for cell, sign in contents(view).items()}
    for lying in view.artifacts:
        held[lying.cell] = (held[lying.cell][0], None, True)
    for stands in view.leaders:
        if stands.cell is not None:
            sign, _, has_artifact = held[stands.cell]
            held[stands.cell] = (sign, (stands.seat, stands.kind), has_artifact)
    return held
