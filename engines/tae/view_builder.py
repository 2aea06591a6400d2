"""The view that a seat, or the public, gets of a state: built from what that viewer may know."""

from functools import lru_cache

from engines.contract import Seat
from engines.tae.board import Board, Monument, leaders_in, square_cells, support
from engines.tae.board_masks import MONUMENTS, OUTER, cells_of
from engines.tae.combat import conflicts, side_region
from engines.tae.constants import COLONY_TYPES, HEIGHT, WIDTH, cell_name
from engines.tae.legal_moves import phase_of
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
from engines.wording import counted


def scores_open(state: TaeState, seat: Seat, viewer: Seat | None) -> bool:
    """Whether the viewer may see this player's totals."""
    return seat == viewer or state.options.open_scores or state.ending is not None


def build_view(state: TaeState, viewer: Seat | None) -> TaeView:
    """What the viewer may know of the position."""
    board, phase = state.board, phase_of(state)
    kinds = conflicts(state) if state.phase == "choose_combat" else ()
    squares = monument_choices(state) if state.phase == "monument" else ()
    return TaeView(
        viewer=viewer,
        ply=state.ply,
        turn=f"turn {state.turn}",
        to_act=phase.to_act(state),
        prompt=phase.prompt(state),
        chips=tuple(_chip(state, seat) for seat in range(state.seats)),
        notes=tuple(phase.notes(state, viewer)),
        outcome=outcome(state),
        rows=tuple(board.ground[row * WIDTH : (row + 1) * WIDTH] for row in range(HEIGHT)),
        leaders=_leaders(board),
        artifacts=tuple(ArtifactView(cell_name(cell), cell in OUTER) for cell in board.artifacts),
        monuments=tuple(map(_monument, board.monuments)),
        regions=_regions(board),
        players=tuple(_player(state, seat, viewer) for seat in range(state.seats)),
        bag=len(state.bag),
        phase=state.phase,
        active=state.active,
        actions_left=state.actions_left,
        choices=tuple(COLONY_TYPES[kind] for kind in kinds),
        combat=None if state.combat is None else _combat(state, state.combat, viewer),
        squares=tuple(dict.fromkeys(cell_name(square) for _, square in squares)),
        last=state.last,
        options=state.options,
        quiet=state.quiet,
        busy=state.busy,
        connecting=_named(state.connecting),
        placed=_named(state.placed),
    )


def clock_period(state: TaeState) -> str:
    """The clock period (R28): a turn, each of its combats, the rest of the turn."""
    if state.combat is not None:
        return f"turn {state.turn} combat {state.combats}"
    return f"turn {state.turn} after combat {state.combats}" if state.combats else f"turn {state.turn}"


def _named(cell: int | None) -> str | None:
    return None if cell is None else cell_name(cell)


def _chip(state: TaeState, seat: Seat) -> str:
    if state.has_left(seat):
        return "resigned"
    if state.ending is not None:
        return " ".join(map(str, finals(state.scores[seat])))
    return f"{counted(sum(state.hands[seat]), 'ship')}, {counted(state.bombs[seat], 'bomb')}"


@lru_cache(8)
def _leaders(board: Board) -> tuple[LeaderView, ...]:
    return tuple(
        LeaderView(
            seat=seat,
            kind=COLONY_TYPES[kind],
            cell=_named(cell),
            support=0 if cell is None else support(board, cell).bit_count(),
        )
        for seat, own in enumerate(board.leaders)
        for kind, cell in enumerate(own)
    )


def _monument(one: Monument) -> MonumentView:
    first, second = MONUMENTS[one.id]
    a, b, c, d = map(cell_name, square_cells(one.square))
    return MonumentView(one.id, (COLONY_TYPES[first], COLONY_TYPES[second]), (a, b, c, d))


@lru_cache(8)
def _regions(board: Board) -> tuple[RegionView, ...]:
    """The regions as views show them. Cached: several views are made of each board."""
    return tuple(
        RegionView(
            cells=_names(region),
            colonies=Ships(*board.colony_counts(region)),
            leaders=tuple((seat, COLONY_TYPES[kind]) for seat, kind, _ in leaders_in(board, region)),
            artifacts=(board.lying & region).bit_count(),
        )
        for region in board.regions
    )


@lru_cache(4096)
def _names(region: int) -> tuple[str, ...]:
    """The cells of a region by name. Cached: most actions leave most regions as they are."""
    return tuple(map(cell_name, cells_of(region)))


def _player(state: TaeState, seat: Seat, viewer: Seat | None) -> PlayerView:
    return PlayerView(
        seat=seat,
        ships=sum(state.hands[seat]),
        bombs=state.bombs[seat],
        resigned=state.has_left(seat),
        hand=Ships(*state.hands[seat]) if seat == viewer else None,
        scores=Scores(*state.scores[seat]) if scores_open(state, seat, viewer) else None,
        final=None if state.ending is None else finals(state.scores[seat]),
    )


def _combat(state: TaeState, combat: Combat, viewer: Seat | None) -> CombatView:
    return CombatView(
        internal=combat.internal,
        kind=COLONY_TYPES[combat.kind],
        reinforced_by=COLONY_TYPES[combat.ship],
        connecting=_named(state.connecting),
        sides=tuple(_side(state, side, viewer) for side in combat.sides),
    )


def _side(state: TaeState, side: Side, viewer: Seat | None) -> SideView:
    external = state.connecting is not None
    region = side_region(state, side.cell) if external else support(state.board, side.cell)
    return SideView(
        seat=side.seat,
        cell=cell_name(side.cell),
        initial=side.initial,
        region=tuple(map(cell_name, cells_of(region))),
        committed=side.ships is not None,
        ships=side.ships if side.seat == viewer else None,
    )
