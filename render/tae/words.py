"""A position of TaE in words: alt text, and a map for screen readers."""

from msgspec.structs import astuple, replace

from engines.tae.constants import CELL_NUMBERS, COLONY_TYPES, EMBLEMS, LETTERS, NAMES, ColonyType, ships_named
from engines.tae.info import INFO
from engines.tae.view import CombatView, PlayerView, ResultView, TaeView
from engines.wording import counted, listed
from render.contract import Frame
from render.phrases import alt_text, opening, recent_events, seat_name, text_lines
from render.tae.board import UNINHABITABLE, contents

_CELL = 2
"""The width of a cell in characters."""
_EMPTY = {cell: "~~" if cell in UNINHABITABLE else ".".ljust(_CELL) for cell in CELL_NUMBERS}
"""How the map shows the empty cells."""
_SIGNS = {"#": "##", "M": "MM"} | {letter: letter.ljust(_CELL) for letter in LETTERS}
"""How the map shows what is on the others, by the letters of a view's rows."""
_KEY = (
    "g r k u: merchant, scientist, settler, miner colony; *: artifact; capital and letter: a dynasty's "
    "leader (B bow, P pot, L lion, X bull); ~~ nebula; ## destroyed; MM monument."
)


def brief(view: TaeView) -> str:
    """The winners and their result, without the reason; empty before the end, or where nothing is counted."""
    result = view.outcome
    if result is None or result.scores is None or result.why == "resignation":
        return ""
    names = listed(NAMES[seat] for seat in result.winners)
    least = max(result.scores[seat] for seat in result.winners)
    if result.winners[1:]:
        return f"{names} share the victory with {least}"
    return f"{names} wins with {least} in the weakest kind"


def alt(view: TaeView, frame: Frame) -> str:
    """Whose turn it is, recent events, and the pieces with their cells: at most 1,024 characters; single
    colonies, then regions, then recent events are left out without room for them, and in the end players are
    told by their seats alone. With `Frame.hand`, only the hand.
    """
    if frame.hand and view.viewer is not None:
        return f"{opening(view, frame, INFO)} {_player(view, frame, view.players[view.viewer])}"
    head, recent, position = opening(view, frame, INFO), recent_events(frame, INFO), _position(view, frame)
    regions = _regions(view)
    return alt_text(
        [head, recent, *position, *regions, _colonies(view)],
        [head, recent, *position, *regions],
        [head, recent, *position],
        [head, *position],
        [head, *_position(view, replace(frame, players=()))],
    )


def text(view: TaeView, frame: Frame) -> str:
    """The map between the sentences of `alt`, and the regions; recent events only where there is room."""
    parts = [one for one in (*_position(view, frame), *_regions(view)) if one]
    return text_lines(
        opening(view, frame, INFO), recent_events(frame, INFO), ["", *_grid(view), _KEY, "", *parts]
    )


def _position(view: TaeView, frame: Frame) -> list[str]:
    return [
        *(_result(result) for result in (view.last.results if view.last is not None else ())),
        _combat(view.combat) if view.combat is not None else "",
        f"Marked: {', '.join(view.mark)}." if view.mark else "",
        _choices(view),
        *(_player(view, frame, player) for player in view.players),
        _artifacts(view),
        f"{counted(view.bag, 'ship')} in the bag.",
    ]


def _combat(combat: CombatView) -> str:
    """A combat under way: ``External combat of merchant leaders: Bow on I5 1, Pot on F5 2 (committed).``."""
    sides = (
        f"{NAMES[side.seat]} on {side.cell} {side.initial}"
        + (f" (you add {side.ships})" if side.ships is not None else " (committed)" * side.committed)
        for side in combat.sides
    )
    where = f" joined by {combat.connecting}" if combat.connecting is not None else ""
    what = f"{_type(combat.internal)} combat of {combat.kind} leaders{where}: {listed(sides)}."
    ties = ", then to ".join(NAMES[side.seat] for side in combat.sides[:0:-1])
    return f"{what} Ties go to {ties}."


def _result(result: ResultView) -> str:
    """A resolved combat: ``Internal combat of merchant leaders: Bow 2 + 0, Pot 1 + 1; Pot wins.``."""
    sides = (f"{NAMES[seat]} {initial} + {added}" for seat, initial, added in result.sides)
    gone = ""
    if result.removed:
        gone = f"; {'colony' if len(result.removed) == 1 else 'colonies'} on {listed(result.removed)} removed"
    return (
        f"{_type(result.internal)} combat of {result.kind} leaders: {', '.join(sides)}; "
        f"{NAMES[result.winner]} wins{gone}."
    )


def _type(internal: bool) -> str:
    return "Internal" if internal else "External"


def _player(view: TaeView, frame: Frame, player: PlayerView) -> str:
    """A player's leaders on the map, possessions and, as far as they are known, ships and points."""
    stands = [
        f"{one.kind} {one.cell}" for one in view.leaders if one.seat == player.seat and one.cell is not None
    ]
    leaders = f"leaders {', '.join(stands)}" if stands else "no leaders on the map"
    parts = [leaders, counted(player.ships, "ship"), counted(player.bombs, "bomb")]
    if player.resigned:
        parts = ["resigned"]
    if player.hand is not None:
        parts.append(f"in hand {ships_named(astuple(player.hand))}")
    if player.scores is not None:
        points = zip((*COLONY_TYPES, "artifacts"), astuple(player.scores), strict=True)
        parts.append(f"points {', '.join(f'{name} {number}' for name, number in points)}")
    if player.final is not None:
        parts.append(f"final {', '.join(str(points) for points in player.final)}")
    return f"{seat_name(frame, INFO, player.seat)}: {'; '.join(parts)}."


def _artifacts(view: TaeView) -> str:
    kinds = (
        (word, [one.cell for one in view.artifacts if one.outer is outer])
        for word, outer in (("outer", True), ("inner", False))
    )
    parts = [f"{word} {', '.join(cells)}" for word, cells in kinds if cells]
    return f"Artifacts: {'; '.join(parts)}." if parts else "No artifacts."


def _choices(view: TaeView) -> str:
    """The monuments on the map, and what the active player may choose among."""
    parts = [f"Monument of {' and '.join(one.kinds)} on {listed(one.cells)}." for one in view.monuments]
    if view.choices:
        parts.append(f"Combats to choose from: {listed(view.choices, 'or')}.")
    if view.squares:
        parts.append(f"A monument may be built on the square of {listed(view.squares)}.")
    return " ".join(parts)


def _colonies(view: TaeView) -> str:
    """All colonies on the map, kind by kind."""
    found: dict[ColonyType, list[str]] = {kind: [] for kind in COLONY_TYPES}
    for cell, sign in contents(view).items():
        if sign in LETTERS:
            found[COLONY_TYPES[LETTERS.index(sign)]].append(cell)
    parts = [f"{kind} {' '.join(cells)}" for kind, cells in found.items() if cells]
    return f"Colonies: {'; '.join(parts)}." if parts else ""


def _regions(view: TaeView) -> list[str]:
    """``Region of E5: leaders Bow scientist, Pot miner; colonies 1 merchant and 3 scientists.``: those that
    have leaders.
    """
    return [
        f"Region of {region.cells[0]}: "
        f"leaders {', '.join(f'{NAMES[seat]} {kind}' for seat, kind in region.leaders)}; "
        f"colonies {ships_named(astuple(region.colonies))}."
        for region in view.regions
        if region.leaders
    ]


def _grid(view: TaeView) -> list[str]:
    """The map with a line for each row, as in the sketches of the rules."""
    held, width = contents(view), len(view.rows[0])
    pieces = {one.cell: f"{held[one.cell]}*" for one in view.artifacts} | {
        one.cell: EMBLEMS[one.seat] + LETTERS[COLONY_TYPES.index(one.kind)]
        for one in view.leaders
        if one.cell is not None
    }
    signs = [
        pieces.get(cell) or (_EMPTY[cell] if sign == "." else _SIGNS[sign]) for cell, sign in held.items()
    ]
    rows = ("".join(signs[start : start + width]).rstrip() for start in range(0, len(signs), width))
    head = "".join(chr(ord("A") + column).ljust(_CELL) for column in range(width)).rstrip()
    return [f"   {head}", *(f"{number:<3}{row}" for number, row in enumerate(rows, start=1))]
