"""The view that a seat, or the public, gets of a state: built from what that viewer may know."""

from __future__ import annotations

from collections.abc import Iterator

from engines.contract import Seat
from engines.tae.board import leaders_in, regions, square_cells, support
from engines.tae.board_masks import MONUMENTS, OUTER, cells_of
from engines.tae.combat import conflicts, external, side_region
from engines.tae.constants import (
    COLONY_TYPES,
    EMBLEMS,
    HEIGHT,
    NAMES,
    SHIP_NAMES,
    WIDTH,
    ColonyType,
    cell_name,
    counted,
    listed,
)
from engines.tae.outcome import finals, outcome
from engines.tae.state import Combat, Side, TaeState
from engines.tae.turn import monument_choices
from engines.tae.view import (
    ArtifactView,
    CombatView,
    LeaderView,
    MonumentView,
    PlayerView,
    RegionView,
    Scores,
    Ships,
    SideView,
    TaeView,
)


def to_act(state: TaeState) -> tuple[Seat, ...]:
    """The seats that play waits for."""
    if state.ending is not None:
        return ()
    if state.combat is not None:
        return tuple(sorted(side.seat for side in state.combat.sides if side.ships is None))
    return (state.active,)


def clock_period(state: TaeState) -> str:
    """The clock period that a deadline covers: a turn, each of its combats, what is left of the turn."""
    if state.combat is not None:
        return f"turn {state.turn} combat {state.combats}"
    return f"turn {state.turn} after combat {state.combats}" if state.combats else f"turn {state.turn}"


def scores_open(state: TaeState, seat: Seat, viewer: Seat | None) -> bool:
    """Whether the viewer may see this player's totals."""
    return seat == viewer or state.options.open_scores or state.ending is not None


def build_view(state: TaeState, viewer: Seat | None) -> TaeView:
    """What the viewer may know of the position."""
    board = state.board
    choosing = state.phase == "choose_combat" and state.connecting is not None
    kinds = conflicts(board, state.connecting) if choosing and state.connecting is not None else ()
    squares = monument_choices(state) if state.phase == "monument" else ()
    return TaeView(
        viewer=viewer,
        ply=state.ply,
        turn=f"turn {state.turn}",
        to_act=to_act(state),
        prompt=_prompt(state),
        chips=tuple(_chip(state, seat) for seat in range(state.seats)),
        notes=tuple(_notes(state, viewer)),
        outcome=outcome(state),
        rows=tuple(board.ground[row * WIDTH : (row + 1) * WIDTH] for row in range(HEIGHT)),
        leaders=_leaders(state),
        artifacts=tuple(ArtifactView(cell_name(cell), cell in OUTER) for cell in board.artifacts),
        monuments=tuple(
            MonumentView(one.id, _kinds_of(one.id), _names_of(square_cells(one.square)))
            for one in board.monuments
        ),
        regions=tuple(_region(state, region) for region in regions(board.occupied)),
        players=tuple(_player(state, seat, viewer) for seat in range(state.seats)),
        bag=len(state.bag),
        phase=state.phase,
        active=state.active,
        actions_left=state.actions_left,
        choices=tuple(COLONY_TYPES[kind] for kind in kinds),
        combat=None if state.combat is None else _combat(state, state.combat, viewer),
        squares=tuple(dict.fromkeys(cell_name(square) for _, square in squares)),
        last=state.last,
    )


def _prompt(state: TaeState) -> str:
    name = NAMES[state.active]
    match state.phase:
        case "action":
            return f"{name} has {counted(state.actions_left, 'action')} left"
        case "choose_combat":
            return f"{name} chooses which combat comes first"
        case "monument":
            return f"{name} builds a monument or skips"
        case "reinforce":
            return f"{listed(NAMES[seat] for seat in to_act(state))} may commit ships to the combat"
        case _:
            return "The game is over"


def _notes(state: TaeState, viewer: Seat | None) -> Iterator[str]:
    """The sides of the combat that awaits commitments, or of those among which the active player chooses."""
    if state.combat is not None:
        yield from _sides_of(state, state.combat, viewer)
    elif state.phase == "choose_combat" and state.connecting is not None:
        for kind in conflicts(state.board, state.connecting):
            sides = external(state, state.connecting, kind).sides
            strengths = ", ".join(f"{NAMES[side.seat]} {side.initial}" for side in sides)
            yield f"⚔️ **{COLONY_TYPES[kind].capitalize()} leaders**: {strengths}"


def _sides_of(state: TaeState, combat: Combat, viewer: Seat | None) -> Iterator[str]:
    ship = SHIP_NAMES[combat.ship]
    how = "Internal" if combat.internal else "External"
    kind = COLONY_TYPES[combat.kind]
    yield f"⚔️ **{how} combat of the {kind} leaders**. Each {ship} that is committed adds 1."
    for side in combat.sides:
        mark = "▫️ still to commit" if side.ships is None else "☑️ has committed"
        yield f"`{EMBLEMS[side.seat]}` **{NAMES[side.seat]} {side.initial}** {mark}"
    yield "-# If the strongest are equal, the last of them in this list wins."
    own = next((side for side in combat.sides if side.seat == viewer), None)
    if own is not None:
        held = counted(state.hands[own.seat][combat.ship], ship)
        said = "" if own.ships is None else f" and have committed {own.ships}"
        yield f"You hold {held}{said}."


def _chip(state: TaeState, seat: Seat) -> str:
    if seat in state.resigned or seat in state.leaving:
        return "resigned"
    if state.ending is not None:
        return " ".join(map(str, finals(state.scores[seat])))
    return f"{counted(sum(state.hands[seat]), 'ship')}, {counted(state.bombs[seat], 'bomb')}"


def _leaders(state: TaeState) -> tuple[LeaderView, ...]:
    return tuple(
        LeaderView(
            seat=seat,
            kind=COLONY_TYPES[kind],
            cell=None if cell is None else cell_name(cell),
            support=0 if cell is None else support(state.board, cell).bit_count(),
        )
        for seat, own in enumerate(state.board.leaders)
        for kind, cell in enumerate(own)
    )


def _kinds_of(monument: int) -> tuple[ColonyType, ColonyType]:
    one, two = MONUMENTS[monument]
    return COLONY_TYPES[one], COLONY_TYPES[two]


def _names_of(cells: tuple[int, int, int, int]) -> tuple[str, str, str, str]:
    one, two, three, four = map(cell_name, cells)
    return one, two, three, four


def _region(state: TaeState, region: int) -> RegionView:
    board = state.board
    return RegionView(
        cells=tuple(map(cell_name, cells_of(region))),
        colonies=Ships(*((board.colonies(kind) & region).bit_count() for kind in range(len(COLONY_TYPES)))),
        leaders=tuple((seat, COLONY_TYPES[kind]) for seat, kind, _ in leaders_in(board, region)),
        artifacts=sum(region >> cell & 1 for cell in board.artifacts),
    )


def _player(state: TaeState, seat: Seat, viewer: Seat | None) -> PlayerView:
    return PlayerView(
        seat=seat,
        ships=sum(state.hands[seat]),
        bombs=state.bombs[seat],
        resigned=seat in state.resigned or seat in state.leaving,
        hand=Ships(*state.hands[seat]) if seat == viewer else None,
        scores=Scores(*state.scores[seat]) if scores_open(state, seat, viewer) else None,
        final=None if state.ending is None else finals(state.scores[seat]),
    )


def _combat(state: TaeState, combat: Combat, viewer: Seat | None) -> CombatView:
    return CombatView(
        internal=combat.internal,
        kind=COLONY_TYPES[combat.kind],
        reinforced_by=COLONY_TYPES[combat.ship],
        connecting=None if state.connecting is None else cell_name(state.connecting),
        sides=tuple(_side(state, side, viewer) for side in combat.sides),
    )


def _side(state: TaeState, side: Side, viewer: Seat | None) -> SideView:
    if state.connecting is None:
        region = support(state.board, side.cell)
    else:
        region = side_region(state.board, state.connecting, side.cell)
    return SideView(
        seat=side.seat,
        cell=cell_name(side.cell),
        initial=side.initial,
        region=tuple(map(cell_name, cells_of(region))),
        committed=side.ships is not None,
        ships=side.ships if side.seat == viewer else None,
    )
